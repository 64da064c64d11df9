"""Tiles: a matrix load with its base, its row filter and the rows past the end that the filter is computed from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from hygon_lint.analysis.address import Sum, sums
from hygon_lint.analysis.descriptors import Descriptor, Load, descriptors
from hygon_lint.analysis.events import StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.memory import low_half
from hygon_lint.analysis.program import Program
from hygon_lint.analysis.sampling import Assignments, leaves
from hygon_lint.analysis.terms import Term, Terms
from hygon_lint.model import descriptor as layout
from hygon_lint.model.comparisons import COMPARISONS

_SHAPE = re.compile(r"(\d+)[xX](\d+)")
_ROW_COUNTS = (8, 16, 32, 64)


def _any(_past: int, _rows: int) -> bool:
    return True


@dataclass(slots=True, repr=False)
class State:
    """One assignment under which the load is issued, with what the tile looks like then."""

    values: dict[int, int]
    rows: int  # the height of the tile
    written: int  # the filter value in the descriptor
    past: int  # rows past the end before any clamp
    base: int


@dataclass(eq=False, repr=False)
class Tile:
    """One load through a descriptor whose word 3 holds a row filter."""

    facts: FunctionFacts
    load: Load
    descriptor: Descriptor
    base: Term  # the 64-bit base address
    word3: Term
    filter: Term  # the row count that is shifted into the field
    shift: int
    rows: Term  # the height of the tile
    base_store: StoreEvent
    filter_store: StoreEvent
    past: Term = field(init=False)  # `filter` without its clamps

    def __post_init__(self) -> None:
        self.past = without_clamps(self.filter, self.facts.flow.terms)

    @property
    def width(self) -> int:
        """Bits of the filter field, the narrowest of the arches this code is for."""
        return min((layout.filter_field(arch).width_bits for arch in self.facts.archs), default=8)

    @cached_property
    def _assignments(self) -> Assignments:
        guards = [guard.term for guard in self.load.event.guards]
        terms = [self.past, self.word3, self.base, self.rows, *guards]
        counted = {id(leaf) for leaf in leaves([self.past, self.word3, *guards])}
        strides = [leaf for leaf in leaves([self.base]) if id(leaf) not in counted and leaf.bits > 8]
        return Assignments(terms, self.facts.flow.ranges, positive=strides, guards=guards)

    @cached_property
    def _program(self) -> tuple[Program, tuple[int, ...], list[int]]:
        """What `state` works out, in its stages; where the four values stand, and where the guards."""
        guards = [guard.term for guard in self.load.event.guards]
        stages = ([self.past, self.rows], guards, [self.word3, self.base])
        program = Program(self._assignments.leaves, stages)
        places = tuple(map(program.slot, (self.past, self.rows, self.word3, self.base)))
        return program, places, list(map(program.slot, guards))

    def state(self, values: dict[int, int], wanted: Callable[[int, int], bool] = _any) -> State | None:
        """The tile under an assignment; None when it is not loaded then or cannot be worked out.

        `wanted` is asked first, with rows past the end and height, before the rest is worked out.
        """
        program, (at_past, at_rows, at_word3, at_base), guards = self._program
        registers = program.run(0, program.start(values))
        past, rows = registers[at_past], registers[at_rows]
        if past is None or not rows or not wanted(past, rows):
            return None
        program.run(1, registers)
        if any(registers[guard] == 0 for guard in guards):
            return None
        program.run(2, registers)
        word3, base = registers[at_word3], registers[at_base]
        if word3 is None or base is None:
            return None
        return State(values, rows, (word3 & 0xFFFFFFFF) >> self.shift & 0xFF, past, base)

    def states(self, wanted: Callable[[int, int], bool] = _any) -> Iterator[State]:
        """States worth looking at, the limit of the rows swept through in each; `wanted` as in `state`."""
        limits = self.limits
        for values in self._assignments.draw():
            for limit in limits or (None,):
                candidates = [values] if limit is None else self._assignments.sweep(values, limit)
                for candidate in candidates:
                    state = self.state(candidate, wanted)
                    if state is not None:
                        yield state

    def _slope(self, leaf: Term, alternative: Sum) -> int:
        """How one way to compute the rows past the end moves with a leaf: 1, -1 or 0; most draws decide."""
        balance = 0
        program = Program(self._assignments.leaves, [[term for _, term in alternative.terms]])
        slots = [(sign, program.slot(term)) for sign, term in alternative.terms]
        for values in self._assignments.draw():
            before = program.run(0, program.start(values))
            after = program.run(0, program.start({**values, id(leaf): values[id(leaf)] + 1}))
            change = 0
            for sign, slot in slots:
                here, there = before[slot], after[slot]
                if here is not None and there is not None:
                    change += sign * (there - here)
            balance += (change > 0) - (change < 0)
        return (balance > 0) - (balance < 0)

    def _leaves_with(self, slope: int) -> list[Term]:
        found = []
        for leaf in self._assignments.leaves:
            if any(self._slope(leaf, way) == slope for way in self._ways if any(t is leaf for _, t in _all(way))):
                found.append(leaf)
        return found

    @cached_property
    def _ways(self) -> list[Sum]:
        """The rows past the end, each arm of a select on its own."""
        return sums(self.past)

    @cached_property
    def positions(self) -> list[Term]:
        """The leaves that move the tile towards and past the end (warp, tile, block ids)."""
        return self._leaves_with(1)

    @cached_property
    def limits(self) -> list[Term]:
        """The leaves that say how many rows are valid."""
        return self._leaves_with(-1)

    def advance(self, state: State, leaf: Term, step: int) -> State | None:
        """The state with a leaf further on; what is carried round the same loop as a counter goes along."""
        values = {**state.values, id(leaf): state.values[id(leaf)] + step}
        own = self.facts.flow.carried.get(id(leaf))
        for other in self._assignments.leaves if own is not None else ():
            carried = self.facts.flow.carried.get(id(other))
            if other is not leaf and carried is not None and own is not None and carried[1] is own[1]:
                values[id(other)] = state.values[id(other)] + 4096 * step
        return self.state(values)

    def moves(self, state: State) -> Term | None:
        """The leaf with which the base still moves in a state, further past the end."""
        for leaf in self.positions:
            for step in (1, 2, 16):
                further = self.advance(state, leaf, step)
                if further is not None and further.past > state.past and self._along_rows(state, further):
                    return leaf
        if not self.positions:
            return self._at_fixed_row(state)
        return None

    def _along_rows(self, state: State, further: State) -> bool:
        """Whether the base moves by rows: a number of one tile out of rows and columns also moves it by columns."""
        apart = further.base - state.base
        if not apart:
            return False
        for leaf in self._row_strides:
            here = self.state({**state.values, id(leaf): state.values[id(leaf)] + 64})
            there = self.state({**further.values, id(leaf): further.values[id(leaf)] + 64})
            if here is not None and there is not None:
                return there.base - here.base != apart
        return True

    @cached_property
    def _row_strides(self) -> list[Term]:
        """What the row stride in word 2 depends on, as far as the base depends on it too."""
        stride = self.load.words[2]
        wanted = {id(term) for term in stride.walk()} if stride is not None else set()  # what a loop keeps included
        return [leaf for leaf in leaves([self.base]) if id(leaf) in wanted]

    def outruns(self, state: State) -> Term | None:
        """The leaf with which the base moves although the filter has been remapped to another row."""
        remapped = self._remapped(state)
        if not any(id(leaf) in remapped for leaf in self.positions) or not self._filters(state):
            return None
        for leaf in self.positions:
            if id(leaf) not in remapped:
                continue
            steps = [s for step in (1, 2, 16) if (s := self.advance(state, leaf, step)) is not None]
            if len(steps) > 1 and all(s.past == state.past and self._along_rows(state, s) for s in steps):
                return leaf
        return None

    def _remapped(self, state: State) -> set[int]:
        """The leaves (by id) that a select looks at which has taken the arm that does not depend on them."""
        program, choices = self._choices
        registers = program.run(0, program.start(state.values))
        found: set[int] = set()
        for slot, where_set, where_not in choices:
            condition = registers[slot]
            if condition is not None:
                found |= where_set if condition else where_not
        return found

    @cached_property
    def _choices(self) -> tuple[Program, list[tuple[int, set[int], set[int]]]]:
        """Each select in the rows past the end: its condition, and what of that only the arm left depends on."""
        selects = [term for term in self.past.walk() if term.op == "select"]
        program = Program(self._assignments.leaves, [[term.args[0] for term in selects]])
        choices = []
        for term in selects:
            asked, then, other = ({id(leaf) for leaf in leaves([arg])} for arg in term.args)
            choices.append((program.slot(term.args[0]), asked & (other - then), asked & (then - other)))
        return program, choices

    def _filters(self, state: State) -> bool:
        """Whether the descriptor's filter is in use: with fewer valid rows it would not be 0."""
        for limit in self.limits:
            for values in self._assignments.sweep(state.values, limit):
                other = self.state(values)
                if other is not None and other.written:
                    return True
        return False

    def _at_fixed_row(self, state: State) -> Term | None:
        """A tile at a constant row: whether that row, not the first, is part of the base."""
        stride = self.load.words[2]
        if stride is None:
            return None
        for leaf in Assignments([stride], self.facts.flow.ranges).leaves:
            if id(leaf) not in state.values:
                continue
            other = self.state({**state.values, id(leaf): state.values[id(leaf)] + 64})
            if other is not None and other.base != state.base:
                return leaf
        return None


def _all(way: Sum) -> list[tuple[int, Term]]:
    """The leaves below the terms of a sum."""
    return [(1, leaf) for leaf in leaves([term for _, term in way.terms])]


@once
def tiles(facts: FunctionFacts) -> list[Tile]:
    """All filtered tiles of a function, worked out once."""
    return list(_tiles(facts))


def _tiles(facts: FunctionFacts) -> Iterator[Tile]:
    for found in descriptors(facts).all:
        for load in found.own_loads:
            if load.kind in ("buffer_load", "buffer_store") or not found.sure:
                continue
            low, high, _, control = load.words
            if low is None or high is None or control is None:
                continue
            base_store = _made_by(facts, low, 0, load)
            filter_store = _made_by(facts, control, layout.filter_word(), load)
            if base_store is None or filter_store is None:
                continue
            # What was stored last, before what the word may still hold from an earlier tile.
            part = filter_part(_word(facts, filter_store)) or filter_part(control)
            if part is None:
                continue
            rows = _rows(facts, load, part[0])
            base = facts.flow.terms.join(low, high)
            yield Tile(facts, load, found, base, control, part[0], part[1], rows, base_store, filter_store)


def _made_by(facts: FunctionFacts, value: Term, word: int, load: Load) -> StoreEvent | None:
    """The store that first put a value in this word of a descriptor; copies of it come later."""
    last: StoreEvent | None = None
    for found in descriptors(facts).all:
        for event in found.word_stores(word):
            if event.index >= load.event.index or event.place is None:
                continue
            if _word(facts, event) is value:
                return event
            if found.key == (load.owner or load.key):
                last = event
    return last


def _word(facts: FunctionFacts, event: StoreEvent) -> Term:
    """What a store puts into the word where it begins."""
    wide = event.place is not None and event.place.bits == 64
    return low_half(facts.flow.terms, event.value) if wide else event.value


def filter_part(control: Term) -> tuple[Term, int] | None:
    """The row count in a word 3 and the bit it is shifted to; None when there is no run-time one."""
    best: tuple[Term, int] | None = None
    for term in control.walk():
        if term.op not in ("<<", "*") or term.args[1].op != "const":
            continue
        amount = term.args[1].value or 0
        shift = amount if term.op == "<<" else amount.bit_length() - 1
        if term.op == "*" and (amount < 64 or amount & (amount - 1)):
            continue
        if not 4 <= shift <= 24 or term.args[0].op == "const":
            continue
        if best is None or shift == layout.filter_field().low_bit:
            best = (term.args[0], shift)
    return best


def _rows(facts: FunctionFacts, load: Load, count: Term) -> Term:
    """Height of the tile: from the instruction's shape, else from the clamp of the filter."""
    terms = facts.flow.terms
    match = _SHAPE.search(load.name)
    if match is not None:
        return terms.const(int(match.group(2)))
    caps = [a for t in count.walk() if t.op in ("min", "max", "select") for a in t.args if is_constant(a)]
    for cap in sorted(caps, key=lambda c: c.value or 0, reverse=True):
        if cap.op != "const":
            return cap
        for height in ((cap.value or 0), (cap.value or 0) + 1):
            if height in _ROW_COUNTS:
                return terms.const(height)
    return terms.const(16)


def is_constant(term: Term) -> bool:
    """A constant of the program, or of a template."""
    return term.op == "const" or (term.decl is not None and term.decl.kind == "template-param")


def without_clamps(term: Term, terms: Terms) -> Term:
    """A row count before `min`, `max` and clamps by constants, spelt as calls or by hand."""
    if term.op in ("min", "max"):
        for value, limit in (term.args, term.args[::-1]):
            if is_constant(limit) and not is_constant(value):
                return without_clamps(value, terms)
    if term.op == "cast":
        inner = without_clamps(term.args[0], terms)
        return terms.cast(inner, term.bits, True)
    if term.op == "select":
        condition, then, other = term.args
        then, other = without_clamps(then, terms), without_clamps(other, terms)
        for limit, value in ((then, other), (other, then)):
            if is_constant(limit) and not is_constant(value) and _compares(condition, value, terms):
                return value
        return terms.select(condition, then, other)
    return term


def _compares(condition: Term, value: Term, terms: Terms) -> bool:
    """Whether a condition compares a value (clamped or not) with a constant."""
    if condition.op not in COMPARISONS:
        return False
    left, right = condition.args
    return any(is_constant(b) and without_clamps(a, terms) is value for a, b in ((left, right), (right, left)))
