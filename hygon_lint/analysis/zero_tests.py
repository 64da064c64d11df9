"""Products of sizes that are compared with zero although they can wrap to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CompareEvent
from hygon_lint.analysis.facts import FunctionFacts, both_ways
from hygon_lint.analysis.products import Product, stripped, wrapping
from hygon_lint.finding import Confidence
from hygon_lint.frontend.nodes import Binary, Cast, Expr, Literal, Node


@dataclass(frozen=True, slots=True)
class ZeroTest:
    """`product` is compared with 0 (by `op`) at `node`; `operands` are its factors where they stand in the test."""

    node: Node
    op: str
    product: Product
    operands: tuple[Expr, ...]

    @property
    def confidence(self) -> Confidence:
        """High for a test on the product itself, medium when it went through a local."""
        return Confidence.HIGH if self.operands and self.product.certain else Confidence.MEDIUM


def zero_tests(fn: FunctionFacts) -> Iterator[ZeroTest]:
    """Each test of a function once."""
    seen: set[int] = set()
    for event in fn.trace.events:
        if not isinstance(event, CompareEvent) or id(event.node) in seen:
            continue
        for op, term, limit in both_ways(event.op, event.left, event.right):
            if limit.op != "const" or term.bits != 32 or not _tests_zero(op, limit.value):
                continue
            written = event.node if isinstance(event.node, Expr) else None
            product = next(wrapping(fn, term, event.guards, written), None)
            if product is None or stripped(term) is not product.term or product.kind != "product":
                continue
            seen.add(id(event.node))
            inside = event.node.span.contains(product.node.span)
            yield ZeroTest(event.node, op, product, tuple(_operands(product.node)) if inside else ())


def _tests_zero(op: str, limit: int | None) -> bool:
    return (op in ("==", "!=", ">", "<=") and limit == 0) or (op in ("<", ">=") and limit == 1)


def _operands(node: Node) -> Iterator[Expr]:
    if isinstance(node, Binary) and node.op == "*":
        yield from _operands(node.left)
        yield from _operands(node.right)
    elif isinstance(node, Cast) and node.kind == "implicit":
        yield from _operands(node.operand)
    elif isinstance(node, Expr) and not isinstance(node, Literal):
        yield node
