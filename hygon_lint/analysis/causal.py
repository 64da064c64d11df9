"""Masks of attention: comparisons of a column with a bound that moves with the row and the two lengths."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from hygon_lint.analysis.events import CompareEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.polynomials import Poly, minimum_of, polys
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import Assign, Binary, Expr, Member, Name, Node, Unit
from hygon_lint.model.comparisons import MIRRORED, ORDERINGS
from hygon_lint.model.host import table

_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparison `column op bound` in which the bound holds the difference of the lengths of keys and queries.

    `side` is the bound as compared, `moving` the operand of its minima that moves with the row. `shape` is the
    difference of both sides, turned so that the query length adds to it; `op` belongs to `shape op 0`.
    """

    event: CompareEvent
    side: Term
    moving: Term
    shape: Poly
    op: str
    kind: str  # "right" | "left": which edge of what may be seen
    windowed: bool

    @property
    def shift(self) -> int:
        """By how many columns the edge lies beside `row + keys - queries` (and the window): 0 where it is right."""
        constant = self.shape.constant
        if self.kind == "right":
            return -constant - (1 if self.op in (">=", "<") else 0)
        return -constant + (1 if self.op in ("<=", ">") else 0)


@once
def bounds(fn: FunctionFacts) -> list[Bound]:
    """All of a device function's own."""
    return list(_bounds(fn)) if fn.function.device and _masks(fn) else []


def _masks(fn: FunctionFacts) -> bool:
    """Whether a function sets scores to what masked ones are."""
    function = fn.function
    return any(is_length(word, "masked") for word in set(_WORD.findall(function.source.text(function.span))))


def _bounds(fn: FunctionFacts) -> Iterator[Bound]:
    made = polys(fn)
    carried = differences(fn.unit)
    for event in fn.trace.events:
        if not isinstance(event, CompareEvent) or event.chain or event.op not in ORDERINGS:
            continue
        if "const" in (bare(event.left).op, bare(event.right).op):
            continue  # a distance compared with a number is no column compared with a bound
        for left in _alternatives(event.left):
            for right in _alternatives(event.right):
                shape = made.of(left).plus(made.of(right), -1)
                turn = _turn(fn, shape, carried)
                if turn:
                    op = event.op if turn > 0 else MIRRORED[event.op]
                    at_right = _holds_lengths(fn, made.of(right), carried)
                    side, moving = (event.right, right) if at_right else (event.left, left)
                    turned = shape if turn > 0 else Poly().plus(shape, -1)
                    kind, windowed = _kind(fn, turned)
                    yield Bound(event, bare(side), moving, turned, op, kind, windowed)


def _alternatives(term: Term) -> list[Term]:
    """What a side of a comparison may be: the operands of a minimum or maximum, the arms of a choice."""
    term = bare(term)
    found = minimum_of(term)
    if found is not None:
        return [*_alternatives(found[1]), *_alternatives(found[2])]
    if term.op == "select":
        return [*_alternatives(term.args[1]), *_alternatives(term.args[2])]
    return [term]


def written_at(bound: Bound) -> Node:
    """The expression that computes a bound: arms that meet in a variable are told apart."""
    side = bound.side
    while side.op == "select" and side.node is None:
        side = next((bare(arm) for arm in side.args[1:] if bound.moving in _alternatives(arm)), side.args[1])
    return side.node or bound.event.node


def _turn(fn: FunctionFacts, shape: Poly, carried: frozenset[str]) -> int:
    """1 where the query length adds and the key length is taken away, -1 the other way round, 0 for neither."""
    key = _coefficient(fn, shape, "key")
    query = _coefficient(fn, shape, "query")
    made = polys(fn)
    if not key and not query:
        key = sum(shape[m] for m in shape if len(m) == 1 and last_name(made.atom(m[0])) in carried)
        query = -key
    # a row and a column, each moving by one: tiles are compared in whole blocks
    lengths = {m for m in shape if len(m) == 1 and _is_any_length(last_name(made.atom(m[0])))}
    if (
        sum(1 for m, c in shape.items() if len(m) == 1 and c in (1, -1) and m not in lengths) < 2
        or query not in (1, -1)
        or key != -query
    ):
        return 0
    return query


def _coefficient(fn: FunctionFacts, shape: Poly, kind: str) -> int:
    made = polys(fn)
    found = [c for m, c in shape.items() if len(m) == 1 and is_length(last_name(made.atom(m[0])), kind)]
    return found[0] if len(found) == 1 else 0


def _holds_lengths(fn: FunctionFacts, side: Poly, carried: frozenset[str]) -> bool:
    made = polys(fn)
    names = [last_name(made.atom(m[0])) for m in side if len(m) == 1]
    return any(is_length(name, "query") or name in carried for name in names)


def _kind(fn: FunctionFacts, shape: Poly) -> tuple[str, bool]:
    made = polys(fn)
    names = {last_name(made.atom(atom)) for atom in shape.atoms}
    left = any(is_length(name, "window_left") for name in names)
    windowed = left or any(is_length(name, kind) for name in names for kind in ("window_right", "window"))
    return ("left" if left else "right"), windowed


def last_name(term: Term) -> str:
    """The last part of what a value is called: `seqlen_k` of `params.seqlen_k`."""
    name = term.decl.name if term.decl is not None and "." not in term.name and not term.name else term.name
    return re.split(r"\.|->|::", name)[-1] if name else ""


@cache
def is_length(name: str, kind: str) -> bool:
    """Whether a name is of a kind of `[lengths]` in host.toml."""
    lowered = name.lower().strip("_")
    return bool(lowered) and any(fnmatchcase(lowered, pattern) for pattern in table()["lengths"][kind])


@once
def differences(unit: Unit) -> frozenset[str]:
    """Fields that hold the length of the keys less that of the queries."""
    return frozenset(_difference_fields(unit))


def _difference_fields(unit: Unit) -> Iterator[str]:
    for function in unit.functions:
        for name, init in function.member_inits:
            if is_difference(init):
                yield name
        for node in function.walk():
            if isinstance(node, Assign) and isinstance(node.target, Member) and is_difference(node.value):
                yield node.target.name


def is_difference(expr: Expr) -> bool:
    """Whether an expression is plainly `keys - queries`."""
    while not isinstance(expr, Binary):
        kids = [kid for kid in expr.children() if isinstance(kid, Expr)]
        if len(kids) != 1 or isinstance(expr, (Member, Name)):
            return False
        expr = kids[0]
    return expr.op == "-" and _named(expr.left, "key") and _named(expr.right, "query")


def _named(expr: Node, kind: str) -> bool:
    while not isinstance(expr, (Name, Member)):
        kids = list(expr.children())
        if len(kids) != 1:
            return False
        expr = kids[0]
    return is_length(expr.name, kind)


def has_equal_form(fn: FunctionFacts, bound: Bound) -> bool:
    """Whether the function has another form of the bound for equal lengths."""
    made = polys(fn)
    rows = {atom for atom in bound.shape.atoms if not _is_any_length(last_name(made.atom(atom)))}
    for event in fn.trace.events:
        if isinstance(event, CompareEvent) and event.op in ("==", "!="):
            kinds = {kind for side in (event.left, event.right) for kind in ("key", "query")
                     if is_length(last_name(bare(side)), kind)}  # fmt: skip
            if len(kinds) == 2:
                return True
    stored = [e for e in fn.trace.events if isinstance(e, StoreEvent) and e.place is not None and not e.chain]
    homes = {id(e.place.root) for e in stored if e.place is not None and bare(e.value) is bound.side}
    others = [e.value for e in stored if e.place is not None and id(e.place.root) in homes]
    compared = [side for side in (bound.event.left, bound.event.right) if len(_alternatives(side)) > 1]
    for value in (*others, *compared):
        for one in _alternatives(value):
            shape = made.of(one)
            if shape.atoms & rows and not _holds_lengths(fn, shape, differences(fn.unit)):
                return True
    return False


def _is_any_length(name: str) -> bool:
    return is_length(name, "key") or is_length(name, "query")


def odd_bounds(unit: Unit) -> Iterator[tuple[Bound, Bound]]:
    """Bounds that lie one column beside those of other functions of the file, each with one that does not."""
    from hygon_lint.analysis.facts import functions

    by_kind: dict[str, list[tuple[FunctionFacts, list[Bound]]]] = {}
    for fn in functions(unit):
        for kind in ("right", "left"):
            own = [bound for bound in bounds(fn) if bound.kind == kind]
            if own and len({bound.shift for bound in own}) == 1:  # several shifts are several neighbouring columns
                by_kind.setdefault(kind, []).append((fn, own))
    for members in by_kind.values():
        right = [(fn, own[0]) for fn, own in members if own[0].shift == 0]
        for fn, own in members:
            others = [bound for other, bound in right if other is not fn]
            if abs(own[0].shift) == 1 and others:
                yield from ((bound, others[0]) for bound in own)
