"""Tensors whose dimensions a layout flag moves: which reads ask the flag, and which do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from hygon_lint.analysis.checks import is_check
from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.head_dims import constant
from hygon_lint.analysis.tensor_views import stores
from hygon_lint.frontend.nodes import (
    Assign,
    Binary,
    Call,
    Decl,
    Expr,
    If,
    Name,
    Node,
    Select,
    Stmt,
    VarDecl,
    plain,
)
from hygon_lint.model.host import table

_READS = ("size", "stride")


@dataclass(slots=True)
class Choice:
    """`tensor`'s dimension is `first` where `condition` holds, else `second`; `node` is the read."""

    condition: Expr
    first: int
    second: int
    node: Node


@dataclass(slots=True)
class Unasked:
    """A read of a dimension that a flag moves, which does not ask the flag. `both` tells that two dimensions trade
    places."""

    read: Call
    tensor: str
    dim: int
    choice: Choice
    flag: str
    both: bool


@dataclass(slots=True)
class _Tensor:
    decl: Decl
    choices: list[Choice] = field(default_factory=list)
    fixed: list[tuple[CallEvent, int]] = field(default_factory=list)


def unasked_reads(fn: FunctionFacts) -> Iterator[Unasked]:
    """All of a function."""
    function = fn.function
    if function.body is None or not function.host:
        return
    for tensor in _tensors(fn):
        flags = {decl.name: decl for choice in tensor.choices for decl in _flags(choice.condition)}
        if not flags or _set_right(fn, tensor.decl, flags):
            continue
        pairs = {(choice.first, choice.second) for choice in tensor.choices}
        both = any((b, a) in pairs for a, b in pairs)
        if not both and not any(_is_layout(name) for name in flags):
            continue
        moved = {dim for pair in pairs for dim in pair}
        for event, dim in tensor.fixed:
            if dim not in moved or _asks(fn, event, flags) or _only_checked(fn, event.call, tensor.fixed):
                continue
            choice = next(c for c in tensor.choices if dim in (c.first, c.second))
            yield Unasked(event.call, tensor.decl.name, dim, choice, next(iter(flags)), both)


def _tensors(fn: FunctionFacts) -> Iterator[_Tensor]:
    found: dict[int, _Tensor] = {}
    for event in fn.trace.events:
        if isinstance(event, CallEvent) and not event.chain and event.name in _READS and len(event.call.args) == 1:
            owner = plain(event.call.object) if event.call.object is not None else None
            if not isinstance(owner, Name) or owner.decl is None:
                continue
            tensor = found.setdefault(id(owner.decl), _Tensor(owner.decl))
            dim, choice = _dimension(event.call.args[0], event.call)
            if dim is not None:
                tensor.fixed.append((event, dim))
            elif choice is not None:
                tensor.choices.append(choice)
    if not found:
        return
    for node in fn.function.walk():
        for decl, choice in _chosen_between(node):
            if id(decl) in found:
                found[id(decl)].choices.append(choice)
    yield from (tensor for tensor in found.values() if tensor.choices and tensor.fixed)


def _dimension(expr: Expr, read: Node) -> tuple[int | None, Choice | None]:
    """The number of a dimension, or the choice between two."""
    expr = plain(expr)
    if isinstance(expr, Name) and expr.decl is not None and expr.decl.kind == "local" and expr.decl.init is not None:
        expr = plain(expr.decl.init)
    if isinstance(expr, Select):
        first, second = constant(expr.then), constant(expr.other)
        if first is not None and second is not None and first != second:
            return None, Choice(expr.condition, first, second, read)
        return None, None
    return constant(expr), None


def _read(expr: Node) -> tuple[Decl, str, int] | None:
    """`tensor.size(2)` as (tensor, "size", 2)."""
    expr = plain(expr) if isinstance(expr, Expr) else expr
    if isinstance(expr, Call) and expr.name in _READS and len(expr.args) == 1 and expr.object is not None:
        owner, dim = plain(expr.object), constant(expr.args[0])
        if isinstance(owner, Name) and owner.decl is not None and dim is not None:
            return owner.decl, expr.name, dim
    return None


def _chosen_between(node: Node) -> Iterator[tuple[Decl, Choice]]:
    """Choices written out: `flag ? t.size(1) : t.size(2)`, and an `if` that assigns one variable in both arms."""
    if isinstance(node, Select):
        yield from _pair(node.condition, node.then, node.other, node)
    elif isinstance(node, If) and node.other is not None:
        then, other = dict(_assigned(node.then)), dict(_assigned(node.other))
        for target, value in then.items():
            if target in other:
                yield from _pair(node.condition, value, other[target], value)


def _pair(condition: Expr, then: Expr, other: Expr, node: Node) -> Iterator[tuple[Decl, Choice]]:
    first, second = _read(then), _read(other)
    if first is not None and second is not None and first[:2] == second[:2] and first[2] != second[2]:
        yield first[0], Choice(condition, first[2], second[2], node)


def _assigned(arm: Stmt) -> Iterator[tuple[str, Expr]]:
    for node in arm.walk():
        if isinstance(node, Assign) and node.op == "=":
            yield node.target.text, node.value


def _flags(condition: Expr) -> Iterator[Decl]:
    """The variables that a condition rests on."""
    for node in condition.walk():
        if isinstance(node, Name) and node.decl is not None and node.decl.kind in ("param", "local"):
            yield node.decl


def _is_layout(name: str) -> bool:
    lowered = name.lower().strip("_")
    return any(fnmatchcase(lowered, pattern) for pattern in table()["layout_flags"]["names"])


def _mentions(node: Node, flags: dict[str, Decl]) -> bool:
    return any(isinstance(n, Name) and n.decl is flags.get(n.name) and n.decl is not None for n in node.walk())


def _set_right(fn: FunctionFacts, tensor: Decl, flags: dict[str, Decl]) -> bool:
    """Whether the tensor is brought into one order under the flag."""
    for event, value in stores(fn).get(id(tensor), []):
        if any(_mentions(guard.node, flags) for guard in event.guards):
            return True
        if value is not None and _mentions(value, flags):
            return True
    return False


def _asks(fn: FunctionFacts, event: CallEvent, flags: dict[str, Decl]) -> bool:
    """Whether a read stands, or all that is made of it is used, under a condition on the flag."""
    if any(_mentions(guard.node, flags) for guard in event.guards):
        return True
    held = next(
        (
            n.decl
            for n in fn.function.walk()
            if isinstance(n, VarDecl) and n.init is not None and event.call in n.init.walk()
        ),
        None,
    )
    if held is None:
        return False
    uses = [n for n in fn.function.walk() if isinstance(n, Name) and n.decl is held]
    covered = [
        n
        for branch in fn.function.walk()
        if isinstance(branch, (If, Select)) and _mentions(branch.condition, flags)
        for n in branch.walk()
        if isinstance(n, Name) and n.decl is held
    ]
    return bool(uses) and {id(n) for n in uses} <= {id(n) for n in covered}


def _only_checked(fn: FunctionFacts, read: Call, fixed: list[tuple[CallEvent, int]]) -> bool:
    """Whether a read only serves a check, or a product with another dimension that is the same either way."""
    others = {id(event.call) for event, _ in fixed if event.call is not read}
    for node in fn.function.walk():
        if isinstance(node, Call) and is_check(node.name) and any(n is read for arg in node.args for n in arg.walk()):
            return True
        if isinstance(node, Binary) and node.op == "*":
            inside = {id(n) for n in node.walk()}
            if id(read) in inside and inside & others:
                return True
    return False
