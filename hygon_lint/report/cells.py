"""Text on a grid of character cells: Chinese characters take two, combining marks none, a tab up to its next stop."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.report.plain import one_line

TAB_STOP = 4
ELLIPSIS = "..."
_WIDE = (
    "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003fffd"
)
_CLOSING = "，。、；：！？）】」』》”’…%"
_WORDS = re.compile(rf"[ \n]+|[{_WIDE}][{_CLOSING}]*|[^ \n{_WIDE}]+[{_CLOSING}]*|.", re.S)


def width(text: str) -> int:
    """Number of cells a harmless text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import get_character_cell_size

    return sum(1 if char < "\x7f" else get_character_cell_size(char) for char in text)


def shown_char(char: str, at: int) -> str:
    """What is shown for a character of a source line at cell `at`."""
    if char == "\t":
        return " " * (TAB_STOP - at % TAB_STOP)
    return one_line(char)


def marked_line(text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """A source line cut to `room` cells around its mark.

    Gives the text to show, and the cell where the mark of the code points `start` to `end` begins and its width (at
    least one).
    """
    first = max(start - room, 0)
    parts: list[str] = []
    offsets = [0]
    for char in text[first : first + 3 * room]:
        parts.append(shown_char(char, offsets[-1]))
        offsets.append(offsets[-1] + width(parts[-1]))
    start, end = start - first, min(end - first, len(parts))
    cut = 0
    while offsets[start] - offsets[cut] > room * 3 // 4:
        cut += 1
    head = ELLIPSIS if first + cut else ""
    limit = offsets[cut] + room - len(head)
    last = len(parts)
    if offsets[last] > limit or first + last < len(text):
        while last > start and offsets[last] > limit - len(ELLIPSIS):
            last -= 1
    tail = ELLIPSIS if first + last < len(text) else ""
    mark = offsets[min(max(end, start), last)] - offsets[start]
    return head + "".join(parts[cut:last]).rstrip() + tail, offsets[start] - offsets[cut] + len(head), max(mark, 1)


def wrapped(text: str, room: int | None) -> Iterator[str]:
    """The lines of a harmless text broken to `room` cells (None: only where it has line feeds).

    Breaks at spaces and between Chinese characters, never before a closing punctuation mark; a longer word stands out.
    """
    for line in text.split("\n"):
        if room is None or width(line) <= room:
            yield line.rstrip()
            continue
        current, used = "", 0
        for word in _WORDS.findall(line):
            cells = width(word)
            if used and used + cells > room and not word.isspace():
                yield current.rstrip()
                current, used = "", 0
            if word.isspace() and not used:
                continue
            current += word
            used += cells
        yield current.rstrip()
