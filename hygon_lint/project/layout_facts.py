"""Facts about queries that the host permutes, and about functions that run kernels of an arch.

* `query_permuted`: a permutation whose new order is written out. function, arch, callees (called after it), text.
* `arch_route`: a function that runs a kernel of an arch which wants its queries flat. function, arch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hygon_lint.finding import Fact
from hygon_lint.model.host import table

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Unit

_VIEWS = (b"transpose", b"permute", b"swapaxes", b"movedim")


def layout_facts(units: Sequence[Unit]) -> Iterator[Fact]:
    """The facts of a file, each once."""
    data = units[0].source.data
    permutes, names = _permutes(data), _names_routes(data)
    if not permutes and not names:
        return
    from hygon_lint.analysis.events import CallEvent
    from hygon_lint.analysis.facts import functions
    from hygon_lint.analysis.query_layout import flat_faults, permuted_queries, routes, statement_of

    seen: set[tuple[str, str, int]] = set()
    for unit in units:
        for fn in functions(unit):
            if not fn.function.host:
                continue
            name = fn.function.name
            own = {id(fault.permuted.event) for fault in flat_faults(fn)} if permutes else set()
            for one in permuted_queries(fn) if permutes else ():
                key = (name, one.arch, one.event.node.place.line)
                if not one.copied or id(one.event) in own or key in seen:
                    continue
                seen.add(key)
                later = {
                    event.name
                    for event in fn.trace.events[one.event.index :]
                    if isinstance(event, CallEvent) and event.call.object is None
                }
                whole = statement_of(fn, one.event.call)
                fact = {"function": name, "arch": one.arch, "callees": sorted(later), "text": whole.text[:200]}
                yield Fact("query_permuted", whole.place, fact)
            for route in routes(fn) if names else ():
                if (name, route.arch, 0) not in seen:
                    seen.add((name, route.arch, 0))
                    yield Fact("arch_route", route.event.node.place, {"function": name, "arch": route.arch})


def may_speak(data: bytes) -> bool:
    """Whether a file could give any of these facts."""
    return _permutes(data) or _names_routes(data)


def _permutes(data: bytes) -> bool:
    return any(view in data for view in _VIEWS)


def _names_routes(data: bytes) -> bool:
    arches = [one["arch"] for one in table()["flat_queries"]]
    tokens = [arch.removeprefix("gfx") for arch in arches] + [str(n) for arch in arches for n in _numbers(arch)]
    return any(token.encode() in data for token in tokens)


def _numbers(arch: str) -> tuple[int, ...]:
    from hygon_lint.model.arches import known_arches

    return known_arches()[arch].numbers
