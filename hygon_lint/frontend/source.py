"""The text of one file, and the arithmetic between byte offsets and lines and columns.

All front ends work on the same UTF-8 buffer (`data`), whatever the file's own encoding was; a `Span` is a half-open
range of byte offsets in it. Lines end in LF, CRLF or a lone CR. Columns count Unicode code points from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from hygon_lint.finding import Place

_LINE_END = re.compile(rb"\r\n|\n|\r")
_SPACE = re.compile(r"\s+")


class Span(NamedTuple):
    """A half-open range of byte offsets."""

    start: int
    end: int

    def contains(self, other: Span) -> bool:
        """Whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end


class SourceText:
    """A decoded file. `path` is relative to the scan root (POSIX), `data` its text as UTF-8 without a BOM."""

    def __init__(self, path: str, data: bytes, encoding: str = "utf-8") -> None:
        self.path = path
        self.data = data
        self.encoding = encoding

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(m.end() for m in _LINE_END.finditer(self.data))]

    @property
    def line_count(self) -> int:
        """Number of lines, the last one counted even when it has no line end."""
        return len(self._starts)

    def line_of(self, offset: int) -> int:
        """1-based line of a byte offset."""
        return bisect_right(self._starts, offset)

    def line_start(self, line: int) -> int:
        """Byte offset of the first byte of a 1-based line."""
        return self._starts[min(max(line, 1), len(self._starts)) - 1]

    def position(self, offset: int) -> tuple[int, int]:
        """1-based (line, column) of a byte offset; the column counts code points."""
        offset = min(max(offset, 0), len(self.data))
        line = self.line_of(offset)
        head = self.data[self._starts[line - 1] : offset]
        return line, len(head.decode("utf-8", "replace")) + 1

    def place(self, span: Span) -> Place:
        """The span as a place in this file."""
        line, column = self.position(span.start)
        end_line, end_column = self.position(max(span.end, span.start))
        return Place(self.path, line, column, end_line, end_column)

    def text(self, span: Span) -> str:
        """The source text of a span."""
        return self.data[span.start : span.end].decode("utf-8", "replace")

    def line_text(self, line: int) -> str:
        """The text of a 1-based line, without its line end."""
        if not 1 <= line <= len(self._starts):
            return ""
        end = self._starts[line] if line < len(self._starts) else len(self.data)
        return self.data[self._starts[line - 1] : end].decode("utf-8", "replace").rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """Byte offset of a 1-based (line, column in code points)."""
        text = self.line_text(line)
        return self.line_start(line) + len(text[: column - 1].encode("utf-8"))

    def context(self, place: Place) -> str:
        """Text of a place with white space folded: what a fingerprint may rest on."""
        start = self.offset(place.line, place.column)
        end = self.offset(place.end_line, place.end_column)
        return _SPACE.sub(" ", self.text(Span(start, end))).strip()[:400]
