"""Facts from typed host code: predicates, guards, variables, choices and the numbers that stand for arches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from hygon_lint.finding import Fact, Place
from hygon_lint.frontend.nodes import (
    Binary,
    Call,
    Case,
    Construct,
    Expr,
    Function,
    Literal,
    Opaque,
    Switch,
    Unary,
    Unit,
)
from hygon_lint.project.control import Choice, Paths, Walk, returned
from hygon_lint.project.names import archs_in_name, archs_in_path
from hygon_lint.project.predicates import (
    Lowering,
    Tree,
    asks,
    asks_surely,
    call_name,
    leaf_place,
    leaves,
    model,
    words_of,
)

_ROUNDS = 3
_OF_A_FAMILY = re.compile(r"gfx_?[0-9]", re.IGNORECASE)  # is_gfx11_supported(): what it holds on, the project knows
_MOST_ARMS = 40


def collect_units(units: Sequence[Unit]) -> list[Fact]:
    """The facts of all units of a file, each once."""
    found: dict[tuple[str, Place, str], Fact] = {}
    for unit in units:
        for fact in _Unit(unit).facts():
            found.setdefault((fact.kind, fact.place, str(fact.data.get("name", ""))), fact)
    return list(found.values())


class _Read:
    """A function that was walked."""

    def __init__(self, function: Function, paths: Paths, tree: Tree | None, lowering: Lowering) -> None:
        self.function = function
        self.paths = paths
        self.tree = tree
        self.lowering = lowering


class _Unit:
    def __init__(self, unit: Unit) -> None:
        self.read = [one for one in map(_walk, unit.functions) if one is not None]
        self.helpers: set[str] = set()
        self.path_named = bool(archs_in_path(unit.source.path))
        for _ in range(_ROUNDS):
            before = len(self.helpers)
            for one in self.read:
                if one.tree is not None and asks_surely(one.tree, self.helpers):
                    self.helpers.add(one.function.name)
            if len(self.helpers) == before:
                break

    def facts(self) -> Iterator[Fact]:
        for one in self.read:
            yield from self._function(one)
            for variable in one.paths.variables:
                if self._asks(variable.tree, variable.name):
                    data = {"name": variable.name, "function": one.function.name, "tree": variable.tree}
                    yield Fact("variable", variable.node.place, data)
            for choice in one.paths.choices:
                if 1 < len(choice.arms) <= _MOST_ARMS and self._matters(choice):
                    yield _choice(choice, one.function)
            yield from _numbers(one)
            if one.function.host or not one.function.device:
                yield from self._asked(one)

    def _asked(self, one: _Read) -> Iterator[Fact]:
        """Every place of a body that asks for the arch, whatever hangs on it."""
        seen: set[tuple[int, ...]] = set()
        for tree in _tests(one):
            core = tree[1] if tree[0] == "not" else tree
            if core[0] not in ("arch", "prefix", "number", "call"):
                continue
            if not asks_surely(core, self.helpers) and not _OF_A_FAMILY.search(core[1]):
                continue
            place = tuple(leaf_place(core))
            if place not in seen:
                seen.add(place)
                yield Fact("asked", Place(one.function.source.path, *place), {"tree": tree})

    def _function(self, one: _Read) -> Iterator[Fact]:
        name = one.function.name
        guards = [guard for guard in one.paths.guards if self._asks(guard, name)]
        tree = one.tree if one.tree is not None and self._asks(one.tree, name) else None
        if tree is None and not guards:
            return
        yield Fact(
            "function",
            _name_place(one.function),
            {
                "name": name,
                "qualified": one.function.qualified,
                "bool": one.tree is not None,
                "tree": tree,
                "guards": guards,
                "device": one.function.device and not one.function.host,
            },
        )

    def _asks(self, tree: Tree, name: str) -> bool:
        """Whether a condition is worth a fact: it asks for the arch, or may, through a helper, where a name says so."""
        if asks_surely(tree, self.helpers):
            return True
        return (self.path_named or bool(archs_in_name(name))) and asks(tree)

    def _matters(self, choice: Choice) -> bool:
        asking = [arm for arm in choice.arms if asks_surely(arm.condition, self.helpers)]
        return bool(asking)


def _walk(function: Function) -> _Read | None:
    if function.body is None:
        return None
    lowering = Lowering()
    paths = Walk(lowering).function(function.body)
    tree = None
    if function.result.kind == "bool" or function.result.name in ("bool", "auto"):
        tree = returned(paths, lowering)
        tree = tree if asks(tree) else None
    return _Read(function, paths, tree, lowering)


def _tests(one: _Read) -> Iterator[Tree]:
    """What the calls, comparisons and cases of a body say, each for itself; a negation before what it negates."""
    for node in one.function.body.walk() if one.function.body is not None else ():
        if isinstance(node, Switch):
            yield from (one.lowering.arm(node.value, case) for case in node.body.walk() if isinstance(case, Case))
        elif isinstance(node, (Call, Binary, Unary, Opaque, Construct)):
            yield one.lowering.tree(node)


def _choice(choice: Choice, function: Function) -> Fact:
    arms = [
        {
            "tree": arm.condition,
            "place": _numbers_of(arm.node.place),
            "value": _numbers_of(arm.value.place) if arm.value is not None else None,
            "text": arm.value.text[:200] if arm.value is not None else "",
        }
        for arm in choice.arms
    ]
    data: dict[str, Any] = {
        "kind": choice.kind,
        "function": function.name,
        "context": choice.context,
        "arms": arms,
    }
    return Fact("choice", choice.node.place, data)


def _numbers(one: _Read) -> Iterator[Fact]:
    """Functions that map the name of the device to a number, and tables that do."""
    cases: list[list[Any]] = []
    digits = False
    for path, ret in one.paths.returns:
        value = ret.value
        if isinstance(value, Literal) and isinstance(value.value, int) and asks(path):
            named = [leaf for leaf in leaves(path) if leaf[0] == "arch"]
            if named:
                cases.append([path, value.value])
        elif value is not None and _reads_digits(value):
            digits = True
    words = words_of(one.function.name)
    if (cases or digits) and one.function.result.kind == "int" and words & set(model()["number_words"]):
        data = {"name": one.function.name, "cases": cases, "digits": digits}
        yield Fact("number", _name_place(one.function), data)


def _reads_digits(expr: Expr) -> bool:
    """`std::stoi(name.substr(3, 3))`, `atoi(name + 3)`: the digits of the arch's name as a number."""
    calls = [call_name(node) for node in expr.walk() if isinstance(node, Call)]
    return any(name in ("stoi", "stol", "atoi", "atol", "strtol", "strtoul", "stoul") for name in calls)


def _name_place(function: Function) -> Place:
    span = function.decl.span
    return function.source.place(span) if span is not None else function.place


def _numbers_of(place: Place) -> list[int]:
    return [place.line, place.column, place.end_line, place.end_column]
