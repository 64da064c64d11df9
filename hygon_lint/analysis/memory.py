"""Tracked storage: what each part of each object holds, by exact offset, so that unions, casts and halves agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hygon_lint.analysis.terms import Term, Terms
from hygon_lint.frontend.nodes import UNKNOWN, Decl, Type

Root = Decl | Term | str  # a variable, what a pointer points to, or "this"
Key = tuple[Root, tuple[str, ...], int]


class Place(NamedTuple):
    """A part of an object: `offset` and `bits` count bits from the start of what `root` and `path` name.

    `subscript` is an index that is not constant, in elements of `bits` bits; such a place is not tracked exactly.
    """

    root: Root
    path: tuple[str, ...]
    offset: int
    bits: int
    type: Type = UNKNOWN
    subscript: Term | None = None
    name: str = ""
    decl: Decl | None = None  # the field or variable it is, for roles

    def part(
        self, offset: int, type_: Type, name: str = "", decl: Decl | None = None, path: tuple[str, ...] = ()
    ) -> Place:
        """A part at `offset` bits further on."""
        return Place(self.root, self.path + path, self.offset + offset, type_.bits, type_, self.subscript, name, decl)


class Memory:
    """The cells of one state. Copy it at a branch, merge the copies after."""

    __slots__ = ("cells",)

    def __init__(self, cells: dict[Key, tuple[int, Term]] | None = None) -> None:
        self.cells = cells if cells is not None else {}

    def copy(self) -> Memory:
        """An independent copy."""
        return Memory(dict(self.cells))

    def overlapping(self, place: Place) -> Iterator[tuple[Key, int, Term]]:
        """The cells that share bits with a place."""
        start, end = place.offset, place.offset + max(place.bits, 1)
        for key, (bits, term) in self.cells.items():
            if key[0] is place.root and key[1] == place.path and key[2] < end and start < key[2] + max(bits, 1):
                yield key, bits, term

    def below(self, root: Root) -> list[Key]:
        """The keys of all cells of an object."""
        return [key for key in self.cells if key[0] is root or (isinstance(root, str) and key[0] == root)]

    def write(self, place: Place, term: Term, terms: Terms) -> None:
        """Store a value; cells it only partly covers keep their other half."""
        key: Key = (place.root, place.path, place.offset)
        present = self.cells.get(key)
        if present is not None and present[0] == place.bits:
            self.cells[key] = (place.bits, term)
            return
        for other, bits, value in list(self.overlapping(place)):
            del self.cells[other]
            if bits == 64 and place.bits == 32 and other[2] <= place.offset < other[2] + 64:
                low_written = place.offset == other[2]
                rest = high_half(terms, value) if low_written else low_half(terms, value)
                at = other[2] + 32 if low_written else other[2]
                self.cells[(place.root, place.path, at)] = (32, rest)
        self.cells[key] = (place.bits, term)

    def read(self, place: Place, terms: Terms) -> Term | None:
        """What a place holds; None when nothing has been stored there."""
        present = self.cells.get((place.root, place.path, place.offset))
        if present is not None and (present[0] == place.bits or not place.bits):
            return present[1]
        found = sorted(self.overlapping(place), key=lambda cell: cell[0][2])
        if len(found) == 1:
            key, bits, term = found[0]
            if bits == 64 and place.bits == 32 and place.offset - key[2] in (0, 32):
                return low_half(terms, term) if place.offset == key[2] else high_half(terms, term)
            if bits == place.bits and key[2] == place.offset:
                return term
        halves = len(found) == 2 and place.bits == 64 and all(bits == 32 for _, bits, _ in found)
        if halves and [key[2] - place.offset for key, _, _ in found] == [0, 32]:
            return terms.join(found[0][2], found[1][2])
        return None

    def forget(self, root: Root) -> None:
        """Drop all that is known of an object."""
        for key in self.below(root):
            del self.cells[key]

    def split_like(self, other: Memory, terms: Terms) -> None:
        """Split 64-bit cells in halves where the other state holds halves, so that both can be merged."""
        for key, (bits, term) in list(self.cells.items()):
            if bits != 64:
                continue
            root, path, offset = key
            theirs = other.cells.get(key)
            if (theirs is not None and theirs[0] == 32) or (root, path, offset + 32) in other.cells:
                self.cells[key] = (32, low_half(terms, term))
                self.cells[(root, path, offset + 32)] = (32, high_half(terms, term))


def low_half(terms: Terms, term: Term) -> Term:
    """The low 32 bits of a 64-bit value."""
    return term.args[0] if term.op == "join" else terms.cast(term, 32, False)


def high_half(terms: Terms, term: Term) -> Term:
    """The high 32 bits of a 64-bit value."""
    if term.op == "join":
        return term.args[1]
    wide = terms.cast(term, 64, False)
    return terms.cast(terms.binary(">>", wide, terms.const(32), 64, False), 32, False)
