"""What conditions speak of: the runtime lengths and tables that decide them, whoever asks.

Two loops over the rows of a tile have counters of their own, but a row that one leaves out because of `len` is left out
by the other when its condition speaks of `len` too.
"""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.accesses import accesses
from hygon_lint.analysis.events import Event, Guard
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Limits, limits
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.terms import Term, conjuncts, reached

Subject = frozenset[int]
"""Ids of the declarations (or pointers) that a condition's outcome comes from; thread numbers and counters left out."""


class Conditions:
    """The conditions of one function."""

    def __init__(self, fn: FunctionFacts) -> None:
        self._fn = fn
        self._limits: Limits = limits(fn)
        self._accesses = accesses(fn)
        self._known: dict[int, Subject] = {}

    def subject(self, condition: Term) -> Subject:
        """What a condition speaks of; empty for conditions on threads, counters and constants alone."""
        found = self._known.get(id(condition))
        if found is None:
            found = self._known[id(condition)] = frozenset(self._sources(condition))
        return found

    def _sources(self, term: Term) -> Iterator[int]:
        loads = self._accesses.by_value
        for part in reached(term, lambda part: () if id(part) in loads else part.args):
            access = loads.get(id(part))
            if access is not None:
                yield id(access.root)
            elif not part.args and part.op not in ("const", "float", "loop") and not self._is_geometry(part):
                yield id(part.decl) if part.decl is not None else id(part)

    def _is_geometry(self, leaf: Term) -> bool:
        name = leaf.name
        return name.startswith(("threadIdx", "blockIdx", "gridDim")) or self._limits.is_fixed(leaf)

    def partial(self, event: Event, shared: tuple[Guard, ...]) -> list[tuple[Guard, Subject]]:
        """The runtime conditions under which alone an event happens, besides those shared with another."""
        common = {id(guard.term) for guard in shared}
        out: list[tuple[Guard, Subject]] = []
        for guard in event.guards:
            if id(guard.term) in common:
                continue
            for part in conjuncts(guard.term):
                about = self.subject(part)
                if about and self.leaves_out(part):
                    out.append((Guard(part, guard.node), about))
        return out

    def leaves_out(self, part: Term) -> bool:
        """Whether a condition leaves out some rows or elements: not a flag of the whole block, not the choice of who
        writes."""
        if not self._limits.varies(part):
            return False
        return part.op != "==" or any(id(t) in self._accesses.by_value for t in part.walk())

    def speaks(self, guards: tuple[Guard, ...], subject: Subject) -> bool:
        """Whether any of some conditions speaks of a subject."""
        return any(self.speaks_of(guard.term, subject) for guard in guards)

    def speaks_of(self, condition: Term, subject: Subject) -> bool:
        """Whether a condition speaks of a subject."""
        return not subject.isdisjoint(self.subject(condition))


@once
def conditions(fn: FunctionFacts) -> Conditions:
    """The conditions of a function, made once."""
    return Conditions(fn)
