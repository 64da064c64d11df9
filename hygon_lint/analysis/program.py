"""Terms worked out again and again under other assignments: ordered once, then run step by step.

`ranges.evaluate` gives the same values; it pays for the way through the tree each time. Where a search tries thousands
of assignments of the same terms, that way is all there is to save.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from hygon_lint.analysis.terms import LOGIC, Term, compute
from hygon_lint.model.comparisons import COMPARISONS

Registers = list[int | None]
Step = Callable[[Registers], int | None]
_Plain = Callable[[Sequence[int]], int]  # of registers that are known to hold numbers

_TOTAL: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "min": min,
    "max": max,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Program:
    """The terms of some stages, to be worked out one stage after the other."""

    def __init__(self, leaves: Sequence[Term], stages: Sequence[Sequence[Term]]) -> None:
        """`leaves` are the terms that every assignment gives a value (by id); what rests on others has none."""
        self._start: Registers = []
        self._slots: dict[int, int] = {}
        self._partial: set[int] = set()  # slots that may hold nothing
        self._inputs = [(self._slot(leaf, None), id(leaf)) for leaf in leaves]
        self._stages = [self._steps(stage) for stage in stages]

    def start(self, values: dict[int, int]) -> Registers:
        """Fresh registers under an assignment."""
        registers = self._start.copy()
        for slot, key in self._inputs:
            registers[slot] = values[key]
        return registers

    def run(self, stage: int, registers: Registers) -> Registers:
        """Work out the terms of a stage; the stages before it have been run."""
        for slot, step in self._stages[stage]:
            registers[slot] = step(registers)
        return registers

    def slot(self, term: Term) -> int:
        """The register of a term of a stage."""
        return self._slots[id(term)]

    def _slot(self, term: Term, value: int | None) -> int:
        slot = self._slots[id(term)] = len(self._start)
        self._start.append(value)
        return slot

    def _steps(self, terms: Sequence[Term]) -> list[tuple[int, Step]]:
        out: list[tuple[int, Step]] = []
        stack = [(term, False) for term in reversed(terms)]
        while stack:
            term, ready = stack.pop()
            if id(term) in self._slots:
                continue
            if not term.args:
                slot = self._slot(term, term.value if term.op == "const" else None)
                if self._start[slot] is None:
                    self._partial.add(slot)
            elif ready:
                step, partial = self._step(term)
                slot = self._slot(term, None)
                if partial:
                    self._partial.add(slot)
                out.append((slot, step))
            else:
                stack.append((term, True))
                stack.extend((arg, False) for arg in reversed(term.args))
        return out

    def _step(self, term: Term) -> tuple[Step, bool]:
        """How a term follows from its arguments, and whether it may have no value."""
        slots = [self._slots[id(arg)] for arg in term.args]
        partial = any(slot in self._partial for slot in slots)
        op = term.op
        if op == "select":
            return _select(*slots), partial
        if op in ("&&", "||"):
            return _logic(op == "||", *slots), partial
        plain = _plain(term, slots)
        if plain is None:
            return _careful(term, slots), True
        return (_unless_missing(plain, slots) if partial else plain), partial  # type: ignore[return-value]


def _select(condition: int, then: int, other: int) -> Step:
    def step(r: Registers) -> int | None:
        chosen = r[condition]
        return None if chosen is None else r[then] if chosen else r[other]

    return step


def _logic(decisive: bool, left: int, right: int) -> Step:
    """`||` where `decisive`, else `&&`: either side may decide without the other."""

    def step(r: Registers) -> int | None:
        a, b = r[left], r[right]
        if (a is not None and bool(a) is decisive) or (b is not None and bool(b) is decisive):
            return int(decisive)
        return None if a is None or b is None else int(not decisive)

    return step


def _unless_missing(plain: _Plain, slots: Sequence[int]) -> Step:
    def step(r: Registers) -> int | None:
        return None if any(r[slot] is None for slot in slots) else plain(r)  # type: ignore[arg-type]

    return step


def _plain(term: Term, slots: Sequence[int]) -> _Plain | None:
    """The step for an operation that has a value wherever its arguments have one; None for the others."""
    op, first = term.op, slots[0]
    if len(slots) == 2:
        second = slots[1]
        if op in _TOTAL:
            return _wrapped(_TOTAL[op], first, second, term)
        if op in _COMPARE:
            test = _COMPARE[op]
            return lambda r: int(test(r[first], r[second]))
        if op == "join":
            low = term.args[0].bits
            mask = (1 << low) - 1
            return lambda r: (r[first] & mask) | (r[second] << low)
    if len(slots) != 1:
        return None
    bits, half = _width(term)
    if op == "cast":
        return (lambda r: r[first]) if bits < 0 else lambda r: (r[first] + half & bits) - half
    if op == "neg":
        return (lambda r: -r[first]) if bits < 0 else lambda r: (half - r[first] & bits) - half
    if op == "~":
        return (lambda r: ~r[first]) if bits < 0 else lambda r: (~r[first] + half & bits) - half
    if op == "!":
        return lambda r: int(not r[first])
    return None


def _width(term: Term) -> tuple[int, int]:
    """The mask of a term's bits (-1: as many as it takes) and half its reach when it is signed."""
    if not term.bits:
        return -1, 0
    return (1 << term.bits) - 1, (1 << (term.bits - 1)) if term.signed else 0


def _wrapped(operation: Callable[[int, int], int], first: int, second: int, term: Term) -> _Plain:
    mask, half = _width(term)
    if mask < 0:
        return lambda r: operation(r[first], r[second])
    if not half:
        return lambda r: operation(r[first], r[second]) & mask
    return lambda r: (operation(r[first], r[second]) + half & mask) - half


def _nothing(_: Registers) -> None:
    return None


def _careful(term: Term, slots: Sequence[int]) -> Step:
    """Operations that may have no value: divisions, shifts, and what is not worked out at all."""
    op = term.op
    if len(slots) != 2:
        return _nothing
    first, second = slots
    mask, half = (-1, 0) if op in COMPARISONS or op in LOGIC else _width(term)

    def step(r: Registers) -> int | None:
        a, b = r[first], r[second]
        value = compute(op, a, b) if a is not None and b is not None else None
        return value if value is None or mask < 0 else (value + half & mask) - half

    return step
