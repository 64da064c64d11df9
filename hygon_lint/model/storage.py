"""What names say about memory and layout: data in storage.toml."""

from __future__ import annotations

import re
from functools import cache

from hygon_lint.model.data import load_toml

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@cache
def _words(kind: str) -> frozenset[str]:
    return frozenset(load_toml("hygon_lint.model", "storage.toml")[kind])


def names(name: str, kind: str) -> bool:
    """Whether a name contains a word of a kind (a key of storage.toml)."""
    return any(word.lower() in _words(kind) for word in _WORD.findall(name))
