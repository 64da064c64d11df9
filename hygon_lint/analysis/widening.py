"""Where a 32-bit product of runtime sizes meets a 64-bit type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CompareEvent, ConvertEvent, Event, OffsetEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.guards32 import bound_of, bounded
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.products import Product, stripped, wrapping
from hygon_lint.analysis.substance import Substance
from hygon_lint.analysis.terms import Term
from hygon_lint.finding import Confidence
from hygon_lint.frontend.nodes import Binary, Call, Cast, Construct, Expr, Node, Select, VarDecl
from hygon_lint.model.storage import names


@dataclass(frozen=True, slots=True)
class Widening:
    """`product` is widened at `node` to the type `target`; `direct` when it stands in that very expression.

    Without a target it is compared with a limit that it cannot pass in its own width.
    """

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
        met = _meeting(fn, event, exempt)
        if met is None:
            continue
        for product in wrapping(fn, met.term, event.guards, met.written):
            key = (id(product.node), id(event.node))
            direct = event.node.span.contains(product.node.span)
            if key in seen or id(product.term) in exempt.terms or bounded(product, event.guards):
                continue
            if product.launch and not (direct and isinstance(event, ConvertEvent)):
                continue
            if isinstance(event, ConvertEvent) and event.result.bits <= product.bits:
                continue  # a sum with something of unknown type, kept in as many bits as the product
            if product.kind == "sum" or (product.kind == "narrowed" and not _kept_as_one(fn, product)):
                continue
            seen.add(key)
            yield Widening(product, event.node, met.target, met.explicit, direct, sibling(fn, product))


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A 32-bit value where it meets something wider than itself."""

    term: Term
    written: Expr
    target: str
    explicit: bool


def _meeting(fn: FunctionFacts, event: Event, exempt: _Exempt) -> _Meeting | None:
    if isinstance(event, ConvertEvent):
        cast = event.cast
        if event.result.bits <= event.operand.bits or cast.type.deref().kind == "bool" or id(cast) in exempt.nodes:
            return None
        return _Meeting(event.operand, cast.operand, str(cast.type), cast.kind != "implicit")
    if isinstance(event, OffsetEvent) and not fn.function.device:
        return _Meeting(event.offset, event.expr, "ptrdiff_t", False)
    if isinstance(event, CompareEvent) and isinstance(event.node, Binary):
        bound = bound_of(event.op, event.left, event.right)
        if bound is not None and bound.product.bits == 32:
            side = event.node.left if bound.product is event.left else event.node.right
            return _Meeting(bound.product, side, "", False)
    return None


def _kept_as_one(fn: FunctionFacts, product: Product) -> bool:
    """Whether a 64-bit product that is kept in 32 bits is the whole of it, and not the low half beside the high one."""
    if not isinstance(product.node, Cast) or not isinstance(product.term.args[0], Term):
        return False
    wide = product.term.args[0]
    stored = (e.value for e in fn.trace.events if isinstance(e, StoreEvent))  # in helpers followed into, too
    values = (*fn.flow.values.values(), *(part for value in stored for part in value.walk()))
    return not any(term.op == ">>" and stripped(term.args[0]) is wide and term.args[1].op == "const" for term in values)


@dataclass(frozen=True, slots=True)
class _Exempt:
    nodes: set[int]  # conversions of elements of shape lists, and those that are cut back at once
    terms: set[int]  # products that size the shared memory of a launch


def _exempt(fn: FunctionFacts) -> _Exempt:
    nodes: set[int] = set()
    terms: set[int] = set()
    arrays: set[int] = set()  # lists that initialise an array of strides: no shape lists
    for node in fn.function.walk():
        if isinstance(node, VarDecl) and node.init is not None and names(node.decl.name, "stride"):
            arrays.add(id(node.init))
        if isinstance(node, Cast) and 0 < node.type.deref().bits <= 32:
            nodes.update(_cut_back(node.operand))
        if isinstance(node, Construct) and node.braced and node.type.kind == "array" and id(node) not in arrays:
            nodes.update(id(element) for element in node.args if isinstance(element, Cast))
        if isinstance(node, Call) and node.launch is not None and len(node.launch) > 2:
            shared = fn.value(node.launch[2])
            if shared is not None:
                terms.update(id(part) for part in shared.walk())
    return _Exempt(nodes, terms)


def _cut_back(expr: Expr) -> Iterator[int]:
    """The widening conversions in an expression of which only the low bits are kept: they make no difference."""
    if isinstance(expr, Select):
        yield from _cut_back(expr.then)
        yield from _cut_back(expr.other)
    elif isinstance(expr, Binary) and expr.op in ("+", "-", "*", "<<", "&", "|"):
        yield from _cut_back(expr.left)
        yield from _cut_back(expr.right)
    elif isinstance(expr, Cast):
        yield id(expr)
        yield from _cut_back(expr.operand)


def sibling(fn: FunctionFacts, product: Product) -> Node | None:
    """A 64-bit product of the same function that widens an operand which this product also has."""
    mine = {id(stripped(f.term)) for f in product.factors if f.substance is Substance.SIZE}
    for other in _wide_products(fn):
        shared = {id(stripped(part)) for part in other.walk() if stripped(part).bits == 32} & mine
        if shared and other.node is not None:
            return other.node
    return None


@once
def _wide_products(fn: FunctionFacts) -> list[Term]:
    return [
        term
        for term in dict.fromkeys(fn.flow.values.values())
        if term.op == "*" and term.bits == 64 and any(_widened_operand(a) for a in term.args)
    ]


def _widened_operand(term: Term) -> bool:
    return term.op == "cast" and term.bits == 64 and term.args[0].bits == 32 and term.args[0].op != "*"
