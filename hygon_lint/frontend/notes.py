"""Lists in what is said of a file, kept to a length that is read."""

from __future__ import annotations

from collections.abc import Sequence

_MOST = 6


def some_of(names: Sequence[str], most: int = _MOST) -> str:
    """The first of some names, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
