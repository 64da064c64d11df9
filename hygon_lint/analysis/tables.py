"""Shared tables that are cleared in part and used as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import limits
from hygon_lint.analysis.operands import is_zero
from hygon_lint.analysis.terms import bare
from hygon_lint.frontend.nodes import Decl, Type


@dataclass(frozen=True, slots=True)
class PartlyCleared:
    """`clear` covers `reach` of `size` elements (`rows`: of rows); `use` goes beyond them."""

    table: Decl
    clear: Access
    use: Access
    reach: int
    size: int
    rows: bool


def partly_cleared(fn: FunctionFacts) -> Iterator[PartlyCleared]:
    """Each such table, once."""
    tables: dict[int, list[Access]] = {}
    for access in accesses(fn).all:
        if isinstance(access.root, Decl) and access.root.shared and access.root.type.deref().kind == "array":
            tables.setdefault(id(access.root), []).append(access)
    for found in tables.values():
        fault = _judge(fn, found)
        if fault is not None:
            yield fault


def _judge(fn: FunctionFacts, table: list[Access]) -> PartlyCleared | None:
    root = table[0].root
    assert isinstance(root, Decl)
    stores = [a for a in table if a.kind == "store" and not accesses(fn).updates(a)]
    clears = [a for a in stores if a.value is not None and is_zero(a.value)]
    uses = [a for a in table if a.kind != "store" or accesses(fn).updates(a)]
    size = root.type.deref().count
    if not clears or not uses or not size:
        return None
    if any(store not in clears and store.event.index < uses[-1].event.index for store in stores):
        return None
    reaches = [_reach(fn, clear) for clear in clears]
    known = [reach for reach in reaches if reach is not None]
    if len(known) < len(reaches):
        return None
    reach = max(known)
    for use in uses:
        wide = reach * 2 <= size and _goes_anywhere(fn, use)
        if use.event.index > clears[0].event.index and (wide or _counts_past(fn, use, reach, size)):
            return PartlyCleared(root, clears[0], use, reach, size, _is_nested(root.type.deref()))
    return None


def _counts_past(fn: FunctionFacts, use: Access, reach: int, size: int) -> bool:
    """Whether a plain counter with a constant limit runs beyond what was cleared, within the table."""
    term = accesses(fn).first_index(use)
    if term is None or bare(term).op != "loop":
        return False
    bound = fn.range_of(bare(term), use.event.guards)
    return bound.known and not bound.assumed and reach < bound.high + 1 <= size


def _is_nested(type_: Type) -> bool:
    return type_.element is not None and type_.element.kind == "array"


def _reach(fn: FunctionFacts, clear: Access) -> int | None:
    """How many elements (rows, for a nested array) a clearing store reaches; None when that is not known."""
    term = accesses(fn).first_index(clear)
    if term is None or any(part.op == "/" for part in term.walk()):
        return None  # a row a wave is another fault
    bound = fn.range_of(term, clear.event.guards)
    return bound.high + 1 if bound.known and bound.low >= 0 else None


def _goes_anywhere(fn: FunctionFacts, use: Access) -> bool:
    """Whether an index comes from data, not from the number of the wave or of the thread."""
    known = limits(fn)
    loads = accesses(fn).by_value
    return any(id(t) in loads for n in use.index.atoms for t in known.polys.atom(n).walk())
