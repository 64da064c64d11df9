"""Steps taken on half an address: 32-bit arithmetic on a descriptor's word 0, or on the low half of a split address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.address import holds_carry, origins, strip, sums, wide_of_high
from hygon_lint.analysis.asm import takes_carry
from hygon_lint.analysis.descriptors import Descriptor, Descriptors, descriptors
from hygon_lint.analysis.events import AsmEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memory import Place
from hygon_lint.analysis.terms import Term, low_half_of
from hygon_lint.frontend.nodes import Asm, Binary, Decl, Node


@dataclass(frozen=True, slots=True, repr=False)
class AddressStep:
    """`base` is the half that is stepped, `offset` what is added; the carry into the other half is lost."""

    event: StoreEvent
    node: Node  # what must be changed
    base: Term
    offset: tuple[Term, ...]
    descriptor: Descriptor | None
    wide: bool  # the sum was done in 64 bits and cut off by the store


def address_steps(facts: FunctionFacts) -> Iterator[AddressStep]:
    """All steps whose carry gets lost, each place once."""
    found = descriptors(facts)
    seen: set[int] = set()
    stores = [e for e in facts.trace.events if isinstance(e, StoreEvent) and e.place is not None]
    for event in stores:
        assert event.place is not None
        if event.place.bits != 32 or event.value.op == "float":
            continue
        step = _folded(facts, found, event) if event.value.op == "const" else _step(facts, found, event, stores)
        if step is not None and id(step.node) not in seen:
            seen.add(id(step.node))
            yield step


def _step(facts: FunctionFacts, found: Descriptors, event: StoreEvent, stores: list[StoreEvent]) -> AddressStep | None:
    place = event.place
    assert place is not None
    target = found.of(place)
    if target is not None and target[1] != target[0].low_word:
        return None
    for alternative in sums(event.value):
        if len(alternative.terms) < 2:
            continue
        for sign, base in alternative.terms:
            if sign < 0:
                continue
            half = strip(base)
            offset = alternative.without(base)
            if half.bits != 32 or not offset or not _is_low_half(found, half, target):
                continue
            if target is None and not _used_as_address(facts, found, event, half):
                continue
            if _has_carry(facts, event, half, stores):
                return None
            if _is_other_half(offset, half):
                continue
            node = _node_of(event, half)
            descriptor = target[0] if target is not None else _owner(found, half)
            return AddressStep(event, node, half, offset, descriptor, _is_wide(event.value))
    return None


def _folded(facts: FunctionFacts, found: Descriptors, event: StoreEvent) -> AddressStep | None:
    """A step between constants that wraps while the program is compiled."""
    target = found.of(event.place)
    if target is None or target[1] != target[0].low_word or not target[0].sure:
        return None
    for node in event.node.walk():
        if not isinstance(node, Binary) or node.op != "+" or node.type.bits != 32:
            continue
        left, right = facts.value(node.left), facts.value(node.right)
        if left is None or right is None or left.value is None or right.value is None:
            continue
        if (left.value & 0xFFFFFFFF) + (right.value & 0xFFFFFFFF) > 0xFFFFFFFF:
            return AddressStep(event, event.node, left, (right,), target[0], False)
    return None


def _is_low_half(found: Descriptors, half: Term, target: tuple[Descriptor, int] | None) -> bool:
    if low_half_of(half) is not None and half.op == "cast":
        wide = low_half_of(half)
        return wide is not None and wide.op != "const"
    word = found.word_of(half)
    if word is not None and word[1] == 0:
        return target is not None or (word[0] is not None and word[0].sure)
    if half.op == "loop":  # the word itself, carried round a loop
        if any(low_half_of(o) is not None and o.op == "cast" for o in origins(half)):
            return True
        return target is not None and target[0].sure
    return (
        half.op in ("select", "call")
        and target is not None
        and any(
            ((w := found.word_of(o)) is not None and w[1] == 0) or (o.op == "cast" and low_half_of(o) is not None)
            for o in origins(half)
        )
    )


def _owner(found: Descriptors, half: Term) -> Descriptor | None:
    word = found.word_of(half)
    return word[0] if word is not None else None


def _is_wide(term: Term) -> bool:
    while term.op == "select":
        term = term.args[1] if term.args[1].op != "const" else term.args[2]
    return term.op == "cast" and term.args[0].bits == 64


def _is_other_half(offset: tuple[Term, ...], half: Term) -> bool:
    """`lo + hi` mixes of one address (hashes) are no addresses."""
    wide = low_half_of(half)
    return wide is not None and any(wide_of_high(t) is wide for t in offset)


def _used_as_address(facts: FunctionFacts, found: Descriptors, event: StoreEvent, half: Term) -> bool:
    """Whether a stepped half that stands in a variable of its own is joined to the other half, or stored in word 0."""
    wide = next((w for o in origins(half) if o.op == "cast" and (w := low_half_of(o)) is not None), None)
    place = event.place
    assert place is not None
    if wide is not None and _sibling_is_high(facts, place, wide):
        return True
    for other in facts.trace.events[event.index + 1 :]:
        if isinstance(other, StoreEvent) and other.place is not None:
            at = found.of(other.place)
            if at is not None and at[1] == 0 and other.place.bits == 32 and _contains(other.value, event.value):
                return True
    return any(_joined(term, event.value, wide) for term in facts.flow.values.values())


def _sibling_is_high(facts: FunctionFacts, place: Place, wide: Term) -> bool:
    if isinstance(place.offset, int):
        for event in facts.trace.events:
            if not isinstance(event, StoreEvent) or event.place is None:
                continue
            other = event.place
            if other.root is not place.root or other is place:
                continue
            if (other.path, other.offset) != (place.path, place.offset) and wide_of_high(event.value) is wide:
                return True
    return False


def _contains(term: Term, part: Term) -> bool:
    return any(t is part for t in term.walk())


def _joined(term: Term, low: Term, wide: Term | None) -> bool:
    """Whether a 64-bit value is put together from this low half and the matching high half."""
    if term.bits != 64 or term.op not in ("|", "+", "join", "^"):
        return False
    for a, b in (term.args, term.args[::-1]) if len(term.args) == 2 else ():
        low_side = strip(a) is low or any(o is low for o in origins(a))
        if low_side and (b.op == "<<" or term.op == "join" or (b.op == "cast" and b.args[0].op == "<<")):
            return wide is None or wide_of_high(b.args[0] if b.op == "<<" else b) is wide or term.op != "join"
    return False


def _has_carry(facts: FunctionFacts, event: StoreEvent, half: Term, stores: list[StoreEvent]) -> bool:
    """Whether the other half gets what the low half loses: a compare, an add with carry, the high half of the sum."""
    place = event.place
    assert place is not None
    for other in stores:
        if other is event or other.place is None or abs(other.index - event.index) > 400:
            continue
        same = other.place.root is place.root and other.place.path == place.path
        partner = same and other.place.bits == 32 and other.place.offset == place.offset + 32
        covers = same and other.place.bits == 64 and other.place.offset == place.offset
        if covers and other.index > event.index and _same_point(event, other):
            return True  # overwritten by a 64-bit store before anything reads it
        if (
            partner
            and _happens_with(other, event)
            and (holds_carry(other.value, event.value, half) or _guarded_by_carry(other, event))
        ):
            return True
        scalar = isinstance(place.root, Decl) and place.root.type.deref().bits == 32
        if scalar and not same and holds_carry(other.value, event.value, half) and _is_high(other.value, half):
            return True
    if isinstance(event.node, Asm):
        return _asm_carry(facts, event)
    return any(
        term.bits == 64
        and term.op in ("|", "+", "^", "join")
        and _contains(term, event.value)
        and holds_carry(term, event.value, half)
        for term in facts.flow.values.values()
    )


def _happens_with(other: StoreEvent, event: StoreEvent) -> bool:
    """Whether a store is made whenever another is; a comparison with the sum is the carry's own condition."""
    held = {id(guard.term) for guard in event.guards}
    extra = [guard for guard in other.guards if id(guard.term) not in held]
    return not extra or _guarded_by_carry(other, event)


def _guarded_by_carry(other: StoreEvent, low: StoreEvent) -> bool:
    """`if (lo < off) hi += 1;`: the step of the high half stands under a comparison with the low sum."""
    return other.index > low.index and any(
        guard.term.op in ("<", ">", "<=", ">=") and any(_contains(a, low.value) for a in guard.term.args)
        for guard in other.guards
    )


def _is_high(term: Term, half: Term) -> bool:
    wide = low_half_of(half)
    return wide is None or wide_of_high(term) is wide


def _same_point(first: StoreEvent, second: StoreEvent) -> bool:
    """Whether the second store is made whenever the first is, with nothing between them."""
    held = {id(guard.term) for guard in first.guards}
    return second.index - first.index <= 3 and all(id(guard.term) in held for guard in second.guards)


def _asm_carry(facts: FunctionFacts, event: StoreEvent) -> bool:
    """Whether an add with carry follows in the same statement before the carry bit is overwritten."""
    for other in facts.trace.events[max(0, event.index - 4) : event.index + 4]:
        if not isinstance(other, AsmEvent) or other.node is not event.node:
            continue
        return takes_carry(other.instructions)
    return False


def _node_of(event: StoreEvent, half: Term) -> Node:
    """The addition itself when it stands elsewhere than the store."""
    if any((isinstance(n, Binary) and n.op in ("+", "-")) or _steps(n) for n in event.node.walk()):
        return event.node
    for alternative in (event.value, *event.value.walk()):
        if alternative.op in ("+", "-") and alternative.node is not None:
            inner = alternative.node
            if any(strip(t) is half for s in sums(alternative) for _, t in s.terms):
                store = event.node.span
                if event.node.macro is None and not store.contains(inner.span) and inner.source is event.node.source:
                    return inner
                break
    return event.node


def _steps(node: Node) -> bool:
    """Whether a node is `+=`, `-=`, `++` or `--`."""
    return getattr(node, "op", "") in ("+=", "-=", "++x", "x++", "--x", "x--")
