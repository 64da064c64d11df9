"""Styles of the text report."""

from __future__ import annotations

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


class Paint:
    """Puts style escapes around text, or leaves it as it is."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def __call__(self, style: str, text: str) -> str:
        """`text` in a named style."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._color and text else text
