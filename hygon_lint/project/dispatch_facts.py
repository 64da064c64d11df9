"""Facts about host dispatch: options that nothing reads, head dimensions that routes support, permuted queries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hygon_lint.finding import Fact
from hygon_lint.project.head_dim_facts import head_dim_facts, instance_facts, macro_facts

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.syntax import SyntaxFile

_HEAD_DIM = re.compile(
    rb"""(?:head_?dim|head_?size|hdim)\w*\s*\)?\s*(?:[=!]=\s*[0-9]|\[\d*\]\s*=|=\s*\{)
    | \bswitch\s*\([^()\n]*(?:head_?dim|head_?size|hdim|\bd)\w*\s*\)""",
    re.IGNORECASE | re.VERBOSE,
)


def dispatch_wants_units(data: bytes) -> bool:
    """Whether typed code may say anything about head dimensions."""
    return _HEAD_DIM.search(data) is not None


def dispatch_facts(syntax: SyntaxFile, units: Sequence[Unit]) -> Iterator[Fact]:
    """All such facts of a file."""
    yield from macro_facts(syntax)
    yield from instance_facts(syntax)
    if units:
        from hygon_lint.project.layout_facts import layout_facts
        from hygon_lint.project.option_facts import option_facts

        yield from option_facts(units)
        yield from layout_facts(units)
        if dispatch_wants_units(syntax.source.data):
            yield from head_dim_facts(units)
