"""Where a loaded tile goes: from the LDS to registers to a matrix multiply-accumulate, and what it meets there.

A tile whose rows are summed over (V of P x V, or Q in the backward pass) meets an operand that is only masked to zero
there; 0 * NaN then survives. A tile whose rows or columns are dropped or replaced afterwards (K, Q forward) does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hygon_lint.analysis.events import Argument, AsmEvent, CallEvent, Event, LoadEvent, StoreEvent
from hygon_lint.analysis.memory import Root
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.tiles import Tile
from hygon_lint.frontend.nodes import Decl
from hygon_lint.model.functions import means
from hygon_lint.model.storage import words_in

_ROLES = {
    **dict.fromkeys(("v", "value", "values", "pv"), "v"),
    **dict.fromkeys(("k", "key", "keys"), "k"),
    **dict.fromkeys(("q", "query", "qk"), "q"),
}
_LDS_READ = re.compile(r"\bds_read|\bds_load")


@dataclass(frozen=True, slots=True, repr=False)
class Use:
    """How a tile is used. `seen`: its reads stand in the function; `product`: the accumulate that it poisons."""

    seen: bool
    product: CallEvent | None = None


def use_of(tile: Tile) -> Use:
    """Follow a tile to the accumulate whose other operand is only masked to zero."""
    events = tile.facts.trace.events
    addresses = _lds_leaves(tile)
    reads = [e for e in events if e.index > tile.load.event.index and _reads(e, addresses)]
    if not reads:
        return Use(seen=False)
    made = {id(e.node) for e in reads if not isinstance(e, LoadEvent)}
    loaded = {id(e.value) for e in reads if isinstance(e, LoadEvent)}
    for event in events:
        if not isinstance(event, CallEvent) or event.followed or not means(event.name, "mma"):
            continue
        ours = [arg for arg in event.args if _fed(tile, arg, made, loaded, event)]
        others = [arg for arg in event.args if arg not in ours and arg.expr.type.deref().kind != "bool"]
        if not ours or any(_selected_after(tile, arg, reads[0], event) for arg in ours):
            continue
        accumulator = _accumulator(event)
        if any(arg is not accumulator and _only_masked(tile, arg, event) for arg in others):
            return Use(seen=True, product=event)
    return Use(seen=True)


def _accumulator(event: CallEvent) -> Argument | None:
    """The operand that is a vector of floats, the sum so far."""
    for arg in reversed(event.args):
        type_ = arg.expr.type.deref()
        if type_.kind == "vector" and type_.element is not None and type_.element.kind == "float":
            return arg if type_.element.bits == 32 else None
    return None


def _lds_leaves(tile: Tile) -> set[int]:
    """What the LDS address of a load depends on: its pointer, if it has one."""
    event = tile.load.event
    args: tuple[Argument, ...] = ()
    if isinstance(event, CallEvent | AsmEvent):
        args = event.args
    leaves = [t for arg in args if arg.words is None and arg.term is not None for t in arg.term.walk() if not t.args]
    pointers = [t for t in leaves if _is_pointer(t)]
    return {id(t) for t in (pointers or leaves) if t.op != "const"}


def _is_pointer(term: Term) -> bool:
    return term.op == "addr" or (term.decl is not None and term.decl.type.deref().kind in ("pointer", "array"))


def _reads(event: Event, addresses: set[int]) -> bool:
    if isinstance(event, AsmEvent):
        if not any(_LDS_READ.match(instruction.name) for instruction in event.instructions):
            return False
        return any(_depends(arg.term, addresses) for arg in event.args)
    if isinstance(event, CallEvent):
        if event.followed or not means(event.name, "lds_read"):
            return False
        return any(_depends(arg.term, addresses) for arg in event.args)
    if isinstance(event, LoadEvent):
        return event.pointer is not None and _depends(event.pointer, addresses)
    return False


def _depends(term: Term | None, leaves: set[int]) -> bool:
    return term is not None and any(id(t) in leaves for t in term.walk())


def _fed(tile: Tile, arg: Argument, made: set[int], loaded: set[int], event: CallEvent) -> bool:
    """Whether an operand holds what was read from the LDS."""
    if arg.term is None:
        return False
    for term in _parts(tile, arg):
        for part in term.walk():
            if id(part) in loaded or (part.op == "call" and part.node is not None and id(part.node) in made):
                return True
    root = _root(arg)
    if root is None:
        return False
    return any(
        store.index < event.index and any(id(t) in loaded for t in store.value.walk()) for store in _stores(tile, root)
    )


def _parts(tile: Tile, arg: Argument) -> list[Term]:
    assert arg.term is not None
    held = tile.facts.flow.objects.get(id(arg.term))
    return [arg.term, *(term for _, term in held.values())] if held else [arg.term]


def _root(arg: Argument) -> Root | None:
    return arg.place.root if arg.place is not None else None


def _stores(tile: Tile, root: Root) -> list[StoreEvent]:
    return [
        e for e in tile.facts.trace.events if isinstance(e, StoreEvent) and e.place is not None and e.place.root is root
    ]


def _only_masked(tile: Tile, arg: Argument, event: CallEvent) -> bool:
    """Whether an operand has elements set to 0 (or exp of minus infinity) under a condition."""
    root = _root(arg)
    if root is None:
        return False
    return any(_masks(store) for store in _stores(tile, root) if store.index < event.index)


def _selected_after(tile: Tile, arg: Argument, read: Event, event: CallEvent) -> bool:
    """Whether the registers were cleaned between the read and the accumulate."""
    root = _root(arg)
    if root is None:
        return False
    return any(read.index < store.index < event.index and _masks(store) for store in _stores(tile, root))


def _masks(store: StoreEvent) -> bool:
    if is_zero(store.value) and store.guards:
        return True
    return any(
        t.op == "select" and any(is_zero(arm) or _is_infinite(arm) for arm in t.args[1:]) for t in store.value.walk()
    )


def is_zero(term: Term) -> bool:
    """A constant 0 of any type."""
    while term.op in ("cast", "float", "call") and len(term.args) == 1:
        term = term.args[0]
    return (term.op == "const" and term.value == 0) or (term.op == "float" and term.name in ("0", "0.0", "-0.0"))


def _is_infinite(term: Term) -> bool:
    return term.op == "float" and any(word in t.name.lower() for t in term.walk() for word in ("inf", "huge"))


def zeroed_before(tile: Tile) -> bool:
    """Whether the LDS is set to 0 before the load."""
    leaves = _lds_leaves(tile)
    before = (e for e in tile.facts.trace.events if e.index < tile.load.event.index)
    zeros = (e for e in before if isinstance(e, StoreEvent) and is_zero(e.value))
    return any(e.pointer is not None and _depends(e.pointer, leaves) for e in zeros)


def role_by_name(tile: Tile) -> str:
    """Which matrix a tile is of, "q", "k" or "v", read from the names around the load; "" when they do not say."""
    names: list[str] = [tile.descriptor.name]
    root = tile.descriptor.key[0]
    if isinstance(root, Decl):
        names.append(root.name)
    event = tile.load.event
    for call in event.chain[:1]:
        names += [arg.text for arg in call.args]
    if isinstance(event, CallEvent):
        names += [arg.expr.text for arg in event.args if arg.words is None]
    names.append(tile.facts.function.name)
    for name in names:
        roles = {_ROLES[word] for word in words_in(name) if word in _ROLES}
        if len(roles) == 1:
            return roles.pop()
    return ""
