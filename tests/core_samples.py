"""Typed units and facts of small pieces of source, for the tests of the front end and the analysis."""

from __future__ import annotations

from hygon_lint.analysis.facts import FunctionFacts, functions
from hygon_lint.frontend import syntax, translate
from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.nodes import Unit
from hygon_lint.frontend.source import SourceText

TYPES = """\
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long int64_t;
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
"""


def unit_of(text: str, **defines: str) -> Unit:
    """The unit of `text` (after a few typedefs, line 1 is the first line of `text`)."""
    source = SourceText("sample.hip", text.encode())
    arch_class = ArchClass("test", (), False, tuple(defines.items()))
    return translate.translate(syntax.parse(source), arch_class, TYPES)


def facts_of(text: str, name: str = "f") -> FunctionFacts:
    """The facts of the function `name` in `text`."""
    return next(fn for fn in functions(unit_of(text)) if fn.function.name == name)
