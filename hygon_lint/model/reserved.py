"""Words that no macro of a checkout may change: data in reserved.toml, and the macros of arches."""

from __future__ import annotations

from functools import cache

from hygon_lint.model.arches import arch_macros
from hygon_lint.model.data import load_toml

_OF_THE_LANGUAGE = ("keywords", "types", "hip", "builtins")


@cache
def _table() -> dict[str, list[str]]:
    return load_toml("hygon_lint.model", "reserved.toml")


@cache
def _words() -> tuple[frozenset[str], tuple[str, ...]]:
    names = [name for kind in _OF_THE_LANGUAGE for name in _table()[kind]]
    return (
        frozenset(name for name in names if "*" not in name),
        tuple(name.rstrip("*") for name in names if "*" in name),
    )


def is_word(name: str) -> bool:
    """Whether a name is a word of the language, of HIP or of the compiler, and no file's to define."""
    words, beginnings = _words()
    return name in words or name.startswith(beginnings)


@cache
def pattern() -> str:
    """A regular expression for the names that no header may define or undefine: these words, and what tells the arch
    and the pass of a compile."""
    words, beginnings = _words()
    whole = sorted({*words, *_table()["compile"], *arch_macros()}, key=len, reverse=True)
    return rf"(?:(?:{'|'.join(whole)})(?![A-Za-z0-9_])|{'|'.join(beginnings)})"
