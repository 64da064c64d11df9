"""Guards of a launch's total number of threads that leave out a grid dimension."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.facts import FunctionFacts, comparisons
from hygon_lint.analysis.guards32 import LIMITS, bound_of, flat
from hygon_lint.analysis.launch_extents import extents_of
from hygon_lint.analysis.places import written_at
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Cast, Construct, Expr, Name, Node, plain

_FULLEST_BLOCK = 1024
_SMALLEST_BLOCK = 32
_AXES = "xyz"


@dataclass(frozen=True, slots=True)
class LaunchGuard:
    """The guard or cap at `node` bounds the threads of `launch` by `factors` only; `missing` grid sizes multiply it."""

    node: Node
    launch: CallEvent
    limit: int
    missing: tuple[tuple[str, Term], ...]  # axis and size


@dataclass(frozen=True, slots=True)
class _Extents:
    grid: tuple[Term, ...]
    block: int  # threads of a block, 0 when not constant
    block_terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class _Cover:
    node: Node
    factors: tuple[Term, ...]
    limit: int


def launch_guards(fn: FunctionFacts) -> Iterator[LaunchGuard]:
    """The incomplete guards of a function's launches, each once."""
    seen: set[int] = set()
    for event in fn.trace.events:
        if not isinstance(event, CallEvent) or event.call.launch is None or len(event.call.launch) < 2:
            continue
        extents = _extents(fn, event.call.launch)
        covers = [*_checks(fn, event, extents), *_caps(event, extents)]
        lacking = [(cover, _missing(cover, extents)) for cover in covers]
        if any(not missing for _, missing in lacking):
            continue
        for cover, missing in lacking:
            if id(cover.node) not in seen:
                seen.add(id(cover.node))
                yield LaunchGuard(cover.node, event, cover.limit, missing)


def _extents(fn: FunctionFacts, launch: list[Expr]) -> _Extents:
    grid = tuple(bare(t) for t in extents_of(fn, launch[0]))
    block = tuple(bare(t) for t in extents_of(fn, launch[1]))
    total = 1
    for term in block:
        total *= term.value or 0 if term.op == "const" else 0
    return _Extents(grid, total, tuple(t for t in block if t.op != "const"))


def _checks(fn: FunctionFacts, event: CallEvent, extents: _Extents) -> Iterator[_Cover]:
    """Comparisons of the number of threads with a 31- or 32-bit limit that hold at the launch."""
    for guard in event.guards:
        for op, left, right in comparisons(guard.term):
            bound = bound_of(op, left, right)
            if bound is None or not _about_threads(bound.factors, extents):
                continue
            node = written_at(fn, bound.product, guard.node)
            yield _Cover(node if node is not None else guard.node, bound.factors, bound.limit)


def _caps(event: CallEvent, extents: _Extents) -> Iterator[_Cover]:
    """Grid sizes that are held below a limit divided by the number of threads."""
    launch = event.call.launch
    assert launch is not None
    for axis, size in enumerate(extents.grid):
        for part in size.walk():
            if part.op != "min":
                continue
            for arm in part.args:
                found = _cap(bare(arm), extents)
                if found is not None:
                    node = _written_extent(launch[0], axis)
                    yield _Cover(node, (size, *found[1]), found[0])


def _cap(arm: Term, extents: _Extents) -> tuple[int, tuple[Term, ...]] | None:
    """The limit and the divisors of `limit / threads`, also where it was folded to a constant."""
    if arm.op == "/" and bare(arm.args[0]).op == "const" and bare(arm.args[0]).value in LIMITS:
        divisors = tuple(flat(arm.args[1]))
        limit = bare(arm.args[0]).value or 0
        return (limit, divisors) if _is_block(divisors, extents) else None
    if arm.op == "const" and arm.value and extents.block >= _SMALLEST_BLOCK:
        for limit in sorted(LIMITS):
            if arm.value == limit // extents.block:
                return limit, ()
    return None


def _about_threads(factors: tuple[Term, ...], extents: _Extents) -> bool:
    sized = any(bare(f) is size for f in factors for size in extents.grid if size.op != "const")
    return sized and _is_block(factors, extents)


def _is_block(factors: tuple[Term, ...], extents: _Extents) -> bool:
    """Whether the block's size is among factors."""
    constant = 1
    for factor in factors:
        if bare(factor).op == "const":
            constant *= bare(factor).value or 1
    by_value = extents.block > 0 and constant == extents.block
    roughly = _SMALLEST_BLOCK <= constant <= _FULLEST_BLOCK and extents.block == 0
    return by_value or roughly or any(bare(f) is term for f in factors for term in extents.block_terms)


def _missing(cover: _Cover, extents: _Extents) -> tuple[tuple[str, Term], ...]:
    left = [bare(f) for f in cover.factors]
    missing = []
    for axis, size in zip(_AXES, extents.grid, strict=False):
        if size.op == "const":
            continue
        parts = flat(size)
        if any(f is size for f in left):
            left.remove(size)
        elif all(any(p is f for f in left) for p in parts if p.op != "const"):
            for part in parts:
                if part in left:
                    left.remove(part)
        else:
            missing.append((axis, size))
    return tuple(missing)


def _written_extent(expr: Expr, axis: int) -> Node:
    """Where the size along an axis is computed: the argument of the `dim3`, or the initialiser of the local there."""
    expr = plain(expr)
    if isinstance(expr, Construct) and axis < len(expr.args):
        return _written_extent(expr.args[axis], 0)
    if isinstance(expr, Name) and expr.decl is not None and expr.decl.kind == "local" and expr.decl.init is not None:
        init = expr.decl.init
        return _written_extent(init, axis) if isinstance(init, (Construct, Cast, Name)) else init
    return expr
