"""The 64-bit base that a descriptor ends up with: where it was stored, how it was computed, whether it is limited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.address import wide_of_high
from hygon_lint.analysis.descriptors import Because, Descriptor, descriptors
from hygon_lint.analysis.events import StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.terms import Term, bare, high_half_of, low_half_of
from hygon_lint.model import descriptor as layout


@dataclass(frozen=True, slots=True, repr=False)
class Base:
    """A 64-bit base address as stored in words 0 and 1. `event` is the store to change, `value` the address."""

    descriptor: Descriptor
    event: StoreEvent
    value: Term
    high: Term | None  # what was stored in word 1, when the halves were stored apart


@once
def bases(facts: FunctionFacts) -> list[Base]:
    """Every computed base that is stored in a descriptor, whole or in two halves, in order; copies are left out."""
    seen: set[tuple[int, int]] = set()
    found: list[Base] = []
    for base in sorted(_bases(facts), key=lambda base: base.event.index):
        if not _is_copy(base.value, base.high, seen):
            found.append(base)
        seen.add(_key(base.value, base.high))
    return found


def _key(value: Term, high: Term | None) -> tuple[int, int]:
    return id(value), id(high) if high is not None else 0


def _is_copy(value: Term, high: Term | None, seen: set[tuple[int, int]]) -> bool:
    """Whether a base has been stored before, by itself or in the arms of a branch."""
    if _key(value, high) in seen:
        return True
    return value.op == "select" and all(_is_copy(arm, high, seen) for arm in value.args[1:])


def _bases(facts: FunctionFacts) -> Iterator[Base]:
    for found in descriptors(facts).all:
        if found.because == {Because.NAME}:
            continue
        for word, event in found.stores:
            place = event.place
            assert place is not None
            if word != found.low_word:
                continue
            if place.bits == 64:
                yield Base(found, event, event.value, None)
            elif place.bits == 32:
                wide = low_half_of(event.value)
                high = _high_store(found, event)
                if wide is not None and high is not None:
                    yield Base(found, high, wide, high.value)


def _high_store(found: Descriptor, low: StoreEvent) -> StoreEvent | None:
    """The store of the matching high half: the nearest one after the low half, or the last before it."""
    highs = [e for word, e in found.stores if word == found.low_word + 1 and e.place is not None and e.place.bits == 32]
    highs = [e for e in highs if wide_of_high(e.value) is not None]
    after = [e for e in highs if e.index > low.index]
    return after[0] if after else highs[-1] if highs else None


def is_limited(facts: FunctionFacts, base: Base) -> bool:
    """Whether the bits above the base field cannot reach word 1."""
    bits = base_field(facts, base)
    if _fits_field(facts, base, bits):
        return True
    # Masked on purpose, to the field of some arch; which one this code is for is not said.
    return not facts.arches_named(base.event.node) and _fits_field(facts, base, layout.widest_base_bits(), plain=False)


def _fits_field(facts: FunctionFacts, base: Base, bits: int, *, plain: bool = True) -> bool:
    if base.high is None:
        return _fits(facts, base.value, bits) if plain else facts.proven.of(base.value).high < 1 << bits
    return _high_fits(facts, base.high, bits - 32)


def base_field(facts: FunctionFacts, base: Base) -> int:
    """Bits of the base field that a store must keep to: the narrowest of the arches it is for."""
    named = facts.arches_named(base.event.node)
    return min((layout.base_bits(arch) for arch in named), default=layout.base_bits())


def _fits(facts: FunctionFacts, term: Term, bits: int, carried: frozenset[int] = frozenset()) -> bool:
    if term.op == "select":
        return all(_fits(facts, arm, bits, carried) for arm in term.args[1:])
    if term.op == "loop":
        if id(term) in carried:
            return True
        after = facts.flow.carried.get(id(term))
        inner = (*term.args, after[0]) if after is not None else term.args
        return all(_fits(facts, arm, bits, carried | {id(term)}) for arm in inner)
    if is_plain_address(term):
        return True
    bound = facts.proven.of(term)
    return bound.low >= 0 and bound.high < 1 << bits


def _high_fits(facts: FunctionFacts, high: Term, bits: int) -> bool:
    high = bare(high)
    if high.op == "select":
        return all(_high_fits(facts, arm, bits) for arm in high.args[1:])
    if high.op in ("|", "+", "^") and len(high.args) == 2:
        parts = [part for part in high.args if wide_of_high(part) is not None]
        return all(_limited_half(facts, part, bits) for part in parts)
    wide = high_half_of(high)
    if wide is not None:
        return _fits(facts, wide, bits + 32)
    return _limited_half(facts, high, bits)


def _limited_half(facts: FunctionFacts, part: Term, bits: int) -> bool:
    """Whether a high half that shares its word with other bits keeps to its field."""
    bound = facts.proven.of(part)
    return bound.low >= 0 and bound.high < 1 << bits


def is_plain_address(term: Term) -> bool:
    """A copy of a root, or real pointer arithmetic: the language keeps such addresses canonical."""
    while term.op == "cast" and term.bits == 64:
        term = term.args[0]
    if term.op == "join":
        return all(_is_plain_word(half) for half in term.args)
    return term.op in ("sym", "init", "load", "call", "addr", "ptradd", "const")


def _is_plain_word(half: Term) -> bool:
    half = bare(half)
    if half.op == "select":
        return all(_is_plain_word(arm) for arm in half.args[1:])
    if half.op == "loop":
        return all(_is_plain_word(arm) for arm in half.args)
    return half.op in ("sym", "init", "load", "call", "const") or high_half_of(half) is not None
