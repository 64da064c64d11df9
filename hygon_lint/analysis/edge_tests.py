"""Tests that decide whether a tile needs masking, and what they leave out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis import facts
from hygon_lint.analysis.conditions import conditions
from hygon_lint.analysis.events import BranchEvent, CompareEvent, Event, Guard, ReturnEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Bound, Limits, limits
from hygon_lint.analysis.polynomials import Poly
from hygon_lint.analysis.ranges import evaluate
from hygon_lint.analysis.sampling import Assignments, holds
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.analysis.zero_weights import is_minus_infinity
from hygon_lint.frontend.nodes import Call, Decl, Member, Node, Record, Unit


@dataclass(frozen=True, slots=True)
class ForgottenAxis:
    """`test` compares one axis of a tile with the diagonal alone, not with `total` as `sibling` does for the other."""

    test: Node
    sibling: Node
    total: str


@dataclass(frozen=True, slots=True)
class ForgottenPad:
    """The mask at `mask` stands behind `test`, which says nothing of the length that the mask is for."""

    test: Node
    mask: Node
    condition: Node


@dataclass(frozen=True, slots=True)
class _Side:
    """One comparison of an edge test: the end of the tile on an axis, above what it may not rise."""

    term: Term
    end: Poly
    limits: tuple[Poly, ...]  # one, or the parts of a minimum


def forgotten_axes(fn: FunctionFacts) -> Iterator[ForgottenAxis]:
    """The edge tests of a function that limit one axis with its total and the other not."""
    known = limits(fn)
    seen: set[int] = set()
    for event in fn.trace.events:
        for condition in _conditions(event):
            sides = [side for part in _alternatives(condition) if (side := _side(known, part)) is not None]
            for short in sides:
                for full in sides:
                    total = _total(known, full, short)
                    if total is None or short.term.node is None or full.term.node is None or id(short.term) in seen:
                        continue
                    missing = _counterpart(fn, total)
                    if missing:
                        seen.add(id(short.term))
                        yield ForgottenAxis(short.term.node, full.term.node, missing)


def _conditions(event: Event) -> Iterator[Term]:
    if isinstance(event, ReturnEvent) and event.value is not None:
        yield event.value
    elif isinstance(event, BranchEvent) and not event.chain:
        yield event.condition


def _alternatives(condition: Term) -> Iterator[Term]:
    condition = bare(condition)
    if condition.op == "||":
        for arg in condition.args:
            yield from _alternatives(arg)
    else:
        yield condition


def _side(known: Limits, comparison: Term) -> _Side | None:
    if comparison.op not in ("<", "<=", ">", ">="):
        return None
    left, right = comparison.args if comparison.op in (">", ">=") else comparison.args[::-1]
    limit = known.polys.of(right)
    parts: tuple[Poly, ...] = (limit,)
    if len(limit) == 1:
        ((monomial, coefficient),) = limit.items()
        if len(monomial) == 1 and coefficient == 1:
            op, sides = known.polys.parts(monomial[0])
            parts = sides if op == "min" else parts
    return _Side(comparison, known.polys.of(left), parts)


def _total(known: Limits, full: _Side, short: _Side) -> Term | None:
    """The total of one axis, when the two sides are the two axes of one diagonal and only one keeps to a total."""
    if full is short or len(full.limits) != 2 or len(short.limits) != 1:
        return None
    own, other = _runtime(known, full.end), _runtime(known, short.end)
    if not own or not other or own & other:
        return None
    crossing = own & short.limits[0].atoms
    for diagonal, total in (full.limits, full.limits[::-1]):
        if other & diagonal.atoms and crossing and len(total) == 1 and not (total.atoms & (own | other)):
            ((monomial, coefficient),) = total.items()
            if len(monomial) == 1 and coefficient == 1 and not known.is_fixed(known.polys.atom(monomial[0])):
                return known.polys.atom(monomial[0])
    return None


def _runtime(known: Limits, poly: Poly) -> set[int]:
    return {n for n in poly.atoms if not known.is_fixed(known.polys.atom(n))}


def _counterpart(fn: FunctionFacts, total: Term) -> str:
    """The total of the other axis: of the same struct (or parameter list), not looked at here, compared elsewhere."""
    decl = total.decl
    if decl is None or fn.function.body is None:
        return ""
    if decl.kind == "param":
        used = {id(getattr(n, "decl", None)) for n in fn.function.body.walk()}
        return next((p.name for p in fn.function.params if id(p) not in used and p.type == decl.type and p.name), "")
    read = {n.name for n in fn.function.body.walk() if isinstance(n, Member)}
    for record in fn.unit.records:
        if not _declares(record, decl):
            continue
        for field in record.fields:
            if field.decl.name not in read and field.decl.type == decl.type and _is_compared(fn.unit, field.decl):
                return field.decl.name
    return ""


def _declares(record: Record, decl: Decl) -> bool:
    return any(field.decl is decl for field in record.fields)


def _is_compared(unit: Unit, decl: Decl) -> bool:
    return any(
        isinstance(event, CompareEvent)
        and any(part.decl is decl for side in (event.left, event.right) for part in side.walk())
        for other in facts.functions(unit)
        for event in other.trace.events
    )


# ---------------------------------------------------------------- masks behind a test that forgets them


def forgotten_pads(fn: FunctionFacts) -> Iterator[ForgottenPad]:
    """Masks of the elements past a length that are applied only where a test on something else holds."""
    known, about = limits(fn), conditions(fn)
    seen: set[int] = set()
    masks = [e for e in fn.trace.events if isinstance(e, StoreEvent) and is_minus_infinity(e.value) and e.guards]
    for event in masks:
        own = event.guards[-1]
        lengths = _lengths(known, own.term)
        for guard in event.guards[:-1]:
            if id(guard.node) in seen or any(guard.node is loop.node for loop in event.loops):
                continue
            if not about.subject(guard.term) or not _is_tile_test(known, guard):
                continue
            for past, bound, subject in lengths:
                other_axis = _compares_other_axis(known, guard, bound, own.term)
                if not other_axis or _masked_elsewhere(fn, masks, event, guard, subject):
                    continue
                if _can_miss(fn, event, guard, past):
                    seen.add(id(guard.node))
                    yield ForgottenPad(guard.node, event.node, own.node)
                    break


def _lengths(known: Limits, condition: Term) -> list[tuple[Term, Bound, frozenset[int]]]:
    """The comparisons in a mask that hold past a runtime length, with what they speak of."""
    out: list[tuple[Term, Bound, frozenset[int]]] = []
    for part in _alternatives(condition):
        for bound in known.of(part, False):
            if bound.position and known.is_runtime(bound) and len(bound.limit) == 1:
                subject = frozenset(_sources(known, bound.limit)) & conditions(known.fn).subject(part)
                if subject:
                    out.append((part, bound, subject))
                break
    return out


def _sources(known: Limits, poly: Poly) -> Iterator[int]:
    about = conditions(known.fn)
    for number in poly.atoms:
        yield from about.subject(known.polys.atom(number))


def _is_tile_test(known: Limits, guard: Guard) -> bool:
    """Whether a condition compares numbers of the whole tile: no flags, no elements, nothing read or called."""
    if any(isinstance(node, Call) for node in guard.node.walk()):
        return False
    return all(_is_tile_number(known, part) for part in guard.term.walk())


def _is_tile_number(known: Limits, part: Term) -> bool:
    if part.op == "loop":
        counter = known.fn.flow.counters.get(id(part))
        return counter is not None and counter[1] is not None and not known.is_fixed(counter[1])
    return part.op not in ("load", "call", "float") and bool(part.args or part.bits != 8)


def _compares_other_axis(known: Limits, guard: Guard, bound: Bound, mask: Term) -> bool:
    """Whether a test looks at the other positions that the mask compares, beside those that its length is for."""
    own = {key for number in bound.over.atoms for key in _names(known.polys.atom(number))}
    others = {key for key, leaf in _names(guard.term).items() if key not in own and not known.is_fixed(leaf)}
    return bool(others) and others <= _names(mask).keys()


def _names(term: Term) -> dict[int, Term]:
    return {id(part): part for part in term.walk() if not part.args}


def _masked_elsewhere(
    fn: FunctionFacts, masks: list[StoreEvent], own: StoreEvent, guard: Guard, subject: frozenset[int]
) -> bool:
    about = conditions(fn)
    return any(
        other is not own and all(g.term is not guard.term for g in other.guards) and about.speaks(other.guards, subject)
        for other in masks
    )


def _can_miss(fn: FunctionFacts, event: StoreEvent, guard: Guard, past: Term) -> bool:
    """Whether an element can lie past the length while the test does not hold."""
    before = [g.term for g in event.guards[: event.guards.index(guard)]]
    loops = [g.term for g in event.guards[event.guards.index(guard) + 1 : -1]]
    terms = [guard.term, past, *before, *loops]
    for values in Assignments(terms, fn.flow.ranges).draw():
        if not all(holds(term, values) for term in (*before, *loops)):
            continue
        if evaluate(past, values) and evaluate(guard.term, values) == 0:
            return True
    return False
