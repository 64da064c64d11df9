"""What a rule is given about a function: its tree, its trace, the value and range of any expression."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from hygon_lint.analysis.events import Guard, StoreEvent, Trace
from hygon_lint.analysis.flow import Flow
from hygon_lint.analysis.ranges import Range, Ranges
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Expr, Function, Node, Unit
from hygon_lint.frontend.source import Span
from hygon_lint.model.comparisons import MIRRORED, NEGATED

_ARCH = re.compile(r"(?<![0-9a-z])(?:gfx)?(9[0-9a-f]{2})(?![0-9a-z])", re.I)


class FunctionFacts:
    """A function of a unit; the symbolic execution runs when first asked for."""

    def __init__(self, function: Function, unit: Unit) -> None:
        self.function = function
        self.unit = unit
        self.cache: dict[str, Any] = {}  # results of further analyses, see `memo.once`
        self._guarded: dict[tuple[int, ...], Ranges] = {}

    @cached_property
    def flow(self) -> Flow:
        """The finished symbolic execution."""
        flow = Flow(self.function, self.unit)
        flow.run()
        return flow

    @property
    def trace(self) -> Trace:
        """What happens in the function, in order."""
        return self.flow.trace

    @property
    def archs(self) -> tuple[str, ...]:
        """The arches in which the function reads like this."""
        return self.unit.arch_class.archs

    def arches_named(self, node: Node) -> tuple[str, ...]:
        """The arches that code is for: by the innermost `#if`, else by the function's name, file or folder."""
        span = node.span
        arms = [names for body, names in self.unit.arch_arms if body.contains(span)]
        if arms:
            return arms[-1]
        said = _ARCH.findall(f"{self.function.name} {self.function.source.path}".replace("_", " "))
        return tuple(dict.fromkeys(f"gfx{arch.lower()}" for arch in said))

    def value(self, expr: Expr) -> Term | None:
        """The value an expression had when it was (last) evaluated; None in code that is never reached."""
        return self.flow.values.get(id(expr))

    def origin(self, term: Term) -> Node | None:
        """Where a value came to be, in this function's own text: the first store of it, else its expression."""
        for event in self.trace.events:
            if isinstance(event, StoreEvent) and event.value is term and not event.chain:
                return event.node
        return term.node

    def range_of(self, term: Term, guards: tuple[Guard, ...] = ()) -> Range:
        """The interval of a term, where `guards` hold."""
        if not guards:
            return self.flow.ranges.of(term)
        key = tuple(id(guard.term) for guard in guards)
        ranges = self._guarded.get(key)
        if ranges is None:
            ranges = self._guarded[key] = narrowed(self.flow.ranges, guards)
        return ranges.of(term)

    @cached_property
    def proven(self) -> Ranges:
        """Intervals that lean on no assumed magnitude: what types, masks and constants prove."""
        return Ranges(assume=False)

    def ranges_under(self, guards: tuple[Guard, ...]) -> Ranges:
        """The intervals where `guards` hold."""
        self.range_of(self.flow.terms.const(0), guards)
        return self._guarded.get(tuple(id(g.term) for g in guards), self.flow.ranges)


def narrowed(base: Ranges, guards: tuple[Guard, ...]) -> Ranges:
    """Intervals narrowed by comparisons with known limits that hold."""
    out = base.copy()
    for guard in guards:
        _learn(out, base, guard.term)
    return out


def _learn(out: Ranges, base: Ranges, condition: Term) -> None:
    for op, left, right in comparisons(condition):
        _learn_comparison(out, base, op, left, right)


def comparisons(condition: Term, holds: bool = True) -> Iterator[tuple[str, Term, Term]]:
    """The comparisons that hold whenever a condition does (or, not `holds`, whenever it does not)."""
    if condition.op == "!":
        yield from comparisons(condition.args[0], not holds)
    elif condition.op == ("&&" if holds else "||"):
        for part in condition.args:
            yield from comparisons(part, holds)
    elif condition.op in NEGATED and len(condition.args) == 2:
        yield condition.op if holds else NEGATED[condition.op], condition.args[0], condition.args[1]


def both_ways(op: str, left: Term, right: Term) -> tuple[tuple[str, Term, Term], tuple[str, Term, Term]]:
    """A comparison as it stands, and turned round."""
    return (op, left, right), (MIRRORED[op], right, left)


def _learn_comparison(out: Ranges, base: Ranges, comparison: str, left: Term, right: Term) -> None:
    if comparison == "!=":
        return
    for op, term, limit in both_ways(comparison, left, right):
        while term.op == "cast" and term.args[0].bits <= term.bits and term.args[0].op != "const":
            term = term.args[0]
        bound = base.of(limit)
        if not bound.known or term.op == "const":
            continue
        low, high = out.facts.get(id(term), (None, None))
        if op in ("<", "<=", "=="):
            top = bound.high - (1 if op == "<" else 0)
            high = top if high is None else min(high, top)
        if op in (">", ">=", "=="):
            bottom = bound.low + (1 if op == ">" else 0)
            low = bottom if low is None else max(low, bottom)
        out.bound(term, low, high)


def of(function: Function, unit: Unit) -> FunctionFacts:
    """The facts of a function, made once a unit."""
    known: dict[int, FunctionFacts] = unit.cache.setdefault("facts", {})
    found = known.get(id(function))
    if found is None:
        found = known[id(function)] = FunctionFacts(function, unit)
    return found


def cut_off(unit: Unit) -> list[Span]:
    """The ends of functions before which their analysis ran out of steps, of those whose analysis was asked for."""
    made: dict[int, FunctionFacts] = unit.cache.get("facts", {})
    out = []
    for fn in made.values():
        cut = fn.trace.cut if "flow" in fn.__dict__ else None
        if cut is not None and fn.function.body is not None:
            out.append(Span(cut.span.start, fn.function.body.span.end))
    return out


def functions(unit: Unit) -> Iterator[FunctionFacts]:
    """The facts of each function with a body."""
    for function in unit.functions:
        if function.body is not None:
            yield of(function, unit)
