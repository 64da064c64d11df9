"""What a loop does to the state: everything that its body changes is carried round, and plain counters have bounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hygon_lint.analysis import lvalues
from hygon_lint.analysis.events import Loop
from hygon_lint.analysis.memory import Key, Memory, Root
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Asm, Assign, Binary, Call, Decl, Expr, Literal, Name, Node, Unary, written

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow


def changed_by(flow: Flow, parts: Iterable[Node], entered: frozenset[int] = frozenset()) -> list[Root]:
    """The variables that some code may store to, or whose address it takes.

    Lambdas that it calls count too, but for those already `entered` (ids of their declarations): one may call itself.
    """
    roots: list[Root] = []
    for part in parts:
        for inner in part.walk():
            target: Expr | None = None
            if isinstance(inner, Assign):
                target = inner.target
            elif isinstance(inner, Unary) and inner.op in ("++x", "--x", "x++", "x--", "&"):
                target = inner.operand
            elif isinstance(inner, Asm):
                for operand in inner.operands:
                    if operand.output:
                        roots.extend(_roots_of(flow, operand.expr))
            elif isinstance(inner, Call):
                for i, arg in enumerate(inner.args):
                    if lvalues.passed_by_reference(inner, i):
                        roots.extend(_roots_of(flow, arg))
                if isinstance(inner.callee, Name) and inner.callee.decl is not None:
                    called = id(inner.callee.decl)
                    held = flow.lambdas.get(called)
                    if held is not None and called not in entered:
                        roots.extend(changed_by(flow, [held.body], entered | {called}))
            if target is not None:
                roots.extend(_roots_of(flow, target))
    return roots


def _roots_of(flow: Flow, target: Expr) -> list[Root]:
    root = lvalues.root_decl(target)
    if root is None:
        return []
    alias = flow.aliases.get(id(root))
    if alias is not None:
        return [alias.root]
    if isinstance(root, Decl) and root.type.kind == "pointer":
        held = flow.memory.cells.get((root, (), 0))
        if held is not None and id(held[1]) in flow.addresses:
            return [root, flow.addresses[id(held[1])].root]
    return [root]


def enter(flow: Flow, changed: list[Root], node: Node) -> list[tuple[Key, Term]]:
    """Make all that is changed a value carried round the loop; gives what was made, place by place."""
    made: list[tuple[Key, Term]] = []
    for root in dict.fromkeys(changed):
        for key in flow.memory.below(root):
            bits, term = flow.memory.cells[key]
            decl = key[0] if isinstance(key[0], Decl) else None
            name = term.name or _cell_name(key, bits)
            fresh = flow.terms.fresh("loop", name, term.bits or bits, term.signed, (term,), node, decl)
            flow.memory.cells[key] = (bits, fresh)
            made.append((key, fresh))
    return made


def counter(flow: Flow, condition: Expr | None, step: Expr | None, before: Memory) -> Loop | None:
    """A plain counter: compared with a limit, stepped by a constant."""
    if condition is None or step is None or not isinstance(condition, Binary):
        return None
    delta = _step(step)
    target = step.operand if isinstance(step, Unary) else step.target if isinstance(step, Assign) else None
    decl = lvalues.root_decl(target) if target is not None else None
    if delta is None or not isinstance(decl, Decl):
        return None
    left, right, op = written(condition.left), condition.right, condition.op
    if not (isinstance(left, Name) and left.decl is decl) or op not in ("<", "<=", ">", ">=", "!="):
        return None
    cell = flow.memory.cells.get((decl, (), 0))
    start = before.cells.get((decl, (), 0))
    if cell is None or start is None:
        return None
    limit = flow.value(right)
    low, high = flow.ranges.of(start[1]), flow.ranges.of(limit)
    if delta > 0 and op in ("<", "<=", "!="):
        top = high.high - (0 if op == "<=" else 1)
        flow.ranges.bound(cell[1], low.low, max(top, low.low) if high.known else None)
    elif delta < 0 and op in (">", ">="):
        bottom = high.low + (0 if op == ">=" else 1)
        flow.ranges.bound(cell[1], bottom if high.known else None, low.high if low.known else None)
    flow.counters[id(cell[1])] = (start[1], limit)
    return Loop(condition, cell[1], start[1], limit, delta)


def leave(flow: Flow, before: Memory) -> None:
    """After the loop: what differs from before is what it was, or what the last round left."""
    for key, (bits, term) in list(flow.memory.cells.items()):
        earlier = before.cells.get(key)
        if earlier is not None and earlier[1] is not term:
            fresh = flow.terms.fresh("loop", term.name, term.bits, term.signed, (earlier[1], term), term.node)
            flow.memory.cells[key] = (bits, fresh)


def _cell_name(key: Key, bits: int) -> str:
    root, path, offset = key
    if not isinstance(root, Decl):
        return ""
    name = ".".join((root.name, *path))
    return name if root.type.deref().bits == bits and not path else f"{name}[{offset // (bits or 32)}]"


def _step(step: Expr) -> int | None:
    if isinstance(step, Unary):
        return {"++x": 1, "x++": 1, "--x": -1, "x--": -1}.get(step.op)
    if isinstance(step, Assign) and step.op in ("+=", "-="):
        value = step.value
        while not isinstance(value, Literal) and len(kids := list(value.children())) == 1 and isinstance(kids[0], Expr):
            value = kids[0]
        if isinstance(value, Literal) and isinstance(value.value, int):
            return value.value if step.op == "+=" else -value.value
        return 1 if step.op == "+=" else -1
    return None
