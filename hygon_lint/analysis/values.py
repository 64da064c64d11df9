"""Expressions to values and places, on the state of a `Flow`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis import calls
from hygon_lint.analysis.events import BranchEvent, CompareEvent, ConvertEvent, Guard, LoadEvent, OffsetEvent
from hygon_lint.analysis.memory import Key, Place, Root
from hygon_lint.analysis.terms import ARITHMETIC, Term, is_condition
from hygon_lint.frontend.nodes import (
    Assign,
    Binary,
    Call,
    Cast,
    Construct,
    Decl,
    Expr,
    Lambda,
    Literal,
    Member,
    Name,
    Node,
    Opaque,
    Select,
    SizeOf,
    Subscript,
    Type,
    Unary,
)
from hygon_lint.model.comparisons import COMPARISONS

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow

WORD = Type("int", 32, False, "uint32_t")
_MAX_ELEMENTS = 16
_NUMBERS = frozenset(("cast", "sym", "init", "load", "loop", "neg", "min", "max", "select", "call"))

Object = dict[tuple[tuple[str, ...], int], tuple[int, Term]]
"""The parts of an object value: (path, offset) -> (bits, value)."""


def is_object(type_: Type) -> bool:
    """Whether values of a type are tracked by their parts."""
    return type_.deref().kind in ("vector", "array", "record")


def truth(flow: Flow, expr: Expr) -> Term:
    """An expression as a condition."""
    return _condition(flow, value(flow, expr), expr)


def _condition(flow: Flow, term: Term, expr: Expr) -> Term:
    if is_condition(term) or term.op == "const" or term.bits in (1, 8):
        return term
    return flow.terms.binary("!=", term, flow.terms.const(0, term.bits or 32, term.signed), 8, False, expr)


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
            return _binary(flow, expr)
        case Unary():
            return _unary(flow, expr)
        case Cast():
            return _cast(flow, expr)
        case Assign():
            return _assign(flow, expr)
        case Select():
            return _select(flow, expr)
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


def unknown(flow: Flow, expr: Expr) -> Term:
    """A value nothing is known of, but the same for the same text."""
    type_ = expr.type.deref()
    return flow.terms.named("sym", expr.text[:120], type_.bits, type_.signed, extra=id(expr), node=expr)


def resolved(flow: Flow, type_: Type) -> Type:
    """A type that a template parameter decides, as it is in the call that was followed."""
    return flow.template_types.get(type_.name, type_) if not type_.known else type_


def _of_unknown_width(type_: Type) -> bool:
    """Whether a value takes on a width that is not known when it is converted to a type."""
    return not type_.known and type_.name.partition(" ")[0] not in ("auto", "decltype(auto)")


def fit(flow: Flow, term: Term, type_: Type, node: Node) -> Term:
    """A value as a variable of a type holds it."""
    type_ = resolved(flow, type_)
    if _of_unknown_width(type_) and _is_number(term):
        return flow.terms.cast(term, 0, True, node)
    if type_.is_integer and type_.bits and term.bits and term.op != "addr":
        return flow.terms.cast(term, type_.bits, type_.signed, node)
    return term


def _is_number(term: Term) -> bool:
    return bool(term.bits) and term.op in ARITHMETIC | {
        "cast",
        "sym",
        "init",
        "load",
        "loop",
        "neg",
        "min",
        "max",
        "select",
        "call",
    }


# ---------------------------------------------------------------- leaves


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


# ---------------------------------------------------------------- places


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
            pointer = value(flow, expr.operand)
            return pointee(flow, pointer, expr.type.deref(), expr)
        case Unary() if expr.op in ("++x", "--x"):
            value(flow, expr)
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
            value(flow, expr)
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
        base = pointee(flow, value(flow, expr.base), expr.base.type.deref().element or type_, expr.base)
    else:
        base = place(flow, expr.base)
        if base is None and is_object(expr.base.type):
            base = _temporary(flow, expr.base)
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


def _temporary(flow: Flow, expr: Expr) -> Place | None:
    """An object that is no variable (a returned struct), put in a place of its own."""
    term = value(flow, expr)
    parts = flow.objects.get(id(term))
    if parts is None:
        return Place(term, (), 0, expr.type.deref().bits, expr.type.deref(), name=expr.text[:60])
    home = Place(term, (), 0, expr.type.deref().bits, expr.type.deref(), name=expr.text[:60])
    _write_parts(flow, home, parts)
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
    index = value(flow, expr.index)
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
        pointer = value(flow, expr.base)
        _moved(flow, expr, pointer, index, expr.index, type_.bits)
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


def address(flow: Flow, target: Place, node: Expr) -> Term:
    """The address of a place, as a value."""
    term = flow.terms.named(
        "addr", f"&{target.name}", 64, False, extra=(id(target.root), target.path, target.offset), node=node
    )
    flow.addresses[id(term)] = target
    return term


# ---------------------------------------------------------------- reading and writing


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


def initial(flow: Flow, target: Place) -> Term:
    """What a place held before the function stored anything there."""
    type_ = target.type
    if target.bits == 64 and _made_of_words(target):
        low = initial(flow, target.part(0, WORD, f"{target.name}[0]"))
        high = initial(flow, target.part(32, WORD, f"{target.name}[1]"))
        return flow.terms.join(low, high)
    decl = target.decl
    if decl is None and isinstance(target.root, Decl) and not target.path and not target.offset:
        decl = target.root
    whole = isinstance(target.root, Decl) and target.root is decl and not target.path and not target.offset
    if whole and decl is not None and target.bits == decl.type.deref().bits:
        return flow.terms.sym(decl.name, target.bits, type_.signed, decl)
    name = target.name or (target.root.name if isinstance(target.root, Decl) else str(target.root))
    key = (target.root, target.path, target.offset, target.bits)
    known = flow.initials.get(key)
    if known is None:
        known = flow.terms.fresh("init", name, target.bits, type_.signed, decl=decl)
        flow.initials[key] = known
    return known


def _made_of_words(target: Place) -> bool:
    root = target.root
    type_ = root.type.deref() if isinstance(root, Decl) else None
    if type_ is None or type_.kind not in ("vector", "array"):
        return False
    return type_.element is not None and type_.element.bits == 32


def assign_object(flow: Flow, target: Place, source: Expr, node: Node, *, declares: bool = False) -> None:
    """Give an object the value of an expression of its type."""
    term = value(flow, source)
    parts = flow.objects.get(id(term))
    if parts is None:
        flow.memory.forget(target.root) if not target.path and not target.offset else None
        flow.store(target._replace(bits=0), term, node, None, declares=declares)
        flow.memory.cells.pop((target.root, target.path, target.offset), None)
        return
    for (path, offset), (bits, part) in parts.items():
        type_ = Type("int", bits, part.signed)
        flow.store(target.part(offset, type_, path=path), part, node, None, declares=declares)


def _write_parts(flow: Flow, target: Place, parts: Object) -> None:
    for (path, offset), (bits, part) in parts.items():
        flow.memory.write(target.part(offset, Type("int", bits, part.signed), path=path), part, flow.terms)


def object_value(flow: Flow, target: Place, expr: Expr) -> Term:
    """The parts of an object, as one value."""
    extra = (target.root if isinstance(target.root, str) else id(target.root), target.path, target.offset)
    parts = read_parts(flow, target, target.type if is_object(target.type) else expr.type.deref())
    version = tuple(id(part) for _, part in parts.values())
    term = flow.terms.named("sym", target.name, target.bits, False, extra=(extra, version), node=expr)
    flow.objects[id(term)] = parts
    return term


def read_parts(flow: Flow, target: Place, type_: Type, depth: int = 0) -> Object:
    """The present parts of an object, words of vectors and fields of structs one by one."""
    out: Object = {}
    for (_, path, offset), (bits, term) in _cells_in(flow, target):
        out[(path[len(target.path) :], offset - (target.offset if path == target.path else 0))] = (bits, term)
    for offset, path, part_type, name in _layout(type_):
        if is_object(part_type):
            if depth < 3:
                inner = target.part(offset, part_type, f"{target.name}.{name}" if name else target.name, path=path)
                for key, cell in read_parts(flow, inner, part_type, depth + 1).items():
                    at = (path + key[0], key[1] + (offset if not path else 0))
                    if at not in out and not _covered(out, at, cell[0]):
                        out[at] = cell
            continue
        at = (path, offset)
        if at in out or _covered(out, at, part_type.bits) or not part_type.bits:
            continue
        label = f"{target.name}.{name}" if name else f"{target.name}[{offset // (part_type.bits or 1)}]"
        spot = target.part(offset if not path else 0, part_type, label, path=path)
        held = flow.memory.read(spot, flow.terms)
        out[at] = (part_type.bits, held if held is not None else initial(flow, spot))
    return out


def _covered(parts: Object, at: tuple[tuple[str, ...], int], bits: int) -> bool:
    return any(p == at[0] and o < at[1] + bits and at[1] < o + b for (p, o), (b, _) in parts.items())


def _cells_in(flow: Flow, target: Place) -> list[tuple[Key, tuple[int, Term]]]:
    out = []
    for key in flow.memory.below(target.root):
        _, path, offset = key
        if path[: len(target.path)] != target.path:
            continue
        if path == target.path and target.bits and not target.offset <= offset < target.offset + target.bits:
            continue
        out.append((key, flow.memory.cells[key]))
    return out


def _layout(type_: Type) -> list[tuple[int, tuple[str, ...], Type, str]]:
    """(offset, path, type, field name) of the parts of an object type."""
    type_ = type_.deref()
    if type_.kind in ("vector", "array") and type_.element is not None and type_.element.bits:
        count = min(type_.count, _MAX_ELEMENTS)
        return [(i * type_.element.bits, (), type_.element, "") for i in range(count)]
    out: list[tuple[int, tuple[str, ...], Type, str]] = []
    for item in type_.fields:
        if item.offset is not None:
            out.append((item.offset, (), item.type.deref(), item.name))
        elif item.name:
            out.append((0, (item.name,), item.type.deref(), item.name))
    return out


def _construct(flow: Flow, expr: Construct) -> Term:
    type_ = expr.type.deref()
    args = [(arg, value(flow, arg)) for arg in expr.args]
    if not is_object(type_):
        if len(args) == 1:
            return fit(flow, args[0][1], type_, expr)
        if not args and type_.is_integer:
            return flow.terms.const(0, type_.bits, type_.signed, expr)
        return unknown(flow, expr)
    layout = _layout(type_)
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


# ---------------------------------------------------------------- operators


def _binary(flow: Flow, expr: Binary) -> Term:
    op = expr.op
    if op in ("&&", "||"):
        return _logic(flow, expr)
    if op == ",":
        value(flow, expr.left)
        return value(flow, expr.right)
    left, right = value(flow, expr.left), value(flow, expr.right)
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
        moved = known.part(sign * (right.value or 0) * element, known.type, known.name)
        return address(flow, moved, expr)
    _moved(flow, expr, left, right, offset, element)
    if expr.op == "-":
        right = flow.terms.unary("neg", right, right.bits, True, expr)
    return flow.terms.named("ptradd", "", 64, False, (left, right), extra=element, node=expr)


def _moved(flow: Flow, node: Expr, pointer: Term, offset: Term, expr: Expr, element: int) -> None:
    """Record that a pointer is moved by something that is not constant."""
    if offset.op != "const":
        flow.emit(OffsetEvent(node, *flow.context(), 0, pointer, offset, expr, element))


def _logic(flow: Flow, expr: Binary) -> Term:
    left = truth(flow, expr.left)
    holds = left if expr.op == "&&" else flow.terms.negate(left)
    flow.guards.append(Guard(holds, expr.left))
    right = truth(flow, expr.right)
    flow.guards.pop()
    return flow.terms.binary(expr.op, left, right, 8, False, expr)


def _unary(flow: Flow, expr: Unary) -> Term:
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
    term = value(flow, operand)
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


def _cast(flow: Flow, expr: Cast) -> Term:
    type_ = resolved(flow, expr.type.deref())
    source = expr.operand.type.deref()
    if is_object(source) and not is_object(type_) and type_.bits and source.kind != "array":
        target = place(flow, expr)
        if target is not None:
            held = flow.memory.read(target, flow.terms)
            return held if held is not None else initial(flow, target)
    term = value(flow, expr.operand)
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


def _assign(flow: Flow, expr: Assign) -> Term:
    type_ = expr.target.type.deref()
    if is_object(type_) and expr.op == "=":
        target = place(flow, expr.target)
        if target is not None:
            assign_object(flow, target, expr.value, expr)
            return object_value(flow, target, expr)
        return value(flow, expr.value)
    if type_.kind == "vector" and type_.element is not None and type_.element.is_integer:
        return _vector_step(flow, expr, type_, type_.element)
    if expr.op == "=":
        new = fit(flow, value(flow, expr.value), type_, expr.value)
        target = place(flow, expr.target)
    else:
        right = value(flow, expr.value)
        target = place(flow, expr.target)
        old = read(flow, expr.target)
        new = _compound(flow, expr, type_, old, right)
    pointer = target.root if target is not None and isinstance(target.root, Term) else None
    subscript = target.subscript if target is not None else None
    flow.store(target, new, expr, expr.target, pointer=pointer, subscript=subscript)
    return new


def _vector_step(flow: Flow, expr: Assign, type_: Type, element: Type) -> Term:
    """`v += w` of vectors: component by component, each in its own width."""
    right = value(flow, expr.value)
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
        _moved(flow, expr, old, right, expr.value, element)
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


def _select(flow: Flow, expr: Select) -> Term:
    condition = truth(flow, expr.condition)
    flow.emit(BranchEvent(expr.condition, *flow.context(), 0, condition))
    if condition.op == "const":
        return value(flow, expr.then if condition.value else expr.other)
    flow.guards.append(Guard(condition, expr.condition))
    then = value(flow, expr.then)
    flow.guards[-1] = Guard(flow.terms.negate(condition), expr.condition)
    other = value(flow, expr.other)
    flow.guards.pop()
    term = flow.terms.select(condition, then, other, expr)
    a, b = flow.objects.get(id(then)), flow.objects.get(id(other))
    if a is not None and b is not None and a.keys() == b.keys():
        flow.objects[id(term)] = {
            key: (bits, flow.terms.select(condition, part, b[key][1])) for key, (bits, part) in a.items()
        }
    return term


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
