"""Rows of packed data: the pitch that the writer reserves, and the one by which the reader steps.

`ceil(K / B) * C` and `K / m` are the same number for a K that is a multiple of B when `C * m == B`, and only then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CallEvent, CompareEvent, OffsetEvent, ReturnEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts, functions
from hygon_lint.analysis.places import in_expression
from hygon_lint.analysis.polynomials import Monomial, Poly, polys
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Binary, Expr, Node, Unit


@dataclass(frozen=True, slots=True)
class Padded:
    """A size in which rows of `length` elements are rounded up to whole blocks of `block`, each `units` long."""

    length: str
    block: int
    units: int
    node: Node


@dataclass(frozen=True, slots=True)
class ShortPitch:
    """A step between rows of `length / packed` where the size says `ceil(length / block) * units`."""

    fn: FunctionFacts
    length: str
    packed: int
    node: Node
    padded: Padded


def short_pitches(unit: Unit) -> Iterator[ShortPitch]:
    """Steps without the padding that a size in the same file has."""
    everything = list(functions(unit))
    sizes = {(p.length, p.block, p.units): p for fn in everything for p in _padded(fn)}
    if not sizes:
        return
    whole = {name for fn in everything for name in _multiples(fn)}
    for fn in everything:
        if not fn.function.device:
            continue
        for length, packed, node in _steps(fn):
            found = next((p for p in sizes.values() if p.length == length and p.units * packed == p.block), None)
            if found is not None and length not in whole:
                yield ShortPitch(fn, length, packed, node, found)


def _values(fn: FunctionFacts) -> Iterator[tuple[Term, Node]]:
    for event in fn.trace.events:
        if event.chain:
            continue
        if isinstance(event, (StoreEvent, ReturnEvent)) and event.value is not None:
            yield event.value, event.node
        elif isinstance(event, CallEvent):
            for arg in event.args:
                if arg.term is not None:
                    yield arg.term, arg.expr


def _padded(fn: FunctionFacts) -> Iterator[Padded]:
    """Sizes with a row length rounded up to blocks in them."""
    made = polys(fn)
    for value, node in _values(fn):
        for monomial, coefficient in made.of(value).items():
            for number in monomial:
                rounded = _blocks(made.atom(number))
                if rounded is not None and coefficient > 0:
                    yield Padded(rounded[0], rounded[1], coefficient, node)


def _blocks(term: Term) -> tuple[str, int] | None:
    """(K, B) of `(K + B - 1) / B`."""
    term = bare(term)
    if term.op != "/" or bare(term.args[1]).op != "const":
        return None
    block = bare(term.args[1]).value or 0
    top = bare(term.args[0])
    rest = 0
    while top.op in ("+", "-") and bare(top.args[1]).op == "const":
        rest += (bare(top.args[1]).value or 0) * (1 if top.op == "+" else -1)
        top = bare(top.args[0])
    if block > 1 and rest == block - 1 and top.op in ("sym", "init", "call") and top.name:
        return top.name, block
    return None


def unrounded(fn: FunctionFacts, size: Poly) -> Poly | None:
    """A size without its rounding up to whole blocks: `K` of `(K + B - 1) / B * B`; None where there is none."""
    made = polys(fn)
    if len(size) != 1:
        return None
    monomial, coefficient = next(iter(size.items()))
    top = bare(made.atom(monomial[0])) if len(monomial) == 1 else None
    rounded = _blocks(top) if top is not None else None
    if top is None or rounded is None or rounded[1] != coefficient:
        return None
    length = bare(top.args[0])
    while length.op in ("+", "-") and bare(length.args[1]).op == "const":
        length = bare(length.args[0])
    return made.of(length)


def _steps(fn: FunctionFacts) -> Iterator[tuple[str, int, Node]]:
    """Steps of `K / m` between rows, with where they are written."""
    made = polys(fn)
    seen: set[int] = set()
    for event in fn.trace.events:
        if not isinstance(event, OffsetEvent) or event.chain:
            continue
        for monomial, coefficient in made.of(event.offset).items():
            found = _share(fn, monomial) if coefficient == 1 else None
            if found is None:
                continue
            length, packed, quotient = found
            node = _written(fn, quotient, event.expr)
            if id(node) not in seen:
                seen.add(id(node))
                yield length, packed, node


def _share(fn: FunctionFacts, monomial: Monomial) -> tuple[str, int, Term] | None:
    """(K, m, the quotient) of a product `row * (K / m)`."""
    made = polys(fn)
    if len(monomial) != 2:
        return None
    for number in monomial:
        term = bare(made.atom(number))
        if term.op == "/" and bare(term.args[1]).op == "const":
            top, packed = bare(term.args[0]), bare(term.args[1]).value or 0
            if packed > 1 and top.op in ("sym", "init") and top.name and top.decl is not None:
                return top.name, packed, term
    return None


def _written(fn: FunctionFacts, quotient: Term, used: Expr) -> Node:
    found = in_expression(fn, quotient, used, (Binary,))
    return found or quotient.node or used


def _multiples(fn: FunctionFacts) -> Iterator[str]:
    """The lengths that the file asks to be whole multiples of something."""
    for event in fn.trace.events:
        if isinstance(event, CompareEvent) and event.op in ("==", "!="):
            for side in (bare(event.left), bare(event.right)):
                if side.op in ("%", "&") and bare(side.args[0]).name:
                    yield bare(side.args[0]).name
