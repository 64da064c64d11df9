"""Gates (functions that say whether a route may be taken) compared with their siblings in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.frontend.nodes import Cast, Decl, Function, Name, Unit
from hygon_lint.model.families import siblings


@dataclass(frozen=True, slots=True)
class Untested:
    """`gate` takes `param` and never looks at it; `sibling` decides by `tested`."""

    gate: Function
    param: Decl
    place: Name | None  # the `(void)param` that keeps the compiler quiet
    sibling: Function
    tested: Name


def untested_options(unit: Unit) -> Iterator[Untested]:
    """All of a file."""
    gates = [f for f in unit.functions if f.body is not None and f.result.deref().kind == "bool" and f.host]
    for gate in gates:
        if not _decides(gate):
            continue
        for param in gate.params:
            if not param.name or _reads(gate, param):
                continue
            for other in gates:
                twin = next((p for p in other.params if p.name == param.name), None)
                if twin is None or other is gate or not siblings(gate.name, other.name):
                    continue
                reads = _reads(other, twin)
                if reads:
                    silenced = next(iter(_silenced(gate, param)), None)
                    yield Untested(gate, param, silenced, other, reads[0])
                    break


def _decides(gate: Function) -> bool:
    """Whether a gate looks at any of its parameters at all: one that does not is a stub."""
    return any(_reads(gate, param) for param in gate.params)


def _reads(function: Function, param: Decl) -> list[Name]:
    """Where a parameter is read, other than to say that it is not used."""
    silenced = {id(name) for name in _silenced(function, param)}
    return [
        node for node in function.walk() if isinstance(node, Name) and node.decl is param and id(node) not in silenced
    ]


def _silenced(function: Function, param: Decl) -> list[Name]:
    return [
        node.operand
        for node in function.walk()
        if isinstance(node, Cast)
        and node.type.kind == "void"
        and isinstance(node.operand, Name)
        and node.operand.decl is param
    ]
