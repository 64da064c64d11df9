"""Where values that may be stale go: through variables, arrays and sums to a result."""

from __future__ import annotations

from hygon_lint.analysis.conditions import Conditions, Subject
from hygon_lint.analysis.events import Event, LoadEvent, ReturnEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl


def speaks_besides(about: Conditions, event: Event, subject: Subject, common: set[int]) -> bool:
    """Whether a condition before an event speaks of a subject, some conditions (by id of the term) left aside."""
    return about.speaks(tuple(guard for guard in event.guards if id(guard.term) not in common), subject)


class Taint:
    """Follows a value that may be stale to where it leaves the block: the memory of others, a result, an unseen call.

    A select whose condition speaks of the subject takes the value out, as does a conditional overwrite.
    """

    def __init__(self, fn: FunctionFacts, about: Conditions, subject: Subject, common: set[int]) -> None:
        self._fn = fn
        self._common = common
        self._about = about
        self._subject = subject
        self._memo: dict[int, bool] = {}
        self._roots: set[int] = set()
        self._elements = {id(term): id(root) for (root, *_), term in fn.flow.initials.items()}

    def leak(self, value: Term | None, start: int) -> Event | None:
        """The event after a start by which a value leaves unmasked."""
        if value is None:
            return None
        self._hold(value)
        for event in self._fn.trace.events[start + 1 :]:
            if self._passes(event):
                return event
        return None

    def _hold(self, value: Term) -> None:
        self._memo[id(value)] = True
        for _, part in self._fn.flow.objects.get(id(value), {}).values():
            if part.op != "const":
                self._memo[id(part)] = True

    def _passes(self, event: Event) -> bool:
        guarded = speaks_besides(self._about, event, self._subject, self._common)
        if isinstance(event, LoadEvent):
            place = event.place
            if place is not None and id(place.root) in self._roots and not guarded:
                self._hold(event.value)
            return False
        if isinstance(event, StoreEvent):
            return self._store(event, guarded)
        if guarded:
            return False
        if isinstance(event, ReturnEvent):
            return event.value is not None and self._tainted(event.value)
        return False

    def _store(self, event: StoreEvent, guarded: bool) -> bool:
        place = event.place
        tainted = self._tainted(event.value)
        if place is not None and isinstance(place.root, Decl) and place.root.kind != "global":
            if place.subscript is not None or place.root.shared:
                if tainted and not guarded:
                    self._roots.add(id(place.root))
                    self._memo = {key: True for key, held in self._memo.items() if held}
                elif guarded or self._is_masked(event.value):
                    self._roots.discard(id(place.root))
            return False
        return tainted and not guarded

    def _tainted(self, term: Term) -> bool:
        if self._elements.get(id(term)) in self._roots:
            return True
        found = self._memo.get(id(term))
        if found is None:
            self._memo[id(term)] = False
            found = self._memo[id(term)] = self._holds(term)
        return found

    def _holds(self, term: Term) -> bool:
        if term.op == "select" and self._about.speaks_of(term.args[0], self._subject):
            return False
        if term.op in ("load", "<", "<=", ">", ">=", "==", "!="):
            return False
        parts = [part for _, part in self._fn.flow.objects.get(id(term), {}).values()]
        return any(self._tainted(arg) for arg in (*term.args, *parts))

    def _is_masked(self, term: Term) -> bool:
        return any(t.op == "select" and self._about.speaks_of(t.args[0], self._subject) for t in term.walk())
