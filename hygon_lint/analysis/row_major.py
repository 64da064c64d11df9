"""A kernel's index expressions against the shape of what it is given: does it walk the axes in their order?

The strides that a kernel multiplies its indices by are read from its index polynomials and written in the values that
the host passed. A row-major array of shape `[a, b, c]` has the strides `b * c`, `c` and 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from hygon_lint.analysis import facts
from hygon_lint.analysis.accesses import accesses
from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.polynomials import Poly, polys
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Decl, Function, Node

_MOST_DIMS = 5
ONE = Poly({(): 1})


def kernel_of(fn: FunctionFacts, event: CallEvent) -> Function | None:
    """The body of the device function or kernel that is called, when it is in the same file."""
    found = fn.unit.by_decl.get(id(event.decl)) if event.decl is not None else None
    return found if found is not None and found.body is not None and found.device else None


def strides_used(fn: FunctionFacts, event: CallEvent, kernel: Function, position: int) -> list[tuple[Poly, Node]]:
    """The strides by which a kernel walks what it gets as argument number `position`, with where it does so.

    Written in the values of the caller; strides that are plain numbers are left out. Empty when any is not understood.
    """
    if position >= len(kernel.params):
        return []
    param = kernel.params[position]
    inner = facts.of(kernel, fn.unit)
    found: dict[frozenset[tuple[tuple[int, ...], int]], tuple[Poly, Node]] = {}
    for access in accesses(inner).all:
        root = access.root
        if not isinstance(root, Term) or root.decl is not param:
            continue
        element = param.type.deref().element
        bits = element.bits if element is not None else access.width
        if not bits:
            return []
        for monomial, coefficient in access.index.items():
            stride = _stride(fn, event, kernel, monomial, coefficient, bits)
            if stride is None:
                return []
            if stride.moving:
                found.setdefault(frozenset(stride.items()), (stride, access.node))
    return list(found.values())


def _stride(
    fn: FunctionFacts, event: CallEvent, kernel: Function, monomial: tuple[int, ...], coefficient: int, bits: int
) -> Poly | None:
    """What an index is multiplied by in one product of an index polynomial; 1 where the product is no index."""
    inner = polys(facts.of(kernel, fn.unit))
    stride, index = Poly({(): coefficient}), False
    for number in monomial:
        atom = inner.atom(number)
        position = next((i for i, p in enumerate(kernel.params) if p is _decl(atom)), None)
        if position is None:
            if _is_uniform(atom, kernel):
                return None
            index = True
            continue
        value = event.args[position].term if position < len(event.args) else None
        if value is None:
            return None
        stride = stride.times(polys(fn).of(value))
    if not index:
        return ONE
    if any(c % bits for c in stride.values()):
        return None
    return Poly({m: c // bits for m, c in stride.items()})


def _decl(atom: Term) -> Decl | None:
    return atom.decl if atom.op in ("sym", "init") and not atom.args else None


def _is_uniform(atom: Term, kernel: Function) -> bool:
    """Whether a value is made of the kernel's parameters alone: a size that is not understood, not an index."""
    leaves = [term for term in atom.walk() if not term.args and term.op != "const"]
    params = {id(p) for p in (*kernel.params, *kernel.template_params)}
    return bool(leaves) and all(leaf.decl is not None and id(leaf.decl) in params for leaf in leaves)


def walked_order(dims: Sequence[Poly], strides: Sequence[Poly]) -> tuple[int, ...] | None:
    """The order of the dimensions in which all strides are those of a row-major array; None when there is none.

    The order as given comes first: strides that fit it are right, whatever else they fit.
    """
    dims = list(dims)
    if not 2 <= len(dims) <= _MOST_DIMS or not strides:
        return None
    for order in permutations(range(len(dims))):
        products = _products([dims[axis] for axis in order])
        if all(any(stride == product for product in products) for stride in strides):
            return order
    return None


def _products(dims: Sequence[Poly]) -> list[Poly]:
    out, product = [ONE], ONE
    for dim in reversed(dims):
        product = product.times(dim)
        out.append(product)
    return out
