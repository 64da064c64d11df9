"""The one exception for mistakes of the user: a clear line on stderr and exit code 2."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable


class UsageError(Exception):
    """What was asked for cannot be done; the message is one line that says why and what would be right."""


def shown(path: str | os.PathLike[str]) -> str:
    """A path as messages have it: relative to the working directory when inside it."""
    relative = os.path.relpath(path)
    return os.fspath(path) if relative.startswith("..") else relative


_CLOSE = 0.7
"""How alike two words must be (0 to 1) for one to be a slip of the other: HYG999 is no slip of HYG409."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause such as `; did you mean "HYG101"?`, or nothing when no known word is close."""
    close = closest(word, known)
    return f'; did you mean "{close}"?' if close else ""


def closest(word: str, known: Iterable[str]) -> str:
    """The known word that was most likely meant; "" when none is close."""
    folded = {choice.casefold(): choice for choice in sorted(set(known))}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=_CLOSE)
    return folded[close[0]] if close else ""
