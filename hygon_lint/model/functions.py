"""Functions with a known meaning, by name: data in functions.toml."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

from hygon_lint.model.data import load_toml


@cache
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, tuple[str, ...]]]:
    data = load_toml("hygon_lint.model", "functions.toml")
    exact = {kind: frozenset(n for n in names if "*" not in n) for kind, names in data.items()}
    patterns = {kind: tuple(n for n in names if "*" in n) for kind, names in data.items()}
    return exact, {kind: names for kind, names in patterns.items() if names}


@cache
def meanings(name: str) -> frozenset[str]:
    """The kinds (keys of functions.toml) that an unqualified function name belongs to."""
    exact, patterns = _tables()
    found = {kind for kind, names in exact.items() if name in names}
    lowered = name.lower()
    for kind, names in patterns.items():
        if any(fnmatchcase(name, p) or fnmatchcase(lowered, p) for p in names):
            found.add(kind)
    return frozenset(found)


def means(name: str, kind: str) -> bool:
    """Whether a function of this name is of a kind."""
    return kind in meanings(name)
