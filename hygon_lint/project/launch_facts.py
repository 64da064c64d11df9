"""Facts about kernels and about the host functions that lead to them, so that a guard in one file can be compared with
the kernel in another.

* `kernel`: name, params, indices: [{pointer, narrow, sizes, movers, place, text}], capacities: [{kind, param, most,
  place, name, template, axis}]. See `analysis.kernel_indices` and `analysis.kernel_capacities`.
* `host_function`: name, params.
* `handover`: function (and the place of its definition), callee, launch, args, roots, grid, block, template, limits:
  [{kind, factors, value, place, text, message, told, whole}], tests: [[position, limits if true, limits if false]]. See
  `analysis.handovers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple

from hygon_lint.finding import Fact

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.analysis.handovers import Limit
    from hygon_lint.frontend.nodes import Node, Unit

_LAUNCHES = re.compile(rb"<<<|hipLaunchKernel|LaunchKernel\w*\s*\(|__global__")


def launch_wants_units(data: bytes) -> bool:
    """Whether typed code may say anything about kernels or launches."""
    return _LAUNCHES.search(data) is not None


def launch_facts(units: Sequence[Unit]) -> Iterator[Fact]:
    """The facts of all units of a file, each once."""
    from hygon_lint.analysis.facts import functions

    wanted = launch_wants_units(units[0].source.data)
    seen: set[tuple[object, ...]] = set()
    for unit in units:
        if not wanted and "facts" not in unit.cache:  # no rule looked at the functions
            continue
        for fn in functions(unit):
            found = _kernel(fn) if fn.function.kernel else _host(fn) if not fn.function.device else ()
            for fact in found:
                key = (fact.kind, fact.place, fact.data.get("callee", ""), fn.function.place)
                if key not in seen:
                    seen.add(key)
                    yield fact


def _kernel(fn: FunctionFacts) -> Iterator[Fact]:
    from hygon_lint.analysis.kernel_capacities import capacities
    from hygon_lint.analysis.kernel_indices import kernel_indices

    indices = [
        {
            "pointer": one.pointer,
            "narrow": one.narrow,
            "sizes": list(one.sizes),
            "movers": [list(mover) for mover in one.movers],
            **_written(one.node),
        }
        for one in kernel_indices(fn)
    ]
    limits = [
        {
            "kind": one.kind,
            "param": one.param,
            "most": one.most,
            "name": one.name,
            "template": one.template,
            "axis": one.axis,
            **_written(one.node),
        }
        for one in capacities(fn)
    ]
    params = [param.name for param in fn.function.params]
    data = {"name": fn.function.name, "params": params, "indices": indices, "capacities": limits}
    yield Fact("kernel", fn.function.place, data)


def _host(fn: FunctionFacts) -> Iterator[Fact]:
    from hygon_lint.analysis.handovers import handovers

    found = [one for one in handovers(fn) if one.launch or one.limits or any(_passes_on(args) for args in one.args)]
    if not found:
        return
    params = [param.name for param in fn.function.params]
    yield Fact("host_function", fn.function.place, {"name": fn.function.name, "params": params})
    for one in found:
        data = {
            "function": fn.function.name,
            "defined": list(astuple(fn.function.place)),
            "callee": one.callee,
            "launch": one.launch,
            "args": [list(args) for args in one.args],
            "roots": list(one.roots),
            "grid": [list(extent) for extent in one.grid],
            "block": [list(extent) for extent in one.block],
            "template": list(one.template),
            "limits": [_limit(limit) for limit in one.limits],
            "tests": [[n, *([_limit(limit) for limit in side] for side in sides)] for n, *sides in one.tests],
        }
        yield Fact("handover", one.event.node.place, data)


def _limit(limit: Limit) -> dict[str, Any]:
    return {
        "kind": limit.kind,
        "factors": list(limit.factors),
        "value": limit.value,
        "message": limit.message,
        "told": limit.told,
        "whole": limit.whole,
        **_written(limit.node),
    }


def _passes_on(args: tuple[int | str, ...]) -> bool:
    return any(isinstance(label, str) and label.startswith("#") for label in args)


def _written(node: Node) -> dict[str, Any]:
    return {"place": list(astuple(node.place)), "text": node.text[:200]}
