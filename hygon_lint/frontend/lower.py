"""A whole unit: functions, records and globals of the analysed file itself; never descends into other files."""

from __future__ import annotations

from typing import Any

from hygon_lint.frontend import clang
from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.lower_context import FIELD, FUNCTIONS, NAMESPACE, PARAM, RECORDS, TYPEDEF, UNION, VAR, Context
from hygon_lint.frontend.lower_decl import attributes, decl_of, is_host, parameter, qualified_name, result_type
from hygon_lint.frontend.lower_expr import expr, is_expr
from hygon_lint.frontend.lower_stmt import block_of, static_assert, variable
from hygon_lint.frontend.nodes import Expr, FieldDecl, Function, Node, Record, Unit
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.stand_ins import PREFIX

_MACRO_DEFINITION, _MACRO_EXPANSION = 501, 502
_MEMBER_REF = 47
_TEMPLATE_VALUE, _TEMPLATE_TYPE = 28, 27
_CONTAINERS = frozenset((NAMESPACE, 23, 1, 603))  # namespaces, extern "C", unexposed declarations, friends


def lower(
    source: SourceText, unit: clang.TranslationUnit, arch_class: ArchClass, stubs: frozenset[str] = frozenset()
) -> Unit:
    """Our tree of a parsed buffer. `stubs` are names whose declarations were made up by the repair rounds."""
    context = Context(source, unit, stubs)
    out = Unit(source, arch_class, [], [], [], [])
    pending: list[Any] = []
    for cursor in clang.children(unit.root):
        kind = cursor._kind_id
        if kind == _MACRO_EXPANSION:
            _remember_expansion(context, cursor)
        elif kind == _MACRO_DEFINITION:
            if context.in_main_file(cursor):
                context.definitions[clang.spelling(cursor)] = context.plain_span(cursor)
        elif 500 <= kind < 600:
            continue
        elif context.in_main_file(cursor):
            pending.append(cursor)
        elif kind == TYPEDEF and clang.spelling(cursor).startswith(PREFIX):
            context.stand_ins[clang.spelling(cursor).removeprefix(PREFIX)] = context.lib.clang_getCursorType(cursor)
    for cursor in pending:
        _declaration(context, cursor, out)
    while context.local_types:
        _record(context, context.local_types.pop(), out)
    out.errors = [(d.offset, d.message) for d in unit.diagnostics() if d.severity >= 3 and d.in_main_file]
    out.expansions = [span for _, span in context.expansions.values()]
    out.silent = context.silent
    return out


def _remember_expansion(context: Context, cursor: Any) -> None:
    if not context.in_main_file(cursor):
        return
    span = context.plain_span(cursor)
    known = context.expansions.get(span.start)
    if known is None or known[1].end < span.end:
        context.expansions[span.start] = (clang.spelling(cursor), span)


def _declaration(context: Context, cursor: Any, out: Unit) -> None:
    kind = cursor._kind_id
    if kind in FUNCTIONS:
        function = _function(context, cursor)
        if function is not None:
            out.functions.append(function)
            out.by_decl[id(function.decl)] = function
    elif kind in RECORDS:
        _record(context, cursor, out)
    elif kind in _CONTAINERS:
        for kid in clang.children(cursor):
            _declaration(context, kid, out)
    elif kind == VAR:
        out.globals.append(variable(context, cursor))
    elif kind == 602:
        out.asserts.append(static_assert(context, cursor))


def _record(context: Context, cursor: Any, out: Unit) -> None:
    kids = clang.children(cursor)
    name = clang.spelling(cursor)
    record = Record(
        context.source,
        context.where(cursor),
        name,
        qualified_name(context, cursor),
        [],
        union=cursor._kind_id == UNION,
        size=context.type_of(cursor).bits if cursor._kind_id < 31 else 0,
    )
    for kid in kids:
        if kid._kind_id == FIELD:
            decl = decl_of(context, kid)
            record.fields.append(FieldDecl(decl, decl.offset, Node(context.source, context.where(kid))))
        else:
            _declaration(context, kid, out)
    if record.fields or context.lib.clang_isCursorDefinition(cursor):
        out.records.append(record)


def _function(context: Context, cursor: Any) -> Function | None:
    kids = clang.children(cursor)
    marks = attributes(kids)
    body = next((kid for kid in kids if kid._kind_id == 202), None)
    decl = decl_of(context, cursor)
    # The definition's own parameters are what its body refers to.
    params = [parameter(context, kid) for kid in kids if kid._kind_id == PARAM]
    if body is not None or not decl.params:
        decl.params = params or decl.params
    function = Function(
        context.source,
        context.where(cursor),
        name=clang.spelling(cursor),
        qualified=decl.qualified,
        decl=decl,
        params=params,
        result=result_type(context, cursor),
        body=block_of(context, body, cursor) if body is not None else None,
        device=decl.device or bool(marks & {413, 414}),
        host=is_host(marks),
        kernel=decl.kernel,
        owner=decl.owner,
        template_params=[decl_of(context, kid) for kid in kids if kid._kind_id in (_TEMPLATE_TYPE, _TEMPLATE_VALUE)],
        member_inits=_member_inits(context, kids),
        static=context.lib.clang_Cursor_getStorageClass(cursor) == 3,
    )
    decl.device, decl.kernel = decl.device or function.device, decl.kernel or function.kernel
    return function


def _member_inits(context: Context, kids: list[Any]) -> list[tuple[str, Expr]]:
    out: list[tuple[str, Expr]] = []
    name = ""
    for kid in kids:
        if kid._kind_id == _MEMBER_REF:
            name = clang.spelling(kid)
        elif name and is_expr(kid):
            out.append((name, expr(context, kid)))
            name = ""
    return out
