"""Bounds that guards put on positions, and whether they cover the index of an access.

A bound is a comparison brought to one side: `row0 + r < rows` is `row0 + r - rows < 0`, its position `row0 + r`, its
limit `rows`. It covers an index when that is the position times something, plus something: `(row0 + r) * pitch + c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from hygon_lint.analysis.events import Guard, LoadEvent
from hygon_lint.analysis.facts import FunctionFacts, comparisons
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.polynomials import Monomial, Poly, Polys, factors, polys
from hygon_lint.analysis.ranges import counts_blocks, is_constant
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Node
from hygon_lint.model.functions import means

_MAX_DEPTH = 3
_CONSTANT_NAME = re.compile(r"[A-Z][A-Z0-9_]*|k[A-Z]\w*")  # where no declaration is seen
_GEOMETRY = ("blockDim", "warpSize")


@dataclass(frozen=True)
class Bound:
    """`over` is below 0 where the bound holds; `node` is the condition it was read from."""

    over: Poly
    node: Node | None
    equal: bool = False  # read from an equality

    @cached_property
    def position(self) -> Poly:
        """What is bounded, without constants."""
        return self.over.positive

    @cached_property
    def limit(self) -> Poly:
        """What bounds it, without constants."""
        return Poly().plus(self.over.negative, -1)


class Limits:
    """The bounds of one function."""

    def __init__(self, fn: FunctionFacts) -> None:
        self.fn = fn
        self.polys: Polys = polys(fn)
        self._known: dict[tuple[int, bool], list[Bound]] = {}
        self._varying: dict[int, bool] = {}
        self._index_of: dict[int, Term | None] = {}
        for event in fn.trace.events:
            if isinstance(event, LoadEvent):
                self._index_of.setdefault(id(event.value), event.subscript)

    # ------------------------------------------------------------ bounds

    def of(self, condition: Term, holds: bool = True) -> list[Bound]:
        """The bounds that hold whenever a condition does (or, not `holds`, whenever it does not)."""
        found = self._known.get((id(condition), holds))
        if found is None:
            found = [
                bound
                for over, equal in self._overs(condition, holds)
                for bound in self._spread(over, condition.node, equal)
            ]
            self._known[id(condition), holds] = found
        return found

    def given(self, guards: Iterable[Guard]) -> list[Bound]:
        """The bounds that hold under some guards."""
        return [
            bound if bound.node is not None else replace(bound, node=guard.node)
            for guard in guards
            for bound in self.of(guard.term)
        ]

    def _overs(self, condition: Term, holds: bool) -> Iterator[tuple[Poly, bool]]:
        """What is below 0, and whether an equality says so."""
        one = Poly({(): 1})
        for op, left, right in comparisons(condition, holds):
            rise = self.polys.of(left).plus(self.polys.of(right), -1)
            fall = Poly().plus(rise, -1)
            if op in ("<", "<=", "=="):
                yield (rise if op == "<" else rise.plus(one, -1)), op == "=="
            if op in (">", ">=", "=="):
                yield (fall if op == ">" else fall.plus(one, -1)), op == "=="

    def _spread(self, over: Poly, node: Node | None, equal: bool, depth: int = 0) -> Iterator[Bound]:
        """A bound, and what it says of the parts of a minimum that limits or a maximum that is limited."""
        yield Bound(over, node, equal)
        if depth >= _MAX_DEPTH:
            return
        for monomial, coefficient in over.items():
            if len(monomial) != 1 or abs(coefficient) != 1:
                continue
            op, sides = self.polys.parts(monomial[0])
            if (op == "min" and coefficient == -1) or (op == "max" and coefficient == 1):
                rest = Poly({m: c for m, c in over.items() if m != monomial})
                for side in sides:
                    yield from self._spread(rest.plus(side, coefficient), node, equal, depth + 1)

    # ------------------------------------------------------------ what covers what

    def covering(self, bound: Bound, index: Poly) -> tuple[Monomial, int] | None:
        """The product by which a bound's position is part of an index; None when it does not bound it."""
        if bound.position:
            for monomial, factor in factors(bound.position, index):
                if factor > 0 and not _subtracts(bound.limit, index, monomial, factor):
                    return monomial, factor
        return None

    def keeps_above_base(self, bound: Bound, index: Poly) -> bool:
        """Whether a bound says that a part of an index is not negative: `k <= t` for `x[t - k]`."""
        moving = bound.over.moving
        if not moving or bound.over.constant != -1:
            return False
        return any(factor < 0 for _, factor in factors(moving, index))

    # ------------------------------------------------------------ kinds of values

    def is_runtime(self, bound: Bound) -> bool:
        """Whether a bound's limit is a count that is known only when the kernel runs, the same for all threads."""
        atoms = [self.polys.atom(number) for number in bound.limit.atoms]
        return any(not self.is_fixed(atom) for atom in atoms) and not any(self.varies(atom) for atom in atoms)

    def is_fixed(self, term: Term) -> bool:
        """Whether a value is a constant of the program, of a template or of the launch."""
        return all(
            self._fixed_leaf(part) if not part.args else part.op not in ("loop", "call", "load") for part in term.walk()
        )

    def _fixed_leaf(self, leaf: Term) -> bool:
        if leaf.op == "const" or leaf.name.startswith(_GEOMETRY) or leaf.name.startswith("sizeof"):
            return True
        if leaf.decl is None or not leaf.decl.real:
            return _CONSTANT_NAME.fullmatch(leaf.name) is not None
        return is_constant(leaf.decl)

    def varies(self, term: Term) -> bool:
        """Whether a value may differ between the threads of a block, or from round to round of a loop."""
        found = self._varying.get(id(term))
        if found is None:
            self._varying[id(term)] = True
            found = self._varying[id(term)] = self._varies(term)
        return found

    def _varies(self, term: Term) -> bool:
        if term.op == "loop" or term.name.startswith("threadIdx"):
            return True
        if term.op == "call" and (means(term.name, "thread_index") or not term.args):
            return True
        if term.op == "load":
            index = self._index_of.get(id(term))
            return index is None or self.varies(index)
        return any(self.varies(arg) for arg in term.args)

    def is_block_number(self, position: Poly) -> bool:
        """Whether a position is the plain number of the block: grids are as large as what they number."""
        return len(position) == 1 and all(
            len(m) == 1 and c == 1 and self.polys.atom(m[0]).name.startswith("blockIdx") for m, c in position.items()
        )

    def bounded_by_constants(self, poly: Poly, guards: tuple[Guard, ...] = ()) -> bool:
        """Whether each part of a position is known to be small: thread numbers, counters up to a constant."""
        return all(self._is_small(monomial, guards) for monomial in poly if monomial)

    def _is_small(self, monomial: Monomial, guards: tuple[Guard, ...]) -> bool:
        for number in monomial:
            atom = self.polys.atom(number)
            if self.is_fixed(atom):
                continue
            if self._shrinks(atom, guards):
                continue
            bound = self.fn.range_of(atom, guards)
            counter = self.fn.flow.counters.get(id(atom))
            if counter is not None and counter[1] is not None and self.is_fixed(counter[1]):
                start = counter[0]
                if start is None or self.is_fixed(start) or self._is_small_term(start, guards):
                    continue
            if not bound.known or (bound.assumed and bound.high > 4096) or bound.high > 1 << 16 or counts_blocks(atom):
                return False
        return True

    def _shrinks(self, atom: Term, guards: tuple[Guard, ...]) -> bool:
        """Whether a value starts small and is halved (or divided) from round to round."""
        carried = self.fn.flow.carried.get(id(atom))
        if carried is None or not atom.args:
            return False
        after = bare(carried[0])
        return after.op in (">>", "/") and bare(after.args[0]) is atom and self._is_small_term(atom.args[0], guards)

    def _is_small_term(self, term: Term, guards: tuple[Guard, ...]) -> bool:
        return all(self._is_small(monomial, guards) for monomial in self.polys.of(term) if monomial)


def _subtracts(limit: Poly, index: Poly, monomial: Monomial, factor: int) -> bool:
    """Whether an index subtracts the limit as well: then the comparison is about its sign, not about its end."""
    return any(index.get(tuple(sorted(m + monomial)), 0) == -c * factor for m, c in limit.items())


@once
def limits(fn: FunctionFacts) -> Limits:
    """The limits of a function, made once."""
    return Limits(fn)
