"""What the callers in the same file pass to a function: a helper is judged by what it is given, not by what its
parameters could hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hygon_lint.analysis import facts
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.frontend.nodes import Call, Decl, Expr, Function, Unit


class CallSite(NamedTuple):
    """A call of a function, and the function it stands in."""

    caller: Function
    call: Call


def call_sites(function: Function, unit: Unit) -> list[CallSite] | None:
    """All calls of a function in its file; None when there may be others than those that were resolved."""
    sites, unresolved = _index(unit)
    if function.name in unresolved:
        return None
    return sites.get(id(function.decl), [])


@once
def _index(unit: Unit) -> tuple[dict[int, list[CallSite]], set[str]]:
    sites: dict[int, list[CallSite]] = {}
    unresolved: set[str] = set()
    for caller in unit.functions:
        for node in caller.walk():
            if not isinstance(node, Call):
                continue
            if node.decl is None:
                unresolved.add(node.name)
            else:
                sites.setdefault(id(node.decl), []).append(CallSite(caller, node))
    return sites, unresolved


def arguments(fn: FunctionFacts, decl: Decl) -> Iterator[tuple[FunctionFacts, Expr]]:
    """What is passed for a parameter: the facts of each caller and the argument. Methods are an interface: nothing."""
    function = fn.function
    position = next((i for i, param in enumerate(function.params) if param is decl), None)
    if position is None or function.owner:
        return
    for site in call_sites(function, fn.unit) or ():
        if site.caller is not function and position < len(site.call.args):
            yield facts.of(site.caller, fn.unit), site.call.args[position]
