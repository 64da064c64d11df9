"""Which lines make up one statement, from the bare text: what a comment at one of its lines speaks of."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from hygon_lint.frontend.lexing import blank
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile

_MARK = re.compile(rb"[;{}()\[\]]")
_INK = re.compile(rb"\S")


class Statements:
    """The statements (and heads of blocks, and preprocessor lines) of a C++ file, as ranges of lines."""

    def __init__(self, syntax: SyntaxFile) -> None:
        source = syntax.source
        spans = [line.span for line in syntax.preprocessor_lines]
        code = blank(syntax.lexed.code, spans)
        spans += [span for span in _segments(code) if span.end > span.start]
        spans.sort()
        self._ranges = [(source.line_of(span.start), source.line_of(max(span.start, span.end - 1))) for span in spans]
        self._firsts = [first for first, _ in self._ranges]
        self._count = source.line_count

    def around(self, line: int) -> tuple[int, int]:
        """First and last line of all statements that have a part on a line; the line itself where there is none."""
        first, last = line, line
        for start, end in self._ranges[: bisect_left(self._firsts, line + 1)]:
            if end >= line:
                first, last = min(first, start), max(last, end)
        return first, last

    def after(self, line: int) -> tuple[int, int]:
        """Lines of the statements that begin on the first line with code below `line`."""
        position = bisect_left(self._firsts, line + 1)
        if position == len(self._firsts):
            return min(line + 1, self._count), min(line + 1, self._count)
        return self.around(self._firsts[position])


def _segments(code: bytes) -> Iterator[Span]:
    """Stretches between `;`, `{` and `}`; those inside parentheses only count within a block there (a lambda's)."""
    start = 0
    depth = 0
    outer: list[int] = []
    for match in _MARK.finditer(code):
        mark = match.group()
        if mark in b"([":
            depth += 1
        elif mark in b")]":
            depth = max(0, depth - 1)
        elif mark == b"{":
            yield _trimmed(code, start, match.end())
            start = match.end()
            outer.append(depth)
            depth = 0
        elif mark == b"}":
            yield _trimmed(code, start, match.end())
            start = match.end()
            depth = outer.pop() if outer else 0
        elif depth == 0:
            yield _trimmed(code, start, match.end())
            start = match.end()
    yield _trimmed(code, start, len(code))


def _trimmed(code: bytes, start: int, end: int) -> Span:
    ink = _INK.search(code, start, end)
    return Span(ink.start(), end) if ink else Span(end, end)
