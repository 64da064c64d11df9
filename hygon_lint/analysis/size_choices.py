"""Choices by a size that have no arm for a size which the checks before them let through, and no `else`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.checks import is_check
from hygon_lint.analysis.events import BranchEvent, Event, Guard
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.if_chains import chain
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.ranges import evaluate
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.analysis.wording import name_of
from hygon_lint.frontend.nodes import (
    Block,
    Call,
    Case,
    Expr,
    Function,
    If,
    Node,
    Opaque,
    Return,
    Stmt,
    Switch,
    Unit,
)
from hygon_lint.model.functions import means

_LARGEST = 1 << 14
_STEP = 8
_FEWEST_ARMS = 2


@dataclass(frozen=True, slots=True)
class Gap:
    """The choice at `node` by `name` has no arm for `value`, which `gate` lets through."""

    node: Node
    name: str
    value: int
    gate: Node


def gaps(fn: FunctionFacts) -> Iterator[Gap]:
    """All of a host function and the helpers it was followed into."""
    choices = _choices(fn.unit)
    seen: set[int] = set()
    for event in fn.trace.events:
        choice = choices.get(id(event.node)) if isinstance(event, BranchEvent) else None
        if choice is not None and id(choice) not in seen:
            seen.add(id(choice))
            found = _of_chain(fn, choice, event)
            if found is not None:
                yield found
    for node in fn.function.walk():
        if isinstance(node, Switch):
            found = _of_switch(fn, node)
            if found is not None:
                yield found


# ---------------------------------------------------------------- chains


@once
def _choices(unit: Unit) -> dict[int, If]:
    """The chains of a file without a last `else` all of whose arms run the same work, by their first condition."""
    out: dict[int, If] = {}
    inner: set[int] = set()
    for function in unit.functions:
        for node in function.walk():
            if not isinstance(node, If) or id(node) in inner or node.constexpr:
                continue
            tests = list(chain(node))
            inner.update(id(test.node) for test in tests)
            alone = tests[-1].other is None and len(tests) >= _FEWEST_ARMS
            if (
                alone
                and _run_the_same([test.then for test in tests])
                and not _rest_is_handled(function, node, tests[0].then)
            ):
                out[id(node.condition)] = node
    return out


def _of_chain(fn: FunctionFacts, choice: If, first: Event) -> Gap | None:
    conditions = []
    for test in chain(choice):
        term = fn.value(test.condition)
        if term is None:
            return None
        conditions.append(term)
    about = _subject(conditions)
    return _gap(fn, choice.condition, about, conditions, first.guards) if about is not None else None


def _subject(conditions: list[Term]) -> Term | None:
    """The one value that all conditions compare with constants."""
    leaves = {id(part): part for term in conditions for part in term.walk() if not part.args and part.op != "const"}
    compared = [part for term in conditions for part in term.walk() if part.op in ("<", "<=", ">", ">=", "==")]
    about = {id(bare(side)): bare(side) for part in compared for side in part.args if bare(side).op != "const"}
    if len(about) != 1 or not compared:
        return None
    subject = next(iter(about.values()))
    return subject if set(leaves) <= {id(leaf) for leaf in subject.walk()} else None


# ---------------------------------------------------------------- switches


def _of_switch(fn: FunctionFacts, node: Switch) -> Gap | None:
    statements = node.body.body if isinstance(node.body, Block) else [node.body]
    labels: list[Expr | None] = []
    arms: list[list[Stmt]] = []
    for statement in statements:
        if isinstance(statement, Case):
            inner: Stmt | None = statement
            while isinstance(inner, Case):
                labels.append(inner.value)
                inner = inner.body
            arms.append([inner] if inner is not None else [])
        elif arms:
            arms[-1].append(statement)
    if (
        None in labels
        or len(arms) < _FEWEST_ARMS
        or not _run_the_same([Block(node.source, node.where, arm) for arm in arms])
    ):
        return None
    if _rest_is_handled(fn.function, node, Block(node.source, node.where, arms[0])):
        return None
    subject = fn.value(node.value)
    values = [fn.value(label) for label in labels if label is not None]
    held = next((event.guards for event in fn.trace.events if any(g.node is node.value for g in event.guards)), None)
    if subject is None or held is None or any(value is None or bare(value).op != "const" for value in values):
        return None
    before = tuple(g for g in held[: next(i for i, g in enumerate(held) if g.node is node.value)])
    about = bare(subject)
    cases = [fn.flow.terms.binary("==", about, bare(value), 8, False) for value in values if value is not None]
    return _gap(fn, node.value, about, cases, before) if about.op != "const" else None


# ---------------------------------------------------------------- what is let through


def _gap(fn: FunctionFacts, node: Node, about: Term, conditions: list[Term], guards: tuple[Guard, ...]) -> Gap | None:
    """The largest value that the guards let through and no condition takes."""
    speaking = [guard for guard in guards if any(part is about for part in guard.term.walk())]
    gate = next((g for g in speaking if evaluate(g.term, {id(about): 1 << 30}) == 0), None)
    if gate is None:
        return None
    numbers = [
        part.value or 0
        for term in (*conditions, *(guard.term for guard in speaking))
        for part in term.walk()
        if part.op == "const" and 0 < (part.value or 0) <= _LARGEST
    ]
    candidates = {n + d for n in numbers for d in (-1, 0, 1)} | set(range(_STEP, max(numbers, default=0) + 1, _STEP))
    for value in sorted(candidates, reverse=True):
        if value <= 0:
            continue
        given = {id(about): value}
        let = [evaluate(guard.term, given) for guard in speaking]
        if any(result is None for result in let):
            return None
        taken = [evaluate(condition, given) for condition in conditions]
        if all(let) and not any(taken) and None not in taken:
            name = fn.flow.called.get(id(about)) or name_of(about)
            return Gap(node, name, value, gate.node)
    return None


# ---------------------------------------------------------------- what arms do


def _run_the_same(arms: list[Stmt]) -> bool:
    """Whether each arm launches a kernel, or all call the same function, each with template arguments of its own."""
    called = [_work(arm) for arm in arms]
    launches = all(any(name == "" for name in names) for names in called)
    shared = set.intersection(*called) - {""}
    return launches or bool(shared)


def _work(arm: Stmt) -> set[str]:
    """The functions that an arm instantiates; "" for a launch."""
    out = set()
    for node in arm.walk():
        if isinstance(node, Call):
            if node.launch is not None:
                out.add("")
            elif node.template_args:
                out.add(node.name)
    return out


def _rest_is_handled(function: Function, choice: Stmt, arm: Stmt) -> bool:
    """Whether what follows a choice handles what it left, or complains."""
    parent = next((node for node in function.walk() if isinstance(node, Block) and choice in node.body), None)
    if parent is None:
        return True
    after = parent.body[parent.body.index(choice) + 1 :]
    leaves = any(isinstance(node, Return) for node in arm.walk())
    if leaves and after:
        return True
    same = _work(arm)
    for statement in after:
        for node in statement.walk():
            if isinstance(node, Opaque) and node.what == "throw":
                return True
            if isinstance(node, Call) and (_complains(node) or node.launch is not None or node.name in same):
                return True
    return False


def _complains(call: Call) -> bool:
    return is_check(call.name) or means(call.name, "noreturn")
