"""What the place a report goes to can show: colours and columns, by the usual environment variables."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import TextIO

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "path": "1",
    "rule": "1",
    "gutter": "2",
    "dim": "2",
    "good": "32",
    "bad": "31",
    "head": "1",
}
MIN_WIDTH = 24


def wants_color(stream: TextIO, env: Mapping[str, str]) -> bool:
    """NO_COLOR (set and not empty) wins, then FORCE_COLOR, then whether `stream` is a capable terminal."""
    if env.get("NO_COLOR"):
        return False
    forced = env.get("FORCE_COLOR")
    if forced is not None and forced != "":
        return forced not in ("0", "false")
    return stream.isatty() and env.get("TERM", "") not in ("dumb", "")


def columns(stream: TextIO, env: Mapping[str, str]) -> int | None:
    """Width of the terminal, COLUMNS first; None when `stream` is none, so that lines are not wrapped."""
    if not stream.isatty():
        return None
    given = env.get("COLUMNS", "")
    width = int(given) if given.isdecimal() and int(given) > 0 else shutil.get_terminal_size().columns
    return max(width, MIN_WIDTH)


class Paint:
    """Puts style escapes around text, or leaves it as it is."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def __call__(self, style: str, text: str) -> str:
        """`text` in a named style."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._color and text else text
