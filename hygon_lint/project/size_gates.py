"""Gates on a size that let through what the kernel behind them does not work for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING, Any

from hygon_lint.finding import Place
from hygon_lint.project.kernel_routes import Known, Label, Route, routes

if TYPE_CHECKING:
    from hygon_lint.project.checkout import Project

_MOST_THREADS = 1024
_FEWEST_THREADS = 32


@dataclass(frozen=True, slots=True)
class Narrow:
    """`gate` lets `name` be larger than (or another multiple than) `most`, up to which the kernel works.

    kind: "array", "threads", "return", "vector" as in `analysis.kernel_capacities`, or "block": the size is that of a
    block. `what` is the array; `param` what the kernel calls the size.
    """

    kind: str
    gate: Known
    name: str
    most: int
    param: str
    what: str
    route: Route
    place: Place | None


def narrow(project: Project) -> Iterator[Narrow]:
    """All of a project, each gate and kind once."""
    every = routes(project)
    seen: set[tuple[Any, ...]] = set()
    for route in every:
        if route.open:
            continue
        for found in (*_capacities(route, every), *_blocks(route)):
            key = (found.gate.place, found.kind, found.param)
            if key not in seen:
                seen.add(key)
                yield found


def _capacities(route: Route, every: list[Route]) -> Iterator[Narrow]:
    for capacity in route.kernel.data["capacities"]:
        label = _single(route, capacity["param"])
        if label is None:
            continue
        found = _judge(route, capacity, label)
        if found is None:
            continue
        most, gate = found
        if capacity["kind"] == "return" and any(_shares(route, other, gate) for other in every):
            continue
        yield Narrow(
            capacity["kind"],
            gate,
            route.said(label),
            most,
            route.kernel.data["params"][capacity["param"]],
            capacity["name"],
            route,
            Place(*capacity["place"]),
        )


def _judge(route: Route, capacity: dict[str, Any], label: str) -> tuple[int, Known] | None:
    """Up to which value the kernel works, and the gate that lets more through."""
    kind, most = capacity["kind"], _most(route, capacity)
    if most is None:
        return None
    if kind == "vector":
        gates = [one for one in route.limits if one.kind == "multiple" and one.factors == (label,)]
        known = lcm(*(one.value for one in gates))
        if not gates or known % most == 0 or most % known:
            return None
        return most, max(gates, key=lambda one: one.value)
    if kind == "array" and capacity["axis"]:
        block = _block(route, capacity["axis"])
        if block is None or (isinstance(block, int) and block <= most) or (isinstance(block, str) and block != label):
            return None
    gate = route.gate(label)
    return (most, gate) if gate is not None and gate.value > most else None


def _most(route: Route, capacity: dict[str, Any]) -> int | None:
    if capacity["kind"] == "threads":
        block = _block(route, capacity["axis"])
        return block if isinstance(block, int) and block >= _FEWEST_THREADS else None
    position = capacity["template"]
    if position is None:
        return int(capacity["most"])
    return route.template[position] if position < len(route.template) else None


def _blocks(route: Route) -> Iterator[Narrow]:
    """Sizes that are the extent of a block, and may be larger than any block."""
    for extent in route.block:
        if len(extent) == 1 and isinstance(extent[0], str):
            gate = route.gate(extent[0])
            if gate is not None and gate.value > _MOST_THREADS:
                name = route.said(extent[0])
                yield Narrow("block", gate, name, _MOST_THREADS, name, "", route, None)


def _single(route: Route, param: int) -> str | None:
    args = route.of(param)
    return args[0] if len(args) == 1 and isinstance(args[0], str) else None


def _block(route: Route, axis: str) -> Label | None:
    position = "xyz".find(axis)
    if position >= len(route.block) or position < 0:
        return None
    extent = route.block[position]
    return extent[0] if len(extent) == 1 else None


def _shares(route: Route, other: Route, gate: Known) -> bool:
    """Whether another kernel is launched behind the same gate: it may be the one for the larger sizes."""
    return other.kernel is not route.kernel and any(one.place == gate.place for one in other.limits)
