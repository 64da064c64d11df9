"""Reads and writes of memory: which memory, at which index, of what.

An index is a polynomial in bits from where the root pointer or array begins, so that a row guarded as an element and
loaded as a vector compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hygon_lint.analysis.events import CallEvent, Event, LoadEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.memory import Place, Root
from hygon_lint.analysis.polynomials import Poly, Polys, polys
from hygon_lint.analysis.storage import Storage, storage_of
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl, Node, Type
from hygon_lint.model.functions import means

_BYTE = 8
_INDEX = re.compile(r"\[(\d+)\]")


@dataclass(slots=True, eq=False)
class Access:
    """One read or write. kind: "load", "store", "atomic"."""

    event: Event
    kind: str
    root: Root
    index: Poly
    width: int  # bits; 0: unknown
    value: Term | None  # what was read, or what is written
    storage: Storage

    @property
    def node(self) -> Node:
        """Where it stands."""
        return self.event.node

    @property
    def name(self) -> str:
        """What the memory is called."""
        if isinstance(self.root, Decl):
            return self.root.name
        if isinstance(self.root, Term):
            return self.root.name or (self.root.node.text if self.root.node is not None else "")
        return str(self.root)


class Accesses:
    """All accesses of one function, in order."""

    def __init__(self, fn: FunctionFacts) -> None:
        self._fn = fn
        self._polys: Polys = polys(fn)
        self._by_id = fn.flow.terms.by_id()
        self.all: list[Access] = [access for event in fn.trace.events for access in self._of(event)]

    @cached_property
    def by_value(self) -> dict[int, Access]:
        """The first load that gave a value (or a vector that it is a part of), by id of the value."""
        out: dict[int, Access] = {}
        for access in self.all:
            if access.kind != "load" or access.value is None:
                continue
            out.setdefault(id(access.value), access)
            for _, part in self._fn.flow.objects.get(id(access.value), {}).values():
                if part.op != "const":
                    out.setdefault(id(part), access)
        return out

    def updates(self, access: Access) -> bool:
        """Whether a store writes back what the same memory held, changed."""
        if access.kind != "store" or access.value is None:
            return False
        held = (self.by_value.get(id(part)) for part in access.value.walk())
        return any(load is not None and load.root is access.root for load in held)

    def first_index(self, access: Access) -> Term | None:
        """The first index of an element of an array: its row, where the array is nested. None for constants."""
        event = access.event
        place = event.place if isinstance(event, StoreEvent | LoadEvent) else None
        step = next((match for part in place.path if (match := _INDEX.fullmatch(part))), None) if place else None
        return self._by_id.get(int(step.group(1))) if step is not None else None

    def _of(self, event: Event) -> Iterator[Access]:
        if isinstance(event, LoadEvent):
            pointer = event.pointer if event.place is None else None
            yield from self._make(event, "load", pointer, event.place, event.value)
        elif isinstance(event, StoreEvent) and not event.declares:
            yield from self._make(event, "store", None, event.place, event.value)
        elif isinstance(event, CallEvent) and not event.followed and event.args:
            first = event.args[0].term
            if first is None:
                return
            if means(event.name, "atomic") or means(event.name, "pointer_load"):
                kind = "atomic" if means(event.name, "atomic") else "load"
                type_ = event.args[0].expr.type.deref()
                place = self._fn.flow.addresses.get(id(first))
                if place is not None:
                    yield from self._make(event, kind, None, place, event.result)
                elif type_.kind == "pointer":
                    element = type_.element.bits if type_.element is not None else 0
                    yield from self._make(event, kind, first, None, event.result, element)

    def _make(
        self, event: Event, kind: str, pointer: Term | None, place: Place | None, value: Term, width: int = 0
    ) -> Iterator[Access]:
        if place is not None:
            if not isinstance(place.root, Term):
                if _is_variable(place):
                    return
                index = self._inner(place)
                width = _width(place, event)
                storage = storage_of_root(self._fn, place.root)
                yield Access(event, kind, place.root, index, width, value, storage)
                return
            root, index = self.origin(place.root)
            if place.subscript is None and kind != "atomic" and not index and not _is_plain(place):
                return  # a field of a struct that is passed by pointer
            index = index.plus(self._inner(place))
            width = _width(place, event)
        elif pointer is not None:
            root, index = self.origin(pointer)
        else:
            return
        known = self._fn.flow.addresses.get(id(root)) if isinstance(root, Term) else None
        if known is not None:
            storage = storage_of_root(self._fn, known.root)
            yield Access(event, kind, known.root, index.plus(self._inner(known)), width, value, storage)
            return
        storage = storage_of(self._fn, root) if isinstance(root, Term) else Storage.UNKNOWN
        yield Access(event, kind, root, index, width, value, storage)

    def origin(self, pointer: Term) -> tuple[Term, Poly]:
        """The pointer that others were moved from, and how far in bits."""
        index = Poly()
        seen: set[int] = set()
        while id(pointer) not in seen:
            seen.add(id(pointer))
            if pointer.op == "cast" and pointer.args[0].bits == 64:
                pointer = pointer.args[0]
            elif pointer.op == "ptradd":
                element = pointer.extra if isinstance(pointer.extra, int) and pointer.extra else _BYTE
                index = index.plus(self._polys.of(pointer.args[1]), element)
                pointer = pointer.args[0]
            elif pointer.op == "loop" and pointer.args:
                index = index.plus(self._polys.of(pointer))
                pointer = pointer.args[0]
        return pointer, index

    def _inner(self, place: Place) -> Poly:
        """How far into an object a place lies, in bits."""
        index = Poly({(): place.offset}) if place.offset else Poly()
        type_: Type | None = place.root.type.deref() if isinstance(place.root, Decl) else None
        steps = [match for step in place.path if (match := _INDEX.fullmatch(step))]
        for number, match in enumerate(steps):
            last = number == len(steps) - 1
            type_ = type_.element if type_ is not None and type_.kind in ("array", "pointer", "vector") else None
            bits = type_.bits if type_ is not None and type_.bits else 0
            if last and not bits:
                bits = place.bits
            term = self._by_id.get(int(match.group(1)))
            if term is not None:
                index = index.plus(self._polys.of(term), bits or _BYTE)
        return index


def _is_variable(place: Place) -> bool:
    """Whether a place is a variable as a whole, no array."""
    plain = place.subscript is None and not place.path and not place.offset
    return plain and isinstance(place.root, Decl) and place.root.type.deref().kind != "array"


def _is_plain(place: Place) -> bool:
    """Whether a place is what a pointer points to as a whole."""
    return not place.path and not place.offset


def _width(place: Place, event: Event) -> int:
    if place.bits:
        return place.bits
    if isinstance(event, StoreEvent) and event.target is not None:
        return event.target.type.deref().bits
    return place.type.bits


def storage_of_root(fn: FunctionFacts, root: Root) -> Storage:
    """The memory that a variable, or what a pointer points to, lies in."""
    if isinstance(root, Term):
        return storage_of(fn, root)
    if isinstance(root, Decl):
        if root.shared or root.kind in ("local", "param"):
            return Storage.BLOCK
        return Storage.GLOBAL if root.kind == "global" else Storage.UNKNOWN
    return Storage.BLOCK


@once
def accesses(fn: FunctionFacts) -> Accesses:
    """The accesses of a function, worked out once."""
    return Accesses(fn)
