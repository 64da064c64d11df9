"""Tiles in shared memory or registers that are filled where a runtime condition holds and read where it may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.conditions import Conditions, Subject, conditions
from hygon_lint.analysis.events import AsmEvent, CallEvent, Event, Guard, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Limits, limits
from hygon_lint.analysis.memory import Root
from hygon_lint.analysis.taint import Taint, speaks_besides
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.unwritten import bare_registers
from hygon_lint.frontend.nodes import Decl
from hygon_lint.model.functions import means


@dataclass(frozen=True, slots=True)
class StaleTile:
    """`fill` writes only where `guard` holds; `read` reads in any case, and `use` lets the value out."""

    fill: Access
    guard: Guard
    read: Access
    use: Event


@dataclass(frozen=True, slots=True)
class StaleRegister:
    """`register` has no initialiser, is set at `fill` under a condition, and leaves at `use` in any case."""

    register: Decl
    fill: StoreEvent
    use: Event


def stale_tiles(fn: FunctionFacts) -> Iterator[StaleTile]:
    """Each partial fill of an array whose rest is read, one an array and condition."""
    arrays: dict[int, list[Access]] = {}
    bare = bare_registers(fn)
    for access in accesses(fn).all:
        if isinstance(access.root, Decl) and (access.root.shared or id(access.root) in bare):
            arrays.setdefault(id(access.root), []).append(access)
    for found in arrays.values():
        yield from _stale(fn, found)


def stale_registers(fn: FunctionFacts) -> Iterator[StaleRegister]:
    """Each register without initialiser that is set where a condition holds and used where it may not, once."""
    bare = bare_registers(fn)
    if not bare:
        return
    about = conditions(fn)
    empty = {id(term): root for (root, *_), term in fn.flow.initials.items() if id(root) in bare}
    judged: set[int] = set()
    for term in fn.flow.terms.by_id().values():
        if term.op != "select":
            continue
        for arm, other in (term.args[1:], term.args[:0:-1]):
            root = empty.get(id(arm)) or (arm.decl if arm.op == "sym" and id(arm.decl) in bare else None)
            if not isinstance(root, Decl) or id(root) in judged or id(other) in empty:
                continue
            fill = _conditional_store(fn, root, term.args[0])
            subject = about.subject(term.args[0])
            if fill is None or not subject or not about.leaves_out(term.args[0]):
                continue
            use = Taint(fn, about, subject, set()).leak(term, fill.index)
            if use is not None and _is_unconditional(fill, use):
                judged.add(id(root))
                yield StaleRegister(root, fill, use)


def _conditional_store(fn: FunctionFacts, root: Decl, condition: Term) -> StoreEvent | None:
    """The store under a condition that gives a register its value."""
    negated = fn.flow.terms.negate(condition)
    for event in fn.trace.events:
        if not isinstance(event, StoreEvent) or event.place is None or event.place.root is not root:
            continue
        if any(guard.term is condition or guard.term is negated for guard in event.guards):
            return event
    return None


def _is_unconditional(fill: StoreEvent, use: Event) -> bool:
    """Whether a use stands under no condition but loops, and those that the fill stands under."""
    own = {id(guard.term) for guard in fill.guards}
    loops = {id(loop.node) for loop in use.loops}
    return all(id(guard.term) in own or id(guard.node) in loops for guard in use.guards)


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
                if speaks_besides(about, read.event, subject, common):
                    continue
                if _filled_otherwise(fn, about, fills, fill, guard, subject, common):
                    continue
                use = Taint(fn, about, subject, common).leak(read.value, read.event.index)
                if use is not None:
                    yield StaleTile(fill, guard, read, use)
                    return


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
        if not speaks_besides(about, other.event, subject, common):
            return True
    return False


def _denies(condition: Term, part: Term) -> bool:
    """Whether a condition is the opposite of a conjunction that a part belongs to."""
    return condition.op == "!" and condition.args[0].op == "&&" and any(t is part for t in condition.args[0].walk())
