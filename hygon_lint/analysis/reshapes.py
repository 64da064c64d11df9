"""Reshapes against the order of the data: `view` splits and joins neighbouring dimensions, and moves nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hygon_lint.analysis.events import CallEvent, Guard
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.polynomials import Poly, polys
from hygon_lint.analysis.tensor_views import is_view_word, reaching, stores, view_kind
from hygon_lint.analysis.tensors import shapes
from hygon_lint.analysis.terms import bare, conjuncts
from hygon_lint.frontend.nodes import Call, Construct, Decl, Expr, Literal, Name, Select, Unary, plain
from hygon_lint.model.functions import means

_DEEPEST = 8
_RESHAPES = ("view", "reshape", "_reshape_alias", "reshape_as", "unflatten")


@dataclass(frozen=True, slots=True)
class Reordered:
    """`call` reshapes to `wanted` what has the dimensions `given`: the same sizes in another order."""

    call: Call
    given: tuple[str, ...]
    wanted: tuple[str, ...]


def reordering_reshapes(fn: FunctionFacts) -> Iterator[Reordered]:
    """All of a host function."""
    if not fn.function.host:
        return
    for event in fn.trace.events:
        if not isinstance(event, CallEvent) or event.chain or event.name not in _RESHAPES[:2]:
            continue
        call = event.call
        owner = call.object
        wanted = _listed(fn, call.args[0]) if owner is not None and len(call.args) == 1 else None
        given = dims_of(fn, owner, event.index, event.guards) if owner is not None and wanted is not None else None
        if wanted is None or given is None or min(len(wanted), len(given)) < 2:
            continue
        ones = _ones(fn, event.guards)
        if _contradict(_atoms(given, ones), _atoms(wanted, ones), _rank_known(fn, owner)):
            yield Reordered(call, _names(fn, given), _names(fn, wanted))


# ---------------------------------------------------------------- what the dimensions are


def dims_of(fn: FunctionFacts, expr: Expr, at: int, guards: tuple[Guard, ...], depth: int = 0) -> list[Poly] | None:
    """The sizes of a tensor expression, in order; None when they are not all known."""
    expr = plain(expr)
    if depth > _DEEPEST or isinstance(expr, Select):
        return None
    if isinstance(expr, Unary) or (isinstance(expr, Construct) and len(expr.args) == 1):
        return dims_of(fn, expr.operand if isinstance(expr, Unary) else expr.args[0], at, guards, depth + 1)
    if isinstance(expr, Name) and expr.decl is not None:
        found = list(reaching(fn, expr.decl, at, guards))
        if len(found) == 1:
            event, value = found[0]
            if _filled_elsewhere(fn, expr.decl, value):
                return None
            known = dims_of(fn, value, event.index, event.guards, depth + 1)
            if known is not None:
                return known
        once = len(stores(fn).get(id(expr.decl), [])) <= (0 if expr.decl.kind == "param" else 1)
        return _read_one_by_one(fn, expr) if once else None
    if not isinstance(expr, Call):
        return None
    return _of_call(fn, expr, at, guards, depth)


def _filled_elsewhere(fn: FunctionFacts, decl: Decl, made: Expr) -> bool:
    """Whether an allocation is handed to other code, which may fill it in an order of its own."""
    start = plain(made)
    if not (isinstance(start, Call) and means(start.name, "shaped") and start.object is None):
        return False
    for node in fn.function.walk():
        if not isinstance(node, Call):
            continue
        taken = node.object if means(node.name, "global_pointer") else None
        inside = [taken] if taken is not None else node.args if node.object is None else []
        if any(isinstance(plain(one), Name) and getattr(plain(one), "decl", None) is decl for one in inside):
            return True
    return False


def _of_call(fn: FunctionFacts, call: Call, at: int, guards: tuple[Guard, ...], depth: int) -> list[Poly] | None:
    if means(call.name, "shaped") or call.name in _RESHAPES:
        return _listed(fn, call.args[0]) if call.args else None
    if call.object is None:
        return None
    inner = dims_of(fn, call.object, at, guards, depth + 1)
    if inner is None or call.name in ("contiguous", "clone", "detach", "to", "cuda", "cpu"):
        return inner
    if view_kind(call.name) == "permuting":
        order = _order(call, len(inner))
        return [inner[axis] for axis in order] if order is not None else None
    return None


def _order(call: Call, rank: int) -> list[int] | None:
    """The order of the dimensions after a permuting view."""
    args = call.args
    if len(args) == 1 and isinstance(plain(args[0]), Construct):
        args = plain(args[0]).args  # type: ignore[attr-defined]
    axes = [_number(arg, rank) for arg in args]
    if any(axis is None or not 0 <= axis < rank for axis in axes):
        return None
    known = [axis for axis in axes if axis is not None]
    if call.name.startswith("permute"):
        return known if sorted(known) == list(range(rank)) else None
    if not known and call.name.rstrip("_") in ("t", "mT") and rank == 2:
        known = [0, 1]
    if len(known) != 2 or is_view_word(call.name, "keeping") or call.name.startswith("move"):
        return None
    order = list(range(rank))
    order[known[0]], order[known[1]] = known[1], known[0]
    return order


def _number(expr: Expr, rank: int) -> int | None:
    expr = plain(expr)
    if isinstance(expr, Unary) and expr.op == "-":
        inner = _number(expr.operand, rank)
        return None if inner is None else rank - inner
    return expr.value if isinstance(expr, Literal) and isinstance(expr.value, int) else None


def _listed(fn: FunctionFacts, expr: Expr) -> list[Poly] | None:
    """The sizes in a braced list, none of them left to be worked out."""
    sizes = plain(expr)
    while isinstance(sizes, Construct) and len(sizes.args) == 1 and isinstance(plain(sizes.args[0]), Construct):
        sizes = plain(sizes.args[0])
    if not isinstance(sizes, Construct) or len(sizes.args) < 2:
        return None
    out: list[Poly] = []
    for arg in sizes.args:
        term = fn.value(arg)
        if term is None or (bare(term).op == "const" and (bare(term).value or 0) < 0):
            return None
        out.append(polys(fn).of(term))
    return out


def _read_one_by_one(fn: FunctionFacts, name: Name) -> list[Poly] | None:
    shape = next((shape for shape in shapes(fn) if shape.decl is name.decl), None)
    if shape is None or shape.from_comment or set(shape.dims) != set(range(len(shape.dims))) or len(shape.dims) < 2:
        return None
    if any(not terms for terms in shape.dims.values()) or (shape.rank and shape.rank != len(shape.dims)):
        return None
    return [polys(fn).of(shape.dims[axis][0]) for axis in range(len(shape.dims))]


def _rank_known(fn: FunctionFacts, expr: Expr | None) -> bool:
    """Whether the code says how many dimensions there are, and not only the sizes of some."""
    while isinstance(expr, Call):
        if means(expr.name, "shaped") or expr.name in _RESHAPES:
            return True
        expr = expr.object
    expr = plain(expr) if expr is not None else None
    if not isinstance(expr, Name) or expr.decl is None:
        return False
    if expr.decl.init is not None:
        return _rank_known(fn, plain(expr.decl.init))
    return any(shape.decl is expr.decl and shape.rank for shape in shapes(fn))


# ---------------------------------------------------------------- orders compared


def _ones(fn: FunctionFacts, guards: tuple[Guard, ...]) -> set[int]:
    """The atoms that are known to be 1 where `guards` hold."""
    out: set[int] = set()
    for guard in guards:
        for term in conjuncts(guard.term):
            if term.op == "==" and bare(term.args[1]).op == "const" and bare(term.args[1]).value == 1:
                out |= polys(fn).of(term.args[0]).atoms
    return out


def _atoms(dims: Sequence[Poly], ones: set[int]) -> list[Counter[int]] | None:
    """Each dimension as a product of atoms; None where one is a sum or has a number in it."""
    out: list[Counter[int]] = []
    for dim in dims:
        if len(dim) != 1:
            return None
        monomial, coefficient = next(iter(dim.items()))
        if coefficient != 1:
            return None
        factors = Counter(atom for atom in monomial if atom not in ones)
        if factors:
            out.append(factors)
    return out


def _contradict(given: list[Counter[int]] | None, wanted: list[Counter[int]] | None, complete: bool) -> bool:
    """Whether the same sizes come in an order that splitting and joining neighbours cannot give."""
    if given is None or wanted is None:
        return False
    total, target = sum(given, Counter[int]()), sum(wanted, Counter[int]())
    if total != target:
        return complete and _trailing(given, wanted)
    left, right = Counter[int](), Counter[int]()
    before, after = list(given), list(wanted)
    while before or after or left or right:
        if not left and before:
            left = before.pop(0)
        if not right and after:
            right = after.pop(0)
        common = left & right
        if not common:
            return bool(left and right)
        left, right = left - common, right - common
    return False


def _trailing(given: list[Counter[int]], wanted: list[Counter[int]]) -> bool:
    """Whether the new last dimension is an earlier one of two, while the old last one has gone."""
    if len(given) != 2 or len(wanted) < 2:
        return False
    return wanted[-1] == given[0] and not any(given[1] & dim for dim in wanted) and given[0] != given[1]


def _names(fn: FunctionFacts, dims: Sequence[Poly]) -> tuple[str, ...]:
    """What the dimensions are called."""
    made = polys(fn)
    return tuple("*".join(_name(made.atom(atom).name or "?") for atom in next(iter(dim), ())) or "1" for dim in dims)


def _name(text: str) -> str:
    return text if len(text) <= 24 else text[:21] + "..."
