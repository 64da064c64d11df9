"""What can be wrong with a filtered tile, found by looking for a state that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from hygon_lint.analysis.ranges import evaluate
from hygon_lint.analysis.sampling import holds
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.tiles import State, Tile


@dataclass(frozen=True, slots=True, repr=False)
class DeadTile:
    """A tile wholly past the end that is still loaded from its own address. `leaf` moves it."""

    tile: Tile
    state: State
    leaf: Term


def dead_tile(tile: Tile) -> DeadTile | None:
    """A state in which the filter is (or would be, unclamped) full and the base still moves with the tile."""
    for state in tile.states():
        if not _some_rows(tile, state):
            continue
        leaf = tile.moves(state) if state.past >= state.rows and state.written else tile.outruns(state)
        if leaf is not None:
            return DeadTile(tile, state, leaf)
    return None


def stale_tile(tile: Tile, also: tuple[Term, ...] = ()) -> State | None:
    """A state in which the base is remapped and yet the filter is full: nothing is written to the LDS.

    `also` are further conditions that must hold then: those under which the tile is used.
    """
    if not tile.positions or not _moves_at_all(tile):
        return None
    for state in tile.states():
        if state.written < state.rows or not _some_rows(tile, state) or tile.moves(state) is not None:
            continue
        if all(holds(condition, state.values) for condition in also):
            return state
    return None


def _some_rows(tile: Tile, state: State) -> bool:
    """Whether there is a valid row at all: of an empty sequence nothing can be said."""
    return all(state.values[id(limit)] > 0 for limit in tile.limits)


def _moves_at_all(tile: Tile) -> bool:
    return any(_moved(tile, state) for state in tile.states(lambda past, rows: past < rows))


def _moved(tile: Tile, state: State) -> bool:
    for leaf in tile.positions:
        other = tile.advance(state, leaf, 1)
        if other is not None and other.past < other.rows and other.base != state.base:
            return True
    return False


def short_filter(tile: Tile) -> State | None:
    """A state in which a remapped tile lets through rows past the end: its filter was computed for another row."""
    if not tile.positions or not tile.limits or not _has_select(tile):
        return None
    for state in tile.states(lambda past, _: past < 0):
        if not state.written and _own_rows_past(tile, state):
            return state
    return None


def _has_select(tile: Tile) -> bool:
    """Whether the base is chosen at all: without a choice it is not remapped."""
    return any(term.op in ("select", "min", "max") for term in tile.base.walk())


def _own_rows_past(tile: Tile, state: State) -> bool:
    """Whether, with the base where it is, the rows past the end are more than the filter says.

    The base is remapped when moving the tile leaves it alone; the tile then holds the first rows, of which as many are
    past the end as the tile height exceeds the limit.
    """
    limit = tile.limits[0]
    if len(tile.limits) != 1 or not 0 < state.values[id(limit)] < state.rows:
        return False
    for leaf in tile.positions:
        other = tile.state({**state.values, id(leaf): state.values[id(leaf)] + 16})
        if other is not None and other.base == state.base and other.past == state.past:
            return True
    return False


def chosen(term: Term, state: State) -> Term:
    """The arm of a select that a state takes, down to one that is no select."""
    while term.op in ("select", "cast"):
        if term.op == "cast":
            term = term.args[0]
            continue
        condition = evaluate(term.args[0], state.values)
        if condition is None:
            return term
        term = term.args[1] if condition else term.args[2]
    return term
