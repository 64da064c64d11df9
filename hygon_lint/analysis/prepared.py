"""Tensors that a function prepares (pads, reshapes, copies) and then does not use, handing on what it started from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.checks import is_check
from hygon_lint.analysis.tensors import is_tensor
from hygon_lint.frontend.nodes import Assign, Call, Decl, Expr, For, Function, Name, Node, Select, VarDecl, While, plain
from hygon_lint.model.functions import means
from hygon_lint.model.host import is_word

_ASKING = (
    "size",
    "sizes",
    "stride",
    "strides",
    "dim",
    "numel",
    "scalar_type",
    "dtype",
    "options",
    "defined",
    "is_contiguous",
)


@dataclass(frozen=True, slots=True)
class Unused:
    """`made` is stored in `name` and never handed on; `source` is, at `used`."""

    name: str
    made: Expr
    source: str
    used: Node


def unused_preparations(function: Function) -> Iterator[Unused]:
    """All of a host function."""
    if function.body is None or not function.host:
        return
    nodes = list(function.walk())
    asked = {id(inner) for node in nodes for inner in _asked(node)}
    uses: dict[int, list[Name]] = {}
    for node in nodes:
        if isinstance(node, Name) and node.decl is not None and is_tensor(node.decl):
            uses.setdefault(id(node.decl), []).append(node)
    targets = {id(node.target) for node in nodes if isinstance(node, Assign)}
    loops = [node for node in nodes if isinstance(node, (For, While))]
    for target, value, node in _assignments(nodes):
        if target.kind != "local" or not is_tensor(target) or any(loop.span.contains(node.span) for loop in loops):
            continue
        source = _prepared_from(value)
        if source is None or source is target or source.kind not in ("param", "local"):
            continue
        end = node.span.end
        later = [use for use in uses.get(id(target), []) if use.span.start >= end and id(use) not in targets]
        if any(id(use) not in asked for use in later):
            continue
        handed = next((use for use in uses.get(id(source), []) if use.span.start >= end and _handed(nodes, use)), None)
        if handed is not None:
            yield Unused(target.name, value, source.name, handed)


def _assignments(nodes: list[Node]) -> Iterator[tuple[Decl, Expr, Node]]:
    for node in nodes:
        if isinstance(node, VarDecl) and node.init is not None:
            yield node.decl, node.init, node
        elif isinstance(node, Assign) and node.op == "=" and isinstance(node.target, Name):
            target = node.target.decl
            if target is not None:
                yield target, node.value, node


def _prepared_from(value: Expr) -> Decl | None:
    """The tensor that a value is a reshaped, padded or copied form of."""
    value = plain(value)
    if isinstance(value, Select):
        return _prepared_from(value.then) or _prepared_from(value.other)
    if not isinstance(value, Call):
        return None
    owner: Expr | None = value
    changed = False
    while isinstance(owner, Call):
        changed = changed or is_word(owner.name, "preparing")
        if owner.object is None and not is_word(owner.name, "preparing"):
            return None
        owner = owner.object if owner.object is not None else (owner.args[0] if owner.args else None)
        owner = plain(owner) if owner is not None else None
    return owner.decl if changed and isinstance(owner, Name) and owner.decl is not None else None


def _asked(node: Node) -> Iterator[Name]:
    """Names whose shape is only asked for, or checked."""
    if isinstance(node, Call):
        if node.name in _ASKING and isinstance(node.object, Name):
            yield node.object
        elif is_check(node.name) or means(node.name, "shape_check"):
            yield from (inner for arg in node.args for inner in arg.walk() if isinstance(inner, Name))


def _handed(nodes: list[Node], use: Name) -> bool:
    """Whether a tensor is handed to a call there: by itself, or by its pointer."""
    for node in nodes:
        if not isinstance(node, Call) or is_check(node.name) or means(node.name, "shape_check"):
            continue
        if is_word(node.name, "logging") or node.name.startswith("operator"):
            continue
        for arg in node.args:
            inner = plain(arg)
            if inner is use and node.object is None:
                return True
            if isinstance(inner, Call) and means(inner.name, "global_pointer") and inner.object is use:
                return True
    return False
