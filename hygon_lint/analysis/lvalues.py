"""Lvalues: the place that an expression stands for, and what is read there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis.contents import address, initial, is_object, object_value, unknown, write_parts
from hygon_lint.analysis.events import LoadEvent, OffsetEvent
from hygon_lint.analysis.memory import Place, Root
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Assign, Call, Cast, Expr, Member, Name, Subscript, Type, Unary

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow


def root_decl(expr: Expr) -> Root | None:
    """The variable (or "this") that an lvalue is part of."""
    while True:
        match expr:
            case Name():
                return expr.decl
            case Member():
                if expr.base is None:
                    return "this"
                expr = expr.base
            case Subscript():
                expr = expr.base
            case Unary() | Cast():
                expr = expr.operand
            case _:
                return None


def place(flow: Flow, expr: Expr) -> Place | None:
    """Where an lvalue is stored; None when it is none that can be tracked."""
    match expr:
        case Name():
            return _variable(flow, expr)
        case Member():
            return _member_place(flow, expr)
        case Subscript():
            return _element_place(flow, expr)
        case Unary() if expr.op == "*":
            pointer = flow.value(expr.operand)
            return pointee(flow, pointer, expr.type.deref(), expr)
        case Unary() if expr.op in ("++x", "--x"):
            flow.value(expr)
            return place(flow, expr.operand)
        case Cast():
            inner = place(flow, expr.operand)
            if inner is None:
                return None
            type_ = expr.type.deref()
            if expr.kind in ("c", "reinterpret") and type_.bits and inner.subscript is None:
                return inner.part(0, type_, inner.name)
            return inner
        case Assign():
            flow.value(expr)
            return place(flow, expr.target)
    return None


def _variable(flow: Flow, expr: Name) -> Place | None:
    decl = expr.decl
    if decl is None or decl.kind in ("function", "enumerator", "template-param"):
        return None
    alias = flow.aliases.get(id(decl))
    if alias is not None:
        return alias
    type_ = flow.types.get(id(decl)) or (decl.type.deref() if decl.type.deref().known else expr.type.deref())
    return Place(decl, (), 0, type_.bits, type_, name=decl.name, decl=decl)


def _member_place(flow: Flow, expr: Member) -> Place | None:
    type_ = expr.type.deref()
    if expr.base is None:
        base: Place | None = flow.frame.this or Place("this", (), 0, 0)
    elif expr.base.type.deref().kind == "pointer":
        base = pointee(flow, flow.value(expr.base), expr.base.type.deref().element or type_, expr.base)
    else:
        base = place(flow, expr.base)
        if base is None and is_object(expr.base.type):
            base = temporary(flow, expr.base)
    if base is None:
        return None
    offset = expr.decl.offset if expr.decl is not None else None
    if not type_.known:  # in a template that was followed into, the object's own type says more
        for item in base.type.deref().fields:
            if item.name == expr.name:
                type_, offset = item.type.deref(), item.offset
    dot = "->" if expr.arrow and not base.name.startswith("*") else "."
    owner = base.name.removeprefix("*")
    name = f"{owner}{dot}{expr.name}" if owner else expr.name
    if not expr.name:  # an anonymous struct or union
        return base.part(offset or 0, type_, base.name)
    if offset is None:
        return Place(base.root, (*base.path, expr.name), 0, type_.bits, type_, base.subscript, name, expr.decl)
    return base.part(offset, type_, name, expr.decl)


def temporary(flow: Flow, expr: Expr) -> Place | None:
    """An object that is no variable (a returned struct), put in a place of its own."""
    term = flow.value(expr)
    parts = flow.objects.get(id(term))
    if parts is None:
        return Place(term, (), 0, expr.type.deref().bits, expr.type.deref(), name=expr.text[:60])
    home = Place(term, (), 0, expr.type.deref().bits, expr.type.deref(), name=expr.text[:60])
    write_parts(flow, home, parts)
    return home


def _element_place(flow: Flow, expr: Subscript) -> Place | None:
    base_type = expr.base.type.deref()
    type_ = expr.type.deref()
    if not base_type.known:
        held = place(flow, expr.base)
        if held is not None and held.type.known:
            base_type = held.type
            if not type_.known and base_type.element is not None:
                type_ = base_type.element
    index = flow.value(expr.index)
    label = str(index.value) if index.op == "const" else expr.index.text[:60]
    if base_type.kind in ("vector", "array"):
        base = place(flow, expr.base)
        if base is None:
            return None
        name = f"{base.name}[{label}]"
        if index.op == "const" and type_.bits:
            return base.part((index.value or 0) * type_.bits, type_, name)
        return Place(base.root, (*base.path, f"[{id(index)}]"), 0, type_.bits, type_, index, name)
    if base_type.kind == "pointer":
        pointer = flow.value(expr.base)
        moved(flow, expr, pointer, index, expr.index, type_.bits)
        name = f"{expr.base.text[:60]}[{label}]"
        if index.op == "const" and type_.bits:
            home = pointee(flow, pointer, type_, expr.base)
            return home.part((index.value or 0) * type_.bits, type_, name) if home is not None else None
        known = flow.addresses.get(id(pointer))
        root: Root = known.root if known is not None else pointer
        path = (*(known.path if known is not None else ()), f"[{id(index)}]")
        return Place(root, path, 0, type_.bits, type_, index, name)
    base = place(flow, expr.base)
    if base is None:
        return None
    path = (*base.path, f"[{id(index)}]")
    return Place(base.root, path, 0, type_.bits, type_, index, f"{base.name}[{label}]")


def pointee(flow: Flow, pointer: Term, type_: Type, node: Expr) -> Place | None:
    """The place a pointer points to, seen as a type."""
    while pointer.op == "cast" and pointer.bits == 64 and pointer.args[0].bits == 64:
        pointer = pointer.args[0]
    known = flow.addresses.get(id(pointer))
    if known is not None:
        return known.part(0, type_, known.name) if known.subscript is None else known
    if pointer.op == "ptradd":
        base, index = pointer.args
        return Place(base, (f"[{id(index)}]",), 0, type_.bits, type_, index, node.text[:60])
    return Place(pointer, (), 0, type_.bits, type_, name=f"*{node.text[:60]}")


def moved(flow: Flow, node: Expr, pointer: Term, offset: Term, expr: Expr, element: int) -> None:
    """Record that a pointer is moved by something that is not constant."""
    if offset.op != "const":
        flow.emit(OffsetEvent(node, *flow.context(), 0, pointer, offset, expr, element))


def read(flow: Flow, expr: Expr) -> Term:
    """The value an lvalue holds."""
    target = place(flow, expr)
    type_ = expr.type.deref()
    if target is None:
        return unknown(flow, expr)
    if not type_.known and target.type.known:  # a template parameter, known at this call
        type_ = target.type
    if type_.kind == "array":  # decays to a pointer
        return address(flow, target, expr)
    if is_object(type_) and not type_.is_integer:
        whole = object_value(flow, target, expr)
        if target.subscript is not None or isinstance(target.root, Term):
            pointer = target.root if isinstance(target.root, Term) else None
            flow.emit(LoadEvent(expr, *flow.context(), 0, pointer, target.subscript, target, whole))
        return whole
    if target.subscript is not None:
        term = flow.terms.named(
            "load", target.name, target.bits, target.type.signed, extra=(id(target.root), target.path), node=expr
        )
        pointer = target.root if isinstance(target.root, Term) else None
        flow.emit(LoadEvent(expr, *flow.context(), 0, pointer, target.subscript, target, term))
        return term
    held = flow.memory.read(target, flow.terms)
    if held is None:
        held = initial(flow, target)
    if isinstance(target.root, Term):
        flow.emit(LoadEvent(expr, *flow.context(), 0, target.root, None, target, held))
    return held


def passed_by_reference(call: Call, index: int) -> bool:
    """Whether a callee may change its argument: a non-const reference, or the address of a variable."""
    arg = call.args[index]
    if isinstance(arg, Unary) and arg.op == "&":
        return True
    if call.decl is None or index >= len(call.decl.params):
        return False
    type_ = call.decl.params[index].type
    if type_.kind == "reference":
        return type_.element is not None and not type_.element.const
    return False
