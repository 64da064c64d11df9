"""Values that are loaded first and masked afterwards: every use of the value stands behind a test of its position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.events import (
    AsmEvent,
    BranchEvent,
    CallEvent,
    Event,
    Guard,
    LoadEvent,
    ReturnEvent,
    StoreEvent,
)
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Bound, Limits, limits
from hygon_lint.analysis.polynomials import Poly
from hygon_lint.analysis.storage import TENSORS
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl


class Seen(IntEnum):
    """How a value occurs in another: not at all, only where a test of its position holds, or openly."""

    ABSENT = 0
    MASKED = 1
    OPEN = 2


@dataclass(frozen=True, slots=True)
class MaskedLater:
    """A load whose value is used only where `bound` holds, while the load itself is made in any case."""

    access: Access
    bound: Bound
    use: Event
    below: bool  # the test is about the begin of the memory, not its end
    small: bool  # a position inside a row or tile of constant size (padding is likely), or the number of the block


def masked_later(fn: FunctionFacts) -> Iterator[MaskedLater]:
    """All such loads from global memory, one a place."""
    judged: set[int] = set()
    known = limits(fn)
    for access in accesses(fn).all:
        if access.kind != "load" or access.storage not in TENSORS or not access.index.moving:
            continue
        if id(access.node) in judged or access.value is None or not _is_tested(fn, known, access):
            continue
        found = Uses(fn, access, known, access.value).verdict() or _masked_parts(fn, access, known)
        if found is not None:
            judged.add(id(access.node))
            yield found


def _masked_parts(fn: FunctionFacts, access: Access, known: Limits) -> MaskedLater | None:
    """A vector of which only some components are masked: the first may be inside, the last is not."""
    for (_, offset), (_, part) in fn.flow.objects.get(id(access.value), {}).items():
        if part.op != "const" and offset:
            found = Uses(fn, access, known, part).verdict()
            if found is not None:
                return found
    return None


def _is_tested(fn: FunctionFacts, known: Limits, access: Access) -> bool:
    """Whether any condition of the function tests the position that a load is made at."""
    own = {id(guard.term) for guard in access.event.guards}
    return any(
        known.covering(bound, access.index) is not None or known.keeps_above_base(bound, access.index)
        for event in fn.trace.events
        if isinstance(event, BranchEvent) and id(event.condition) not in own
        for holds in (True, False)
        for bound in known.of(event.condition, holds)
    )


class Uses:
    """The uses of one loaded value."""

    def __init__(self, fn: FunctionFacts, access: Access, known: Limits, value: Term) -> None:
        self._fn = fn
        self._access = access
        self._limits = known
        self._guards = {id(guard.term) for guard in access.event.guards}
        self._given = known.given(access.event.guards)
        self._memo: dict[int, Seen] = {}
        self._bounds: list[Bound] = []
        self._value = value
        self._hold(value)

    def _hold(self, value: Term) -> None:
        """Take a value (and its parts) for the loaded one."""
        self._memo[id(value)] = Seen.OPEN
        for _, part in self._fn.flow.objects.get(id(value), {}).values():
            if part.op != "const":
                self._memo[id(part)] = Seen.OPEN

    def verdict(self) -> MaskedLater | None:
        """The fault, if every use is masked and there is one."""
        last: Event | None = None
        for event in self._fn.trace.events[self._access.event.index + 1 :]:
            if isinstance(event, LoadEvent) and self._in_address(event):
                self._memo.pop(id(event.value), None)
                self._hold(event.value)
                continue
            seen = max((self.occurrence(term) for term in _sunk(event)), default=Seen.ABSENT)
            if seen is Seen.OPEN and not self._guarded(event.guards):
                return None
            if seen is not Seen.ABSENT:
                last = event
        if last is None or not self._bounds:
            return None
        bound = self._bounds[0]
        below = self._limits.covering(bound, self._access.index) is None
        small = not below and (
            self._limits.bounded_by_constants(bound.position, self._access.event.guards)
            or self._limits.is_block_number(bound.position)
        )
        return MaskedLater(self._access, bound, last, below, small)

    def _in_address(self, event: LoadEvent) -> bool:
        return (
            any(self.occurrence(term) is Seen.OPEN for term in (event.pointer, event.subscript) if term is not None)
            and event.value is not self._value
            and event.index > self._access.event.index
        )

    def occurrence(self, term: Term) -> Seen:
        """How the value occurs in a term."""
        found = self._memo.get(id(term))
        if found is None:
            self._memo[id(term)] = Seen.ABSENT
            found = self._memo[id(term)] = self._occurrence(term)
        return found

    def _occurrence(self, term: Term) -> Seen:
        seen = [self.occurrence(arg) for arg in term.args]
        for _, part in self._fn.flow.objects.get(id(term), {}).values():
            seen.append(self.occurrence(part))
        if term.op == "select":
            condition = term.args[0]
            for position, holds in ((1, True), (2, False)):
                if seen[position] is Seen.OPEN and self._protects(condition, holds):
                    seen[position] = Seen.MASKED
        elif term.op in ("&&", "||") and any(self._protects(arg, term.op == "&&") for arg in term.args):
            seen = [min(one, Seen.MASKED) for one in seen]
        return max(seen, default=Seen.ABSENT)

    def _guarded(self, guards: tuple[Guard, ...]) -> bool:
        return any(self._protects(guard.term, True) for guard in guards if id(guard.term) not in self._guards)

    def _protects(self, condition: Term, holds: bool) -> bool:
        for bound in self._limits.of(condition, holds):
            if self._tests_position(bound):
                self._bounds.append(bound)
                return True
        return False

    def _tests_position(self, bound: Bound) -> bool:
        """Whether a bound is about where the value was loaded from, and nothing limited that before."""
        index = self._access.index
        if bound.equal:
            return False
        if self._limits.covering(bound, index) is not None:
            return self._limits.is_runtime(bound) and not is_limited(self._limits, self._given, bound, index)
        if self._limits.keeps_above_base(bound, index):
            return not any(self._limits.keeps_above_base(other, index) for other in self._given)
        return False


def is_limited(known: Limits, given: list[Bound], bound: Bound, index: Poly) -> bool:
    """Whether what holds at an access bounds the same position at run time, or all of its index."""
    for other in given:
        if not other.position or not known.is_runtime(other):
            continue
        if other.position == bound.position:
            if other.limit != bound.limit or other.over.constant >= bound.over.constant:
                return True
            continue
        if _covers_all(known, other, index) or _derived(known, bound.position, other.position):
            return True
    return False


def _covers_all(known: Limits, bound: Bound, index: Poly) -> bool:
    found = known.covering(bound, index)
    return found is not None and bound.position.scaled(*found).moving == index.moving


def _derived(known: Limits, position: Poly, source: Poly) -> bool:
    """Whether a position is made of quotients and remainders of a counter that is itself bounded."""
    if len(source) != 1:
        return False
    (monomial,) = source
    if len(monomial) != 1 or monomial in position:
        return False
    counter = known.polys.atom(monomial[0])
    return all(
        known.is_fixed(known.polys.atom(atom)) or any(t is counter for t in known.polys.atom(atom).walk())
        for atom in position.atoms
    )


def _sunk(event: Event) -> tuple[Term, ...]:
    """The values that leave the tracked variables with an event."""
    if isinstance(event, StoreEvent):
        place = event.place
        kept = place is not None and place.subscript is None and isinstance(place.root, Decl) and not place.root.shared
        return () if kept else (event.value,)
    if isinstance(event, CallEvent):
        return () if event.followed else tuple(arg.term for arg in event.args if arg.term is not None)
    if isinstance(event, AsmEvent):
        return tuple(arg.term for arg in event.args if arg.term is not None)
    if isinstance(event, ReturnEvent):
        return (event.value,) if event.value is not None else ()
    if isinstance(event, BranchEvent):
        return (event.condition,)
    return ()
