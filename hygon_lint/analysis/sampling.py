"""Trying values: concrete assignments of what a function does not decide, to find one that shows a fault.

A counterexample is found, not guessed: the terms are evaluated exactly, in the widths they have. The draws are seeded,
so the same function always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hygon_lint.analysis.ranges import Ranges, evaluate
from hygon_lint.analysis.terms import Term, bare, conjuncts

LEAVES = frozenset(("sym", "load", "call", "init", "loop", "addr", "ptradd", "float"))
_COUNTS = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 24, 31, 32, 33, 40, 47, 48, 63, 64, 65, 80, 96, 100, 112, 127, 128, 129)
_TILE_CONSTANTS = (16, 32, 64, 128, 192, 256)
_PATIENCE = 24  # draws tried for each one wanted


def leaves(terms: Sequence[Term]) -> list[Term]:
    """What the values of some terms depend on, each once, in the order met."""
    out: list[Term] = []
    seen: set[int] = set()
    stack = list(reversed(terms))
    while stack:
        term = stack.pop()
        if id(term) in seen:
            continue
        seen.add(id(term))
        if term.op in LEAVES:
            out.append(term)
        else:
            stack.extend(reversed(term.args))
    return out


def domain(leaf: Term, ranges: Ranges) -> tuple[int, ...]:
    """Values worth trying for a leaf."""
    bound = ranges.of(leaf)
    if leaf.bits == 64 and (leaf.op in ("addr", "ptradd") or not bound.known):
        return (0x1_0000_0000, 0x3_0000_1000, *_COUNTS)
    if _is_template_constant(leaf):
        return _TILE_CONSTANTS
    if leaf.bits == 8 and leaf.op != "loop" and bound.high <= 255:
        return (0, 1)
    low = max(bound.low, 0) if not bound.known else bound.low
    inside = tuple(v for v in _COUNTS if low <= v <= bound.high)
    return inside or (bound.low,)


def _compared_constants(terms: Sequence[Term]) -> dict[int, list[int]]:
    """What the code itself compares a template constant with: a head size that only one arm is for."""
    found: dict[int, list[int]] = {}
    seen: set[int] = set()
    stack = list(terms)
    while stack:
        term = stack.pop()
        if id(term) in seen:
            continue
        seen.add(id(term))
        stack.extend(term.args)
        if term.op not in ("==", "!="):
            continue
        for one, other in (term.args, term.args[::-1]):
            one = bare(one)
            if _is_template_constant(one) and other.op == "const" and other.value not in (None, *_TILE_CONSTANTS):
                found.setdefault(id(one), []).append(other.value or 0)
    return found


def _is_template_constant(leaf: Term) -> bool:
    return leaf.decl is not None and leaf.decl.kind == "template-param" and leaf.bits != 8


class Assignments:
    """Draws assignments for a set of terms."""

    def __init__(
        self,
        terms: Sequence[Term],
        ranges: Ranges,
        *,
        tries: int = 96,
        positive: Sequence[Term] = (),
        guards: Sequence[Term] = (),
    ) -> None:
        """`positive` leaves are never drawn as 0 (strides: a stride of 0 hides every movement).

        `guards` are conditions that the draws are to meet; their leaves must be among those of `terms`.
        """
        self.leaves = leaves(terms)
        strides = {id(leaf) for leaf in positive}
        asked = _compared_constants(terms)
        self._domains = [
            tuple(v for v in d if v or id(leaf) not in strides) or d
            for leaf, d in ((leaf, (*domain(leaf, ranges), *asked.get(id(leaf), ()))) for leaf in self.leaves)
        ]
        for guard in guards:
            for part in conjuncts(guard):
                self._keep_to(part)
        self._tries = tries
        self._guards = tuple(guards)
        self._drawn: list[dict[int, int]] | None = None

    def _keep_to(self, guard: Term) -> None:
        """Leave out the values with which a condition on a single leaf fails: no draw would meet it."""
        asked = leaves([guard])
        if len(asked) != 1:
            return
        for i, leaf in enumerate(self.leaves):
            if leaf is asked[0]:
                self._domains[i] = tuple(v for v in self._domains[i] if holds(guard, {id(leaf): v})) or self._domains[i]

    def draw(self) -> Iterator[dict[int, int]]:
        """Assignments, seeded: always the same for the same terms."""
        if self._drawn is None:
            random = Random(len(self.leaves) * 7919 + 17)
            self._drawn = [self._one(random) for _ in range(self._tries)]
            self._drawn += self._meeting(random)
        yield from self._drawn

    def _one(self, random: Random) -> dict[int, int]:
        return {id(leaf): random.choice(d) for leaf, d in zip(self.leaves, self._domains, strict=True)}

    def _meeting(self, random: Random) -> list[dict[int, int]]:
        """Further draws that meet the guards, when hardly any has (a loop over an unknown number of tiles)."""
        if not self._guards or self._drawn is None:
            return []
        wanted = self._tries // 2 - sum(self._meets(values) for values in self._drawn)
        found: list[dict[int, int]] = []
        for _ in range(self._tries * _PATIENCE):
            if len(found) >= wanted:
                break
            values = self._one(random)
            if self._meets(values):
                found.append(values)
        return found

    def _meets(self, values: dict[int, int]) -> bool:
        return all(holds(guard, values) for guard in self._guards)

    def sweep(self, values: dict[int, int], leaf: Term) -> Iterator[dict[int, int]]:
        """The same assignment with one leaf run through its values."""
        for candidate, values_of in zip(self.leaves, self._domains, strict=True):
            if candidate is leaf:
                for value in values_of:
                    yield {**values, id(leaf): value}


def holds(condition: Term, values: dict[int, int]) -> bool:
    """Whether a condition holds under an assignment; one that cannot be evaluated is taken to hold."""
    result = evaluate(condition, values)
    return result is None or bool(result)
