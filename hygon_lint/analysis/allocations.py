"""How long the memory behind a kernel's pointer is, where the host code that allocates it is in the same file."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.launches import launches
from hygon_lint.analysis.memory import Root
from hygon_lint.analysis.tensors import unwrapped
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Binary, Call, Decl, Expr, Function, Literal, Name, VarDecl
from hygon_lint.model.functions import means


class Allocation(Enum):
    """UNKNOWN: not in sight. EXACT: as many elements as are counted. LONGER: some to spare."""

    UNKNOWN = "unknown"
    EXACT = "exact"
    LONGER = "longer"


def allocation_of(fn: FunctionFacts, root: Root) -> Allocation:
    """What is known of the memory that a parameter of a kernel points to; one long allocation is enough for LONGER."""
    decl = root.decl if isinstance(root, Term) else None
    position = next((i for i, param in enumerate(fn.function.params) if param is decl), None)
    if position is None or decl is None:
        return Allocation.UNKNOWN
    found = Allocation.UNKNOWN
    for launch in launches(fn.unit).get(id(fn.function.decl), []):
        if position >= len(launch.event.call.args):
            continue
        for made in _allocations(launch.host.function, launch.event.call.args[position]):
            if any(_adds(node) for node in made.walk()):
                return Allocation.LONGER
            found = Allocation.EXACT
    return found


def _allocations(host: Function, passed: Expr) -> Iterator[Expr]:
    """The sizes in the allocations of what is passed to a kernel."""
    names = {id(n.decl) for n in passed.walk() if isinstance(n, Name) and n.decl is not None and _is_variable(n.decl)}
    for node in host.walk():
        if isinstance(node, VarDecl) and id(node.decl) in names and node.init is not None:
            yield from _sizes(node.init)
        elif isinstance(node, Call) and means(node.name, "allocate") and node.args:
            inner = {id(n.decl) for n in node.args[0].walk() if isinstance(n, Name)}
            if inner & names:
                yield from node.args[1:]


def _is_variable(decl: Decl) -> bool:
    return decl.kind in ("local", "param")


def _sizes(init: Expr) -> Iterator[Expr]:
    for node in init.walk():
        if isinstance(node, Call) and means(node.name, "shaped") and node.args:
            yield node.args[0]


def _adds(node: object) -> bool:
    """Whether an expression adds a constant to a count, or rounds it up."""
    if not isinstance(node, Binary) or node.op != "+":
        return False
    sides = [unwrapped(node.left), unwrapped(node.right)]
    return any(
        isinstance(s, Literal) or (isinstance(s, Name) and s.decl is not None and s.decl.type.const) for s in sides
    )
