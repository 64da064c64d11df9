"""Assumed magnitudes: how large an integer may get when the code itself gives no bound."""

from __future__ import annotations

import re
from functools import cache

import attrs

from hygon_lint.model.data import load_toml


@attrs.frozen
class Role:
    """A role that names stand for; `max` is the largest value assumed."""

    name: str
    max: int


@cache
def _table() -> tuple[int, int, tuple[tuple[re.Pattern[str], Role], ...]]:
    data = load_toml("hygon_lint.model", "magnitudes.toml")
    roles = tuple(
        (re.compile("|".join(f"(?:{p})" for p in entry["patterns"])), Role(entry["name"], entry["max"]))
        for entry in data["role"]
    )
    return data["default"], data["template_constant"], roles


def default_max() -> int:
    """The maximum assumed of any other integer."""
    return _table()[0]


def template_max() -> int:
    """The maximum assumed of a template constant that nothing is known of."""
    return _table()[1]


_CONSTANT_PREFIX = re.compile(r"^k(?=[A-Z])")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@cache
def role_of(name: str) -> Role | None:
    """The role that a name speaks for, if any."""
    plain = _HUMP.sub("_", _CONSTANT_PREFIX.sub("", name)).lower().strip("_")
    for pattern, role in _table()[2]:
        if pattern.fullmatch(plain):
            return role
    return None
