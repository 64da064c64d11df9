"""Which arches have a builtin, and which builtins are one family: data in builtins.toml."""

from __future__ import annotations

import re
from functools import cache

from hygon_lint.model.data import load_toml

_PREFIX = re.compile(r"__builtin_(amdgcn|hcu)_(.+)\Z")
_SHAPE = re.compile(r"[0-9]+x[0-9]+(?:x[0-9]+)?")
_SCALE = re.compile(r"_scaled?(?=_|\Z)")


@cache
def _rows(vendor: str) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    data = load_toml("hygon_lint.model", "builtins.toml")
    rows = []
    for row in data.get(vendor, ()):
        archs: set[str] = set()
        for name in row["archs"]:
            archs.update(data["families"][name[1:]] if name.startswith("@") else [name])
        rows.append((re.compile(row["pattern"]), frozenset(archs)))
    return tuple(rows)


@cache
def archs_with(builtin: str) -> frozenset[str] | None:
    """The arches that have a builtin, None when the model does not know it."""
    match = _PREFIX.match(builtin)
    if match is None:
        return None
    for pattern, archs in _rows(match[1]):
        if pattern.match(match[2]):
            return archs
    return None


@cache
def family(builtin: str) -> str:
    """What builtins share that differ only in tile shape or scale."""
    return _SCALE.sub("", _SHAPE.sub("#", builtin))
