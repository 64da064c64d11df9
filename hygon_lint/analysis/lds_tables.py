"""Tables in shared memory that are cleared a row a wave, and have more rows than a block has waves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hygon_lint.frontend.nodes import (
    Assign,
    Binary,
    Call,
    Decl,
    Expr,
    For,
    Function,
    Literal,
    Member,
    Name,
    Node,
    Subscript,
    Unary,
    VarDecl,
    While,
    plain,
)

_MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class HalfCleared:
    """A table of `rows` rows of which at most `cleared` are set to zero before rows are added to."""

    decl: Decl
    declared: VarDecl
    rows: int
    cleared: int
    clear: Node
    added: Node


@dataclass(slots=True)
class _Table:
    declared: VarDecl
    rows: int
    clears: list[tuple[Expr, Node]] = field(default_factory=list)  # row index, the store of zero
    stores: list[Node] = field(default_factory=list)  # anything else that is stored
    adds: list[tuple[Expr, Node]] = field(default_factory=list)  # row index, what adds to an entry


def half_cleared(function: Function, lanes: int) -> Iterator[HalfCleared]:
    """The tables of a kernel that waves of `lanes` lanes cannot clear whole."""
    if function.body is None:
        return
    tables: dict[int, _Table] = {}
    inits: dict[int, Expr] = {}
    looped: set[int] = set()
    for node in function.body.walk():
        if isinstance(node, VarDecl):
            if node.decl.shared and node.decl.type.kind == "array" and node.decl.type.count > 1:
                tables[id(node.decl)] = _Table(node, node.decl.type.count)
            elif node.init is not None:
                inits[id(node.decl)] = node.init
        elif isinstance(node, (For, While)):
            looped |= {id(decl) for decl in _changed(node)}
        elif isinstance(node, Assign):
            looped |= {id(decl) for decl in _target(node.target)}
            _note_store(tables, node)
        elif isinstance(node, Call):
            _note_atomic(tables, node)
    for table in tables.values():
        yield from _judge(table, inits, looped, lanes)


def _judge(table: _Table, inits: dict[int, Expr], looped: set[int], lanes: int) -> Iterator[HalfCleared]:
    if not table.clears or table.stores or not table.adds:
        return
    bounds = [_waves(index, inits, looped, lanes) for index, _ in table.clears]
    if any(bound is None for bound in bounds):
        return
    cleared = max(bound for bound in bounds if bound is not None)
    beyond = [node for index, node in table.adds if _waves(index, inits, looped, lanes) is None]
    if cleared < table.rows and beyond:
        decl = table.declared.decl
        yield HalfCleared(decl, table.declared, table.rows, cleared, table.clears[0][1], beyond[0])


def _waves(index: Expr, inits: dict[int, Expr], looped: set[int], lanes: int) -> int | None:
    """How many values a row index takes when it is the number of the wave; None when it is anything else."""
    index = plain(index)
    depth = 0
    while isinstance(index, Name) and index.decl is not None and depth < 4:
        if id(index.decl) in looped or id(index.decl) not in inits:
            return None
        index = plain(inits[id(index.decl)])
        depth += 1
    if not isinstance(index, Binary) or index.op not in ("/", ">>"):
        return None
    left, right = plain(index.left), plain(index.right)
    if isinstance(left, Name) and left.decl is not None and id(left.decl) not in looped:
        left = plain(inits.get(id(left.decl), left))
    if not (isinstance(left, Member) and left.name == "x" and left.base is not None):
        return None
    if plain(left.base).text != "threadIdx":
        return None
    width = _width(right, lanes)
    if width is None:
        return None
    return _MOST_THREADS // (1 << width if index.op == ">>" else width)


def _width(expr: Expr, lanes: int) -> int | None:
    if isinstance(expr, Literal) and isinstance(expr.value, int) and expr.value > 0:
        return expr.value
    if isinstance(expr, Name):
        if expr.name == "warpSize":
            return lanes
        if expr.decl is not None and expr.decl.value:
            return expr.decl.value
    return None


def _note_store(tables: dict[int, _Table], node: Assign) -> None:
    found = _entry(node.target, tables)
    if found is None:
        return
    table, row = found
    value = plain(node.value)
    if node.op == "=" and isinstance(value, Literal) and not value.value:
        table.clears.append((row, node))
    elif node.op == "+=":
        table.adds.append((row, node))
    else:
        table.stores.append(node)


def _note_atomic(tables: dict[int, _Table], node: Call) -> None:
    for arg in node.args[:1]:
        pointer = plain(arg)
        if isinstance(pointer, Unary) and pointer.op == "&":
            found = _entry(pointer.operand, tables)
            if found is not None and "atomic" in node.text.partition("(")[0].lower():
                found[0].adds.append((found[1], node))
    for arg in node.args:
        whole = plain(arg)
        if isinstance(whole, Name) and whole.decl is not None and id(whole.decl) in tables:
            tables[id(whole.decl)].stores.append(node)  # handed on whole: who knows what is done with it


def _entry(expr: Expr, tables: dict[int, _Table]) -> tuple[_Table, Expr] | None:
    """The table an element belongs to, and the index of its row."""
    expr = plain(expr)
    row: Expr | None = None
    while isinstance(expr, Subscript):
        row = expr.index
        expr = plain(expr.base)
    if row is None or not isinstance(expr, Name) or expr.decl is None or id(expr.decl) not in tables:
        return None
    return tables[id(expr.decl)], row


def _changed(loop: For | While) -> Iterator[Decl]:
    if isinstance(loop, For) and isinstance(loop.init, VarDecl):
        yield loop.init.decl


def _target(expr: Expr) -> Iterator[Decl]:
    expr = plain(expr)
    if isinstance(expr, Name) and expr.decl is not None:
        yield expr.decl
