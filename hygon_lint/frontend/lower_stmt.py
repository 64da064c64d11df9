"""Statements: from clang cursors to our nodes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hygon_lint.frontend import clang
from hygon_lint.frontend.asm_text import parse_asm
from hygon_lint.frontend.lower_context import RECORDS, VAR, Context
from hygon_lint.frontend.lower_decl import decl_of
from hygon_lint.frontend.lower_expr import expr, is_expr, parts
from hygon_lint.frontend.nodes import (
    Asm,
    AsmOperand,
    Block,
    Case,
    Decl,
    Expr,
    ExprStmt,
    For,
    If,
    Jump,
    Return,
    StaticAssert,
    Stmt,
    Switch,
    Unseen,
    VarDecl,
    While,
)
from hygon_lint.frontend.source import Span

COMPOUND, DECL_STMT, NULL_STMT, STATIC_ASSERT = 202, 231, 230, 602
_CONSTEXPR_IF = re.compile(r"if\s+constexpr\b")


def stmt(context: Context, cursor: Any) -> Stmt:
    """Lower one statement."""
    if is_expr(cursor):
        return ExprStmt(context.source, context.where(cursor), expr(context, cursor))
    handler = _HANDLERS.get(cursor._kind_id)
    if handler is not None:
        return handler(context, cursor)
    return _other(context, cursor)


def block_of(context: Context, cursor: Any | None, around: Any) -> Block:
    """A compound statement as a block; an empty one when there is none."""
    if cursor is None:
        return Block(context.source, context.where(around), [])
    return Block(context.source, context.where(cursor), _list(context, clang.children(cursor)))


def _list(context: Context, cursors: list[Any]) -> list[Stmt]:
    out: list[Stmt] = []
    for cursor in cursors:
        if cursor._kind_id == DECL_STMT:
            out.extend(_declarations(context, cursor))
        elif cursor._kind_id != NULL_STMT:
            out.append(stmt(context, cursor))
    return out


def _block(context: Context, cursor: Any) -> Stmt:
    return block_of(context, cursor, cursor)


def _declarations(context: Context, cursor: Any) -> list[Stmt]:
    out: list[Stmt] = []
    for kid in clang.children(cursor):
        if kid._kind_id == VAR:
            out.append(variable(context, kid))
        elif kid._kind_id == STATIC_ASSERT:
            out.append(static_assert(context, kid))
        elif kid._kind_id == 1:  # structured bindings
            out.extend(_bindings(context, kid))
        else:  # aliases, local types, using-declarations
            context.silent.append(context.plain_span(kid))
            if kid._kind_id in RECORDS:
                context.local_types.append(kid)
    return out


def _declaration_stmt(context: Context, cursor: Any) -> Stmt:
    found = _declarations(context, cursor)
    return found[0] if len(found) == 1 else Block(context.source, context.where(cursor), found)


def variable(context: Context, cursor: Any) -> VarDecl:
    """A variable with its initialiser."""
    decl = decl_of(context, cursor)
    init_cursor = context.lib.clang_Cursor_getVarDeclInitializer(cursor)
    init: Expr | None = None
    if is_expr(init_cursor):
        init = expr(context, init_cursor)
    decl.init = init
    return VarDecl(context.source, context.where(cursor), decl, init)


def _bindings(context: Context, cursor: Any) -> list[Stmt]:
    init = next((expr(context, kid) for kid in parts(cursor)), None)
    out: list[Stmt] = []
    for kid in clang.children(cursor):
        if not is_expr(kid) and clang.spelling(kid):
            decl = decl_of(context, kid)
            decl.kind = "local"
            out.append(VarDecl(context.source, context.where(kid), decl, None))
    if init is not None:
        out.insert(0, ExprStmt(context.source, context.where(cursor), init))
    return out


def static_assert(context: Context, cursor: Any) -> StaticAssert:
    """A static_assert declaration."""
    inner = parts(cursor)
    message = clang.spelling(inner[1]) if len(inner) > 1 else ""
    condition = expr(context, inner[0]) if inner else None
    return StaticAssert(context.source, context.where(cursor), condition, message.strip('"'))


def _as_stmt(context: Context, cursor: Any) -> Stmt:
    return stmt(context, cursor)


def _unseen(context: Context, cursor: Any, reason: str) -> Unseen:
    inner = [expr(context, kid) for kid in clang.children(cursor) if is_expr(kid)]
    return Unseen(context.source, context.where(cursor), reason, inner)


def _if(context: Context, cursor: Any) -> Stmt:
    kids = clang.children(cursor)
    before: list[Stmt] = []
    while kids and kids[0]._kind_id == DECL_STMT and len(kids) > 2:
        before.extend(_declarations(context, kids[0]))
        kids = kids[1:]
    if len(kids) < 2 or not is_expr(kids[0]):
        rest = [stmt(context, kid) for kid in kids if not is_expr(kid)]
        lost = _unseen(context, cursor, "the condition of an if statement could not be parsed")
        return Block(context.source, context.where(cursor), [*before, lost, *rest])
    where = context.where(cursor)
    constexpr = bool(_CONSTEXPR_IF.match(context.source.text(where.span())[:40]))
    condition = expr(context, kids[0])
    then = _as_stmt(context, kids[1])
    other = _as_stmt(context, kids[2]) if len(kids) > 2 else None
    result: Stmt = If(context.source, where, condition, then, other, constexpr)
    return Block(context.source, where, [*before, result]) if before else result


def _for(context: Context, cursor: Any) -> Stmt:
    kids = clang.children(cursor)
    where = context.where(cursor)
    if not kids:
        return _unseen(context, cursor, "a for statement could not be parsed")
    head, body = kids[:-1], kids[-1]
    init: Stmt | None = None
    condition: Expr | None = None
    step: Expr | None = None
    roles = _for_roles(context, cursor, head)
    if len(roles) != len(head):
        return _unseen(context, cursor, "a for statement could not be parsed")
    for kid, role in zip(head, roles, strict=True):
        if role == 0:
            init = _declaration_stmt(context, kid) if kid._kind_id == DECL_STMT else stmt(context, kid)
        elif is_expr(kid):
            if role == 1:
                condition = expr(context, kid)
            else:
                step = expr(context, kid)
    return For(context.source, where, init, condition, step, _as_stmt(context, body))


def _for_roles(context: Context, cursor: Any, head: list[Any]) -> list[int]:
    """Which of init (0), condition (1) and step (2) each part is; clang leaves absent ones out.

    Fewer than parts where they cannot be told: broken code has more than three.
    """
    if len(head) == 3:
        return [0, 1, 2]
    span = context.where(cursor).span()
    text = context.source.data[span.start : span.end]
    semicolons: list[int] = []
    depth = 0
    for i, byte in enumerate(text):
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
            if depth == 0:
                break
        elif byte == 0x3B and depth == 1:
            semicolons.append(span.start + i)
    if len(semicolons) != 2:
        return list(range(3))[: len(head)] if len(head) != 2 else [0, 1]
    roles = []
    for kid in head:
        at = context.where(kid).span().start
        roles.append(0 if at <= semicolons[0] else 1 if at <= semicolons[1] else 2)
    return roles


def _range_for(context: Context, cursor: Any) -> Stmt:
    kids = clang.children(cursor)
    body = kids[-1] if kids else None
    decl: Decl | None = None
    range_expr: Expr | None = None
    for kid in kids[:-1]:
        if kid._kind_id == VAR:
            decl = decl_of(context, kid)
        elif kid._kind_id == DECL_STMT:
            for inner in clang.children(kid):
                if inner._kind_id == VAR and clang.spelling(inner) and not clang.spelling(inner).startswith("__"):
                    decl = decl_of(context, inner)
        elif is_expr(kid) and range_expr is None:
            range_expr = expr(context, kid)
    inner_stmt: Stmt = _as_stmt(context, body) if body is not None else Block(context.source, context.where(cursor), [])
    return For(context.source, context.where(cursor), None, range_expr, None, inner_stmt, decl)


def _while(context: Context, cursor: Any) -> Stmt:
    kids = clang.children(cursor)
    if cursor._kind_id == 208:
        kids = kids[::-1]
    kids = kids[-2:]
    if len(kids) < 2 or not is_expr(kids[0]):
        return _unseen(context, cursor, "the condition of a loop could not be parsed")
    condition, body = expr(context, kids[0]), _as_stmt(context, kids[1])
    return While(context.source, context.where(cursor), condition, body, cursor._kind_id == 208)


def _switch(context: Context, cursor: Any) -> Stmt:
    kids = clang.children(cursor)[-2:]
    if len(kids) < 2 or not is_expr(kids[0]):
        return _unseen(context, cursor, "the value of a switch could not be parsed")
    return Switch(context.source, context.where(cursor), expr(context, kids[0]), _as_stmt(context, kids[1]))


def _case(context: Context, cursor: Any) -> Stmt:
    kids = clang.children(cursor)
    value = expr(context, kids[0]) if cursor._kind_id == 203 and kids and is_expr(kids[0]) else None
    rest = kids[1:] if value is not None else kids
    body = _as_stmt(context, rest[-1]) if rest else None
    return Case(context.source, context.where(cursor), value, body)


def _return(context: Context, cursor: Any) -> Stmt:
    inner = parts(cursor)
    return Return(context.source, context.where(cursor), expr(context, inner[0]) if inner else None)


def _jump(context: Context, cursor: Any) -> Stmt:
    kind = {213: "break", 212: "continue"}.get(cursor._kind_id, "goto")
    return Jump(context.source, context.where(cursor), kind)


def _asm(context: Context, cursor: Any) -> Stmt:
    where = context.where(cursor)
    span, macro = where.span(), where.macro()
    if macro is not None and macro.definition is not None and not macro.from_argument:
        span = macro.definition
    text = context.source.text(Span(span.start, span.end + 2)).replace("\\\n", " ").replace("\\\r\n", " ")
    parsed = parse_asm(text)
    exprs = [expr(context, kid) for kid in parts(cursor)]
    if parsed is None:
        return Asm(context.source, where, "", [AsmOperand("", e, False) for e in exprs], ())
    named = [*parsed.operands, *((("", "", False),) * max(0, len(exprs) - len(parsed.operands)))]
    operands = [
        AsmOperand(constraint, operand, output, name)
        for (name, constraint, output), operand in zip(named, exprs, strict=False)
    ]
    return Asm(context.source, where, parsed.template, operands, parsed.clobbers)


def _static_assert_stmt(context: Context, cursor: Any) -> Stmt:
    return static_assert(context, cursor)


def _other(context: Context, cursor: Any) -> Stmt:
    """Attributed statements, labels, try blocks: what is inside counts."""
    kids = [kid for kid in clang.children(cursor) if is_expr(kid) or 200 <= kid._kind_id < 300]
    if len(kids) == 1:
        return stmt(context, kids[0])
    return Block(context.source, context.where(cursor), _list(context, kids))


_HANDLERS: dict[int, Callable[[Context, Any], Stmt]] = {
    COMPOUND: _block,
    DECL_STMT: _declaration_stmt,
    203: _case,
    204: _case,
    205: _if,
    206: _switch,
    207: _while,
    208: _while,
    209: _for,
    210: _jump,
    212: _jump,
    213: _jump,
    214: _return,
    215: _asm,
    225: _range_for,
    STATIC_ASSERT: _static_assert_stmt,
}

__all__ = ["block_of", "static_assert", "stmt", "variable"]
