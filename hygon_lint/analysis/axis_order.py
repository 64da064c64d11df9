"""Tensors whose axes the host orders one way and the kernel walks another, where both are in one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.handover import Handover, handovers
from hygon_lint.analysis.polynomials import Poly, polys
from hygon_lint.analysis.row_major import kernel_of, strides_used, walked_order
from hygon_lint.analysis.row_pitch import unrounded
from hygon_lint.analysis.tensor_views import is_view_word, looked_at, reaching
from hygon_lint.analysis.tensors import shapes
from hygon_lint.frontend.nodes import Call, Construct, Expr, Function, Name, Node, plain
from hygon_lint.model.functions import means


@dataclass(frozen=True, slots=True)
class Disorder:
    """`handed.tensor` has the dimensions `dims`; the kernel walks them in `order`. `shape` is where they are given."""

    handed: Handover
    kernel: Function
    dims: tuple[Expr, ...]
    order: tuple[int, ...]
    shape: Construct
    access: Node


def disorders(fn: FunctionFacts) -> Iterator[Disorder]:
    """All of a host function, for tensors that it makes itself."""
    for handed in handovers(fn):
        event = handed.event
        kernel = kernel_of(fn, event) if isinstance(event, CallEvent) else None
        if kernel is None or not isinstance(event, CallEvent):
            continue
        shape = _made(fn, handed)
        if shape is None or _laid_out_anew(fn, handed):
            continue
        dims = polys_of(fn, tuple(shape.args))
        used = strides_used(fn, event, kernel, handed.position)
        order = walked_order(dims, [stride for stride, _ in used]) if dims is not None else None
        if order is not None and order != tuple(range(len(shape.args))):
            yield Disorder(handed, kernel, tuple(shape.args), order, shape, used[0][1])


@dataclass(frozen=True, slots=True)
class Unpadded:
    """`handed.tensor` has rows padded to whole blocks (`dim`); the kernel steps by their length alone."""

    handed: Handover
    kernel: Function
    dim: Expr
    access: Node


def unpadded_walks(fn: FunctionFacts) -> Iterator[Unpadded]:
    """Tensors with padded rows that a kernel of the file walks without the padding."""
    for handed in handovers(fn):
        event = handed.event
        kernel = kernel_of(fn, event) if isinstance(event, CallEvent) else None
        shape = _made(fn, handed) if kernel is not None else None
        dims = polys_of(fn, tuple(shape.args)) if shape is not None else None
        if kernel is None or shape is None or dims is None or not isinstance(event, CallEvent):
            continue
        length = unrounded(fn, dims[-1])
        used = strides_used(fn, event, kernel, handed.position) if length is not None else []
        strides = [stride for stride, _ in used]
        if length is None or walked_order(dims, strides) is not None:
            continue
        if walked_order([*dims[:-1], length], strides) == tuple(range(len(dims))):
            yield Unpadded(handed, kernel, shape.args[-1], used[0][1])


def _made(fn: FunctionFacts, handed: Handover) -> Construct | None:
    """The sizes in the braces that a tensor was made with, when there is one such place."""
    tensor = plain(handed.tensor)
    if not isinstance(tensor, Name) or tensor.decl is None:
        return None
    found = list(reaching(fn, tensor.decl, handed.event.index, handed.event.guards))
    if len(found) != 1:
        return None
    made = plain(found[0][1])
    if isinstance(made, Call) and means(made.name, "shaped") and made.args:
        sizes = plain(made.args[0])
        return sizes if isinstance(sizes, Construct) and len(sizes.args) > 1 else None
    return None


def _laid_out_anew(fn: FunctionFacts, handed: Handover) -> bool:
    """Whether the code turns the tensor afterwards, or looks at its strides: it knows how it was filled."""
    tensor = plain(handed.tensor)
    name = tensor.name if isinstance(tensor, Name) else ""
    for node in fn.function.walk():
        turned = node.object if isinstance(node, Call) and is_view_word(node.name, "relaid") else None
        if isinstance(turned, Name) and turned.name == name:
            return True
    return looked_at(fn, {name})


def polys_of(fn: FunctionFacts, dims: tuple[Expr, ...]) -> list[Poly] | None:
    """The sizes as polynomials; None when one is not known."""
    out: list[Poly] = []
    for dim in dims:
        term = fn.value(dim)
        if term is None or (term.op == "const" and (term.value or 0) < 0):
            return None
        out.append(polys(fn).of(term))
    return out


def sizes_of(fn: FunctionFacts, tensor: Expr) -> list[Poly] | None:
    """The sizes of a tensor that the function reads one by one; None unless it reads all of them."""
    tensor = plain(tensor)
    if not isinstance(tensor, Name) or tensor.decl is None:
        return None
    shape = next((shape for shape in shapes(fn) if shape.decl is tensor.decl), None)
    if shape is None or not shape.dims or set(shape.dims) != set(range(len(shape.dims))):
        return None
    if any(not terms for terms in shape.dims.values()):
        return None
    return [polys(fn).of(shape.dims[axis][0]) for axis in range(len(shape.dims))]
