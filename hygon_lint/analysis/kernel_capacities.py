"""Up to which value of a parameter a kernel works: by the arrays it indexes, its threads, and its own early returns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.events import CompareEvent, Event, LoadEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts, both_ways, comparisons
from hygon_lint.analysis.kernel_indices import parameter_of, position_of
from hygon_lint.analysis.storage import TENSORS
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Decl, Node

_THREAD = "threadIdx."
_MOST_TEMPLATE = 64


@dataclass(frozen=True, slots=True)
class Capacity:
    """The kernel works for values of parameter `param` up to `most`, or for multiples of `most` ("vector").

    kind: "array" (`name` has that many elements), "threads" (one pass of threads along `axis` covers it; `most` is 0:
    only the launch tells), "return" (nothing is stored beyond), "vector". `template`: `most` is this template
    parameter. An array with an `axis` is indexed by the plain thread number.
    """

    kind: str
    param: int
    most: int
    node: Node
    name: str = ""
    template: int | None = None
    axis: str = ""


def capacities(fn: FunctionFacts) -> Iterator[Capacity]:
    """All of a kernel, each once."""
    if not fn.function.kernel:
        return
    seen: set[tuple[str, int, str]] = set()
    for found in (*_arrays(fn), *_threads(fn), *_returns(fn), *_vectors(fn)):
        key = (found.kind, found.param, found.name)
        if key not in seen:
            seen.add(key)
            yield found


# ---------------------------------------------------------------- arrays


def _arrays(fn: FunctionFacts) -> Iterator[Capacity]:
    for event in fn.trace.events:
        if not isinstance(event, (LoadEvent, StoreEvent)) or event.place is None or event.subscript is None:
            continue
        root = event.place.root
        if not isinstance(root, Decl) or root.kind not in ("local", "global") or len(event.place.path) != 1:
            continue
        count = root.type.deref().count if root.type.deref().kind == "array" else 0
        if count < 2:
            continue
        index = bare(event.subscript)
        bounds = fn.range_of(index, event.guards)
        if bounds.known and not bounds.assumed and bounds.high < count:
            continue
        for op, position, end in _comparisons(event):
            param = parameter_of(fn, end)
            if param is None or bare(position) is not index or op not in ("<", "<="):
                continue
            axis = index.name[len(_THREAD) :] if index.name.startswith(_THREAD) else ""
            yield Capacity("array", param, count - (op == "<="), event.node, root.name, None, axis)


def _comparisons(event: Event) -> Iterator[tuple[str, Term, Term]]:
    """The comparisons that hold at an event, both ways round."""
    for guard in event.guards:
        for op, left, right in comparisons(guard.term):
            yield from both_ways(op, left, right)


# ---------------------------------------------------------------- threads


def _threads(fn: FunctionFacts) -> Iterator[Capacity]:
    """Parameters that nothing but the plain thread number is compared with, where results are stored."""
    for access in _stores(fn):
        for op, position, end in _comparisons(access.event):
            param = parameter_of(fn, end)
            inner = bare(position)
            if param is None or op != "<" or not inner.name.startswith(_THREAD) or inner.args:
                continue
            if access.event.loops or not _only_compared_with(fn, param, inner):
                continue
            yield Capacity("threads", param, 0, access.event.node, "", None, inner.name[len(_THREAD) :])


def _only_compared_with(fn: FunctionFacts, param: int, thread: Term) -> bool:
    for event in fn.trace.events:
        if isinstance(event, CompareEvent):
            for side, other in ((event.left, event.right), (event.right, event.left)):
                mentions = any(parameter_of(fn, part) == param for part in side.walk())
                if mentions and bare(other) is not thread:
                    return False
    return True


def _stores(fn: FunctionFacts) -> list[Access]:
    return [a for a in accesses(fn).all if a.kind != "load" and a.storage in TENSORS]


# ---------------------------------------------------------------- early returns


def _returns(fn: FunctionFacts) -> Iterator[Capacity]:
    """Parameters beyond a constant value of which no result is stored at all."""
    stores = _stores(fn)
    if not stores:
        return
    common: dict[tuple[int, int, int | None], Node] = {}
    for number, access in enumerate(stores):
        here: dict[tuple[int, int, int | None], Node] = {}
        for guard in access.event.guards:
            for op, left, right in comparisons(guard.term):
                for comparison, value, end in both_ways(op, left, right):
                    param = parameter_of(fn, value)
                    if param is None or comparison not in ("<", "<="):
                        continue
                    limit = bare(end)
                    template = _template_of(fn, limit)
                    if limit.op == "const" and (limit.value or 0) > 1:
                        here[param, (limit.value or 0) - (comparison == "<"), None] = guard.node
                    elif template is not None and comparison == "<=":
                        here[param, 0, template] = guard.node
        common = here if not number else {key: node for key, node in common.items() if key in here}
    for (param, most, template), node in common.items():
        yield Capacity("return", param, most, node, "", template)


# ---------------------------------------------------------------- vectors


def _vectors(fn: FunctionFacts) -> Iterator[Capacity]:
    """Parameters that are read only in whole vectors: `n / 8` rounds, and nothing looks at the rest."""
    found: dict[int, list[tuple[Term, Node]]] = {}
    other: set[int] = set()
    for event in fn.trace.events:
        if not isinstance(event, CompareEvent):
            continue
        for op, _, side in both_ways(event.op, event.left, event.right):
            quotient = bare(side)
            param = parameter_of(fn, quotient.args[0]) if quotient.op == "/" else None
            if param is not None and op in ("<", ">="):  # `i < n / 8`, or `i >= n / 8` and a return
                found.setdefault(param, []).append((bare(quotient.args[1]), event.node))
            else:
                other.update(p for part in side.walk() if (p := parameter_of(fn, part)) is not None)
    if not found:
        return
    rest = {
        p
        for term in fn.flow.terms.by_id().values()
        if term.op in ("%", "-", "+")
        for part in term.walk()
        if (p := parameter_of(fn, part)) is not None and _remains(fn, term, p)
    }
    for param, quotients in found.items():
        if param in other or param in rest or len({id(by) for by, _ in quotients}) != 1:
            continue
        by, node = quotients[0]
        template = _template_of(fn, by)
        if by.op == "const" and 1 < (by.value or 0) <= _MOST_TEMPLATE:
            yield Capacity("vector", param, by.value or 0, node)
        elif template is not None:
            yield Capacity("vector", param, 0, node, "", template)


def _remains(fn: FunctionFacts, term: Term, param: int) -> bool:
    """Whether a value is what is left of a parameter, or where the rest begins."""
    if term.op == "%":
        return any(parameter_of(fn, part) == param for part in term.args[0].walk())
    return any(parameter_of(fn, arg) == param for arg in term.args)


def _template_of(fn: FunctionFacts, term: Term) -> int | None:
    """The position of the template parameter that a value is."""
    return position_of(fn.function.template_params, bare(term).decl)
