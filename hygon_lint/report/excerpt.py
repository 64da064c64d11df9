"""Excerpts: the source lines of a place and what is marked in each. Raw text; the renderers make it harmless."""

from __future__ import annotations

import attrs

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText


@attrs.frozen
class Line:
    """A source line; `start` and `end` are indices of its marked code points (equal: nothing, or one point)."""

    number: int
    text: str
    start: int
    end: int

    @property
    def marked(self) -> bool:
        """Whether the line carries a mark."""
        return self.end >= self.start >= 0


@attrs.frozen
class Gap:
    """Lines left out of the middle of a long range."""

    count: int


def excerpt(source: SourceText, place: Place, *, most: int = 6, around: int = 0) -> tuple[Line | Gap, ...]:
    """The lines of `place`, at most `most` of them, with `around` unmarked lines on either side."""
    first = min(max(place.line, 1), source.line_count)
    last = min(max(place.end_line, first), source.line_count)
    if place.end_line > place.line and place.end_column <= 1 and last > first:
        last -= 1  # the range ends with a line end
    head, tail = list(range(first, last + 1)), []
    if len(head) > most:
        head, tail = head[: most - 2], head[-2:]
    result: list[Line | Gap] = [_unmarked(source, n) for n in range(max(first - around, 1), first)]
    result.extend(_marked(source, n, place) for n in head)
    if tail:
        result.append(Gap(tail[0] - head[-1] - 1))
        result.extend(_marked(source, n, place) for n in tail)
    result.extend(_unmarked(source, n) for n in range(last + 1, min(last + around, source.line_count) + 1))
    return tuple(result)


def _unmarked(source: SourceText, number: int) -> Line:
    return Line(number, source.line_text(number), -1, -1)


def _marked(source: SourceText, number: int, place: Place) -> Line:
    text = source.line_text(number)
    indent = len(text) - len(text.lstrip())
    start = place.column - 1 if number == place.line else indent
    end = place.end_column - 1 if number == place.end_line else len(text.rstrip())
    start = min(max(start, 0), len(text))
    return Line(number, text, start, min(max(end, start), len(text)))
