"""Software pipelines: loads made one round early, and the load before the loop that fills them.

The last round of a loop has no next tile; a loop that runs no round has no first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.allocations import Allocation, allocation_of
from hygon_lint.analysis.events import AsmEvent, CallEvent, Event, LoadEvent, Loop, ReturnEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Bound, Limits, limits
from hygon_lint.analysis.polynomials import Poly, divided, factors
from hygon_lint.analysis.storage import TENSORS
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl


@dataclass(frozen=True, slots=True)
class LookAhead:
    """A load of the tile after the present one, made in the last round as well."""

    access: Access
    bound: Bound  # the loop's own
    counter: Term
    sure: bool  # the allocation is in sight and holds no spare tile


@dataclass(frozen=True, slots=True)
class FirstTile:
    """A load made before a loop that may run no round; `later` loads the tiles after it inside the loop."""

    access: Access
    later: Access
    bound: Bound  # the loop's own, at its first round
    small: bool


@dataclass(frozen=True, slots=True)
class _Round:
    """A loop around an access, seen from it."""

    loop: Loop
    counter: int  # atom
    step: Poly
    bound: Bound  # what the loop's condition says of the counter
    rising: bool


def look_aheads(fn: FunctionFacts) -> Iterator[LookAhead]:
    """All unguarded look-ahead loads, one a place."""
    known = limits(fn)
    judged: set[int] = set()
    for access in _loads(fn):
        if id(access.node) in judged:
            continue
        for around in _rounds(fn, known, access):
            if not _is_past(known, access, around) or not _is_carried_only(fn, access, around.loop):
                continue
            allocation = allocation_of(fn, access.root)
            if allocation is Allocation.LONGER:
                continue
            judged.add(id(access.node))
            term = known.polys.atom(around.counter)
            yield LookAhead(access, around.bound, term, allocation is Allocation.EXACT)
            break


def first_tiles(fn: FunctionFacts) -> Iterator[FirstTile]:
    """All unchecked loads that fill a pipeline, one a place."""
    known = limits(fn)
    loads = list(_loads(fn))
    judged: set[int] = set()
    for later in loads:
        for around in _rounds(fn, known, later):
            start = fn.flow.counters.get(id(known.polys.atom(around.counter)), (None, None))[0]
            if start is None:
                continue
            first = known.polys.of(start)
            bound = Bound(around.bound.over.with_atom(around.counter, first), around.bound.node)
            if not bound.position or not known.is_runtime(bound):
                continue
            before = later.index.with_atom(around.counter, first.plus(around.step, -1))
            for access in loads:
                if id(access.node) in judged and not access.event.chain:
                    continue
                if not _fills(known, access, later, around.loop, before):
                    continue
                if known.covering(bound, access.index) is None or _is_checked(known, access, bound):
                    continue
                judged.add(id(access.node))
                small = known.bounded_by_constants(bound.position, access.event.guards)
                yield FirstTile(access, later, bound, small or known.is_block_number(bound.position))


def _loads(fn: FunctionFacts) -> Iterator[Access]:
    for access in accesses(fn).all:
        if access.kind == "load" and access.storage in TENSORS and access.value is not None and access.index.moving:
            yield access


def _rounds(fn: FunctionFacts, known: Limits, access: Access) -> Iterator[_Round]:
    """The loops around an access that count by a constant step up to (or down to) a runtime limit."""
    given = known.given(access.event.guards)
    for loop in access.event.loops:
        carried = fn.flow.carried.get(id(loop.counter)) if loop.counter is not None else None
        if loop.counter is None or carried is None:
            continue
        own = known.polys.of(loop.counter)
        if len(own) != 1:
            continue
        ((monomial, _),) = own.items()
        if len(monomial) != 1:
            continue
        atom = monomial[0]
        step = known.polys.of(carried[0]).plus(own, -1)
        if not step or not all(known.is_fixed(known.polys.atom(a)) for a in step.atoms):
            continue
        rising = all(c > 0 for c in step.values())
        if not rising and not all(c < 0 for c in step.values()):
            continue
        for bound in given:
            if bound.node is not loop.node or bound.over.get(monomial) != (1 if rising else -1):
                continue
            rest = bound.over.without({atom})
            if len(rest.moving) + 1 != len(bound.over.moving):
                continue
            if all(not known.varies(known.polys.atom(a)) for a in rest.atoms) and (
                not rising or any(not known.is_fixed(known.polys.atom(a)) for a in rest.atoms)
            ):
                yield _Round(loop, atom, step, bound, rising)
                break


def _is_past(known: Limits, access: Access, around: _Round) -> bool:
    """Whether an index lies a whole step or more past what the loop's condition allows, and nothing else limits it."""
    fixed = {n for n in access.index.atoms | around.bound.over.atoms if known.is_fixed(known.polys.atom(n))}
    for monomial, factor in factors(Poly({(around.counter,): 1}), access.index):
        shift = _constant_factor(access.index, monomial, factor, fixed)
        if shift is None or not _steps(shift, around.step):
            continue
        spare = around.bound.over.only(fixed)
        signed = shift if around.rising else Poly().plus(shift, -1)
        beyond = signed.plus(Poly({m: c for m, c in spare.items() if c > 0}), -1)
        if not beyond or not all(c > 0 for c in beyond.values()):
            continue
        return not any(
            bound is not around.bound and around.counter in bound.over.atoms
            for bound in known.given(access.event.guards)
            if bound.node is not around.bound.node
        )
    return False


def _constant_factor(index: Poly, monomial: tuple[int, ...], factor: int, fixed: set[int]) -> Poly | None:
    """What stands beside the counter in an index, in counts: `t + 1` gives 1."""
    out: dict[tuple[int, ...], int] = {}
    for part, coefficient in index.items():
        rest = divided(part, monomial)
        if rest is None or not fixed.issuperset(rest):
            continue
        if coefficient % factor:
            return None
        out[rest] = coefficient // factor
    return Poly(out)


def _steps(shift: Poly, step: Poly) -> bool:
    """Whether a shift is one step or a few."""
    return any(shift == Poly().plus(step, count) for count in (1, 2, 3, 4))


def _is_carried_only(fn: FunctionFacts, access: Access, loop: Loop) -> bool:
    """Whether what was loaded is used in the next round only: then the last round's load is for nothing."""
    held: list[Term] = [access.value] if access.value is not None else []
    held += [part for _, part in fn.flow.objects.get(id(access.value), {}).values()]
    ids = {id(term) for term in held}
    buffers: dict[object, int] = {}
    for event in fn.trace.events[access.event.index + 1 :]:
        if isinstance(event, LoadEvent):
            if any(_holds(term, ids) for term in (event.pointer, event.subscript) if term is not None):
                ids.add(id(event.value))
                continue
            if event.place is not None and id(event.place.root) in buffers:
                return False
        if isinstance(event, StoreEvent) and event.place is not None and isinstance(event.place.root, Decl):
            root = event.place.root
            if not root.shared and root.kind in ("local", "param") and _holds(event.value, ids):
                if event.place.subscript is not None:
                    buffers[id(root)] = event.index
                continue
        if any(_holds(term, ids) for term in _leaving(event)):
            return False
    carried = any(_holds(after, ids) and own.node is loop.node for after, own in fn.flow.carried.values())
    return carried or bool(buffers)


def _holds(term: Term, ids: set[int]) -> bool:
    return any(id(part) in ids for part in term.walk())


def _leaving(event: Event) -> tuple[Term, ...]:
    if isinstance(event, StoreEvent):
        kept = event.place is not None and isinstance(event.place.root, Decl) and event.place.subscript is None
        return () if kept and not event.place.root.shared else (event.value,)  # type: ignore[union-attr]
    if isinstance(event, CallEvent):
        return () if event.followed else tuple(arg.term for arg in event.args if arg.term is not None)
    if isinstance(event, AsmEvent):
        return tuple(arg.term for arg in event.args if arg.term is not None)
    if isinstance(event, ReturnEvent) and event.value is not None:
        return (event.value,)
    return ()


def _fills(known: Limits, access: Access, later: Access, loop: Loop, before: Poly) -> bool:
    """Whether a load stands before a loop and loads what the loop's own load would have loaded one round earlier."""
    if access.root is not later.root or access.event.index >= later.event.index:
        return False
    if any(own.node is loop.node for own in access.event.loops):
        return False
    depth = next(i for i, own in enumerate(later.event.loops) if own is loop)
    inner = [own.counter for own in (*access.event.loops[depth:], *later.event.loops[depth + 1 :])]
    counters = {n for term in inner if term is not None for n in known.polys.of(term).atoms}
    return access.index.without(counters) == before.without(counters)


def _is_checked(known: Limits, access: Access, bound: Bound) -> bool:
    """Whether anything that holds at a load speaks of the first tile's position or of the loop's limit."""
    runtime = {n for n in bound.over.atoms if not known.is_fixed(known.polys.atom(n))}
    terms = [guard.term for guard in access.event.guards]
    about = {id(t) for n in runtime for t in known.polys.atom(n).walk() if not t.args and t.op != "const"}
    return any(id(t) in about for term in terms for t in term.walk())
