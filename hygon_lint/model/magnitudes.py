"""Assumed magnitudes: how large an integer may get when the code itself gives no bound."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

import attrs

from hygon_lint.model.data import load_toml


@attrs.frozen
class Role:
    """A role that names stand for.

    `max` is the largest value assumed, `typical` what messages calculate with. `small`: ids within a block and the
    like, bounded by the hardware, as against sizes that are merely limited in practice.
    """

    name: str
    max: int
    typical: int
    small: bool = False


def _pattern(entry: dict[str, Any]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in entry["patterns"]))


Limits = tuple[tuple[str, int], ...]

DEFAULT, TEMPLATE = "default", "template-constant"
"""The keys of a configuration for integers without a role, and for template constants that nothing is known of."""

_chosen: ContextVar[Limits] = ContextVar("magnitudes", default=())


@contextmanager
def assuming(limits: Mapping[str, int]) -> Iterator[None]:
    """Within it, the maxima of a configuration (by key of `keys`) hold in place of our own."""
    token = _chosen.set(tuple(sorted(limits.items())))
    try:
        yield
    finally:
        _chosen.reset(token)


def key_of(role: str) -> str:
    """A role's name as a configuration spells it."""
    return role.replace(" ", "-")


def keys() -> tuple[str, ...]:
    """What a configuration may set: each role's name, its spaces as hyphens, and the two maxima without a role."""
    return (*(key_of(role.name) for _, role in _table(())[2]), TEMPLATE, DEFAULT)


@cache
def _table(chosen: Limits) -> tuple[int, int, tuple[tuple[re.Pattern[str], Role], ...]]:
    data = load_toml("hygon_lint.model", "magnitudes.toml")
    limits = dict(chosen)
    roles = []
    for entry in data["role"]:
        most = limits.get(key_of(entry["name"]), entry["max"])
        role = Role(entry["name"], most, min(entry["typical"], most), entry.get("small", False))
        roles.append((_pattern(entry), role))
    return limits.get(DEFAULT, data["default"]), limits.get(TEMPLATE, data["template_constant"]), tuple(roles)


def default_max() -> int:
    """The maximum assumed of any other integer."""
    return _table(_chosen.get())[0]


def template_max() -> int:
    """The maximum assumed of a template constant that nothing is known of."""
    return _table(_chosen.get())[1]


def roles() -> tuple[Role, ...]:
    """All roles, the ones that are tried first in front."""
    return tuple(role for _, role in _table(_chosen.get())[2])


_CONSTANT_PREFIX = re.compile(r"^k(?=[A-Z])")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def role_of(name: str) -> Role | None:
    """The role that a name speaks for, if any."""
    return _role_of(name, _chosen.get())


@cache
def _role_of(name: str, chosen: Limits) -> Role | None:
    plain = _plain(name)
    for pattern, role in _table(chosen)[2]:
        if pattern.fullmatch(plain):
            return role
    return None


def _plain(name: str) -> str:
    return _HUMP.sub("_", _CONSTANT_PREFIX.sub("", name)).lower().strip("_")


@cache
def _practical_table() -> tuple[tuple[re.Pattern[str], int], ...]:
    data = load_toml("hygon_lint.model", "magnitudes.toml")
    return tuple((_pattern(entry), entry["max"]) for entry in data["practical"])


@cache
def practical_max(name: str) -> int | None:
    """What something of this name hardly ever exceeds, although nothing bounds it; None when nothing is known."""
    plain = _plain(name)
    for pattern, value in _practical_table():
        if pattern.fullmatch(plain):
            return value
    return None


@cache
def _typical_table() -> tuple[tuple[re.Pattern[str], int], ...]:
    data = load_toml("hygon_lint.model", "magnitudes.toml")
    return tuple((_pattern(entry), entry["value"]) for entry in data["typical"])


def typical_of(name: str) -> int | None:
    """A usual value of something with this name, for worked examples in messages; None when nothing speaks for one."""
    role = role_of(name)
    if role is not None:
        return role.typical
    return _typical_of(_plain(name))


@cache
def _typical_of(plain: str) -> int | None:
    for pattern, value in _typical_table():
        if pattern.fullmatch(plain):
            return value
    return None
