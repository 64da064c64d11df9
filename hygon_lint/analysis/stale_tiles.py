"""Tiles in shared memory that are filled where a runtime condition holds and read where it may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.conditions import Conditions, Subject, conditions
from hygon_lint.analysis.events import AsmEvent, CallEvent, Event, Guard, LoadEvent, ReturnEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Limits, limits
from hygon_lint.analysis.memory import Root
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl
from hygon_lint.model.functions import means


@dataclass(frozen=True, slots=True)
class StaleTile:
    """`fill` writes only where `guard` holds; `read` reads in any case, and `use` lets the value out."""

    fill: Access
    guard: Guard
    read: Access
    use: Event


def stale_tiles(fn: FunctionFacts) -> Iterator[StaleTile]:
    """Each partial fill of a shared array whose rest is read, one an array and condition."""
    arrays: dict[int, list[Access]] = {}
    for access in accesses(fn).all:
        if isinstance(access.root, Decl) and access.root.shared:
            arrays.setdefault(id(access.root), []).append(access)
    for found in arrays.values():
        yield from _stale(fn, found)


def _stale(fn: FunctionFacts, array: list[Access]) -> Iterator[StaleTile]:
    about = conditions(fn)
    fills = [a for a in array if a.kind == "store" and not accesses(fn).updates(a)]
    reads = [a for a in array if a.kind == "load" and _reads_widely(limits(fn), a)]
    root = array[0].root
    if not fills or not reads or _given_away(fn, root):
        return
    for fill in fills:
        for read in reads:
            if read.event.index < fill.event.index and not _same_loop(fill, read):
                continue
            for guard, subject in about.partial(fill.event, read.event.guards):
                common = {id(g.term) for g in fill.event.guards} & {id(g.term) for g in read.event.guards}
                if _speaks(about, read.event, subject, common):
                    continue
                if _filled_otherwise(fn, about, fills, fill, guard, subject, common):
                    continue
                use = Taint(fn, about, subject, common).leak(read)
                if use is not None:
                    yield StaleTile(fill, guard, read, use)
                    return


def _speaks(about: Conditions, event: Event, subject: Subject, common: set[int]) -> bool:
    """Whether a condition before an event speaks of a subject, those common to fill and read left aside."""
    return about.speaks(tuple(guard for guard in event.guards if id(guard.term) not in common), subject)


def _reads_widely(known: Limits, read: Access) -> bool:
    """Whether a read runs over a constant range, by threads or a counted loop: not one place, not where data says."""
    return bool(read.index.moving) and known.bounded_by_constants(read.index, read.event.guards)


def _same_loop(a: Access, b: Access) -> bool:
    return any(x.node is y.node for x in a.event.loops for y in b.event.loops)


def _given_away(fn: FunctionFacts, root: Root) -> bool:
    """Whether a function that is not seen gets the array, and may fill it."""
    for event in fn.trace.events:
        if isinstance(event, CallEvent) and not event.followed and not means(event.name, "mma"):
            if means(event.name, "lds_read") or means(event.name, "atomic"):
                continue
            if any(arg.place is not None and arg.place.root is root for arg in event.args):
                return True
        if isinstance(event, AsmEvent) and any(arg.place is not None and arg.place.root is root for arg in event.args):
            return True
    return False


def _filled_otherwise(
    fn: FunctionFacts,
    about: Conditions,
    fills: list[Access],
    fill: Access,
    guard: Guard,
    subject: Subject,
    common: set[int],
) -> bool:
    """Whether another store fills the rest: in the other arm, or with no condition of this kind."""
    negated = fn.flow.terms.negate(guard.term)
    for other in fills:
        if other is fill or other.event.node is fill.event.node:
            continue
        if any(g.term is negated or _denies(g.term, guard.term) for g in other.event.guards):
            return True
        if not _speaks(about, other.event, subject, common):
            return True
    return False


def _denies(condition: Term, part: Term) -> bool:
    """Whether a condition is the opposite of a conjunction that a part belongs to."""
    return condition.op == "!" and condition.args[0].op == "&&" and any(t is part for t in condition.args[0].walk())


class Taint:
    """Follows a value that may be stale to where it leaves the block: the memory of others, a result, an unseen call.

    A select whose condition speaks of the subject takes the value out, as does a conditional overwrite.
    """

    def __init__(self, fn: FunctionFacts, about: Conditions, subject: Subject, common: set[int]) -> None:
        self._fn = fn
        self._common = common
        self._about = about
        self._subject = subject
        self._memo: dict[int, bool] = {}
        self._roots: set[int] = set()
        self._elements = {id(term): id(root) for (root, *_), term in fn.flow.initials.items()}

    def leak(self, read: Access) -> Event | None:
        """The event by which a read value leaves unmasked."""
        if read.value is None:
            return None
        self._hold(read.value)
        for event in self._fn.trace.events[read.event.index + 1 :]:
            if self._passes(event):
                return event
        return None

    def _hold(self, value: Term) -> None:
        self._memo[id(value)] = True
        for _, part in self._fn.flow.objects.get(id(value), {}).values():
            if part.op != "const":
                self._memo[id(part)] = True

    def _passes(self, event: Event) -> bool:
        guarded = _speaks(self._about, event, self._subject, self._common)
        if isinstance(event, LoadEvent):
            place = event.place
            if place is not None and id(place.root) in self._roots and not guarded:
                self._hold(event.value)
            return False
        if isinstance(event, StoreEvent):
            return self._store(event, guarded)
        if guarded:
            return False
        if isinstance(event, ReturnEvent):
            return event.value is not None and self._tainted(event.value)
        return False

    def _store(self, event: StoreEvent, guarded: bool) -> bool:
        place = event.place
        tainted = self._tainted(event.value)
        if place is not None and isinstance(place.root, Decl) and place.root.kind != "global":
            if place.subscript is not None or place.root.shared:
                if tainted and not guarded:
                    self._roots.add(id(place.root))
                    self._memo = {key: True for key, held in self._memo.items() if held}
                elif guarded or self._is_masked(event.value):
                    self._roots.discard(id(place.root))
            return False
        return tainted and not guarded

    def _tainted(self, term: Term) -> bool:
        if self._elements.get(id(term)) in self._roots:
            return True
        found = self._memo.get(id(term))
        if found is None:
            self._memo[id(term)] = False
            found = self._memo[id(term)] = self._holds(term)
        return found

    def _holds(self, term: Term) -> bool:
        if term.op == "select" and self._about.speaks_of(term.args[0], self._subject):
            return False
        if term.op in ("load", "<", "<=", ">", ">=", "==", "!="):
            return False
        parts = [part for _, part in self._fn.flow.objects.get(id(term), {}).values()]
        return any(self._tainted(arg) for arg in (*term.args, *parts))

    def _is_masked(self, term: Term) -> bool:
        return any(t.op == "select" and self._about.speaks_of(t.args[0], self._subject) for t in term.walk())
