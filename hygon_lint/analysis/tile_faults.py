"""What can be wrong with a filtered tile, found by looking for a state that shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hygon_lint.analysis.events import CallEvent, StoreEvent
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.tiles import State, Tile
from hygon_lint.frontend.nodes import Decl
from hygon_lint.model.functions import means

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ROLES = {
    **dict.fromkeys(("v", "value", "values", "pv"), "v"),
    **dict.fromkeys(("k", "key", "keys"), "k"),
    **dict.fromkeys(("q", "query", "qk"), "q"),
}


@dataclass(frozen=True, slots=True)
class DeadTile:
    """A tile wholly past the end that is still loaded from its own address. `leaf` moves it."""

    tile: Tile
    state: State
    leaf: Term


def dead_tile(tile: Tile) -> DeadTile | None:
    """A state in which the filter is (or would be, unclamped) full and the base still moves with the tile."""
    for state in tile.states():
        if state.past >= tile.rows and state.written > 0 and _some_rows(tile, state):
            leaf = tile.moves(state)
            if leaf is not None:
                return DeadTile(tile, state, leaf)
    return None


def stale_tile(tile: Tile) -> State | None:
    """A state in which the base is remapped and yet the filter is full: nothing is written to the LDS."""
    if not tile.positions or not _moves_at_all(tile):
        return None
    for state in tile.states():
        if state.written >= tile.rows and _some_rows(tile, state) and tile.moves(state) is None:
            return state
    return None


def _some_rows(tile: Tile, state: State) -> bool:
    """Whether there is a valid row at all: of an empty sequence nothing can be said."""
    return all(state.values[id(limit)] > 0 for limit in tile.limits)


def _moves_at_all(tile: Tile) -> bool:
    return any(state.past < tile.rows and _moved(tile, state) for state in tile.states())


def _moved(tile: Tile, state: State) -> bool:
    for leaf in tile.positions:
        other = tile.state({**state.values, id(leaf): state.values[id(leaf)] + 1})
        if other is not None and other.past < tile.rows and other.base != state.base:
            return True
    return False


def short_filter(tile: Tile) -> State | None:
    """A state in which a remapped tile lets through rows past the end: its filter was computed for another row."""
    if not tile.positions or not tile.limits:
        return None
    for state in tile.states():
        if state.written or state.past >= 0:
            continue
        if _own_rows_past(tile, state):
            return state
    return None


def _own_rows_past(tile: Tile, state: State) -> bool:
    """Whether, with the base where it is, the rows past the end are more than the filter says.

    The base is remapped when moving the tile leaves it alone; the tile then holds the first rows, of which as many are
    past the end as the tile height exceeds the limit.
    """
    leaf = tile.positions[0]
    other = tile.state({**state.values, id(leaf): state.values[id(leaf)] + 16})
    if other is None or other.base != state.base or other.past != state.past:
        return False
    limit = tile.limits[0]
    return 0 < state.values[id(limit)] < tile.rows and len(tile.limits) == 1


def operand_role(tile: Tile) -> str:
    """Which matrix a tile is of, "q", "k" or "v", read from the names around the load; "" when they do not say."""
    names: list[str] = [tile.descriptor.name]
    root = tile.descriptor.key[0]
    if isinstance(root, Decl):
        names.append(root.name)
    event = tile.load.event
    if isinstance(event, CallEvent):
        names += [arg.expr.text for arg in event.args if arg.words is None]
    names.append(tile.facts.function.name)
    for name in names:
        words = [w.lower() for w in _WORDS.findall(name)]
        roles = {_ROLES[w] for w in words if w in _ROLES}
        if len(roles) == 1:
            return roles.pop()
    return ""


def cleaned(tile: Tile) -> bool:
    """Whether the LDS is zeroed before the load, or the registers read from it are zeroed or selected after."""
    event = tile.load.event
    targets = set()
    if isinstance(event, CallEvent):
        targets = {
            id(arg.term) for arg in event.args if arg.term is not None and arg.term.op != "const" and arg.words is None
        }
    read = False
    for other in tile.facts.trace.events:
        if isinstance(other, StoreEvent) and other.index < event.index and _is_zero(other.value):
            pointer = other.pointer
            if pointer is not None and any(id(t) in targets for t in pointer.walk()):
                return True
        if isinstance(other, CallEvent) and other.index > event.index and means(other.name, "lds_read"):
            read = True
        if read and isinstance(other, StoreEvent) and other.index > event.index and _selects_zero(other):
            return True
    return False


def _is_zero(term: Term) -> bool:
    return (term.op == "const" and term.value == 0) or (term.op == "float" and term.name.strip("'") in ("0", "0.0"))


def _selects_zero(event: StoreEvent) -> bool:
    if event.value.op == "select":
        return any(_is_zero(arm) for arm in event.value.args[1:])
    return _is_zero(event.value) and bool(event.guards)
