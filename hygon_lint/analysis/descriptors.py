"""Descriptors: which objects are 128-bit resource descriptors, by how they are used, and what is stored in their words.

An object is one when it reaches a matrix or buffer load, or when its words are written in a descriptor's layout; a
name such as `srsrc` supports only together with the type. A pair of 32-bit values split from one 64-bit address is
half of one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from hygon_lint.analysis.address import origins, wide_of_high, wide_of_low
from hygon_lint.analysis.events import AsmEvent, CallEvent, Event, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.memory import Key, Place, Root
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import UNKNOWN, Decl, Type
from hygon_lint.model.functions import meanings

_NAME = re.compile(r"(?i)(?:^|_)(?:\w*s?rsrc|srd|rsrc\w*|resource|descriptor|desc)(?:$|_|\d)")
_LOAD_TEXT = re.compile(r"\b(?:matrix_load|buffer_(?:load|store|atomic))\w*")
_LOADS = frozenset(("matrix_load", "buffer_load", "buffer_store"))


class Because(IntEnum):
    """Why an object is taken for a descriptor, weakest first."""

    NAME = 1
    LAYOUT = 2
    LOAD = 3


@dataclass(slots=True, repr=False)
class Load:
    """A descriptor handed to a load (or to an unseen function that takes one)."""

    event: Event
    name: str
    words: tuple[Term | None, ...]
    key: Key | None
    kind: str  # "matrix_load", "buffer_load", "buffer_store", "unknown"
    owner: Key | None = None  # the outermost object that was handed down to it through helpers


@dataclass(slots=True, repr=False)
class Descriptor:
    """One descriptor object and what is stored in it, in order."""

    key: Key
    name: str
    because: set[Because] = field(default_factory=set)
    stores: list[tuple[int, StoreEvent]] = field(default_factory=list)  # (first word, event)
    loads: list[Load] = field(default_factory=list)
    low_word: int = 0  # the word that holds the low half of the address

    def layout(self, first: int) -> None:
        """Words `first` and `first + 1` hold the halves of an address."""
        self.because.add(Because.LAYOUT)
        self.low_word = first

    @property
    def own_loads(self) -> list[Load]:
        """The loads that no other object was handed down to: each load belongs to one object."""
        return [load for load in self.loads if load.owner is None or load.owner == self.key]

    @property
    def sure(self) -> bool:
        """Whether use or layout prove it, not the name alone."""
        return bool(self.because - {Because.NAME})

    def word_stores(self, word: int) -> list[StoreEvent]:
        """The stores that touch a word, in order."""
        return [
            event
            for first, event in self.stores
            if event.place is not None and first <= word < first + max(event.place.bits // 32, 1)
        ]


def four_words(type_: Type) -> bool:
    """Whether a type is a vector, array, union or struct of four 32-bit words."""
    type_ = type_.deref()
    if type_.kind == "vector" and type_.element is not None:
        return type_.element.bits == 32 and type_.count == 4 and type_.element.kind != "float"
    if type_.kind == "array" and type_.element is not None:
        return type_.element.bits == 32 and type_.count == 4 and type_.element.kind != "float"
    if type_.kind == "record" and type_.bits == 128:
        kinds = [f.type.deref() for f in type_.fields]
        words = len(kinds) == 4 and all(t.kind == "int" and t.bits == 32 for t in kinds)
        return words or any(four_words(t) for t in kinds)
    return False


class Descriptors:
    """All descriptors of one function."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.objects: dict[Key, Descriptor] = {}
        self._words: dict[int, tuple[Key, int]] = {}  # id(initial term) -> which word of which object
        self._all_loads: list[Load] = []
        self._collect()

    # ------------------------------------------------------------ queries

    @cached_property
    def all(self) -> list[Descriptor]:
        """The descriptors found."""
        return [d for d in self.objects.values() if d.because]

    def of(self, place: Place | None) -> tuple[Descriptor, int] | None:
        """The descriptor a place is a part of, and the word it starts at."""
        at = self._locate(place)
        if at is None:
            return None
        key, word = at
        found = self.objects.get(key)
        return (found, word) if found is not None and found.because else None

    def word_of(self, term: Term) -> tuple[Descriptor | None, int] | None:
        """Which word of which object a value was read from, stepped or not."""
        for origin in origins(term):
            at = self._words.get(id(origin))
            if at is not None:
                return self.objects.get(at[0]), at[1]
        return None

    @cached_property
    def loads(self) -> list[Load]:
        """Every load through a descriptor, in order."""
        return [load for d in self.all for load in d.loads]

    # ------------------------------------------------------------ collection

    def _locate(self, place: Place | None) -> tuple[Key, int] | None:
        if place is None or place.subscript is not None or place.offset % 32:
            return None
        root = place.root
        type_ = root.type.deref() if isinstance(root, Decl) else None
        if type_ is not None and type_.kind == "pointer":
            return None
        if type_ is not None and not place.path and four_words(type_):
            return ((root, (), 0), place.offset // 32) if place.offset < 128 else None
        base = place.offset // 128 * 128
        key: Key = (root, place.path, base)
        if key in self.objects or place.bits <= 64:
            return key, (place.offset - base) // 32
        return None

    def _object(self, key: Key, name: str) -> Descriptor:
        found = self.objects.get(key)
        if found is None:
            found = self.objects[key] = Descriptor(key, name)
        return found

    def _collect(self) -> None:
        flow = self.facts.flow
        for event in flow.trace.events:
            if isinstance(event, StoreEvent):
                self._store(event)
            elif isinstance(event, CallEvent):
                self._call(event)
            elif isinstance(event, AsmEvent):
                self._asm(event)
        self._handed_down()
        for (root, path, offset, bits), term in flow.initials.items():
            if bits == 32:
                at = self._locate(Place(root, path, offset, bits))
                if at is not None and (self._vector_root(root, path) or at[0] in self.objects):
                    self._words[id(term)] = at
        self._layouts()
        self._names()
        self._roots()

    @staticmethod
    def _vector_root(root: Root, path: tuple[str, ...]) -> bool:
        return (isinstance(root, Decl) and not path and four_words(root.type)) or not isinstance(root, Decl)

    def _store(self, event: StoreEvent) -> None:
        place = event.place
        if place is None or place.bits not in (32, 64) or event.value.op == "float":
            return
        at = self._locate(place)
        if at is None:
            return
        root = place.root
        if isinstance(root, Decl) and root.type.deref().is_integer and not place.path:
            return  # a plain scalar
        name = root.name if isinstance(root, Decl) else place.name.partition("[")[0]
        self._object(at[0], name).stores.append((at[1], event))

    def _call(self, event: CallEvent) -> None:
        if event.followed:
            return
        kinds = meanings(event.name) & _LOADS
        for arg in event.args:
            if arg.words is None:
                continue
            key = self._argument_key(arg.place)
            kind = next(iter(sorted(kinds, reverse=True)), "unknown")
            self._load(Load(event, event.name, arg.words, key, kind), arg.expr.text)

    def _load(self, load: Load, text: str) -> None:
        self._all_loads.append(load)
        if load.key is None:
            return
        root = load.key[0]
        found = self._object(load.key, root.name if isinstance(root, Decl) else text)
        found.loads.append(load)
        if load.kind != "unknown":
            found.because.add(Because.LOAD)

    def _handed_down(self) -> None:
        """An object passed to a helper that was followed: the load inside the helper is a load of the object."""
        for event in self.facts.flow.trace.events:
            if not isinstance(event, CallEvent) or not event.followed:
                continue
            for arg in event.args:
                key = self._argument_key(arg.place)
                if arg.words is None or key is None:
                    continue
                for load in self._all_loads:
                    if any(call is event.node for call in load.event.chain) and _same_words(load.words, arg.words):
                        found = self._object(key, key[0].name if isinstance(key[0], Decl) else arg.expr.text)
                        if load.owner is None and key != load.key:
                            load.owner = key
                        if not any(known.event is load.event for known in found.loads):
                            found.loads.append(load)
                        if load.kind != "unknown":
                            found.because.add(Because.LOAD)

    def _argument_key(self, place: Place | None) -> Key | None:
        if place is None or place.subscript is not None:
            return None
        at = self._locate(place._replace(bits=32))
        return at[0] if at is not None else None

    def _asm(self, event: AsmEvent) -> None:
        for instruction in event.instructions:
            match = _LOAD_TEXT.match(instruction.name)
            if match is None:
                continue
            kind = "matrix_load" if "matrix" in match.group() else match.group().rpartition("_")[0]
            kind = "buffer_store" if "store" in match.group() else kind if kind == "matrix_load" else "buffer_load"
            for place, words in zip(instruction.places, instruction.words, strict=True):
                if words is None:
                    continue
                self._load(Load(event, instruction.name, words, self._argument_key(place), kind), "")

    def _layouts(self) -> None:
        """Objects whose words hold the halves of one address, or copies of another object's address words."""
        for found in self.objects.values():
            for first in (0, 1, 2):
                low = [e for w, e in found.stores if w == first]
                high = [e for w, e in found.stores if w == first + 1]
                rest = any(w not in (first, first + 1) for w, _ in found.stores)
                whole = [e for e in low if _stored_across(found, e)]
                if whole and rest and any(_is_address(e.value) for e in whole):
                    found.layout(first)
                if self._split(found, low, high) or (first == 0 and self._copied(found, low, high)):
                    found.layout(first)

    def _split(self, found: Descriptor, low: list[StoreEvent], high: list[StoreEvent]) -> bool:
        """Halves of one address; of a number of unknown nature only in a vector or array of words."""
        root = found.key[0]
        plain = isinstance(root, Decl) and root.type.deref().kind in ("vector", "array")
        wides = [w for e in low if (w := wide_of_low(e.value)) is not None and w.op != "const"]
        for event in high:
            wide = wide_of_high(event.value)
            if wide is None or not (plain or Because.LOAD in found.because or _from_pointer(wide)):
                continue
            if any(wide is other or _shares_base(wide, other) for other in wides):
                return True
        return False

    def _copied(self, found: Descriptor, low: list[StoreEvent], high: list[StoreEvent]) -> bool:
        """Address words copied from another object while the other words are made anew."""
        sources = {at[0] for e in low if (at := self._source(e.value)) is not None and at[1] == 0}
        pair = any((at := self._source(e.value)) is not None and at[1] == 1 and at[0] in sources for e in high)
        rest = [(w, e) for w, e in found.stores if w in (2, 3)]
        return pair and any(self._source(e.value) is None for _, e in rest)

    def _source(self, term: Term) -> tuple[Key, int] | None:
        for origin in origins(term):
            at = self._words.get(id(origin))
            if at is not None:
                return at
        return None

    def _names(self) -> None:
        for key, found in self.objects.items():
            root = key[0]
            if isinstance(root, Decl) and four_words(root.type) and _NAME.search(found.name):
                found.because.add(Because.NAME)

    def _roots(self) -> None:
        """What a descriptor's address words are read from holds an address too."""
        for found in list(self.objects.values()):
            if not found.because:
                continue
            for word, event in found.stores:
                if word > 1:
                    continue
                at = self._source(event.value)
                if at is not None and at[1] == word and at[0] != found.key:
                    root = at[0][0]
                    name = root.name if isinstance(root, Decl) else ""
                    self._object(at[0], name).because.update(found.because)


def _stored_across(found: Descriptor, event: StoreEvent) -> bool:
    """A 64-bit store over two words; into a field or element that simply is 64 bits wide it says nothing."""
    root, place = found.key[0], event.place
    if place is None or place.bits != 64:
        return False
    if place.decl is not None:
        return isinstance(root, Decl) and four_words(root.type)
    if isinstance(root, Decl):
        # A field of a type that is not seen: how wide it is, nobody knows.
        return not place.path and _holds_words(root.type.deref(), place.offset)
    pointer = root.decl.type.deref() if isinstance(root, Term) and root.decl is not None else UNKNOWN
    element = pointer.element if pointer.kind == "pointer" else None
    if element is None or not element.bits:
        return True
    return not place.path and _holds_words(element, place.offset % element.bits)


def _holds_words(type_: Type, offset: int) -> bool:
    """Whether a type may hold 32-bit words at an offset in bits; of a type that is not seen it may be."""
    while True:
        element = type_.element
        if type_.kind in ("array", "vector") and element is not None and element.bits:
            type_, offset = element, offset % element.bits
        elif type_.kind == "record":
            inside = [f for f in type_.fields if f.offset is not None and 0 <= offset - f.offset < f.type.bits]
            if not inside or inside[0].offset is None:
                return False  # no aggregate: what a constructor does with its arguments is not written down here
            type_, offset = inside[0].type, offset - inside[0].offset
        else:
            return type_.bits in (0, 32)


def _is_address(term: Term) -> bool:
    """Whether a 64-bit value is an address: a pointer, halves joined, or arithmetic on those."""
    for part in term.walk():
        if part.op in ("join", "addr", "ptradd"):
            return True
        if part.op in ("sym", "load", "init", "call") and part.bits == 64:
            return True
    return False


def _from_pointer(term: Term) -> bool:
    """Whether an address goes back to a pointer of the program, or to words of a descriptor."""
    for part in term.walk():
        if part.op in ("join", "addr", "ptradd"):
            return True
        if part.decl is not None and part.decl.type.deref().kind == "pointer":
            return True
    return False


def _same_words(a: tuple[Term | None, ...], b: tuple[Term | None, ...]) -> bool:
    same = sum(1 for x, y in zip(a, b, strict=True) if x is not None and x is y)
    return same >= 2


def _shares_base(a: Term, b: Term) -> bool:
    leaves = {id(t) for t in a.walk() if not t.args and t.op != "const" and t.bits == 64}
    return any(id(t) in leaves for t in b.walk() if not t.args)


@once
def descriptors(facts: FunctionFacts) -> Descriptors:
    """The descriptors of a function, worked out once."""
    return Descriptors(facts)
