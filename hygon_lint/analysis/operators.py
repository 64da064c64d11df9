"""Operators: arithmetic and conversions with the width they are done in, assignments, conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis.contents import (
    WORD,
    address,
    fit,
    initial,
    is_object,
    object_value,
    read_parts,
    resolved,
    unknown,
)
from hygon_lint.analysis.events import BranchEvent, CompareEvent, ConvertEvent, Guard
from hygon_lint.analysis.lvalues import moved, place, read
from hygon_lint.analysis.memory import Place
from hygon_lint.analysis.terms import ARITHMETIC, Term, is_condition
from hygon_lint.frontend.nodes import Assign, Binary, Cast, Expr, Literal, Node, Select, Type, Unary, plain
from hygon_lint.model.comparisons import COMPARISONS

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow


def truth(flow: Flow, expr: Expr) -> Term:
    """An expression as a condition."""
    return _condition(flow, flow.value(expr), expr)


def _condition(flow: Flow, term: Term, expr: Expr) -> Term:
    literal = plain(expr)
    if isinstance(literal, Literal) and isinstance(literal.value, str):
        return flow.terms.const(1, 8, False)  # `condition && "what went wrong"`
    if is_condition(term) or term.op == "const" or term.bits in (1, 8):
        return term
    return flow.terms.binary("!=", term, flow.terms.const(0, term.bits or 32, term.signed), 8, False, expr)


def binary(flow: Flow, expr: Binary) -> Term:
    """The value of a binary operation."""
    op = expr.op
    if op in ("&&", "||"):
        return _logic(flow, expr)
    if op == ",":
        flow.value(expr.left)
        return flow.value(expr.right)
    left, right = flow.value(expr.left), flow.value(expr.right)
    type_ = expr.type.deref()
    left_type, right_type = expr.left.type.deref(), expr.right.type.deref()
    if op in COMPARISONS:
        flow.emit(CompareEvent(expr, *flow.context(), 0, op, left, right))
        return flow.terms.binary(op, left, right, 8, False, expr)
    if (op in ("+", "-") and "pointer" in (left_type.kind, right_type.kind)) or left_type.kind == "array":
        return _pointer_sum(flow, expr, left, right)
    if op in ARITHMETIC and type_.kind in ("int", "bool", "enum"):
        return flow.terms.binary(op, left, right, type_.bits, type_.signed, expr)
    if op in ARITHMETIC and type_.kind in ("dependent", "unknown"):
        bits, signed = converted(left, right)
        return flow.terms.binary(op, left, right, bits, signed, expr)
    return flow.terms.named("float", expr.text[:80], type_.bits, True, (left, right), node=expr)


def converted(left: Term, right: Term) -> tuple[int, bool]:
    """Width and sign of an operation by the usual conversions, (0, True) where an operand's width is unknown."""
    if not left.bits or not right.bits:
        return 0, True
    wide = max((left, right), key=lambda t: (t.bits, not t.signed))
    return (wide.bits, wide.signed) if wide.bits >= 32 else (32, True)


def _pointer_sum(flow: Flow, expr: Binary, left: Term, right: Term) -> Term:
    offset = expr.right
    if expr.left.type.deref().kind not in ("pointer", "array"):
        left, right, offset = right, left, expr.left
    elif expr.right.type.deref().kind == "pointer":
        return flow.terms.binary("-", left, right, 64, True, expr)
    element = (expr.type.deref().element or WORD).bits
    known = flow.addresses.get(id(left))
    if known is not None and right.op == "const" and element and known.subscript is None:
        sign = -1 if expr.op == "-" else 1
        there = known.part(sign * (right.value or 0) * element, known.type, known.name)
        return address(flow, there, expr)
    moved(flow, expr, left, right, offset, element)
    if expr.op == "-":
        right = flow.terms.unary("neg", right, right.bits, True, expr)
    return flow.terms.named("ptradd", "", 64, False, (left, right), extra=element, node=expr)


def _logic(flow: Flow, expr: Binary) -> Term:
    left = truth(flow, expr.left)
    holds = left if expr.op == "&&" else flow.terms.negate(left)
    flow.guards.append(Guard(holds, expr.left))
    right = truth(flow, expr.right)
    flow.guards.pop()
    return flow.terms.binary(expr.op, left, right, 8, False, expr)


def unary(flow: Flow, expr: Unary) -> Term:
    """The value of a unary operation."""
    op, operand = expr.op, expr.operand
    type_ = expr.type.deref()
    if op == "&":
        target = place(flow, operand)
        if target is None:
            return unknown(flow, expr)
        if isinstance(target.root, Term) and target.subscript is not None and len(target.path) == 1:
            return flow.terms.named(
                "ptradd", "", 64, False, (target.root, target.subscript), extra=target.bits, node=expr
            )
        return address(flow, target, expr)
    if op == "*":
        return read(flow, expr)
    if op in ("++x", "--x", "x++", "x--"):
        return _step(flow, expr)
    term = flow.value(operand)
    if op == "!":
        return flow.terms.negate(truth(flow, operand))
    if op == "+":
        return term
    if type_.kind not in ("int", "bool", "enum", "dependent", "unknown"):
        return flow.terms.named("float", expr.text[:80], type_.bits, True, (term,), node=expr)
    return flow.terms.unary("neg" if op == "-" else "~", term, type_.bits, type_.signed, expr)


def _step(flow: Flow, expr: Unary) -> Term:
    operand = expr.operand
    target = place(flow, operand)
    old = read(flow, operand)
    type_ = operand.type.deref()
    one = flow.terms.const(1, type_.bits or 32, type_.signed)
    op = "+" if "++" in expr.op else "-"
    if type_.kind == "pointer":
        step = one if op == "+" else flow.terms.const(-1, 64, True)
        element = (type_.element or WORD).bits
        new = flow.terms.named("ptradd", "", 64, False, (old, step), extra=element, node=expr)
    else:
        new = flow.terms.binary(op, old, one, type_.bits, type_.signed, expr)
    flow.store(target, new, expr, operand)
    return old if expr.op.startswith("x") else new


def cast(flow: Flow, expr: Cast) -> Term:
    """The value of a conversion."""
    type_ = resolved(flow, expr.type.deref())
    source = expr.operand.type.deref()
    if is_object(source) and not is_object(type_) and type_.bits and source.kind != "array":
        target = place(flow, expr)
        if target is not None:
            held = flow.memory.read(target, flow.terms)
            return held if held is not None else initial(flow, target)
    term = flow.value(expr.operand)
    if type_.kind == "pointer" or is_object(type_):
        return term
    if type_.kind == "bool":
        if source.is_integer and source.kind != "bool":
            zero = flow.terms.const(0, term.bits or 32, term.signed)
            flow.emit(CompareEvent(expr, *flow.context(), 0, "!=", term, zero))
        return _condition(flow, term, expr.operand) if source.is_integer else term
    if type_.is_integer and type_.bits:
        if term.op == "addr" or source.kind == "pointer":
            return flow.terms.cast(term, type_.bits, type_.signed, expr) if type_.bits < 64 else term
        if source.kind == "float":
            return flow.terms.named("call", "int(float)", type_.bits, type_.signed, (term,), node=expr)
        result = flow.terms.cast(term, type_.bits, type_.signed, expr)
        if term.bits != type_.bits and term.op != "const":
            flow.emit(ConvertEvent(expr, *flow.context(), 0, expr, term, result))
        return result
    if type_.kind == "float":
        return flow.terms.named("float", expr.text[:60], type_.bits, True, (term,), node=expr)
    return fit(flow, term, type_, expr) if source.is_integer and not type_.known else term


def assign(flow: Flow, expr: Assign) -> Term:
    """The value of an assignment; the store happens."""
    type_ = expr.target.type.deref()
    if is_object(type_) and expr.op == "=":
        target = place(flow, expr.target)
        if target is not None:
            assign_object(flow, target, expr.value, expr)
            return object_value(flow, target, expr)
        return flow.value(expr.value)
    if type_.kind == "vector" and type_.element is not None and type_.element.is_integer:
        return _vector_step(flow, expr, type_, type_.element)
    if expr.op == "=":
        new = fit(flow, flow.value(expr.value), type_, expr.value)
        target = place(flow, expr.target)
    else:
        right = flow.value(expr.value)
        target = place(flow, expr.target)
        old = read(flow, expr.target)
        new = _compound(flow, expr, type_, old, right)
    pointer = target.root if target is not None and isinstance(target.root, Term) else None
    subscript = target.subscript if target is not None else None
    flow.store(target, new, expr, expr.target, pointer=pointer, subscript=subscript)
    return new


def _vector_step(flow: Flow, expr: Assign, type_: Type, element: Type) -> Term:
    """`v += w` of vectors: component by component, each in its own width."""
    right = flow.value(expr.value)
    target = place(flow, expr.target)
    if target is None:
        return unknown(flow, expr)
    steps = flow.objects.get(id(right), {})
    for key, (bits, old) in read_parts(flow, target, type_).items():
        step = steps[key][1] if key in steps else None
        if step is None and right.bits == bits:
            step = right  # a scalar, for every component
        if step is None:
            step = flow.terms.fresh("sym", expr.value.text[:60], bits, element.signed, (), expr.value)
        new = flow.terms.binary(expr.op[:-1], old, step, bits, element.signed, expr)
        path, offset = key
        flow.store(target.part(offset, element, path=path), new, expr, expr.target)
    return object_value(flow, target, expr)


def _compound(flow: Flow, expr: Assign, type_: Type, old: Term, right: Term) -> Term:
    op = expr.op[:-1]
    if type_.kind == "pointer":
        element = (type_.element or WORD).bits
        moved(flow, expr, old, right, expr.value, element)
        if op == "-":
            right = flow.terms.unary("neg", right, right.bits, True, expr)
        return flow.terms.named("ptradd", "", 64, False, (old, right), extra=element, node=expr)
    if not type_.is_integer:
        return flow.terms.named("float", expr.text[:80], type_.bits, True, (old, right), node=expr)
    wide = expr.compute.deref() if expr.compute is not None else type_
    bits = wide.bits or type_.bits
    wide_old = flow.terms.cast(old, bits, wide.signed, expr) if bits and old.bits else old
    result = flow.terms.binary(op, wide_old, right, bits, wide.signed, expr)
    return flow.terms.cast(result, type_.bits, type_.signed, expr) if type_.bits else result


def assign_object(flow: Flow, target: Place, source: Expr, node: Node, *, declares: bool = False) -> None:
    """Give an object the value of an expression of its type."""
    term = flow.value(source)
    parts = flow.objects.get(id(term))
    if parts is None:
        flow.memory.forget(target.root) if not target.path and not target.offset else None
        flow.store(target._replace(bits=0), term, node, None, declares=declares)
        flow.memory.cells.pop((target.root, target.path, target.offset), None)
        return
    for (path, offset), (bits, part) in parts.items():
        type_ = Type("int", bits, part.signed)
        flow.store(target.part(offset, type_, path=path), part, node, None, declares=declares)


def select(flow: Flow, expr: Select) -> Term:
    """The value of `?:`, each arm under its condition."""
    condition = truth(flow, expr.condition)
    flow.emit(BranchEvent(expr.condition, *flow.context(), 0, condition))
    if condition.op == "const":
        return flow.value(expr.then if condition.value else expr.other)
    flow.guards.append(Guard(condition, expr.condition))
    then = flow.value(expr.then)
    flow.guards[-1] = Guard(flow.terms.negate(condition), expr.condition)
    other = flow.value(expr.other)
    flow.guards.pop()
    term = flow.terms.select(condition, then, other, expr)
    a, b = flow.objects.get(id(then)), flow.objects.get(id(other))
    if a is not None and b is not None and a.keys() == b.keys():
        flow.objects[id(term)] = {
            key: (bits, flow.terms.select(condition, part, b[key][1])) for key, (bits, part) in a.items()
        }
    return term
