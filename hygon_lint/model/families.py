"""Families of names: siblings differ only in the arch, the type of the data, or the operation they are for."""

from __future__ import annotations

import re
from functools import cache

from hygon_lint.model.host import table

_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+[a-z]?(?![a-z0-9])|[0-9]+|[A-Za-z0-9]+")
_ARCH = re.compile(r"(?:gfx)?(?:[6-9][0-9][0-9a-f]|1[0-9]{3})\Z")


@cache
def family_of(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What siblings of a name share, and the words that tell this one apart from them."""
    core: list[str] = []
    own: list[str] = []
    for word in words_of(name):
        (own if _is_known(word) else core).append(word)
    return tuple(core), tuple(own)


def siblings(one: str, other: str) -> bool:
    """Whether two different names belong to one family: they share something, and each of them, or one, says more."""
    (core, own), (other_core, other_own) = family_of(one), family_of(other)
    return bool(core) and core == other_core and own != other_own


@cache
def words_of(name: str) -> tuple[str, ...]:
    """The words of an identifier, in lower case; `gfx938`, `fp16` and `92a` are one word each."""
    out: list[str] = []
    for part in re.split(r"[_\W]+", name):
        if _is_known(part.lower()):
            out.append(part.lower())
        else:
            out.extend(_joined([piece.lower() for piece in _PIECES.findall(part)]))
    return tuple(out)


def _joined(pieces: list[str]) -> list[str]:
    """Pieces with those put together again that make a known word (`fp` and `16`)."""
    out: list[str] = []
    for piece in pieces:
        if out and _is_known(out[-1] + piece):
            out[-1] += piece
        else:
            out.append(piece)
    return out


@cache
def _known() -> frozenset[str]:
    return frozenset(word for words in table()["family"].values() for word in words)


def _is_known(word: str) -> bool:
    return word in _known() or _ARCH.match(word) is not None
