"""The one exception for mistakes of the user: a clear line on stderr and exit code 2."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UsageError(Exception):
    """What was asked for cannot be done; the message is one line that says why and what would be right."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause such as `; did you mean "HYG101"?`, or nothing when no known word is close."""
    choices = sorted(set(known))
    folded = {choice.casefold(): choice for choice in choices}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.5)
    return f'; did you mean "{folded[close[0]]}"?' if close else ""
