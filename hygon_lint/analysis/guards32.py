"""Guards against 2^31 (or 2^32): which product they compare with the limit, and what they therefore bound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CompareEvent, Guard
from hygon_lint.analysis.facts import FunctionFacts, comparisons
from hygon_lint.analysis.products import Product, stripped
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.frontend.nodes import ExprStmt, If, Node, Stmt

LIMITS = frozenset(base + step for base in (1 << 31, 1 << 32) for step in (-1, 0, 1))
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@dataclass(frozen=True, slots=True)
class Bound:
    """`factors`, multiplied, are compared with `limit`; `product` is the side that holds the product."""

    product: Term
    factors: tuple[Term, ...]
    limit: int
    wide: bool  # the product is computed in 64 bits, so that the comparison can be believed


@dataclass(frozen=True, slots=True)
class SizeGuard:
    """A comparison of a product with a 31- or 32-bit limit."""

    event: CompareEvent
    bound: Bound
    message: str  # the string literals of the check around it


def size_guards(fn: FunctionFacts) -> Iterator[SizeGuard]:
    """All of a function, each comparison once."""
    seen: set[int] = set()
    for event in fn.trace.events:
        if isinstance(event, CompareEvent) and id(event.node) not in seen and not event.chain:
            bound = bound_of(event.op, event.left, event.right)
            if bound is not None:
                seen.add(id(event.node))
                yield SizeGuard(event, bound, message_of(fn, event.node))


def bound_of(op: str, left: Term, right: Term) -> Bound | None:
    """A comparison as a bound: the product may stand on either side, divisors of the limit count as factors."""
    if op not in ("<", "<=", ">", ">="):
        return None
    for product, other in ((left, right), (right, left)):
        limit, divisors = _limit(other)
        if limit in LIMITS and bare(product).op != "const":
            factors = (*flat(product), *divisors)
            return Bound(product, factors, limit, _is_wide(product))
    return None


def upper_bounds(guards: tuple[Guard, ...]) -> Iterator[Bound]:
    """The upper bounds that hold under guards."""
    for guard in guards:
        for op, left, right in comparisons(guard.term):
            bound = bound_of(op, left, right)
            if bound is not None and (bound.product is left) == (op in ("<", "<=")):
                yield bound


def bounded(product: Product, guards: tuple[Guard, ...]) -> bool:
    """Whether a guard that holds keeps a product below its limit."""
    mine = [stripped(factor.term) for factor in product.factors]
    for bound in upper_bounds(guards):
        if not bound.wide or bound.limit > product.limit:
            continue
        theirs = [bare(t) for t in bound.factors]
        if all(any(bare(m) is t for t in theirs) for m in mine if m.op != "const"):
            return True
    return False


def flat(term: Term) -> list[Term]:
    """The factors of a product of any width, conversions looked through."""
    inner = bare(term)
    if inner.op == "*":
        return flat(inner.args[0]) + flat(inner.args[1])
    return [inner]


def _limit(term: Term) -> tuple[int, list[Term]]:
    inner = bare(term)
    if inner.op == "const" and inner.value is not None:
        return inner.value, []
    if inner.op == "/" and bare(inner.args[0]).op == "const":
        return bare(inner.args[0]).value or 0, flat(inner.args[1])
    return 0, []


def _is_wide(term: Term) -> bool:
    inner = bare(term)
    if inner.op != "*":
        return True
    return inner.bits == 64 and all(_is_wide(a) for a in inner.args)


def message_of(fn: FunctionFacts, node: Node) -> str:
    """The texts of the check that a comparison stands in."""
    around = [
        inner for inner in fn.function.walk() if isinstance(inner, (ExprStmt, If)) and inner.span.contains(node.span)
    ]
    if not around:
        return ""
    closest: Stmt = min(around, key=lambda stmt: stmt.span.end - stmt.span.start)
    whole = closest.where.macro()
    text = closest.source.text(whole.use) if whole is not None else closest.source.text(closest.span)
    return " ".join(_QUOTED.findall(text))
