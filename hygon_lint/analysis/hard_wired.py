"""Flags that a function works out and acts on, and that a literal stands in for where they are handed on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.argument_names import passed
from hygon_lint.analysis.checks import is_check
from hygon_lint.analysis.events import CallEvent, Event, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.truth import given, truth
from hygon_lint.frontend.nodes import (
    Assign,
    Call,
    Decl,
    Expr,
    If,
    Literal,
    Member,
    Name,
    Node,
    Select,
    Unary,
    VarDecl,
    plain,
)
from hygon_lint.model.host import is_word

_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class HardWired:
    """`literal` stands where `flag` belongs; `effect` is the branch in which the function acted on the flag."""

    literal: Expr
    value: bool
    flag: Decl
    effect: Node
    callee: str  # "" where a field is set
    target: str  # the parameter's or field's name
    rearranges: bool  # the branch changes the shape or order of a tensor


def hard_wired(fn: FunctionFacts) -> Iterator[HardWired]:
    """Literals handed on in place of flags that were acted on before."""
    function = fn.function
    if function.body is None or not any(_boolean(node) for node in function.walk()):
        return
    reader = _Reader(fn)
    if not reader.flags:
        return
    for event in fn.trace.events:
        if event.chain:
            continue
        if isinstance(event, CallEvent):
            yield from reader.arguments(event)
        elif isinstance(event, StoreEvent):
            yield from reader.field(event)


@dataclass(slots=True)
class _Flag:
    decl: Decl
    scope: Node  # what it is visible in
    uses: list[Name]
    effects: list[tuple[Node, Node]]  # (branch, condition): where the function acts on it


class _Reader:
    def __init__(self, fn: FunctionFacts) -> None:
        self._fn = fn
        self.flags: dict[str, list[_Flag]] = {}
        self._collect()

    # ------------------------------------------------------------ what is a flag

    def _collect(self) -> None:
        function = self._fn.function
        assert function.body is not None
        found: dict[int, _Flag] = {}
        for param in function.params:
            if param.name and _may_be_flag(param):
                found[id(param)] = _Flag(param, function.body, [], [])
        self._declared(function.body, found)
        assigned: set[int] = set()
        branches: list[tuple[Node, Node]] = []
        for node in function.walk():
            if isinstance(node, Assign) and isinstance(node.target, Name):
                if not isinstance(plain(node.value), Literal):
                    assigned.add(id(node.target.decl))
            elif isinstance(node, Name) and id(node.decl) in found:
                found[id(node.decl)].uses.append(node)
            elif isinstance(node, (If, Select)) and node.macro is None and _acts(node):
                branches.append((node, node.condition))
        for branch, condition in branches:
            for node in condition.walk():
                if isinstance(node, Name) and id(node.decl) in found:
                    found[id(node.decl)].effects.append((branch, condition))
        for key, flag in found.items():
            computed = flag.decl.kind == "param" or key in assigned or not _literal(flag.decl.init)
            if computed and flag.effects:
                self.flags.setdefault(flag.decl.name, []).append(flag)

    def _declared(self, block: Node, found: dict[int, _Flag]) -> None:
        for node in block.children():
            if isinstance(node, VarDecl) and _may_be_flag(node.decl):
                found[id(node.decl)] = _Flag(node.decl, block, [], [])
            self._declared(node, found)

    def _flag(self, name: str, at: Node) -> _Flag | None:
        """The flag of that name that is visible at a node, when the function acted on it further up."""
        position = at.span.start
        for flag in reversed(self.flags.get(name, [])):
            visible = flag.scope.span.start <= position < flag.scope.span.end
            declared = flag.decl.span.start if flag.decl.span is not None else 0
            if visible and declared < position:
                return flag
        return None

    # ------------------------------------------------------------ where a literal stands in

    def arguments(self, event: CallEvent) -> Iterator[HardWired]:
        """Literals among the arguments of a call."""
        call = event.call
        if is_check(call.name) or is_word(call.name, "logging") or call.name.startswith("operator"):
            return
        for expr, param, comment in passed(call):
            literal = plain(expr)
            if not _boolean(literal) or literal.macro is not None:
                continue
            names = [name for name in (param.name if param is not None else "", *comment[:1]) if name]
            for name in dict.fromkeys(names):
                found = self._flag(name, call)
                if found is not None and not self._excused(found, literal, event):
                    if not self._handed_on(found, call) and not self._set_later(found, event):
                        yield self._result(found, literal, event, call.name, param.name if param is not None else name)
                    break

    def field(self, event: StoreEvent) -> Iterator[HardWired]:
        """A literal stored in a field that is named like the flag."""
        node, name = event.node, _field(event)
        if not name or not isinstance(node, Assign) or node.op != "=":
            return
        literal = plain(node.value)
        found = self._flag(name, node) if _boolean(literal) and literal.macro is None else None
        if found is None or self._excused(found, literal, event) or self._stored(name, literal):
            return
        yield self._result(found, literal, event, "", name)

    def _result(self, flag: _Flag, literal: Expr, event: Event, callee: str, target: str) -> HardWired:
        effect = next(branch for branch, _ in flag.effects if branch.span.start < event.node.span.start)
        rearranges = any(isinstance(n, Call) and is_word(n.name, "reshaping") for n in effect.walk())
        return HardWired(literal, _truth_of(literal), flag.decl, effect, callee, target, rearranges)

    def _excused(self, flag: _Flag, literal: Expr, event: Event) -> bool:
        """Whether nothing was done before, or the flag is known to be what the literal says."""
        at = event.node.span.start
        acted = [branch for branch, _ in flag.effects if branch.span.start < at]
        if not acted:
            return True
        if isinstance(event, CallEvent) and flag.decl.kind == "param" and event.call.name == self._fn.function.name:
            return True  # it calls itself to try the other way
        term = self._value(flag)
        known = truth(term, given(event.guards)) if term is not None else None
        if known is not None:
            return known == _truth_of(literal)
        # in an arm of a branch on the flag whose condition decides nothing by itself
        return any(branch.span.start <= at < branch.span.end and not condition.span.contains(event.node.span)
                   for branch, condition in flag.effects)  # fmt: skip

    def _value(self, flag: _Flag) -> Term | None:
        return next((term for use in reversed(flag.uses) if (term := self._fn.value(use)) is not None), None)

    def _handed_on(self, flag: _Flag, call: Call) -> bool:
        """Whether this call gets the flag in another place, or the callee in another call."""
        for node in self._fn.function.walk():
            if not isinstance(node, Call) or node.name != call.name:
                continue
            for arg in node.args:
                inner = plain(arg)
                if isinstance(inner, Unary) and inner.op == "!":
                    inner = plain(inner.operand)
                if isinstance(inner, Name) and inner.decl is flag.decl:
                    return True
        return False

    def _set_later(self, flag: _Flag, event: CallEvent) -> bool:
        """Whether the flag, or what it changed, is written into an object of this call afterwards."""
        roots = {word for arg in event.call.args for word in _WORD.findall(arg.text)}
        changed = self._changed(flag)
        for later in self._fn.trace.events[event.index + 1 :]:
            if not isinstance(later, StoreEvent) or later.place is None:
                continue
            root = later.place.root
            if not isinstance(root, Decl) or root.name not in roots:
                continue
            node, field = later.node, _field(later)
            if not field or not isinstance(node, Assign):
                continue
            names = {id(inner.decl) for inner in node.value.walk() if isinstance(inner, Name)}
            if id(flag.decl) in names or ("stride" in field.lower() and names & changed):
                return True
        return False

    def _changed(self, flag: _Flag) -> set[int]:
        """The variables that are assigned in the branches on the flag."""
        return {
            id(node.target.decl)
            for branch, _ in flag.effects
            for node in branch.walk()
            if isinstance(node, Assign) and isinstance(node.target, Name)
        }

    def _stored(self, field: str, literal: Expr) -> bool:
        """Whether the field gets another value elsewhere in the function: the literal is its default."""
        for event in self._fn.trace.events:
            if isinstance(event, StoreEvent) and _field(event) == field and isinstance(event.node, Assign):
                value = plain(event.node.value)
                if not isinstance(value, Literal) or value.value != getattr(literal, "value", None):
                    return True
        return False


def _field(event: StoreEvent) -> str:
    """The name of the field that is stored to, "" for anything else."""
    node = event.node
    target = node.target if isinstance(node, Assign) else None
    return target.name if isinstance(target, Member) else ""


def _may_be_flag(decl: Decl) -> bool:
    type_ = decl.type.deref()
    return type_.kind in ("bool", "int") and type_.bits <= 32


def _boolean(node: Node) -> bool:
    return isinstance(node, Literal) and (isinstance(node.value, bool) or (node.type.kind == "bool"))


def _truth_of(literal: Expr) -> bool:
    return isinstance(literal, Literal) and bool(literal.value)


def _literal(init: Expr | None) -> bool:
    return init is None or isinstance(plain(init), Literal)


def _acts(branch: If | Select) -> bool:
    """Whether a branch does something: a check, a message or an early exit is no use of a feature."""
    if isinstance(branch, Select):
        return True
    for arm in (branch.then, branch.other):
        for node in arm.walk() if arm is not None else ():
            if isinstance(node, Assign):
                return True
            if isinstance(node, Call) and not (is_check(node.name) or is_word(node.name, "logging")):
                return True
    return False
