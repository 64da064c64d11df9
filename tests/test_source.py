"""Offsets, lines and columns: exact for every mixture of line ends and characters."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from hygon_lint.frontend.source import SourceText, Span

TEXT = st.lists(
    st.sampled_from(["a", "\t", " ", "注", "𝄞", "é", "\n", "\r\n", "\r", '#line 7 "b.h"', "\\", "\0"]), max_size=60
).map("".join)


def naive_lines(text: str) -> list[str]:
    """The lines with their ends."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z", text) + ([""] if not text or text[-1] in "\r\n" else [])


@given(TEXT)
def test_positions_match_a_plain_count(text: str) -> None:
    source = SourceText("a.h", text.encode())
    lines = naive_lines(text)
    assert source.line_count == len(lines)
    offset = 0
    for number, line in enumerate(lines, 1):
        assert source.line_start(number) == offset
        assert source.line_text(number) == line.rstrip("\r\n")
        for column, character in enumerate(line, 1):
            if character == "\n" and line.endswith("\r\n"):
                break  # nothing is ever reported between the two halves of a line end
            assert source.position(offset) == (number, column)
            if character not in "\r\n":
                assert source.offset(number, column) == offset
            offset += len(character.encode())
        offset = source.line_start(number) + len(line.encode())


@given(TEXT, st.integers(0, 200), st.integers(0, 200))
def test_places_stay_inside_the_file(text: str, start: int, end: int) -> None:
    source = SourceText("a.h", text.encode())
    place = source.place(Span(start, end))
    assert 1 <= place.line <= place.end_line <= source.line_count
    assert place.column >= 1 and place.end_column >= 1


def test_long_lines() -> None:
    text = "/* " + "注" * 400_000 + " */ int a;\n"
    source = SourceText("a.h", text.encode())
    start = text.encode().index(b"int a")
    place = source.place(Span(start, start + 5))
    assert (place.line, place.column, place.end_column) == (1, 400_008, 400_013)
    assert source.text(Span(start, start + 5)) == "int a"


def test_line_directives_do_not_move_anything() -> None:
    source = SourceText("a.h", b'#line 100 "other.h"\nint a;\n')
    assert source.place(Span(20, 23)).line == 2
