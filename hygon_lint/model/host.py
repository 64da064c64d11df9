"""Words of host code: data in host.toml."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from hygon_lint.model.data import load_toml


@cache
def table() -> dict[str, Any]:
    """The whole file."""
    return load_toml("hygon_lint.model", "host.toml")


@cache
def is_word(name: str, kind: str) -> bool:
    """Whether a name is of a kind (a key of host.toml that holds a list)."""
    lowered = name.lower().strip("_")
    return any(fnmatchcase(lowered, pattern) for pattern in table()[kind])
