"""Which calls are asserts, and which words around a comment tell what it is: data in asserts.toml."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cache

from hygon_lint.model.data import load_toml


@cache
def _table() -> dict[str, tuple[str, ...]]:
    return {kind: tuple(names) for kind, names in load_toml("hygon_lint.model", "asserts.toml").items()}


def _matches(name: str, kind: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in _table()[kind])


@cache
def assert_kind(name: str) -> str:
    """What judges the condition under this name: "static" (the compiler), "runtime", or "" (it is no assert)."""
    if _matches(name, "compile_time"):
        return "static"
    if _matches(name, "run_time") and not _matches(name, "not_checks"):
        return "runtime"
    return ""


@cache
def takes_condition(name: str) -> bool:
    """Whether the first argument is the condition for sure: a string there is a mistake and not a label."""
    return _matches(name, "compile_time") or _matches(name, "well_known")


@cache
def asks_constancy(name: str) -> bool:
    """Whether a trait of this name asks if a value is a constant of the compiler."""
    return _matches(name, "constancy")


@cache
def asks_compiler(name: str) -> bool:
    """Whether this name asks the compiler for something that it has."""
    return _matches(name, "compiler")


@cache
def _api_call() -> re.Pattern[str]:
    return re.compile(rf"\(*\s*(?:{'|'.join(_table()['api_prefixes'])})[A-Z_]\w*\s*(?:<[^()]*>)?\s*\(")


def wraps_status(argument: str) -> bool:
    """Whether a macro's argument is a call of a runtime library, made for its effect."""
    return _api_call().match(argument) is not None


@cache
def _label() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in _table()["switched_off"])
    return re.compile(rf"\s*(?:\w+\s+)?(?:{words})\s*[:：]?\s*\Z", re.IGNORECASE)


def says_switched_off(words: str) -> bool:
    """Whether the words in front of an assert in a comment say that it was switched off."""
    return _label().match(words) is not None


@cache
def _shown() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in _table()["shows_code"])
    return re.compile(rf"(?<![a-z0-9_])(?:{words})(?![a-z0-9_])", re.IGNORECASE)


def shows_code(words: str) -> bool:
    """Whether a comment's words announce an example."""
    return _shown().search(words) is not None
