"""Queries that the host permutes before a kernel of an arch that reads them as they lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from hygon_lint.analysis.checks import is_check
from hygon_lint.analysis.events import CallEvent, Event, Guard
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.supposing import suppose
from hygon_lint.analysis.tensor_views import view_kind
from hygon_lint.analysis.truth import contradict, truth
from hygon_lint.frontend.nodes import Call, Expr, Name, Node, plain
from hygon_lint.model.arches import known_arches
from hygon_lint.model.families import words_of
from hygon_lint.model.host import is_word, table
from hygon_lint.project.names import archs_in_name

_COPYING = ("reshape", "contiguous", "flatten", "clone")


@dataclass(frozen=True, slots=True)
class Permuted:
    """A permutation of the queries that happens on an arch that wants them flat, for its type of data."""

    arch: str
    event: CallEvent
    copied: bool  # the new order is written out, so that strides cannot tell of it


@dataclass(frozen=True, slots=True)
class Route:
    """A call by which a kernel of an arch is run."""

    arch: str
    event: CallEvent


def permuted_queries(fn: FunctionFacts) -> Iterator[Permuted]:
    """The permutations of a function that are not kept away from an arch that wants its queries flat."""
    for consumer in table()["flat_queries"]:
        oracle = suppose(consumer["arch"], consumer["dtype"])
        for event in fn.trace.events:
            if not isinstance(event, CallEvent) or event.chain or view_kind(event.name) != "permuting":
                continue
            if not _is_query(event.call, consumer["tensors"]):
                continue
            if all(truth(guard.term, oracle) is not False for guard in event.guards):
                yield Permuted(consumer["arch"], event, _copied(fn, event.call))


def _is_query(call: Call, patterns: list[str]) -> bool:
    """Whether what is permuted starts from a variable that is named for queries."""
    owner: Expr | None = call.object
    while isinstance(owner, Call):
        owner = owner.object
    owner = plain(owner) if owner is not None else None
    if not isinstance(owner, Name):
        return False
    return any(fnmatchcase(owner.name.lower().strip("_"), pattern) for pattern in patterns)


def _copied(fn: FunctionFacts, call: Call) -> bool:
    """Whether a reshape or copy follows on the permuted view."""
    return any(isinstance(node, Call) and node.object is call and node.name in _COPYING for node in fn.function.walk())


def routes(fn: FunctionFacts) -> Iterator[Route]:
    """The calls of a function that run kernels of an arch that wants its queries flat."""
    for consumer in table()["flat_queries"]:
        arch = consumer["arch"]
        oracle = suppose(arch, consumer["dtype"])
        for event in fn.trace.events:
            if not (isinstance(event, CallEvent) and _runs(event) and _is_for(event, fn, arch)):
                continue
            if all(truth(guard.term, oracle) is not False for guard in event.guards):
                yield Route(arch, event)


def _runs(event: CallEvent) -> bool:
    call = event.call
    if call.launch is not None:
        return True
    if call.object is not None or is_check(call.name) or is_word(call.name, "logging") or view_kind(call.name):
        return False
    return bool(set(words_of(call.name)) & set(table()["routes"]["words"])) and bool(call.args)


def _is_for(event: CallEvent, fn: FunctionFacts, arch: str) -> bool:
    """Whether a call is for one arch: by its name, by a condition around it, or by the function's name."""
    if arch in archs_in_name(event.name) or arch in archs_in_name(fn.function.name):
        return True
    return any(_tells(guard, arch) for guard in event.guards)


def _tells(guard: Guard, arch: str) -> bool:
    """Whether a condition holds on the arch, and on no other of the family."""
    if truth(guard.term, suppose(arch)) is not True:
        return False
    others = [name for name, known in known_arches().items() if known.hygon and name != arch]
    return all(truth(guard.term, suppose(name)) is False for name in others)


@dataclass(frozen=True, slots=True)
class FlatFault:
    """The queries are permuted at `permuted` and reach a kernel of `arch` at `route`."""

    permuted: Permuted
    route: Event


def flat_faults(fn: FunctionFacts) -> Iterator[FlatFault]:
    """The permutations of a function that its own routes suffer from."""
    permuted = list(permuted_queries(fn))
    if not permuted:
        return
    found = list(routes(fn))
    for one in permuted:
        for route in found:
            if route.arch != one.arch or route.event.index < one.event.index:
                continue
            if not contradict(one.event.guards, route.event.guards):
                yield FlatFault(one, route.event)
                break


def statement_of(fn: FunctionFacts, call: Call) -> Node:
    """The whole expression that a view is a part of, up to the last method on it."""
    whole: Call = call
    for node in fn.function.walk():
        if isinstance(node, Call) and node.object is not None and node.span.start == call.span.start:
            whole = max(whole, node, key=lambda one: one.span.end)
    return whole
