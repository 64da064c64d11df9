"""Expressions: from clang cursors to our nodes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hygon_lint.frontend import clang
from hygon_lint.frontend.lower_context import FUNCTIONS, PARAM, Context
from hygon_lint.frontend.lower_decl import decl_of
from hygon_lint.frontend.nodes import (
    UNKNOWN,
    Assign,
    Binary,
    Call,
    Cast,
    Construct,
    Decl,
    Expr,
    ExprStmt,
    Lambda,
    Literal,
    Member,
    Name,
    Opaque,
    Return,
    Select,
    SizeOf,
    Subscript,
    Type,
    Unary,
    written,
)
from hygon_lint.frontend.operator_text import operator_of

TYPE_REF, UNEXPOSED, DECL_REF, MEMBER, CALL, PAREN = 43, 100, 101, 102, 103, 111
UNARY, SUBSCRIPT, BINARY, COMPOUND, CONDITIONAL = 112, 113, 114, 115, 116
INIT_LIST, SIZEOF, LAMBDA, OVERLOADED_REF, STATEMENT_EXPRESSION = 119, 136, 144, 49, 121
BIT_CAST = 280  # __builtin_bit_cast stands among the statements in libclang's list
_CASTS = {117: "c", 124: "static", 125: "dynamic", 126: "reinterpret", 127: "const", 128: "functional"}
_BINARY = (
    "", ".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|",
    "&&", "||", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
)  # fmt: skip
_UNARY = ("", "x++", "x--", "++x", "--x", "&", "*", "+", "-", "~", "!", "real", "imag", "extension", "await")
_LAST_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:<[^;]*>)?\s*$")
_OPERATOR_BINARY = frozenset(
    f"operator{op}" for op in ("+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^")
)
_OPERATOR_ASSIGN = frozenset(f"operator{op}" for op in ("=", "+=", "-=", "*=", "/=", "<<=", ">>=", "|=", "&=", "^="))


def is_expr(cursor: Any) -> bool:
    """Whether a cursor is an expression."""
    return bool(100 <= cursor._kind_id < 200 or cursor._kind_id == BIT_CAST)


def expr(context: Context, cursor: Any) -> Expr:
    """Lower one expression."""
    handler = _HANDLERS.get(cursor._kind_id)
    if handler is not None:
        return handler(context, cursor)
    return _opaque(context, cursor)


def parts(cursor: Any) -> list[Any]:
    """The child cursors that are expressions."""
    return [kid for kid in clang.children(cursor) if is_expr(kid)]


def _opaque(context: Context, cursor: Any, what: str = "") -> Opaque:
    kids = [expr(context, kid) for kid in parts(cursor)]
    return Opaque(context.source, context.where(cursor), context.type_of(cursor), kids, what)


def _throw(context: Context, cursor: Any) -> Expr:
    return _opaque(context, cursor, "throw")


def _same(a: Type, b: Type) -> bool:
    a, b = a.deref(), b.deref()
    if a.is_integer or b.is_integer or a.kind == "float" or b.kind == "float":
        return (a.kind, a.bits, a.signed) == (b.kind, b.bits, b.signed)
    return True


def _convert(context: Context, cursor: Any, kind: str, type_: Type, operand: Expr) -> Expr:
    if kind == "implicit":
        if _same(type_, operand.type):
            return operand
        if type_.kind in ("unknown", "dependent", "function") or operand.type.kind == "function":
            return operand
    elif isinstance(operand, Cast) and operand.kind == "implicit" and _same(operand.type, type_):
        operand = operand.operand  # the conversion that the explicit cast asks for
    return Cast(context.source, context.where(cursor), type_, kind, operand)


def _unexposed(context: Context, cursor: Any) -> Expr:
    kids = clang.children(cursor)
    inner = [kid for kid in kids if is_expr(kid)]
    if context.lib.clang_getCursorType(cursor)._kind_id == 0:  # `T v(a, b)` where a template parameter decides T
        return Construct(
            context.source, context.where(cursor), Type("dependent"), [expr(context, kid) for kid in inner], False
        )
    if len(inner) == 1:
        operand = expr(context, inner[0])
        if inner[0]._kind_id == DECL_REF and _is_overloaded(inner[0]):
            return _recovered_call(context, cursor, inner)
        if operand.type.deref().kind == "vector":
            component = _component(context, cursor, operand)
            if component is not None:
                return component
        return _convert(context, cursor, "implicit", context.type_of(cursor), operand)
    if inner and inner[0]._kind_id in (DECL_REF, MEMBER):
        return _recovered_call(context, cursor, inner)
    return _opaque(context, cursor)


_COMPONENT = re.compile(r"\.\s*(?:([xyzw])|s([0-9a-fA-F]))$")


def _component(context: Context, cursor: Any, vector: Expr) -> Expr | None:
    """`v.x` of a vector type, which clang does not name: the same as `v[0]`."""
    where = context.where(cursor)
    match = _COMPONENT.search(context.source.text(where.span()))
    if match is None:
        return None
    index = "xyzw".index(match.group(1)) if match.group(1) else int(match.group(2), 16)
    literal = Literal(context.source, where, Type("int", 32, True, "int"), index)
    return Subscript(context.source, where, context.type_of(cursor), vector, literal)


def _is_overloaded(cursor: Any) -> bool:
    return any(kid._kind_id == OVERLOADED_REF for kid in clang.children(cursor))


def _recovered_call(context: Context, cursor: Any, inner: list[Any]) -> Expr:
    """clang keeps a call that it cannot resolve as callee and arguments side by side."""
    text = context.source.text(context.where(cursor).span())
    if not text.rstrip().endswith(")"):
        return _opaque(context, cursor)
    return _call_of(context, cursor, inner[0], [expr(context, kid) for kid in inner[1:]])


def _paren(context: Context, cursor: Any) -> Expr:
    inner = parts(cursor)
    return expr(context, inner[0]) if len(inner) == 1 else _opaque(context, cursor)


def _integer(context: Context, cursor: Any) -> Expr:
    return Literal(context.source, context.where(cursor), context.type_of(cursor), clang.evaluate(cursor))


def _float(context: Context, cursor: Any) -> Expr:
    text = context.source.text(context.where(cursor).span())
    try:
        value: float | None = float(text.rstrip("fFlL").replace("'", ""))
    except ValueError:
        value = None
    return Literal(context.source, context.where(cursor), context.type_of(cursor), value)


def _string(context: Context, cursor: Any) -> Expr:
    text = clang.spelling(cursor)
    return Literal(context.source, context.where(cursor), Type("pointer", 64, name="const char *"), text.strip('"'))


def _bool(context: Context, cursor: Any) -> Expr:
    where = context.where(cursor)
    value = clang.evaluate(cursor)
    return Literal(context.source, where, Type("bool", 8, name="bool"), value)


def _null(context: Context, cursor: Any) -> Expr:
    return Literal(context.source, context.where(cursor), Type("pointer", 64, name="nullptr_t"), None)


def referenced(context: Context, cursor: Any) -> Any | None:
    """The declaration cursor that a reference means; of several overloads only a sole one."""
    lib = context.lib
    target = lib.clang_getCursorReferenced(cursor)
    if clang.is_null(target):
        return None
    if target._kind_id == OVERLOADED_REF:
        if lib.clang_getNumOverloadedDecls(target) != 1:
            return None
        target = lib.clang_getOverloadedDecl(target, 0)
    if target._kind_id in FUNCTIONS:
        template = lib.clang_getSpecializedCursorTemplate(target)
        if template._kind_id in FUNCTIONS:
            return template
    return target


def _overloads(context: Context, cursor: Any) -> list[Any]:
    lib = context.lib
    for kid in (lib.clang_getCursorReferenced(cursor), *clang.children(cursor)):
        if kid._kind_id == OVERLOADED_REF:
            return [lib.clang_getOverloadedDecl(kid, i) for i in range(lib.clang_getNumOverloadedDecls(kid))]
    return []


def _name(context: Context, cursor: Any) -> Expr:
    where = context.where(cursor)
    target = referenced(context, cursor)
    decl: Decl | None = decl_of(context, target) if target is not None else None
    name = clang.spelling(cursor) or (decl.name if decl else "")
    if not name:
        match = _LAST_NAME.search(context.source.text(where.span()))
        name = match.group(1) if match else ""
    type_ = context.type_of(cursor)
    if decl is not None and (not decl.real or name in context.stubs):
        type_ = UNKNOWN
    return Name(context.source, where, type_, name, decl)


def _member(context: Context, cursor: Any) -> Expr:
    where = context.where(cursor)
    inner = parts(cursor)
    base = expr(context, inner[0]) if inner else None
    target = referenced(context, cursor)
    decl = decl_of(context, target) if target is not None else None
    name = clang.spelling(cursor) or (decl.name if decl else "")
    arrow = base is not None and base.type.kind == "pointer"
    if not name and base is not None:
        match = _LAST_NAME.search(context.source.text(where.span()))
        name = match.group(1) if match else ""
    if decl is not None and decl.kind == "enumerator":
        return Name(context.source, where, context.type_of(cursor), name, decl)
    type_ = context.type_of(cursor)
    if not type_.known and decl is None and base is not None:  # the struct that stands for a template parameter knows
        type_ = next((item.type for item in base.type.deref().fields if item.name == name), type_)
    return Member(context.source, where, type_, base, name, arrow, decl)


def _unary(context: Context, cursor: Any) -> Expr:
    inner = parts(cursor)
    op = _UNARY[context.lib.clang_getCursorUnaryOperatorKind(cursor)]
    if len(inner) != 1 or not op:
        return _opaque(context, cursor)
    operand = expr(context, inner[0])
    return Unary(context.source, context.where(cursor), context.type_of(cursor), op, operand)


def _subscript(context: Context, cursor: Any) -> Expr:
    inner = parts(cursor)
    if len(inner) != 2:
        return _opaque(context, cursor)
    base, index = (expr(context, kid) for kid in inner)
    return Subscript(context.source, context.where(cursor), context.type_of(cursor), base, index)


def _binary(context: Context, cursor: Any) -> Expr:
    inner = parts(cursor)
    kind = context.lib.clang_getCursorBinaryOperatorKind(cursor)
    op = _BINARY[kind] if 0 <= kind < len(_BINARY) else ""
    if len(inner) != 2 or not op:
        return _opaque(context, cursor)
    left, right = (expr(context, kid) for kid in inner)
    where, type_ = context.where(cursor), context.type_of(cursor)
    if op == "=":
        return Assign(context.source, where, type_, "=", left, right)
    if cursor._kind_id == COMPOUND or (op.endswith("=") and op not in ("==", "!=", "<=", ">=")):
        return Assign(context.source, where, type_, op, left, right, _compute_type(left.type, right.type))
    return Binary(context.source, where, _result_type(op, left.type, right.type, type_), op, left, right)


def _result_type(op: str, left: Type, right: Type, type_: Type) -> Type:
    """The type of an operation that clang leaves to the instantiation although its operands tell."""
    if type_.kind != "dependent":
        return type_
    if op in ("<", "<=", ">", ">=", "==", "!=", "&&", "||"):
        return Type("bool", 8, False, "bool")
    if op in ("+", "-") and (left.deref().kind == "pointer") != (right.deref().kind == "pointer"):
        return left.deref() if left.deref().kind == "pointer" else right.deref()
    return type_


def _compute_type(left: Type, right: Type) -> Type:
    """The type in which a compound assignment computes: the usual arithmetic conversions."""
    left, right = left.deref(), right.deref()
    if not (left.is_integer and right.is_integer):
        return left
    wide = max((left, right), key=lambda t: (max(t.bits, 32), not t.signed))
    return wide if wide.bits >= 32 else Type("int", 32, True, "int")


def _conditional(context: Context, cursor: Any) -> Expr:
    inner = parts(cursor)
    if len(inner) != 3:
        return _opaque(context, cursor)
    condition, then, other = (expr(context, kid) for kid in inner)
    return Select(context.source, context.where(cursor), context.type_of(cursor), condition, then, other)


def _cast(context: Context, cursor: Any) -> Expr:
    inner = parts(cursor)
    if len(inner) != 1:
        return _opaque(context, cursor)
    operand = expr(context, inner[0])
    return _convert(context, cursor, _CASTS[cursor._kind_id], context.type_of(cursor), operand)


def _bit_cast(context: Context, cursor: Any) -> Expr:
    """libclang gives this expression no type; it is read from where it is named."""
    args = [expr(context, kid) for kid in parts(cursor)]
    where = context.where(cursor)
    inside = context.source.text(where.span()).partition("(")[2]
    name = inside.partition(",")[0].removeprefix("const ").strip()
    type_ = _BUILTIN_TYPES.get(name, UNKNOWN)
    for kid in clang.children(cursor):
        if kid._kind_id == TYPE_REF and context.source.text(context.where(kid).span()) == name.rpartition("::")[2]:
            type_ = context.type_of(kid)
    return Call(context.source, where, type_, "__builtin_bit_cast", args)


def _sizeof(context: Context, cursor: Any) -> Expr:
    where = context.where(cursor)
    inner = parts(cursor)
    value = None
    name = ""
    lib = context.lib
    if inner:
        size = int(lib.clang_Type_getSizeOf(lib.clang_getCursorType(inner[0])))
        value = size if size > 0 else None
        name = clang.type_spelling(lib.clang_getCursorType(inner[0]))
    else:
        text = context.source.text(where.span())
        name = text[text.find("(") + 1 : text.rfind(")")].strip()
        for kid in clang.children(cursor):
            target = lib.clang_getCursorReferenced(kid)
            if not clang.is_null(target) and target._kind_id not in (27, 29) and "*" not in name and "[" not in name:
                size = int(lib.clang_Type_getSizeOf(lib.clang_getCursorType(kid)))
                value = size if size > 0 else None
        if value is None:
            value = _BUILTIN_SIZES.get(name.removeprefix("const ").strip())
        if value is None and name.endswith("*"):
            value = 8
    return SizeOf(context.source, where, context.type_of(cursor), value, name)


_BUILTIN_SIZES = {
    "char": 1, "signed char": 1, "unsigned char": 1, "bool": 1, "short": 2, "unsigned short": 2, "int": 4,
    "unsigned int": 4, "unsigned": 4, "float": 4, "long": 8, "unsigned long": 8, "double": 8, "long long": 8,
    "unsigned long long": 8, "_Float16": 2, "__fp16": 2,
}  # fmt: skip


_BUILTIN_TYPES = {
    name: Type("int", 8 * size, signed=not name.startswith("unsigned"), name=name)
    for name, size in _BUILTIN_SIZES.items()
    if name not in ("bool", "float", "double", "_Float16", "__fp16")
}


def _init_list(context: Context, cursor: Any) -> Expr:
    type_ = context.type_of(cursor)
    items = [
        _convert(context, kid, "implicit", element, item) if element is not None else item
        for kid, item, element in _elements(context, cursor, type_.deref())
    ]
    return Construct(context.source, context.where(cursor), type_, items, True)


def _elements(context: Context, cursor: Any, type_: Type) -> Iterator[tuple[Any, Expr, Type | None]]:
    """The elements of a braced list with the integer types that they are converted to; clang leaves that out."""
    for i, kid in enumerate(parts(cursor)):
        element = type_.element if type_.kind in ("array", "vector") else None
        if type_.kind == "record" and i < len(type_.fields):
            element = type_.fields[i].type
        item = expr(context, kid)
        fits = element is not None and element.is_integer and item.type.deref().is_integer
        yield kid, item, element if fits else None


def _lambda(context: Context, cursor: Any) -> Expr:
    from hygon_lint.frontend.lower_stmt import block_of

    kids = clang.children(cursor)
    params = [decl_of(context, kid) for kid in kids if kid._kind_id == PARAM]
    for param in params:
        param.kind = "param"
    body = block_of(context, next((kid for kid in kids if kid._kind_id == 202), None), cursor)
    return Lambda(context.source, context.where(cursor), context.type_of(cursor), params, body)


def _statement_expression(context: Context, cursor: Any) -> Expr:
    """GNU's `({ ...; value; })`: a lambda that is called where it stands, as far as values go."""
    from hygon_lint.frontend.lower_stmt import block_of

    where, type_ = context.where(cursor), context.type_of(cursor)
    body = block_of(context, next(iter(clang.children(cursor)), None), cursor)
    if body.body and isinstance(last := body.body[-1], ExprStmt):
        body.body[-1] = Return(last.source, last.where, last.expr)
    held = Lambda(context.source, where, type_, [], body)
    return Call(context.source, where, type_, "operator()", [], object=held)


# ---------------------------------------------------------------- calls


def _call(context: Context, cursor: Any) -> Expr:
    lib = context.lib
    kids = clang.children(cursor)
    inner = [kid for kid in kids if is_expr(kid)]
    count = lib.clang_Cursor_getNumArguments(cursor)
    raw = [lib.clang_Cursor_getArgument(cursor, i) for i in range(count)] if count >= 0 else inner
    arguments = [arg for arg in raw if not _is_default(context, arg)]
    target = referenced(context, cursor)
    if count in (1, 2) and (target is None or target._kind_id not in FUNCTIONS):
        operator = _unresolved_operator(context, cursor, raw)
        if operator is not None:
            return operator
    if (target is not None and target._kind_id == 24) or (target is None and inner == [] and count <= 0):
        return _construct(context, cursor, arguments)
    if count < 0 or (inner and arguments and lib.clang_equalCursors(inner[0], arguments[0]) and target is None):
        return _construct(context, cursor, arguments)
    name = clang.spelling(cursor)
    if name.startswith("operator ") and not arguments and inner:
        converted = expr(context, inner[0])
        if isinstance(converted, Member) and converted.base is not None:  # a conversion function
            return Cast(context.source, context.where(cursor), context.type_of(cursor), "implicit", converted.base)
    if name.startswith("operator") and target is not None:
        operator = _operator(context, cursor, name, arguments)
        if operator is not None:
            return operator
    launch = None
    if len(inner) > 1 and clang.spelling(inner[1]) in ("__hipPushCallConfiguration", "cudaConfigureCall"):
        config = inner[1]
        raw = [lib.clang_Cursor_getArgument(config, i) for i in range(lib.clang_Cursor_getNumArguments(config))]
        launch = [expr(context, arg) for arg in raw if not _is_default(context, arg)]
    called = _callee(context, inner, arguments) if name.startswith("operator") else inner[0] if inner else None
    call = _call_of(context, cursor, called, [expr(context, arg) for arg in arguments])
    if isinstance(call, Call):
        call.launch = launch
        if target is not None and target._kind_id in FUNCTIONS:
            call.decl = decl_of(context, target)
            call.qualified = call.decl.qualified
            if not call.decl.real:
                call.type = UNKNOWN
    return call


def _unresolved_operator(context: Context, cursor: Any, operands: list[Any]) -> Expr | None:
    """An operator that clang could not choose yet because a template parameter decides the operands' types."""
    op = operator_of(context, cursor, operands)
    if not op:
        return None
    where, type_ = context.where(cursor), context.type_of(cursor)
    args = [expr(context, operand) for operand in operands]
    if len(args) == 1:
        return Unary(context.source, where, type_, op, args[0])
    if op == "[]":
        return Subscript(context.source, where, type_, args[0], args[1])
    if op.endswith("=") and op not in ("==", "!=", "<=", ">="):
        compute = _compute_type(args[0].type, args[1].type)
        return Assign(context.source, where, type_, op, args[0], args[1], None if op == "=" else compute)
    return Binary(context.source, where, _result_type(op, args[0].type, args[1].type, type_), op, args[0], args[1])


def _is_default(context: Context, cursor: Any) -> bool:
    return cursor._kind_id == UNEXPOSED and bool(
        context.lib.clang_Range_isNull(context.lib.clang_getCursorExtent(cursor))
    )


def _construct(context: Context, cursor: Any, arguments: list[Any]) -> Expr:
    type_ = context.type_of(cursor)
    args = [expr(context, arg) for arg in arguments]
    if len(args) == 1:
        span = context.where(cursor).span()
        if args[0].span == span:  # an implicit copy or conversion
            return args[0]
        if type_.kind in ("int", "bool", "float", "enum", "dependent", "pointer"):
            return Cast(context.source, context.where(cursor), type_, "functional", args[0])
    return Construct(context.source, context.where(cursor), type_, args, False)


def _operator(context: Context, cursor: Any, name: str, arguments: list[Any]) -> Expr | None:
    binary = len(arguments) == 2 and (name == "operator[]" or name in _OPERATOR_ASSIGN or name in _OPERATOR_BINARY)
    if not binary and not (name == "operator()" and arguments):
        return None  # before anything is lowered: a chain of operators would be lowered twice at each of its links
    where, type_ = context.where(cursor), context.type_of(cursor)
    args = [expr(context, arg) for arg in arguments]
    if name == "operator[]":
        return Subscript(context.source, where, type_, args[0], args[1])
    if name in _OPERATOR_ASSIGN:
        return Assign(context.source, where, type_, name[8:], args[0], args[1], args[0].type)
    if name in _OPERATOR_BINARY:
        return Binary(context.source, where, type_, name[8:], args[0], args[1])
    return Call(context.source, where, type_, "operator()", args[1:], args[0])


def _callee(context: Context, inner: list[Any], arguments: list[Any]) -> Any | None:
    """Which part of a call is called; the parts of an operator's call stand in the order of the source."""
    same = context.lib.clang_equalCursors
    return next((kid for kid in inner if not any(same(kid, argument) for argument in arguments)), None)


def _call_of(context: Context, cursor: Any, callee_cursor: Any | None, args: list[Expr]) -> Expr:
    where, type_ = context.where(cursor), context.type_of(cursor)
    callee = written(expr(context, callee_cursor)) if callee_cursor is not None else None
    call = Call(context.source, where, type_, "", args, callee=callee)
    if isinstance(callee, Member):
        call.name, call.object, call.decl = callee.name, callee.base, callee.decl
    elif isinstance(callee, Name):
        call.name, call.decl = callee.name, callee.decl
    if callee_cursor is not None:
        reference = _innermost(callee_cursor)
        call.template_exprs = [expr(context, kid) for kid in parts(reference) if reference._kind_id == DECL_REF]
        text = context.source.text(context.where(reference).span())
        if text.endswith(">") and "<" in text:
            call.template_args = _split_arguments(text[text.index("<") + 1 : -1])
            call.qualified = "".join(text[: text.index("<")].split())
        elif "::" in text:
            call.qualified = "".join(text.split())
        if call.decl is None and not call.template_exprs:
            call.decl = _by_arity(context, reference, len(args))
    if call.decl is not None:
        call.qualified = call.decl.qualified or call.qualified
    return call


def _by_arity(context: Context, cursor: Any, count: int) -> Decl | None:
    """Of several overloads, the only one that takes so many arguments."""
    fitting = []
    for candidate in _overloads(context, cursor):
        decl = decl_of(context, candidate)
        required = sum(1 for p in decl.params if not p.has_default)
        if decl.kind == "function" and required <= count <= len(decl.params):
            fitting.append(decl)
    return fitting[0] if len(fitting) == 1 else None


def _innermost(cursor: Any) -> Any:
    while cursor._kind_id in (UNEXPOSED, PAREN):
        inner = [kid for kid in clang.children(cursor) if is_expr(kid)]
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor


def _split_arguments(text: str) -> tuple[str, ...]:
    out, depth, current = [], 0, ""
    for char in text:
        if char == "," and depth == 0:
            out.append(current.strip())
            current = ""
            continue
        depth += (char in "<([{") - (char in ">)]}")
        current += char
    if current.strip():
        out.append(current.strip())
    return tuple(out)


_HANDLERS: dict[int, Callable[[Context, Any], Expr]] = {
    UNEXPOSED: _unexposed,
    DECL_REF: _name,
    MEMBER: _member,
    CALL: _call,
    106: _integer,
    107: _float,
    109: _string,
    110: _integer,
    PAREN: _paren,
    UNARY: _unary,
    SUBSCRIPT: _subscript,
    BINARY: _binary,
    COMPOUND: _binary,
    CONDITIONAL: _conditional,
    INIT_LIST: _init_list,
    130: _bool,
    131: _null,
    133: _throw,
    123: _null,
    SIZEOF: _sizeof,
    LAMBDA: _lambda,
    STATEMENT_EXPRESSION: _statement_expression,
    BIT_CAST: _bit_cast,
    **dict.fromkeys(_CASTS, _cast),
}
