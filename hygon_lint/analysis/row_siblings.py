"""Accesses of one tile that differ in their limits: the rows left for one, the height of the tile for its sibling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.events import LoadEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Bound, Limits, limits
from hygon_lint.analysis.polynomials import Monomial, Poly, factors
from hygon_lint.analysis.storage import TENSORS
from hygon_lint.frontend.nodes import Node


@dataclass(frozen=True, slots=True)
class OpenSibling:
    """`access` runs over all rows of a tile of which `limited` keeps to those below `bound`."""

    access: Access
    limited: Access
    bound: Bound
    node: Node  # what to change: the access, or the call that led to it
    ragged: bool  # the tile starts where a table says: what follows belongs to the next entry


def open_siblings(fn: FunctionFacts) -> Iterator[OpenSibling]:
    """All accesses without the limit that a sibling has, one a place."""
    known = limits(fn)
    around = [a for a in accesses(fn).all if a.storage in TENSORS and a.index.moving and a.kind != "atomic"]
    limited = [(a, bound, origin) for a in around for bound, origin in _limits_of(known, a)]
    if not limited:
        return
    judged: set[int] = set()
    for access in around:
        node = access.event.chain[0] if access.event.chain else access.node
        if id(node) in judged:
            continue
        given = known.given(access.event.guards)
        for sibling, bound, origin in limited:
            if sibling is access or (access.kind == "load" and sibling.kind == "store"):
                continue
            if not _same_rows(known, access, bound, origin) or not _no_other_conditions(access, sibling):
                continue
            about = bound.position.atoms | bound.limit.atoms
            runtime = {n for n in about if not known.is_fixed(known.polys.atom(n))}
            if any(known.is_runtime(other) and not runtime.isdisjoint(other.over.atoms) for other in given):
                continue
            judged.add(id(node))
            yield OpenSibling(access, sibling, bound, node, _is_ragged(fn, known, origin))
            break


def _limits_of(known: Limits, access: Access) -> Iterator[tuple[Bound, Poly]]:
    """The runtime bounds of an access's row, with the row that its tile starts at."""
    for bound in known.given(access.event.guards):
        if not known.is_runtime(bound) or known.covering(bound, access.index) is None:
            continue
        small = {m for m in bound.position if known.bounded_by_constants(Poly({m: 1}), access.event.guards)}
        origin = Poly({m: c for m, c in bound.position.items() if m not in small})
        if origin and small:
            yield bound, origin


def _same_rows(known: Limits, access: Access, bound: Bound, origin: Poly) -> bool:
    """Whether an access runs over the rows of the same tile: its origin, plus something small."""
    for monomial, factor in factors(origin, access.index):
        if factor <= 0 or (access.width and factor % access.width):
            continue
        rest = access.index.moving.plus(origin.scaled(monomial, factor), -1)
        if _has_rows(known, access, bound, origin, rest, monomial, factor):
            return True
    return False


def _has_rows(
    known: Limits, access: Access, bound: Bound, origin: Poly, rest: Poly, monomial: Monomial, factor: int
) -> bool:
    local = bound.position.plus(origin, -1)
    if any(True for _ in factors(local.scaled(monomial, factor), rest)):
        return True
    own = Poly({m: c for m, c in rest.items() if all(a in m for a in monomial) and abs(c) >= factor})
    if not own or monomial:
        return False
    return known.bounded_by_constants(rest, access.event.guards)


def _no_other_conditions(access: Access, sibling: Access) -> bool:
    """Whether nothing but loop conditions, and what holds for the sibling as well, stands before an access."""
    shared = {id(guard.term) for guard in sibling.event.guards}
    loops = {id(loop.node) for loop in access.event.loops}
    return all(id(guard.term) in shared or id(guard.node) in loops for guard in access.event.guards)


def _is_ragged(fn: FunctionFacts, known: Limits, origin: Poly) -> bool:
    loaded = {id(e.value) for e in fn.trace.events if isinstance(e, LoadEvent)}
    return any(id(t) in loaded for number in origin.atoms for t in known.polys.atom(number).walk())
