"""Texts of build files that remember who wrote each part of them, and under which tests they arise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

HOLE = "\0"
"""Stands in a text for what could not be read."""


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on the way to a value: the test's node and whether it held."""

    node: Any
    holds: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters from `start` on were written by `node`; `owner` is the list around it, or the literal itself."""

    start: int
    node: Any
    owner: Any


@dataclass(frozen=True, slots=True)
class Value:
    """A text a string can be. `env` names the environment variable that it is the default of."""

    text: str
    pieces: tuple[Piece, ...]
    tests: tuple[Test, ...] = ()
    env: str = ""

    def slice(self, start: int, end: int) -> Value:
        """The part from `start` to `end`, still knowing who wrote it."""
        pieces = []
        for i, piece in enumerate(self.pieces):
            stop = self.pieces[i + 1].start if i + 1 < len(self.pieces) else len(self.text)
            if stop > start and piece.start < end:
                pieces.append(replace(piece, start=max(piece.start - start, 0)))
        return replace(self, text=self.text[start:end], pieces=tuple(pieces))

    def joined(self, other: Value) -> Value:
        """This text and then the other's."""
        shift = len(self.text)
        pieces = self.pieces + tuple(replace(piece, start=piece.start + shift) for piece in other.pieces)
        tests = self.tests + tuple(test for test in other.tests if test not in self.tests)
        return Value(self.text + other.text, pieces, tests, self.env or other.env)

    def rewritten(self, text: str) -> Value:
        """Another text by the same writers (case changed, parts replaced)."""
        return replace(self, text=text, pieces=tuple(replace(piece, start=0) for piece in self.pieces))


def split(value: Value, separator: str | None) -> Iterator[Value]:
    """`str.split`, keeping who wrote each part."""
    if separator is None:
        position = 0
        for word in value.text.split():
            position = value.text.index(word, position)
            yield value.slice(position, position + len(word))
            position += len(word)
        return
    position = 0
    for word in value.text.split(separator) if separator else [value.text]:
        yield value.slice(position, position + len(word))
        position += len(word) + len(separator)
