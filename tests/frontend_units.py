"""Typed nodes of a small source, as the real pipeline makes them."""

from __future__ import annotations

from hygon_lint.frontend import syntax, translate
from hygon_lint.frontend.arch_classes import classes_of
from hygon_lint.frontend.decode import decode
from hygon_lint.frontend.nodes import Unit
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.prelude_index import index_file
from hygon_lint.model.arches import known_arches


def unit_of(text: str, path: str = "case.hip") -> Unit:
    """The unit of the first arch class of a source."""
    source = decode(path, text.encode())
    prelude = Prelude.of_indexes([index_file(source)])
    parsed = syntax.parse(source)
    arch_class = classes_of(parsed, tuple(known_arches().values()))[0]
    return translate.translate(parsed, arch_class, prelude.header_for(parsed))
