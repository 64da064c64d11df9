"""Calls: known meanings, helpers followed into, and what an unseen function may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis import contents, lvalues
from hygon_lint.analysis.events import Argument, CallEvent
from hygon_lint.analysis.memory import Place
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import (
    Call,
    Cast,
    Decl,
    Expr,
    Function,
    Lambda,
    Literal,
    Member,
    Name,
    Node,
    Subscript,
    Type,
    Unary,
)
from hygon_lint.model.functions import meanings

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow

_TYPES = {
    name: Type("int", bits, signed, name)
    for names, bits, signed in (
        (("int", "int32_t", "std::int32_t", "signed"), 32, True),
        (("unsigned", "unsigned int", "uint32_t", "std::uint32_t"), 32, False),
        (("long", "long long", "int64_t", "std::int64_t", "ptrdiff_t"), 64, True),
        (("size_t", "std::size_t", "unsigned long", "unsigned long long", "uint64_t", "std::uint64_t"), 64, False),
    )
    for name in names
}
MAX_DEPTH = 2  # levels of helpers that are followed into
_MAX_BODY = 400  # nodes of a helper that is still followed into


def call(flow: Flow, node: Call) -> Term:
    """The value of a call; its effects happen."""
    held = _lambda_of(flow, node)
    if held is not None and flow.frame.depth < MAX_DEPTH:
        flow.entered.add(id(held))
        return _follow(flow, node, held, held.params)
    function = flow.unit.by_decl.get(id(node.decl)) if node.decl is not None else None
    if function is not None and function.body is None:
        function = None
    if function is not None and _worth_following(flow, function):
        return _follow(flow, node, function, function.params)
    args = [argument(flow, arg) for arg in node.args]
    if node.object is not None:
        flow.value(node.object)
    for extra in node.launch or ():
        flow.value(extra)
    kinds = meanings(node.name) if function is None else frozenset[str]()
    result = _known(flow, node, args, kinds)
    if result is None:
        result = _unseen(flow, node, args)
    flow.emit(CallEvent(node, *flow.context(), 0, node, node.name, tuple(args), result, node.decl))
    _effects(flow, node, args, kinds)
    return result


def _lambda_of(flow: Flow, node: Call) -> Lambda | None:
    target = node.object if node.name == "operator()" else node.callee
    if isinstance(target, Lambda):
        return target
    if isinstance(target, Name) and target.decl is not None:
        return flow.lambdas.get(id(target.decl))
    return None


def _worth_following(flow: Flow, function: Function) -> bool:
    if function.body is None or flow.frame.depth >= MAX_DEPTH or function.kernel:
        return False
    if any(frame.function is function for frame in flow.frames):
        return False
    return all(count <= _MAX_BODY for count, _ in enumerate(function.body.walk()))


def argument(flow: Flow, expr: Expr) -> Argument:
    """An argument as it is passed, with the words of a descriptor-sized object."""
    term = flow.value(expr)
    type_ = expr.type.deref()
    place = flow.addresses.get(id(term))
    words: tuple[Term | None, ...] | None = None
    if place is not None and place.subscript is None:
        target = place.type if contents.is_object(place.type) else type_
        if _descriptor_sized(target):
            words = _words(contents.read_parts(flow, place, target), flow)
    parts = flow.objects.get(id(term))
    if parts is not None and (_descriptor_sized(type_) or term.bits == 128):
        words = _words(parts, flow)
        if place is None:
            place = lvalues.place(flow, expr) if isinstance(expr, Name) else None
    if place is None:
        place = _quiet_place(flow, expr)
    return Argument(term, place, words, expr)


def _quiet_place(flow: Flow, expr: Expr) -> Place | None:
    """The place of a plain lvalue, found without evaluating anything again."""
    inner: Expr | None = expr
    while isinstance(inner, Member | Subscript | Cast):
        if isinstance(inner, Subscript) and not isinstance(inner.index, Literal):
            return None
        inner = inner.operand if isinstance(inner, Cast) else inner.base
    return lvalues.place(flow, expr) if isinstance(inner, Name) else None


def _descriptor_sized(type_: Type) -> bool:
    return type_.bits == 128 or (type_.kind == "record" and type_.bits in (0, 128))


def _words(parts: contents.Object, flow: Flow) -> tuple[Term | None, ...] | None:
    from hygon_lint.analysis.memory import high_half, low_half

    out: list[Term | None] = [None] * 4
    for (path, offset), (bits, term) in parts.items():
        if path:
            continue
        if bits == 32 and offset % 32 == 0 and offset < 128:
            out[offset // 32] = term
        elif bits == 64 and offset in (0, 64):
            out[offset // 32] = low_half(flow.terms, term)
            out[offset // 32 + 1] = high_half(flow.terms, term)
    return tuple(out) if any(out) else None


# ---------------------------------------------------------------- known meanings


def _known(flow: Flow, node: Call, args: list[Argument], kinds: frozenset[str]) -> Term | None:
    terms = [arg.term for arg in args if arg.term is not None]
    type_ = node.type.deref()
    if not args and node.name in ("max", "min", "lowest") and "limits" in node.qualified:
        if not type_.is_integer or not type_.bits:
            return None
        top = (1 << (type_.bits - type_.signed)) - 1
        return flow.terms.const(
            top if node.name == "max" else -top - 1 if type_.signed else 0, type_.bits, type_.signed
        )
    if not kinds or len(terms) != len(args):
        return None
    if "identity" in kinds and len(terms) == 1:
        return terms[0]
    if "broadcast32" in kinds and terms:
        source = terms[1] if "update_dpp" in node.name and len(terms) > 1 else terms[0]
        cut = flow.terms.cast(source, 32, type_.signed if type_.is_integer else True, node)
        return contents.fit(flow, cut, type_, node)
    for kind, op in (("minimum", "min"), ("maximum", "max")):
        if kind in kinds and len(terms) == 2 and type_.kind != "float":
            bits = type_.bits or max(t.bits for t in terms)
            return flow.terms.minmax(op, terms[0], terms[1], bits, _signed(type_, terms), node)
    if "multiply" in kinds and len(terms) == 2:
        return flow.terms.binary("*", terms[0], terms[1], type_.bits, type_.signed, node)
    if "template_clamp" in kinds and len(terms) == 1:
        limits = [flow.value(e) for e in node.template_exprs[:2]]
        return _clamp(flow, node, terms[0], limits) if len(limits) == 2 else None
    if "clamp" in kinds and len(terms) == 3:
        return _clamp(flow, node, terms[0], terms[1:])
    if "limit_address" in kinds and len(terms) == 1:
        mask = flow.terms.const((1 << 48) - 1, 64, False)
        return flow.terms.binary("&", mask, terms[0], 64, False, node)
    if "bit_cast" in kinds and len(terms) == 1:
        parts = flow.objects.get(id(terms[0]))
        cell = parts.get(((), 0)) if parts else None
        if parts and type_.bits == 64 and not contents.is_object(type_):
            words = _words(parts, flow)
            if words is not None and words[0] is not None and words[1] is not None:
                return flow.terms.join(words[0], words[1], node)
        if contents.is_object(type_) and terms[0].bits == 64 and parts is None:
            term = flow.terms.fresh("sym", node.text[:60], type_.bits, False, (terms[0],), node)
            flow.objects[id(term)] = {((), 0): (64, terms[0])}
            return term
        return cell[1] if cell is not None and cell[0] == type_.bits else terms[0]
    if "add_with_carry" in kinds and len(terms) == 4:
        total = flow.terms.binary("+", terms[0], terms[1], type_.bits or 32, False, node)
        carry = flow.terms.binary("<", total, terms[0], 8, False, node)
        carry_out = flow.addresses.get(id(terms[3]))
        if carry_out is not None:
            flow.store(carry_out, flow.terms.cast(carry, carry_out.bits or 32, False), node, None)
        return flow.terms.binary("+", total, terms[2], type_.bits or 32, False, node)
    if "add_overflow" in kinds and len(terms) == 3:
        target = flow.addresses.get(id(terms[2]))
        bits = target.bits if target is not None else 32
        total = flow.terms.binary("+", terms[0], terms[1], bits, False, node)
        if target is not None:
            flow.store(target, total, node, None)
        return flow.terms.binary("<", total, terms[0], 8, False, node)
    return None


def _signed(type_: Type, terms: list[Term]) -> bool:
    return type_.signed if type_.is_integer else all(t.signed for t in terms)


def _clamp(flow: Flow, node: Call, term: Term, limits: list[Term]) -> Term:
    bits, signed = term.bits, term.signed
    upper = flow.terms.minmax("min", term, limits[1], bits, signed, node)
    return flow.terms.minmax("max", upper, limits[0], bits, signed, node)


def _unseen(flow: Flow, node: Call, args: list[Argument]) -> Term:
    """The result of a function whose body is not seen: the same arguments give the same term."""
    type_ = node.type.deref()
    terms = tuple(arg.term for arg in args if arg.term is not None)
    owner = ""
    if node.object is not None:
        owner = node.object.text[:40] + "."
        held = flow.values.get(id(node.object))
        if held is not None:
            terms = (held, *terms)
    name = owner + node.name
    if not node.name:
        return flow.terms.fresh("call", node.text[:60], type_.bits, type_.signed, terms, node)
    return flow.terms.named("call", name, type_.bits, type_.signed, terms, node.template_args, node, node.decl)


def _effects(flow: Flow, node: Call, args: list[Argument], kinds: frozenset[str]) -> None:
    """Forget what the callee may have changed."""
    if "copy" in kinds and len(args) >= 2 and _copies(flow, node, args):
        return
    if kinds & {"identity", "add_with_carry", "add_overflow", "minimum", "maximum"}:
        return
    for i, arg in enumerate(args):
        if not lvalues.passed_by_reference(node, i):
            continue
        place = arg.place
        if place is None and not (isinstance(arg.expr, Unary) and arg.expr.op == "&"):
            place = lvalues.place(flow, arg.expr)
        if place is None:
            continue
        if isinstance(place.root, Decl) and place.bits and not place.path and contents.is_object(place.root.type):
            overwrite(flow, place, node, node.name)
        else:
            flow.memory.forget(place.root)
            _set_unknown(flow, place, node, node.name)


def overwrite(flow: Flow, place: Place, node: Node, name: str) -> None:
    """An object gets values nothing is known of, but that `node` made them."""
    for key, _, _ in list(flow.memory.overlapping(place)):
        del flow.memory.cells[key]
    _set_unknown(flow, place, node, name)


def _set_unknown(flow: Flow, place: Place, node: Node, name: str) -> None:
    if not contents.is_object(place.type) and place.bits in (8, 16, 32, 64):
        term = flow.terms.fresh("call", f"{name}({place.name})", place.bits, place.type.signed, (), node)
        flow.memory.write(place, term, flow.terms)
        return
    for offset, path, type_, part in contents.layout_of(place.type):
        if type_.bits and not contents.is_object(type_):
            label = f"{place.name}.{part}" if part else f"{place.name}[{offset // type_.bits}]"
            term = flow.terms.fresh("call", label, type_.bits, type_.signed, (), node)
            flow.memory.write(place.part(offset, type_, label, path=path), term, flow.terms)


def _copies(flow: Flow, node: Call, args: list[Argument]) -> bool:
    """`memcpy(&a, &b, constant)` between tracked places."""
    target, source = args[0].place, args[1].place
    size = args[2].term if len(args) > 2 else None
    if target is None or source is None or size is None or size.op != "const":
        return False
    bits = (size.value or 0) * 8
    window = source._replace(bits=bits)
    parts = contents.read_parts(flow, window, source.type)
    for (path, offset), (width, term) in parts.items():
        if offset < bits:
            flow.store(target.part(offset, Type("int", width, term.signed), path=path), term, node, None)
    if not parts and bits in (32, 64):
        flow.store(target._replace(bits=bits), contents.initial(flow, window), node, None)
    return True


# ---------------------------------------------------------------- following helpers


def _follow(flow: Flow, node: Call, target: Function | Lambda, params: list[Decl]) -> Term:
    from hygon_lint.analysis.flow import Frame

    args: list[Argument] = []
    bound: list[tuple[Decl, Argument]] = []
    for i, arg in enumerate(node.args):
        passed = argument(flow, arg)
        args.append(passed)
        if i < len(params):
            bound.append((params[i], passed))
    this = _this(flow, node) if isinstance(target, Function) and target.owner else flow.frame.this
    saved_aliases = {id(d): flow.aliases.get(id(d)) for d in params}
    for decl, passed in bound:
        _bind(flow, decl, passed, node)
    saved_bindings, saved_types = dict(flow.bindings), dict(flow.template_types)
    if isinstance(target, Function):
        _bind_template(flow, node, target)
    frame = Frame(target, flow.frame.depth + 1, this, len(flow.guards))
    result_type = target.result.deref() if isinstance(target, Function) else node.type.deref()
    event = CallEvent(node, *flow.context(), 0, node, node.name, tuple(args), flow.terms.const(0), node.decl, True)
    flow.emit(event)
    flow.frames.append(frame)
    flow.chain.append(node)
    depth = len(flow.guards)
    if target.body is not None:
        flow.block(target.body)
    flow.dead = False
    del flow.guards[depth:]
    flow.chain.pop()
    flow.frames.pop()
    flow.bindings, flow.template_types = saved_bindings, saved_types
    for key, old in saved_aliases.items():
        if old is None:
            flow.aliases.pop(key, None)
        else:
            flow.aliases[key] = old
    result = _returned(flow, node, frame, result_type)
    event.result = result
    return result


def _this(flow: Flow, node: Call) -> Place | None:
    if node.object is None:
        return flow.frame.this
    type_ = node.object.type.deref()
    if type_.kind == "pointer":
        pointer = flow.value(node.object)
        return lvalues.pointee(flow, pointer, type_.element or type_, node.object)
    place = lvalues.place(flow, node.object)
    return place if place is not None else lvalues.temporary(flow, node.object)


def _bind(flow: Flow, decl: Decl, passed: Argument, node: Call) -> None:
    type_ = decl.type.deref()
    if not type_.known:
        type_ = passed.expr.type.deref()
        flow.types[id(decl)] = type_
    flow.aliases.pop(id(decl), None)
    flow.memory.forget(decl)
    if decl.type.kind == "reference":
        target = lvalues.place(flow, passed.expr)
        if target is not None:
            if type_.bits and type_.kind != "array" and target.bits != type_.bits and target.bits == 0:
                target = target._replace(bits=type_.bits, type=type_)
            flow.aliases[id(decl)] = target
            return
    place = Place(decl, (), 0, type_.bits, type_, name=decl.name, decl=decl)
    if passed.term is None:
        return
    parts = flow.objects.get(id(passed.term))
    if parts is not None:
        contents.write_parts(flow, place, parts)
    elif not contents.is_object(type_):
        if isinstance(passed.expr.type.deref(), Type) and passed.expr.type.deref().kind == "record" and not type_.known:
            return
        flow.memory.write(place, contents.fit(flow, passed.term, type_, node), flow.terms)


def _bind_template(flow: Flow, node: Call, target: Function) -> None:
    """Explicit template arguments to template parameters, by position among the written ones; type parameters that are
    left to deduction from the arguments."""
    exprs = list(node.template_exprs)
    position = 0
    for decl, text in zip(target.template_params, node.template_args, strict=False):
        if decl.type.is_integer and position < len(exprs):
            flow.bindings[id(decl)] = flow.value(exprs[position])
            position += 1
        elif not decl.type.known and text in _TYPES:
            flow.template_types[decl.name] = _TYPES[text]
    open_names = {decl.name for decl in target.template_params if not decl.type.known} - flow.template_types.keys()
    for param, argument in zip(target.params, node.args, strict=False):
        name, type_ = param.type.deref().name, argument.type.deref()
        if name in open_names and type_.known:
            flow.template_types[name] = type_


def _returned(flow: Flow, node: Call, frame: object, type_: Type) -> Term:
    from hygon_lint.analysis.flow import Frame

    assert isinstance(frame, Frame)
    returns = [(guards, term) for guards, term in frame.returns if term is not None]
    if not returns:
        return flow.terms.fresh("call", node.name, type_.bits, type_.signed, (), node)
    result = returns[-1][1]
    assert result is not None
    for guards, term in reversed(returns[:-1]):
        condition: Term | None = None
        for guard in guards:
            condition = guard.term if condition is None else flow.terms.binary("&&", condition, guard.term, 8, False)
        if condition is None or term is None:
            continue
        merged = flow.terms.select(condition, term, result)
        a, b = flow.objects.get(id(term)), flow.objects.get(id(result))
        if a is not None and b is not None and a.keys() == b.keys():
            flow.objects[id(merged)] = {
                key: (bits, flow.terms.select(condition, part, b[key][1])) for key, (bits, part) in a.items()
            }
        result = merged
    if contents.is_object(type_) or not (type_.is_integer or type_.kind == "dependent"):
        return result
    return contents.fit(flow, result, type_, node)
