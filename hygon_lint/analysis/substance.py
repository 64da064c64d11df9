"""What speaks for the size of a value: whether it can be a runtime size, is bounded by construction, or is unknown."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from hygon_lint.analysis import callers
from hygon_lint.analysis.events import Guard, Loop
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.launch_extents import launched
from hygon_lint.analysis.ranges import Range, counts_blocks, is_constant
from hygon_lint.analysis.terms import LOGIC, Term
from hygon_lint.frontend.nodes import Decl
from hygon_lint.model.comparisons import COMPARISONS
from hygon_lint.model.functions import means
from hygon_lint.model.magnitudes import role_of

SMALL_LIMIT = 1 << 16
"""A value proven to be no larger makes no product large by itself."""

_MAX_CALLERS_UP = 3
_SIZE_OF = {"blockIdx": "gridDim", "threadIdx": "blockDim"}


class Substance(Enum):
    """SMALL: constant, or bounded by construction. UNKNOWN: nothing speaks for it, so nothing is concluded. SIZE: a
    runtime size, or an index into one."""

    SMALL = 0
    UNKNOWN = 1
    SIZE = 2


def sizes(fn: FunctionFacts, guards: tuple[Guard, ...] = (), depth: int = 0) -> Sizes:
    """The judge of a function's values where `guards` hold."""
    known = fn.cache.setdefault("sizes", {})
    assert isinstance(known, dict)
    key = tuple(id(guard.term) for guard in guards)
    found = known.get(key)
    if found is None:
        found = known[key] = Sizes(fn, guards, depth)
    assert isinstance(found, Sizes)
    return found


class Sizes:
    """Ranges and substances of the terms of one function. Parameters of a helper are what its callers pass."""

    def __init__(self, fn: FunctionFacts, guards: tuple[Guard, ...], depth: int) -> None:
        self._fn = fn
        self._flow = fn.flow
        self._known: dict[int, Substance] = {}
        self._passed: dict[int, Substance] = {}  # id(term of a parameter) -> what callers pass
        self._ranges = fn.ranges_under(guards).copy()
        self._learn_launch()
        if depth < _MAX_CALLERS_UP:
            for param in fn.function.params:
                self._learn(param, depth)

    def _learn(self, param: Decl, depth: int) -> None:
        type_ = param.type.deref()
        if not type_.is_integer:
            return
        passed = [
            (judge, term)
            for caller, argument in callers.arguments(self._fn, param)
            if (term := caller.value(argument)) is not None
            for judge in (sizes(caller, (), depth + 1),)
        ]
        if not passed:
            return
        term = self._flow.terms.sym(param.name, type_.bits, type_.signed, param)
        self._passed[id(term)] = max((judge.substance(t) for judge, t in passed), key=lambda s: s.value)
        bounds = [judge.range(t) for judge, t in passed]
        if all(b.known and not b.assumed for b in bounds):
            low, high = self._ranges.facts.get(id(term), (None, None))
            top, bottom = max(b.high for b in bounds), min(b.low for b in bounds)
            self._ranges.bound(term, max(bottom, low or bottom), min(top, high or top))

    def _learn_launch(self) -> None:
        """What all launches of the kernel say of its grid and blocks."""
        known = launched(self._fn)
        if not known:
            return
        for term in self._flow.terms.by_id().values():
            root, _, axis = term.name.partition(".")
            size = known.get(f"{_SIZE_OF.get(root, root)}.{axis}")
            if size is not None and term.op in ("sym", "init"):
                self._ranges.bound(term, int(root not in _SIZE_OF), size - (root in _SIZE_OF))

    def range(self, term: Term) -> Range:
        """The interval of a term."""
        return self._ranges.of(term)

    def substance(self, term: Term) -> Substance:
        """What speaks for the size of a term."""
        found = self._known.get(id(term))
        if found is None:
            self._known[id(term)] = Substance.UNKNOWN  # ends recursion through loops
            found = self._known[id(term)] = self._judge(term)
        return found

    def name(self, term: Term) -> str:
        """The variable, field or local that a value is or is held by."""
        while True:
            called = self._flow.called.get(id(term))
            if called is not None:
                return called
            if term.op != "cast":
                break
            term = term.args[0]
        return term.decl.name if term.decl is not None else re.split(r"\.|->", term.name)[-1]

    def _judge(self, term: Term) -> Substance:
        if term.op == "const" or term.op in COMPARISONS or term.op in LOGIC:
            return Substance.SMALL
        if not term.bits:
            return Substance.UNKNOWN
        bounds = self._ranges.of(term)
        if bounds.known and not bounds.assumed and bounds.magnitude <= SMALL_LIMIT and not counts_blocks(term):
            return Substance.SMALL
        judge = _BY_OP.get(term.op)
        return judge(self, term) if judge is not None else Substance.UNKNOWN

    def _leaf(self, term: Term) -> Substance:
        passed = self._passed.get(id(term))
        if passed is not None:
            return passed
        decl = term.decl
        if decl is None:
            # A `sym` without declaration is an expression that could not be modelled.
            return Substance.UNKNOWN if term.op == "sym" else Substance.SIZE
        if is_constant(decl):
            return Substance.SMALL
        if not decl.type.deref().known:
            return Substance.UNKNOWN
        role = role_of(decl.name)
        return Substance.SMALL if role is not None and role.small else Substance.SIZE

    def _call(self, term: Term) -> Substance:
        name = term.name.rpartition(".")[2]
        return Substance.SIZE if means(name, "shape") or means(name, "block_index") else Substance.UNKNOWN

    def _loop(self, term: Term) -> Substance:
        counter = self._flow.counters.get(id(term))
        if counter is not None:
            return self._most(*(part for part in counter if part is not None))
        role = role_of(term.decl.name) if term.decl is not None else None
        if role is not None and role.small:
            return Substance.SMALL
        entered = self._most(*term.args)
        carried = self._flow.carried.get(id(term))
        if carried is None:
            return entered
        after, loop = carried
        return max(entered, self.substance(after), self.trips(loop), key=lambda s: s.value)

    def trips(self, loop: Loop) -> Substance:
        """How often a loop can run."""
        if loop.limit is None:
            return Substance.UNKNOWN
        return self._most(*(part for part in (loop.start, loop.limit) if part is not None))

    def _most(self, *terms: Term) -> Substance:
        return max((self.substance(t) for t in terms), key=lambda s: s.value, default=Substance.UNKNOWN)

    def _any(self, term: Term) -> Substance:
        return self._most(*term.args)

    def _arms(self, term: Term) -> Substance:
        return self._most(*term.args[1:])

    def _first(self, term: Term) -> Substance:
        return self.substance(term.args[0])

    def _least(self, term: Term) -> Substance:
        return min((self.substance(a) for a in term.args), key=lambda s: s.value)

    def _load(self, term: Term) -> Substance:
        return Substance.SIZE if term.bits >= 32 else Substance.SMALL


_BY_OP: dict[str, Callable[[Sizes, Term], Substance]] = {
    "sym": Sizes._leaf,
    "init": Sizes._leaf,
    "load": Sizes._load,
    "call": Sizes._call,
    "loop": Sizes._loop,
    "cast": Sizes._first,
    "neg": Sizes._first,
    "select": Sizes._arms,
    "max": Sizes._any,
    "min": Sizes._least,
    "/": Sizes._first,
    ">>": Sizes._first,
    "%": Sizes._least,
    "&": Sizes._least,
    **dict.fromkeys(("+", "-", "*", "<<", "|", "^"), Sizes._any),
}
