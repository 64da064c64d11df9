"""Buffer descriptors: the length in word 2 that the hardware checks offsets against, and the offsets it is given.

A lane is dropped when its offset is not below the length. Word 2 of a matrix load is a row stride; those descriptors
are not meant here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis import facts
from hygon_lint.analysis.descriptors import Descriptor, Load, descriptors
from hygon_lint.analysis.events import CallEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import limits
from hygon_lint.analysis.polynomials import Poly
from hygon_lint.analysis.terms import Term, bare, low_half_of
from hygon_lint.frontend.nodes import Node, Unit
from hygon_lint.model import descriptor as layout

WHOLE = 1 << 32
OPEN_END = WHOLE - (1 << 16)
"""A constant length from here on means that nothing is to be dropped."""

_BIG = 1 << 29
_STEPS_AHEAD = 1 << 24  # bytes that are surely added to some offset


@dataclass(frozen=True, slots=True)
class LengthFault:
    """kind: "marker" (doubles as the offset of dead lanes), "cut" (64 bits stored in 32), "elements" (no bytes)."""

    kind: str
    event: StoreEvent
    name: str
    value: Term
    other: Node | None = None  # where the marker, or the offset in bytes, stands
    scale: int = 1  # bytes of an element


@dataclass(frozen=True, slots=True)
class DeadOffset:
    """An offset for dead lanes. kind: "unaligned", "wraps" (added, past 2^32), "inside" (below the length)."""

    kind: str
    node: Node
    marker: int
    load: Load
    align: int = 4
    length: int = 0


def buffers(fn: FunctionFacts) -> Iterator[Descriptor]:
    """The buffer descriptors of a function."""
    for found in descriptors(fn).all:
        if found.sure and not found.low_word and not any(load.kind == "matrix_load" for load in found.loads):
            yield found


def length_faults(fn: FunctionFacts) -> Iterator[LengthFault]:
    """What is wrong with the lengths that a function stores, one fault a store."""
    judged: set[int] = set()
    copied: set[int] = set()  # values that were found at fault where they were first stored
    for found in buffers(fn):
        for event in found.word_stores(layout.length_word()):
            if event.place is None or event.place.bits != layout.word_bits() or id(event.node) in judged:
                continue
            if id(event.value) in copied:
                continue
            fault = _marker(fn, found, event) or _cut(fn, found, event) or _elements(fn, found, event)
            if fault is not None:
                judged.add(id(event.node))
                copied.add(id(event.value))
                yield fault


# ---------------------------------------------------------------- lengths


def unsigned(term: Term) -> int | None:
    """A constant as 32 bits without a sign."""
    return term.value % WHOLE if term.op == "const" and term.value is not None else None


def _marker(fn: FunctionFacts, found: Descriptor, event: StoreEvent) -> LengthFault | None:
    length = unsigned(bare(event.value))
    if length is None or not _BIG <= length < OPEN_END:
        return None
    known = markers(fn.unit)
    return LengthFault("marker", event, found.name, event.value, known[length]) if length in known else None


def markers(unit: Unit) -> dict[int, Node | None]:
    """The large constants that a condition selects in place of an offset, and where (None: by an `if`)."""
    known: dict[int, Node | None] | None = unit.cache.get("lane markers")
    if known is None:
        known = unit.cache["lane markers"] = {}
        for fn in facts.functions(unit):
            for term in fn.flow.terms.by_id().values():
                if term.op != "select" or term.bits not in (32, 64):
                    continue
                for arm, other in (term.args[1:], term.args[:0:-1]):
                    value = unsigned(arm)
                    if value is not None and value >= _BIG and (other.op != "const" or not other.value):
                        known.setdefault(value, term.node)
    return known


def _cut(fn: FunctionFacts, found: Descriptor, event: StoreEvent) -> LengthFault | None:
    """A byte count that was computed in 64 bits from runtime sizes and is stored in 32."""
    wide = low_half_of(event.value)
    if wide is None or wide.op == "select" or fn.range_of(wide, event.guards).high < WHOLE:
        return None
    if any(part.op in ("min", "&", ">>") for part in _spine(wide)):
        return None
    known = limits(fn)
    for monomial in known.polys.of(wide):
        runtime = [n for n in monomial if not known.is_fixed(known.polys.atom(n))]
        if len(runtime) >= 2 and not _is_bounded(event, wide):
            return LengthFault("cut", event, found.name, wide)
    return None


def _spine(term: Term) -> Iterator[Term]:
    """A value and the operands of its sums and products."""
    stack = [term]
    while stack:
        part = stack.pop()
        yield part
        if part.op in ("+", "-", "*", "cast", "<<"):
            stack.extend(part.args)


def _is_bounded(event: StoreEvent, wide: Term) -> bool:
    """Whether a guard compares the value with anything."""
    return any(any(t is wide for t in guard.term.walk()) for guard in event.guards)


def _elements(fn: FunctionFacts, found: Descriptor, event: StoreEvent) -> LengthFault | None:
    """A length in elements beside offsets in bytes: `rows * cols` where the offset is `(r * cols + c) * 4`."""
    if _is_structured(found):
        return None
    known = limits(fn)
    length = known.polys.of(event.value)
    runtime = Poly({m: c for m, c in length.items() if any(not known.is_fixed(known.polys.atom(n)) for n in m)})
    if not runtime or any(c != 1 for c in runtime.values()):
        return None
    for load in found.loads:
        if load.words[layout.length_word()] is None or not isinstance(load.event, CallEvent):
            continue
        for offset in offsets(load):
            part = known.polys.of(offset)
            scale = _scale(part)
            if scale and _same_pitch(part, runtime, scale):
                return LengthFault("elements", event, found.name, event.value, load.event.node, scale)
    return None


def _is_structured(found: Descriptor) -> bool:
    """Whether word 1 holds more than the high half of the address: a stride makes the length count records."""
    return any(
        part.op in ("<<", "|") or (part.op == "const" and (part.value or 0) >= 1 << 16)
        for event in found.word_stores(1)
        if event.place is not None and event.place.bits == layout.word_bits()
        for part in _spine(event.value)
    )


def _scale(offset: Poly) -> int:
    """The number of bytes that every part of an offset is a multiple of; 0 where it is none of the usual sizes."""
    for size in (16, 8, 4, 2):
        if offset.moving and all(c % size == 0 for c in offset.values()):
            return size
    return 0


def _same_pitch(offset: Poly, length: Poly, scale: int) -> bool:
    """Whether an offset and a length share their pitch, only the offset times the size of an element."""
    for total in length:
        for monomial, coefficient in offset.items():
            shared = [atom for atom in monomial if atom in total]
            if shared and len(total) > len(shared) and len(monomial) > len(shared) and coefficient == scale:
                return True
    return False


# ---------------------------------------------------------------- offsets


def offsets(load: Load) -> Iterator[Term]:
    """The 32-bit operands of a buffer access that may be its offset."""
    if not isinstance(load.event, CallEvent):
        return
    seen_words = False
    for arg in load.event.args:
        if arg.words is not None:
            seen_words = True
        elif seen_words and arg.term is not None and arg.term.bits == 32 and arg.expr.type.deref().is_integer:
            yield arg.term


def dead_offsets(fn: FunctionFacts) -> Iterator[DeadOffset]:
    """Markers for dead lanes that do not keep the access out, one a place."""
    judged: set[int] = set()
    for load in descriptors(fn).loads:
        if load.kind == "matrix_load":
            continue
        align = _alignment(load)
        for offset in offsets(load):
            for select, marker, added in _marked(offset, fn):
                node = select.node if select.node is not None else load.event.node
                kind, length = _kind(load, marker, added, align)
                if kind and id(node) not in judged:
                    judged.add(id(node))
                    yield DeadOffset(kind, node, marker, load, align, length)


def _alignment(load: Load) -> int:
    """Bytes that the offset of an access must be a multiple of; 1 where the size of the access is not known."""
    event = load.event
    if not isinstance(event, CallEvent):
        return 1
    bits = event.call.type.deref().bits
    if not bits and event.args and event.args[0].words is None:
        bits = event.args[0].expr.type.deref().bits
    return min(bits // 8, 4) if bits else 1


def _marked(offset: Term, fn: FunctionFacts) -> Iterator[tuple[Term, int, bool]]:
    """The selects of a large constant in an offset, the constant, and whether it is added to something."""
    addends = list(_addends(offset))
    for part in addends:
        if part.op != "select":
            continue
        for arm, other in (part.args[1:], part.args[:0:-1]):
            marker = unsigned(arm)
            if marker is None or marker < _BIG or unsigned(other) not in (None, 0):
                continue
            rest = [a for a in addends if a is not part and unsigned(a) != 0]
            yield part, marker, bool(rest) and any(fn.range_of(a).high > 0 for a in rest)


def _addends(term: Term) -> Iterator[Term]:
    stack = [term]
    while stack:
        part = bare(stack.pop())
        if part.op == "+":
            stack.extend(part.args)
        else:
            yield part


def _kind(load: Load, marker: int, added: bool, align: int) -> tuple[str, int]:
    word = load.words[layout.length_word()]
    length = unsigned(bare(word)) if word is not None else None
    if added and marker + _STEPS_AHEAD > WHOLE:
        return "wraps", 0
    if marker % align and (added or marker < WHOLE - 4):
        return "unaligned", 0
    if length is not None and marker < length:
        return "inside", length
    return "", 0
