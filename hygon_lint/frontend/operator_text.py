"""Operators on operands whose types a template parameter decides, where any operator is overloaded: clang keeps such an
expression as a call of nothing with its operands, so the operator is read from the source between them."""

from __future__ import annotations

from typing import Any

from hygon_lint.frontend.lexing import COMMENT
from hygon_lint.frontend.lower_context import Context
from hygon_lint.frontend.source import Span

_BINARY = frozenset(
    ("+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||", "and", "or",
     "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=")
)  # fmt: skip
_WORDS = {"and": "&&", "or": "||", "not": "!"}
_PREFIX = {"-": "-", "+": "+", "*": "*", "&": "&", "!": "!", "not": "!", "~": "~", "++": "++x", "--": "--x"}


def operator_of(context: Context, cursor: Any, operands: list[Any]) -> str:
    """The operator that joins one or two operands; "" when the text says otherwise. "[]" for a subscript."""
    whole = _extent(context, cursor)
    spans = [_extent(context, operand) for operand in operands]
    if whole is None or any(span is None for span in spans):
        return ""
    known = [span for span in spans if span is not None]
    if len(known) == 2:
        if whole.start != known[0].start or known[0].end > known[1].start:
            return ""
        between = _text(context, known[0].end, known[1].start)
        after = _text(context, known[1].end, whole.end)
        if between == "[" and after == "]":
            return "[]"
        return _WORDS.get(between, between) if between in _BINARY and not after else ""
    if len(known) == 1 and whole.end == known[0].end:
        return _PREFIX.get(_text(context, whole.start, known[0].start), "")
    if len(known) == 1 and whole.start == known[0].start:
        after = _text(context, known[0].end, whole.end)
        return f"x{after}" if after in ("++", "--") else ""
    return ""


def _extent(context: Context, cursor: Any) -> Span | None:
    """Where a cursor is spelt, None inside a macro's body."""
    where = context.where(cursor)
    macro = where.macro()
    return where.span() if macro is None or macro.from_argument else None


def _text(context: Context, start: int, end: int) -> str:
    return COMMENT.sub("", context.source.text(Span(start, max(start, end)))).strip()
