"""Declarations: from clang's declaration cursors to our `Decl`, one object per declaration."""

from __future__ import annotations

from typing import Any

from hygon_lint.frontend import clang
from hygon_lint.frontend.lower_context import (
    CUDA_DEVICE,
    CUDA_GLOBAL,
    CUDA_HOST,
    CUDA_SHARED,
    ENUMERATOR,
    FIELD,
    FUNCTIONS,
    NAMESPACE,
    PARAM,
    RECORDS,
    TEMPLATE_TEMPLATE,
    TEMPLATE_TYPE,
    TEMPLATE_VALUE,
    VAR,
    Context,
)
from hygon_lint.frontend.nodes import UNKNOWN, Decl, Expr, Type
from hygon_lint.frontend.source import Span

_TRANSLATION_UNIT = 350


def attributes(kids: list[Any]) -> frozenset[int]:
    """The CUDA/HIP attribute cursor kinds among a declaration's children."""
    return frozenset(k._kind_id for k in kids if CUDA_DEVICE <= k._kind_id <= CUDA_SHARED)


def qualified_name(context: Context, cursor: Any) -> str:
    """`ns::Class::name` of a declaration."""
    parts: list[str] = []
    while cursor._kind_id not in (_TRANSLATION_UNIT, 0) and len(parts) < 20:
        name = clang.spelling(cursor)
        if name and cursor._kind_id not in (23, 100):
            parts.append(name)
        parent = context.lib.clang_getCursorSemanticParent(cursor)
        if parent._kind_id < 1 or (parent._kind_id >= 70 and parent._kind_id != _TRANSLATION_UNIT):
            break
        cursor = parent
    return "::".join(reversed(parts))


def decl_of(context: Context, cursor: Any) -> Decl:
    """Our declaration object for a declaration cursor."""
    key = context.decl_key(cursor)
    found = context.decls.get(key)
    if found is None:
        found = _make(context, cursor)
        context.decls[key] = found
        _complete(context, cursor, found)
    return found


def _kind(context: Context, cursor: Any) -> str:
    kind = cursor._kind_id
    if kind == VAR:
        parent = context.lib.clang_getCursorSemanticParent(cursor)._kind_id
        return "local" if parent in FUNCTIONS else "field" if parent in RECORDS else "global"
    if kind in FUNCTIONS:
        return "function"
    return {
        PARAM: "param",
        FIELD: "field",
        ENUMERATOR: "enumerator",
        TEMPLATE_VALUE: "template-param",
        TEMPLATE_TYPE: "template-param",
        TEMPLATE_TEMPLATE: "template-param",
    }.get(kind, "unknown")


def _make(context: Context, cursor: Any) -> Decl:
    kind = _kind(context, cursor)
    name = clang.spelling(cursor)
    type_ = UNKNOWN if cursor._kind_id in (TEMPLATE_TYPE, TEMPLATE_TEMPLATE) else context.type_of(cursor)
    span = None
    if context.in_main_file(cursor):
        offset = clang.offset(context.lib.clang_getCursorLocation(cursor))
        span = Span(offset, offset + len(name.encode()))
    real = name not in context.stubs
    if not real:
        type_ = UNKNOWN
    return Decl(name, kind, type_, span=span, real=real)


def _complete(context: Context, cursor: Any, decl: Decl) -> None:
    lib = context.lib
    kind = cursor._kind_id
    if kind == ENUMERATOR:
        decl.value = int(lib.clang_getEnumConstantDeclValue(cursor))
    elif kind == FIELD:
        offset = int(lib.clang_Cursor_getOffsetOfField(cursor))
        decl.offset = offset if offset >= 0 else None
        decl.owner = qualified_name(context, lib.clang_getCursorSemanticParent(cursor))
    elif kind in FUNCTIONS:
        kids = clang.children(cursor)
        marks = attributes(kids)
        decl.kernel = CUDA_GLOBAL in marks
        decl.device = decl.kernel or CUDA_DEVICE in marks
        decl.qualified = qualified_name(context, cursor)
        parent = lib.clang_getCursorSemanticParent(cursor)
        decl.owner = qualified_name(context, parent) if parent._kind_id in RECORDS else ""
        decl.params = [parameter(context, kid) for kid in kids if kid._kind_id == PARAM]
        decl.type = result_type(context, cursor)
    elif kind == VAR:
        kids = clang.children(cursor)
        decl.shared = CUDA_SHARED in attributes(kids)
        decl.static = lib.clang_Cursor_getStorageClass(cursor) == 3
        decl.qualified = decl.name if decl.kind == "local" else qualified_name(context, cursor)
        if decl.span is None and decl.type.const and decl.type.is_integer:
            decl.init = _constant(context, cursor)


def _constant(context: Context, cursor: Any) -> Expr | None:
    """The initialiser of a constant that another file declares."""
    from hygon_lint.frontend.lower_expr import expr, is_expr

    init = context.lib.clang_Cursor_getVarDeclInitializer(cursor)
    return expr(context, init) if is_expr(init) else None


def result_type(context: Context, cursor: Any) -> Type:
    """The declared result type of a function."""
    return context.type(context.lib.clang_getResultType(context.lib.clang_getCursorType(cursor)))


def parameter(context: Context, cursor: Any) -> Decl:
    """A parameter, with whether it has a default."""
    decl = decl_of(context, cursor)
    decl.kind = "param"
    decl.has_default = any(kid._kind_id >= 60 or kid._kind_id >= 100 for kid in _default_parts(context, cursor))
    return decl


def _default_parts(context: Context, cursor: Any) -> list[Any]:
    init = context.lib.clang_Cursor_getVarDeclInitializer(cursor)
    return [init] if init._kind_id >= 100 else []


def is_host(marks: frozenset[int]) -> bool:
    """Whether a function with these attributes is compiled for the host too."""
    return CUDA_HOST in marks or not marks & {CUDA_DEVICE, CUDA_GLOBAL}


__all__ = ["NAMESPACE", "attributes", "decl_of", "is_host", "parameter", "qualified_name", "result_type"]
