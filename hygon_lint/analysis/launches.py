"""Kernel launches of a file: which guards hold at each, and which tensors they bound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis import callers, facts
from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.guards32 import upper_bounds
from hygon_lint.analysis.missing_dims import is_complete
from hygon_lint.analysis.tensors import shapes
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Call, Decl, Expr, Function, Name, Unit
from hygon_lint.model.functions import means

_MAX_CALLERS_UP = 3
_COUNT = re.compile(r"(\w+)\.(?:numel|nbytes|nelement)$")


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch of a kernel and the host function it stands in."""

    host: FunctionFacts
    event: CallEvent


def launches(unit: Unit) -> dict[int, list[Launch]]:
    """The launches of a file by id of the kernel's declaration."""
    known: dict[int, list[Launch]] | None = unit.cache.get("launches")
    if known is None:
        known = unit.cache["launches"] = {}
        for function in unit.functions:
            if function.body is None or function.device:
                continue
            host = facts.of(function, unit)
            for event in host.trace.events:
                if isinstance(event, CallEvent) and event.call.launch is not None and event.decl is not None:
                    known.setdefault(id(event.decl), []).append(Launch(host, event))
    return known


def guarded(fn: FunctionFacts, pointer: Term) -> bool:
    """Whether every launch that leads to a device function stands behind a complete guard of the tensor that a
    pointer points into (of any tensor, where it cannot be told which)."""
    found = [(kernel, launch) for kernel in _kernels(fn) for launch in launches(fn.unit).get(id(kernel.decl), [])]
    return bool(found) and all(_is_guarded(kernel, launch, pointer) for kernel, launch in found)


def _kernels(fn: FunctionFacts) -> list[Function]:
    """The kernels from which a device function is reached in its file."""
    level, seen = [fn.function], {id(fn.function)}
    for _ in range(_MAX_CALLERS_UP):
        above = [
            site.caller
            for function in level
            if not function.kernel
            for site in callers.call_sites(function, fn.unit) or ()
        ]
        level = [function for function in level if function.kernel] + [f for f in above if id(f) not in seen]
        seen.update(id(function) for function in above)
    return [function for function in level if function.kernel]


def _is_guarded(kernel: Function, launch: Launch, pointer: Term) -> bool:
    bounded = set(_bounded_tensors(launch))
    if not bounded:
        return False
    tensor = _tensor_passed(kernel, launch.event.call, pointer)
    return tensor is None or tensor in bounded


def _bounded_tensors(launch: Launch) -> Iterator[str]:
    """The names of the tensors whose element count is bounded where a launch happens."""
    for bound in upper_bounds(launch.event.guards):
        for factor in bound.factors:
            match = _COUNT.search(factor.name)
            if match is not None:
                yield match.group(1)
        for shape in shapes(launch.host):
            if is_complete(shape, bound):
                yield shape.decl.name


def _tensor_passed(kernel: Function, call: Call, pointer: Term) -> str | None:
    """The tensor whose data a kernel's pointer parameter is given."""
    decl = _root(pointer)
    position = next((i for i, param in enumerate(kernel.params) if param is decl), None)
    if position is None or position >= len(call.args):
        return None
    for node in call.args[position].walk():
        if isinstance(node, Call) and means(node.name, "global_pointer") and isinstance(node.object, Expr):
            name = next((inner for inner in node.object.walk() if isinstance(inner, Name)), None)
            if name is not None:
                return name.name
    return None


def _root(pointer: Term) -> Decl | None:
    while pointer.op in ("ptradd", "cast", "loop") and pointer.args:
        pointer = pointer.args[0]
    return pointer.decl
