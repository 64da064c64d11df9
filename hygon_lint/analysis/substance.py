"""What speaks for the size of a value: whether it can be a runtime size, is bounded by construction, or is unknown."""

from __future__ import annotations

from enum import Enum

from hygon_lint.analysis.ranges import Ranges
from hygon_lint.analysis.terms import COMPARISONS, LOGIC, Term
from hygon_lint.frontend.nodes import Decl
from hygon_lint.model.functions import means
from hygon_lint.model.magnitudes import role_of

SMALL_LIMIT = 1 << 16
"""A value proven to be no larger makes no product large by itself."""


class Substance(Enum):
    """SMALL: constant or bounded by construction. UNKNOWN: nothing is known, so nothing is concluded. SIZE: a runtime
    size or an index into one."""

    SMALL = 0
    UNKNOWN = 1
    SIZE = 2


class Substances:
    """Judges the terms of one function; `limits` gives the limit of a loop counter (by id of its term)."""

    def __init__(self, ranges: Ranges, limits: dict[int, tuple[Term | None, Term | None]]) -> None:
        self._ranges = ranges
        self._limits = limits
        self._known: dict[int, Substance] = {}

    def of(self, term: Term) -> Substance:
        """The substance of a term."""
        found = self._known.get(id(term))
        if found is None:
            self._known[id(term)] = Substance.UNKNOWN  # ends recursion through loops
            found = self._known[id(term)] = self._judge(term)
        return found

    def _judge(self, term: Term) -> Substance:
        if term.op == "const" or term.op in COMPARISONS or term.op in LOGIC:
            return Substance.SMALL
        if not term.bits:
            return Substance.UNKNOWN
        bounds = self._ranges.of(term)
        if bounds.known and not bounds.assumed and bounds.magnitude <= SMALL_LIMIT:
            return Substance.SMALL
        judge = _BY_OP.get(term.op)
        if judge is not None:
            return judge(self, term)
        return Substance.UNKNOWN

    def _leaf(self, term: Term) -> Substance:
        name = term.decl.name if term.decl is not None else term.name.rpartition(".")[2].rpartition("->")[2]
        if term.decl is not None and term.decl.kind == "template-param":
            return Substance.SMALL
        if term.op == "sym" and term.decl is None:  # an expression that could not be modelled
            return Substance.UNKNOWN
        if term.decl is not None and not term.decl.type.deref().known:
            return Substance.UNKNOWN
        role = role_of(name) if name else None
        return Substance.SMALL if role is not None and role.small else Substance.SIZE

    def _call(self, term: Term) -> Substance:
        name = term.name.rpartition(".")[2]
        known = means(name, "shape") or means(name, "block_index")
        return Substance.SIZE if known else Substance.UNKNOWN

    def _loop(self, term: Term) -> Substance:
        limit = self._limits.get(id(term))
        if limit is not None:
            return self._most([part for part in limit if part is not None])
        if isinstance(term.decl, Decl):
            role = role_of(term.decl.name)
            if role is not None and role.small:
                return Substance.SMALL
        return self._most([a for a in term.args if a is not term] or [term.args[0]]) if term.args else Substance.SIZE

    def _most(self, terms: list[Term]) -> Substance:
        found = [self.of(t) for t in terms]
        return max(found, key=lambda s: s.value, default=Substance.UNKNOWN)

    def _any(self, term: Term) -> Substance:
        return self._most(list(term.args))

    def _arms(self, term: Term) -> Substance:
        return self._most(list(term.args[1:]))

    def _first(self, term: Term) -> Substance:
        return self.of(term.args[0])

    def _least(self, term: Term) -> Substance:
        return min((self.of(a) for a in term.args), key=lambda s: s.value)


_BY_OP = {
    "sym": Substances._leaf,
    "init": Substances._leaf,
    "load": lambda *_: Substance.SIZE,
    "call": Substances._call,
    "loop": Substances._loop,
    "cast": Substances._first,
    "neg": Substances._first,
    "select": Substances._arms,
    "max": Substances._any,
    "min": Substances._least,
    "/": Substances._first,
    ">>": Substances._first,
    "%": Substances._least,
    "&": Substances._least,
    **dict.fromkeys(("+", "-", "*", "<<", "|", "^"), Substances._any),
}
