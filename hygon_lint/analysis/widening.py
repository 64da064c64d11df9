"""Where a 32-bit product of runtime sizes meets a 64-bit type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import ConvertEvent, OffsetEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.products import Product, stripped, wrapping
from hygon_lint.analysis.substance import Substance
from hygon_lint.analysis.terms import Term
from hygon_lint.finding import Confidence
from hygon_lint.frontend.nodes import Call, Cast, Construct, Expr, Node, Select


@dataclass(frozen=True, slots=True)
class Widening:
    """`product` is widened at `node` to the type `target`; `direct` when it stands in that very expression."""

    product: Product
    node: Node
    target: str
    explicit: bool
    direct: bool
    sibling: Node | None  # a product of the same operands that is widened first

    @property
    def confidence(self) -> Confidence:
        """High for an explicit cast, or where a sibling does it right; what leans on names is medium at most."""
        if self.product.doubtful:
            return Confidence.LOW
        if not self.product.certain:
            return Confidence.MEDIUM
        return Confidence.HIGH if self.explicit or self.sibling is not None else Confidence.MEDIUM


def widenings(fn: FunctionFacts) -> Iterator[Widening]:
    """All of a function, each product and place once."""
    exempt = _exempt(fn)
    seen: set[tuple[int, int]] = set()
    for event in fn.trace.events:
        if isinstance(event, ConvertEvent):
            if event.result.bits <= event.operand.bits or event.cast.type.deref().kind == "bool":
                continue
            if id(event.cast) in exempt.nodes:
                continue
            term, written, target = event.operand, event.cast.operand, str(event.cast.type)
            explicit = event.cast.kind != "implicit"
        elif isinstance(event, OffsetEvent) and not fn.function.device:
            term, written, target, explicit = event.offset, event.expr, "ptrdiff_t", False
        else:
            continue
        for product in wrapping(fn, term, event.guards, written):
            key = (id(product.node), id(event.node))
            direct = event.node.span.contains(product.node.span)
            if key in seen or product.kind != "product" or id(product.term) in exempt.terms:
                continue
            if product.launch and not (direct and isinstance(event, ConvertEvent)):
                continue
            seen.add(key)
            yield Widening(product, event.node, target, explicit, direct, sibling(fn, product))


@dataclass(frozen=True, slots=True)
class _Exempt:
    nodes: set[int]  # conversions of elements of shape lists, and those that are cut back at once
    terms: set[int]  # products that size the shared memory of a launch


def _exempt(fn: FunctionFacts) -> _Exempt:
    nodes: set[int] = set()
    terms: set[int] = set()
    for node in fn.function.walk():
        if isinstance(node, Cast) and 0 < node.type.deref().bits <= 32:
            nodes.update(id(arm) for arm in _arms(node.operand) if isinstance(arm, Cast))
        if isinstance(node, Call):
            for argument in node.args:
                nodes.update(_list_elements(argument))
            if node.launch is not None and len(node.launch) > 2:
                shared = fn.value(node.launch[2])
                if shared is not None:
                    terms.update(id(part) for part in shared.walk())
    return _Exempt(nodes, terms)


def _arms(expr: Expr) -> Iterator[Expr]:
    """The values that a conditional expression chooses from."""
    if isinstance(expr, Select):
        yield from _arms(expr.then)
        yield from _arms(expr.other)
    else:
        yield expr


def _list_elements(argument: Expr) -> Iterator[int]:
    """The conversions of the elements of a braced list that is passed as an argument."""
    while isinstance(argument, Cast) or (isinstance(argument, Construct) and len(argument.args) == 1):
        argument = argument.operand if isinstance(argument, Cast) else argument.args[0]
    if isinstance(argument, Construct) and argument.braced:
        for element in argument.args:
            if isinstance(element, Cast):
                yield id(element)


def sibling(fn: FunctionFacts, product: Product) -> Node | None:
    """A 64-bit product of the same function that widens an operand which this product also has."""
    mine = {id(stripped(f.term)) for f in product.factors if f.substance is Substance.SIZE}
    for other in _wide_products(fn):
        shared = {id(stripped(part)) for part in other.walk() if stripped(part).bits == 32} & mine
        if shared and other.node is not None:
            return other.node
    return None


def _wide_products(fn: FunctionFacts) -> list[Term]:
    known = fn.cache.get("wide products")
    if known is None:
        known = fn.cache["wide products"] = [
            term
            for term in dict.fromkeys(fn.flow.values.values())
            if term.op == "*" and term.bits == 64 and any(_widened_operand(a) for a in term.args)
        ]
    assert isinstance(known, list)
    return known


def _widened_operand(term: Term) -> bool:
    return term.op == "cast" and term.bits == 64 and term.args[0].bits == 32 and term.args[0].op != "*"
