"""Stores through a descriptor without an end, over as many rows as a block has, beside a count of rows that exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import accesses
from hygon_lint.analysis.buffers import OPEN_END, buffers, offsets, unsigned
from hygon_lint.analysis.descriptors import Descriptor, Load
from hygon_lint.analysis.events import BranchEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Limits, limits
from hygon_lint.analysis.polynomials import Poly
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Decl, Name, Node, VarDecl
from hygon_lint.model import descriptor as layout


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """`node` makes the descriptor, `store` writes through it; `count` is the length that does not limit it."""

    node: Node
    store: Load
    descriptor: Descriptor
    count: str


def open_windows(fn: FunctionFacts) -> Iterator[OpenWindow]:
    """Each descriptor of a function that is open where a runtime count should end it."""
    known = limits(fn)
    for found in buffers(fn):
        for store in found.loads:
            if store.kind != "buffer_store" or not _is_open(store) or known_bounds(known, store):
                continue
            origin = _moving_base(fn, known, store)
            if not origin or not any(_runs_over_rows(known, store, term) for term in offsets(store)):
                continue
            count = _unused_count(fn) or _count_used_elsewhere(fn, known, origin)
            if count:
                yield OpenWindow(_made_at(found, store), store, found, count)
                break


def _is_open(store: Load) -> bool:
    word = store.words[layout.length_word()]
    length = unsigned(bare(word)) if word is not None else None
    return length is not None and length >= OPEN_END


def known_bounds(known: Limits, store: Load) -> bool:
    """Whether any runtime bound stands before an access."""
    return any(known.is_runtime(bound) and bound.position for bound in known.given(store.event.guards))


def _moving_base(fn: FunctionFacts, known: Limits, store: Load) -> set[int]:
    """The atoms by which the base address is moved to where a block begins."""
    low = store.words[0]
    if low is None:
        return set()
    root, index = accesses(fn).origin(bare(low))
    base = known.polys.of(root)
    moved = {n for monomial in base if len(monomial) > 1 or base[monomial] != 1 for n in monomial}
    return moved | index.atoms


def _runs_over_rows(known: Limits, store: Load, offset: Term) -> bool:
    """Whether an offset counts through the rows of a block of constant height."""
    part = known.polys.of(offset).moving
    counters = {n for loop in store.event.loops if loop.counter is not None for n in known.polys.of(loop.counter).atoms}
    rows = Poly({m: c for m, c in part.items() if not counters.isdisjoint(m)})
    return bool(rows or part) and known.bounded_by_constants(part, store.event.guards)


def _unused_count(fn: FunctionFacts) -> str:
    """An integer that the function is given, or reads, and does nothing with."""
    if fn.function.body is None:
        return ""
    used = {id(n.decl) for n in fn.function.body.walk() if isinstance(n, Name) and n.decl is not None}
    made = [n.decl for n in fn.function.body.walk() if isinstance(n, VarDecl) and n.init is not None]
    for decl in (*fn.function.params, *made):
        if id(decl) not in used and decl.name and _is_count(decl):
            return decl.name
    return ""


def _is_count(decl: Decl) -> bool:
    type_ = decl.type.deref()
    return type_.kind == "int" and type_.bits >= 32 and decl.kind in ("param", "local") and not decl.static


def _count_used_elsewhere(fn: FunctionFacts, known: Limits, origin: set[int]) -> str:
    """A runtime length that other code of the function compares the block's first row with."""
    for event in fn.trace.events:
        if not isinstance(event, BranchEvent):
            continue
        for bound in known.of(event.condition):
            if known.is_runtime(bound) and not origin.isdisjoint(bound.position.atoms):
                return event.node.text
    return ""


def _made_at(found: Descriptor, store: Load) -> Node:
    """Where the length got its value: the call of the helper that stores it, or the store itself."""
    last: StoreEvent | None = None
    for event in found.word_stores(layout.length_word()):
        if event.index < store.event.index:
            last = event
    if last is None:
        return store.event.node
    return last.chain[0] if last.chain else last.node
