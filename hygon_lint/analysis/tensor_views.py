"""What order the data of a host tensor lies in, as against its shape: followed through views and assignments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from hygon_lint.analysis.events import Guard, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.tensors import is_tensor
from hygon_lint.analysis.truth import contradict
from hygon_lint.frontend.nodes import (
    Assign,
    Call,
    Construct,
    Decl,
    Expr,
    Literal,
    Member,
    Name,
    Select,
    Unary,
    VarDecl,
    plain,
)
from hygon_lint.model.functions import means
from hygon_lint.model.host import table

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class View:
    """One way a tensor may lie.

    `steps` are the views that disturb the order since it was last dense, oldest first; `base` is the variable or field
    they start from (None: anything else), `dense` tells that the start is known to be dense, `fresh` that it is memory
    just allocated: whoever fills it knows the order it was allocated in.
    """

    steps: tuple[Call, ...]
    base: Decl | None
    dense: bool = False
    fresh: bool = False

    @property
    def disturbed(self) -> bool:
        """Whether shape and memory order differ: permutations that undo each other do not count."""
        return bool(self.steps) and not self._undone()

    def _undone(self) -> bool:
        order: dict[int, int] = {}
        for step in self.steps:
            axes = [_number(arg) for arg in step.args]
            if step.name.rstrip("_") in ("t", "mT") and not axes:
                axes = [0, 1]
            if len(axes) != 2 or view_kind(step.name) != "permuting" or step.name == "permute":
                return False
            a, b = axes
            if a is None or b is None:
                return False
            order[a], order[b] = order.get(b, b), order.get(a, a)
        return all(axis == held for axis, held in order.items())


@cache
def _patterns(kind: str) -> tuple[str, ...]:
    return tuple(table()["views"][kind])


@cache
def is_view_word(name: str, kind: str) -> bool:
    """Whether a name is of a kind of `[views]` in host.toml."""
    lowered = name.lower()
    return any(fnmatchcase(lowered, pattern) for pattern in _patterns(kind))


@cache
def view_kind(name: str) -> str:
    """The kind of a method: "permuting", "strided", "dense", "keeping", or ""."""
    return next((kind for kind in ("permuting", "strided", "dense", "keeping") if is_view_word(name, kind)), "")


def views_of(fn: FunctionFacts, expr: Expr, at: int, guards: tuple[Guard, ...], depth: int = 0) -> list[View]:
    """How a tensor expression may lie where event number `at` happens under `guards`."""
    expr = plain(expr)
    if depth > _DEEPEST:
        return [View((), None)]
    if isinstance(expr, Unary) or (isinstance(expr, Construct) and len(expr.args) == 1):
        return views_of(fn, expr.operand if isinstance(expr, Unary) else expr.args[0], at, guards, depth + 1)
    if isinstance(expr, Select):
        arms = (expr.then, expr.other)
        return [view for arm in arms for view in views_of(fn, arm, at, guards, depth + 1)]
    if isinstance(expr, Call):
        return _of_call(fn, expr, at, guards, depth)
    if isinstance(expr, Name) and expr.decl is not None:
        return _of_variable(fn, expr.decl, at, guards, depth)
    return [View((), expr.decl if isinstance(expr, Member) else None)]


def _of_call(fn: FunctionFacts, call: Call, at: int, guards: tuple[Guard, ...], depth: int) -> list[View]:
    kind = view_kind(call.name)
    if kind == "dense":
        return [View((), None, dense=True, fresh=means(call.name, "shaped") or is_view_word(call.name, "fresh"))]
    owner = call.object
    args = call.args
    if owner is None and args and call.qualified.startswith(("at::", "torch::")):
        owner, args = args[0], args[1:]
    if owner is None or not kind:
        return [View((), None)]
    inner = views_of(fn, owner, at, guards, depth + 1)
    if kind == "keeping" or (kind == "strided" and _keeps_rows(call.name, args)):
        return inner
    return [View((*view.steps, call), view.base, view.dense, view.fresh) for view in inner]


def _keeps_rows(name: str, args: list[Expr]) -> bool:
    """Whether a part of a tensor is a run of whole rows: taken along the first dimension."""
    if name not in ("narrow", "slice", "select") or not args:
        return False
    return _number(args[0]) == 0


def _number(expr: Expr) -> int | None:
    expr = plain(expr)
    if isinstance(expr, Unary) and expr.op == "-":
        inner = _number(expr.operand)
        return None if inner is None else -inner
    if isinstance(expr, Literal) and isinstance(expr.value, int):
        return expr.value
    return None


def _of_variable(fn: FunctionFacts, decl: Decl, at: int, guards: tuple[Guard, ...], depth: int) -> list[View]:
    found: list[View] = []
    for event, value in reaching(fn, decl, at, guards):
        found += views_of(fn, value, event.index, event.guards, depth + 1)
    if found:
        return found
    return [View((), decl)]


def reaching(fn: FunctionFacts, decl: Decl, at: int, guards: tuple[Guard, ...]) -> Iterator[tuple[StoreEvent, Expr]]:
    """The assignments to a tensor variable that may be the last before event number `at`; a value from outside is
    none of them."""
    closed: list[tuple[Guard, ...]] = []
    for event, value in reversed(stores(fn).get(id(decl), [])):
        if event.index >= at or contradict(event.guards, guards):
            continue
        if value is not None:
            yield event, value
        if _holds(event.guards, guards) or any(_covered(event.guards, done, guards) for done in closed):
            break
        closed.append(event.guards)


def _holds(event: tuple[Guard, ...], guards: tuple[Guard, ...]) -> bool:
    """Whether an assignment surely happened where `guards` hold."""
    known = {id(guard.term) for guard in guards}
    return all(id(guard.term) in known for guard in event)


def _covered(event: tuple[Guard, ...], later: tuple[Guard, ...], guards: tuple[Guard, ...]) -> bool:
    """Whether two assignments stand in both arms of one branch: nothing older is left behind them."""
    known = {id(guard.term) for guard in guards}
    mine = [guard for guard in event if id(guard.term) not in known]
    theirs = [guard for guard in later if id(guard.term) not in known]
    return len(mine) == 1 == len(theirs) and contradict(mine, theirs) and contradict(theirs, mine)


@once
def stores(fn: FunctionFacts) -> dict[int, list[tuple[StoreEvent, Expr | None]]]:
    """The assignments to each tensor variable, in order, with what is assigned (None: nothing, a plain declaration)."""
    made: dict[int, list[tuple[StoreEvent, Expr | None]]] = {}
    for event in fn.trace.events:
        if isinstance(event, StoreEvent) and not event.chain and event.place is not None:
            root = event.place.root
            if isinstance(root, Decl) and not event.place.path and _is_tensor_like(root):
                made.setdefault(id(root), []).append((event, _assigned(event)))
    return made


def _is_tensor_like(decl: Decl) -> bool:
    return is_tensor(decl) or "Tensor" in decl.type.deref().name


def _assigned(event: StoreEvent) -> Expr | None:
    node = event.node
    if isinstance(node, VarDecl):
        return node.init
    return node.value if isinstance(node, Assign) else None


def looked_at(fn: FunctionFacts, names: set[str]) -> bool:
    """Whether the function checks, or uses, how one of these tensors lies in memory."""
    for node in fn.function.walk():
        if not isinstance(node, Call) or not is_view_word(node.name, "layout_checks"):
            continue
        if node.name.lower() == "contiguous":
            continue
        inside = [node.object, *node.args] if node.object is not None else node.args
        for part in inside:
            for inner in part.walk() if part is not None else ():
                if isinstance(inner, (Name, Member)) and inner.name in names:
                    return True
    return False
