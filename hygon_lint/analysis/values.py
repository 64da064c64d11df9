"""Expressions to values, on the state of a `Flow`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis import calls
from hygon_lint.analysis.contents import Object, fit, is_object, layout_of, unknown
from hygon_lint.analysis.lvalues import read
from hygon_lint.analysis.operators import assign, binary, cast, select, unary
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import (
    Assign,
    Binary,
    Call,
    Cast,
    Construct,
    Expr,
    Lambda,
    Literal,
    Member,
    Name,
    Opaque,
    Select,
    SizeOf,
    Subscript,
    Unary,
)

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow


def value(flow: Flow, expr: Expr) -> Term:
    """The value of an expression; effects happen."""
    term = _value(flow, expr)
    if flow.frame.depth == 0 or id(expr) not in flow.values:
        flow.values[id(expr)] = term
    return term


def _value(flow: Flow, expr: Expr) -> Term:
    if not flow.tick():
        return unknown(flow, expr)
    match expr:
        case Literal():
            return _literal(flow, expr)
        case Name():
            return _name(flow, expr)
        case Member() | Subscript():
            return read(flow, expr)
        case Binary():
            return binary(flow, expr)
        case Unary():
            return unary(flow, expr)
        case Cast():
            return cast(flow, expr)
        case Assign():
            return assign(flow, expr)
        case Select():
            return select(flow, expr)
        case Call():
            return calls.call(flow, expr)
        case SizeOf():
            return _sizeof(flow, expr)
        case Construct():
            return _construct(flow, expr)
        case Lambda():
            flow.run_lambda(expr)
            return unknown(flow, expr)
        case Opaque():
            for part in expr.parts:
                value(flow, part)
    return unknown(flow, expr)


def _literal(flow: Flow, expr: Literal) -> Term:
    type_ = expr.type
    if isinstance(expr.value, (int, bool)):
        return flow.terms.const(int(expr.value), type_.bits or 32, type_.signed, expr)
    if expr.value is None and type_.kind == "pointer":
        return flow.terms.const(0, 64, False, expr)
    return flow.terms.named("float", repr(expr.value), type_.bits, True, node=expr)


def _name(flow: Flow, expr: Name) -> Term:
    decl = expr.decl
    type_ = expr.type.deref()
    if decl is None:
        return flow.terms.sym(expr.name, type_.bits, type_.signed, node=expr)
    if decl.kind == "enumerator" and decl.value is not None:
        return flow.terms.const(decl.value, type_.bits or 32, type_.signed, expr)
    if decl.kind == "template-param":
        bound = flow.bindings.get(id(decl))
        return bound if bound is not None else flow.terms.sym(decl.name, type_.bits or 32, type_.signed, decl, expr)
    if decl.kind in ("function", "unknown"):
        return flow.terms.sym(expr.name, type_.bits, type_.signed, decl, expr)
    if decl.kind in ("global", "field") and decl.init is not None and (type_.const or decl.type.const):
        constant = value(flow, decl.init)
        if constant.op == "const":
            return flow.terms.const(constant.value or 0, type_.bits or 32, type_.signed, expr)
    return read(flow, expr)


def _sizeof(flow: Flow, expr: SizeOf) -> Term:
    if expr.value is not None:
        return flow.terms.const(expr.value, 64, False, expr)
    term = flow.terms.named("sym", f"sizeof({expr.operand_type})", 64, False, node=expr)
    flow.ranges.bound(term, 1, 4)  # elements of kernels are 1 to 4 bytes wide
    return term


def _construct(flow: Flow, expr: Construct) -> Term:
    type_ = expr.type.deref()
    args = [(arg, value(flow, arg)) for arg in expr.args]
    if not is_object(type_):
        if len(args) == 1:
            return fit(flow, args[0][1], type_, expr)
        if not args and type_.is_integer:
            return flow.terms.const(0, type_.bits, type_.signed, expr)
        return unknown(flow, expr)
    layout = layout_of(type_)
    parts: Object = {}
    extent = type_.name.rpartition("::")[2] == "dim3"  # the sizes that are not given are 1
    if expr.braced or type_.kind == "vector" or extent:
        for i, (offset, path, part_type, _) in enumerate(layout):
            if i < len(args):
                inner = flow.objects.get(id(args[i][1]))
                if inner is not None:
                    for (p, o), cell in inner.items():
                        parts[(path + p, o + (offset if not path else 0))] = cell
                else:
                    parts[(path, offset)] = (part_type.bits, fit(flow, args[i][1], part_type, args[i][0]))
            elif part_type.is_integer and part_type.bits:
                rest = flow.terms.const(int(extent), part_type.bits, part_type.signed)
                parts[(path, offset)] = (part_type.bits, rest)
    term = flow.terms.fresh("sym", expr.text[:60], type_.bits, False, tuple(t for _, t in args), expr)
    if parts:
        flow.objects[id(term)] = parts
    return term
