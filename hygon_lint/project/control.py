"""Under which conditions a function gets where: what it returns, what its guards let through, what its choices are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hygon_lint.analysis.if_chains import Test, chain, straight
from hygon_lint.frontend.nodes import (
    Assign,
    Block,
    Call,
    Case,
    Cast,
    Construct,
    Expr,
    ExprStmt,
    For,
    If,
    Jump,
    Literal,
    Name,
    Node,
    Opaque,
    Return,
    Select,
    Stmt,
    Switch,
    Unary,
    VarDecl,
    While,
)
from hygon_lint.project.predicates import (
    FALSE,
    TRUE,
    Tree,
    asks,
    both,
    call_name,
    either,
    is_condition,
    model,
    negated,
    size,
)

if TYPE_CHECKING:
    from hygon_lint.project.predicates import Lowering

_LARGEST = 300  # nodes of a tree that is still kept
_NORETURN = frozenset({"abort", "exit", "terminate", "__builtin_unreachable", "__builtin_trap", "_Exit", "quick_exit"})


@dataclass(slots=True)
class Arm:
    """One arm of a choice: the condition as written, and what it selects."""

    condition: Tree
    node: Node  # where a finding on the condition stands
    value: Node | None  # what is selected


@dataclass(slots=True)
class Choice:
    """Arms tried in order under `context`; kind: "if", "returns", "select", "switch"."""

    kind: str
    context: Tree
    arms: list[Arm]
    node: Node


@dataclass(slots=True)
class Variable:
    """A local that holds a condition on the arch."""

    name: str
    tree: Tree
    node: Node
    init: Expr


@dataclass(slots=True)
class Paths:
    """What walking a body found."""

    returns: list[tuple[Tree, Return]] = field(default_factory=list)
    reach: Tree = field(default_factory=lambda: TRUE)  # under what the end of the body, or its real work, is reached
    choices: list[Choice] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    guards: list[Tree] = field(default_factory=list)  # conditions without which the function gives up at once


def result_of(body: Block, lowering: Lowering) -> Tree:
    """The condition under which a function of type bool returns true."""
    walk = Walk(lowering)
    walk.block(body.body, TRUE)
    return returned(walk.paths, lowering)


def returned(paths: Paths, lowering: Lowering) -> Tree:
    """The same, of a body that has been walked."""
    return either(*(both(path, lowering.tree(ret.value)) for path, ret in paths.returns if ret.value is not None))


class Walk:
    """Walks a body once, in order, and keeps the conditions under which each part is reached."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.paths = Paths()
        self._changed: set[int] = set()
        self._told: set[int] = set()  # links of chains that have been told

    def function(self, body: Block) -> Paths:
        """Walk a whole function body."""
        self._changed = set(_assigned(body))
        self.paths.reach = self.block(body.body, TRUE)
        return self.paths

    def block(self, statements: list[Stmt], path: Tree) -> Tree:
        """Walk statements that are reached under `path`; gives the condition under which their end is."""
        run: list[Arm] = []
        for statement in statements:
            test = straight(statement) if isinstance(statement, If) else None
            if test is not None and test.other is None and _leaves(test.then):
                run.append(self._arm(test))
            elif not isinstance(statement, VarDecl):
                last = Arm(TRUE, statement, statement) if isinstance(statement, Return) else None
                self._sequence(run, last)
                run = []
            path = self.statement(statement, path)
        self._sequence(run, None)
        return path

    def _sequence(self, run: list[Arm], last: Arm | None) -> None:
        arms = [*run, last] if last is not None and run else run
        if len(arms) > 1:
            self.paths.choices.append(Choice("returns", TRUE, arms, arms[0].node))

    def statement(self, statement: Stmt, path: Tree) -> Tree:
        """Walk one statement; gives the condition under which the next is reached."""
        if isinstance(statement, Block):
            return self.block(statement.body, path)
        if isinstance(statement, If):
            return self._if(statement, path)
        if isinstance(statement, Return):
            if statement.value is not None:
                self._expression(statement.value, path)
            self.paths.returns.append((path, statement))
            return FALSE
        if isinstance(statement, VarDecl):
            self._variable(statement, path)
            return path
        if isinstance(statement, ExprStmt):
            return self._effect(statement.expr, path)
        if isinstance(statement, Switch):
            return self._switch(statement, path)
        if isinstance(statement, (For, While)):
            self.statement(statement.body, path)
            return path
        if isinstance(statement, Case) and statement.body is not None:
            return self.statement(statement.body, path)
        return path

    def _if(self, statement: If, path: Tree) -> Tree:
        self._chain(statement, path)
        self._expression(statement.condition, path)
        condition = self.lowering.tree(statement.condition)
        after_then = self.statement(statement.then, both(path, condition))
        after_else = both(path, negated(condition))
        if statement.other is not None:
            after_else = self.statement(statement.other, after_else)
        if after_then == FALSE:
            if path == TRUE and _gives_up(statement.then):
                self.paths.guards.append(negated(condition))
            return after_else
        if after_else == FALSE:
            if path == TRUE and statement.other is not None and _gives_up(statement.other):
                self.paths.guards.append(condition)
            return after_then
        return path

    def _chain(self, statement: If, path: Tree) -> None:
        """`if ... else if ... else`, once, at its first arm."""
        if id(statement) in self._told:
            return
        tests = list(chain(statement))
        self._told.update(id(test.node) for test in tests)
        arms = [self._arm(test) for test in tests]
        rest = tests[-1].other
        if rest is not None:
            arms.append(Arm(TRUE, rest, _selected(rest)))
        if len(arms) > 1:
            self.paths.choices.append(Choice("if", about_arches(path), arms, statement))

    def _arm(self, test: Test) -> Arm:
        return Arm(self.lowering.tree(test.condition), test.condition, _selected(test.then))

    def _variable(self, statement: VarDecl, path: Tree) -> None:
        decl, init = statement.decl, statement.init
        if init is None:
            return
        self._expression(init, path)
        self.lowering.sources[id(decl)] = init
        if id(decl) in self._changed or not is_condition(decl):
            return
        tree = self.lowering.tree(init)
        if size(tree) > _LARGEST:
            return
        self.lowering.locals[id(decl)] = tree
        if asks(tree):
            self.paths.variables.append(Variable(decl.name, tree, init, init))

    def _effect(self, expr: Expr, path: Tree) -> Tree:
        self._expression(expr, path)
        if isinstance(expr, Call):
            name = call_name(expr)
            if name in _NORETURN:
                return FALSE
            if expr.args and is_check(name):
                condition = self.lowering.tree(expr.args[0])
                if condition == FALSE:
                    return FALSE
                if path == TRUE:
                    self.paths.guards.append(condition)
            return path
        if isinstance(expr, Opaque) and (expr.what == "throw" or expr.text.startswith("throw")):
            return FALSE
        if isinstance(expr, Assign) and expr.op == "=" and isinstance(expr.target, Name):
            tree = self.lowering.tree(expr.value)
            if asks(tree) and expr.target.decl is not None and is_condition(expr.target.decl):
                self.paths.variables.append(Variable(expr.target.name, both(path, tree), expr.value, expr.value))
        return path

    def _expression(self, expr: Expr, path: Tree) -> None:
        for node in expr.walk():
            if isinstance(node, Select):
                condition = self.lowering.tree(node.condition)
                if asks(condition):
                    arms = [Arm(condition, node.condition, node.then), Arm(TRUE, node.other, node.other)]
                    inner = node.other
                    while isinstance(inner, Select):
                        arms[-1] = Arm(self.lowering.tree(inner.condition), inner.condition, inner.then)
                        arms.append(Arm(TRUE, inner.other, inner.other))
                        inner = inner.other
                    self.paths.choices.append(Choice("select", about_arches(path), arms, node))

    def _switch(self, statement: Switch, path: Tree) -> Tree:
        body = statement.body.body if isinstance(statement.body, Block) else [statement.body]
        seen: list[Tree] = []
        entry: Tree = FALSE
        for part in _cases(body):
            if isinstance(part, Case):
                condition = self.lowering.arm(statement.value, part)
                condition = both(*(negated(one) for one in seen)) if part.value is None else condition
                seen.append(condition)
                entry = either(entry, both(path, condition))
                if part.body is not None and not isinstance(part.body, Case):
                    entry = self.statement(part.body, entry)
            elif isinstance(part, Jump):
                entry = FALSE
            else:
                entry = self.statement(part, entry)
        return path


def about_arches(tree: Tree) -> Tree:
    """A conjunction without the parts that cannot hang on the arch; what is left holds at least as often."""
    parts = _conjuncts(tree)
    kept = both(*(part for part in parts if asks(part)))
    return kept if size(kept) <= _LARGEST else TRUE


def _conjuncts(tree: Tree) -> Iterator[Tree]:
    if tree[0] == "and":
        for part in tree[1:]:
            yield from _conjuncts(part)
    else:
        yield tree


def is_check(name: str) -> bool:
    """Whether a call stops unless its first argument holds."""
    return name in model()["checks"] or name.startswith(tuple(model()["check_prefixes"]))


def _cases(body: list[Stmt]) -> Iterator[Stmt]:
    for statement in body:
        yield statement
        inner = statement.body if isinstance(statement, Case) else None
        while isinstance(inner, Case):
            yield inner
            inner = inner.body


def _assigned(body: Block) -> Iterator[int]:
    """Declarations that are written after they were made."""
    for node in body.walk():
        if isinstance(node, Assign) and isinstance(node.target, Name) and node.target.decl is not None:
            yield id(node.target.decl)


def _leaves(statement: Stmt) -> bool:
    """Whether control does not get past a statement."""
    if isinstance(statement, Block):
        return bool(statement.body) and _leaves(statement.body[-1])
    if isinstance(statement, ExprStmt):
        expr = statement.expr
        return isinstance(expr, Opaque) and expr.text.startswith("throw")
    return isinstance(statement, Return)


def _gives_up(statement: Stmt) -> bool:
    """Whether a branch does nothing but give up: throw, abort, return nothing or a constant."""
    if isinstance(statement, Block):
        return bool(statement.body) and len(statement.body) <= 3 and _gives_up(statement.body[-1])
    if isinstance(statement, Return):
        value = statement.value
        while isinstance(value, Cast) or (isinstance(value, Unary) and value.op in ("-", "~")):
            value = value.operand
        return value is None or isinstance(value, (Literal, Name)) or (isinstance(value, Construct) and not value.args)
    return _leaves(statement) or isinstance(statement, ExprStmt)


def _selected(statement: Stmt) -> Node:
    if isinstance(statement, Block) and statement.body:
        return statement.body[-1] if len(statement.body) == 1 else statement
    return statement
