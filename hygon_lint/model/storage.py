"""What names say about memory and layout: data in storage.toml."""

from __future__ import annotations

import re
from functools import cache

from hygon_lint.model.data import load_toml

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(load_toml("hygon_lint.model", "storage.toml")[kind])


def words_in(name: str) -> list[str]:
    """The words of an identifier, in lower case; a number is a word of its own."""
    return [word.lower() for word in _WORD.findall(name)]


def names(name: str, kind: str) -> bool:
    """Whether a name contains a word of a kind (a key of storage.toml)."""
    return any(word in _words(kind) for word in words_in(name))
