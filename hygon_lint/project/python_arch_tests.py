"""Tests on arch names in build scripts: `arch in ("gfx936", ...)`, `==`, `startswith`, and what they let through."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hygon_lint.finding import Place
from hygon_lint.model.arches import known_arches
from hygon_lint.project import words
from hygon_lint.project.python_scopes import Script, dotted
from hygon_lint.project.python_values import Values
from hygon_lint.project.values import HOLE, Test

_MANY = 24  # a test that so many arches pass excludes some rather than naming them


class ArchTests:
    """The arches that the tests of one script let through."""

    def __init__(self, script: Script, values: Values) -> None:
        self.script = script
        self.values = values
        self.universe: tuple[str, ...] = ()  # what an `else` chooses from
        self._known: dict[ast.AST, frozenset[str] | None] = {}

    def archs_of(self, tests: tuple[Test, ...]) -> tuple[tuple[str, ...], Place | None, str]:
        """The arches that tests let through (() when they say nothing), the deciding test, and the other tests."""
        named: dict[str, None] | None = None
        barred: set[str] = set()
        place: Place | None = None
        other: list[str] = []
        for test in dict.fromkeys(tests):
            holds = self.arch_test(test.node)
            if holds is None:
                other.append(self.script.text(test.node) if test.holds else f"not ({self.script.text(test.node)})")
                continue
            if test.holds:
                named = {arch: None for arch in (named if named is not None else known_arches()) if arch in holds}
            else:
                barred |= holds
            place = self.script.place(test.node)
        if place is None:
            return (), None, " and ".join(other)
        choice = named if named is not None and len(named) < _MANY else self.universe
        barred |= set() if named is None else set(choice) - set(named)
        return tuple(arch for arch in choice if arch not in barred), place, " and ".join(other)

    def set_universe(self, nodes: Iterable[ast.AST], listed: Iterable[str]) -> None:
        """The arches that an `else` chooses from: those of the script's lists and of its tests."""
        tested: dict[str, None] = {}
        for node in nodes:
            if isinstance(node, (ast.If, ast.IfExp, ast.comprehension)):
                for test in node.ifs if isinstance(node, ast.comprehension) else [node.test]:
                    found = self.arch_test(test)
                    if found is not None and len(found) < _MANY:
                        tested.update(dict.fromkeys(sorted(found)))
        self.universe = tuple(dict.fromkeys(listed) | tested) or tuple(known_arches())

    def arch_test(self, node: ast.expr) -> frozenset[str] | None:
        """The arches for which a test on an arch name holds, None when it tests something else."""
        if node not in self._known:
            self._known[node] = None
            self._known[node] = self._tested(node)
        return self._known[node]

    def _tested(self, node: ast.expr) -> frozenset[str] | None:
        everything = frozenset(known_arches())
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.arch_test(node.operand)
            return everything - inner if inner is not None else None
        if isinstance(node, ast.BoolOp):
            parts = [self.arch_test(one) for one in node.values]
            known = [part for part in parts if part is not None]
            if isinstance(node.op, ast.And):
                return frozenset.intersection(*known) if known else None
            return frozenset.union(*known) if len(known) == len(parts) else None
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._compared(node.left, node.ops[0], node.comparators[0], everything)
        if isinstance(node, ast.Call) and dotted(node.func).endswith("startswith") and len(node.args) == 1:
            prefixes = tuple(value.text for value in self.values.of(node.args[0]))
            if prefixes and all(prefix.startswith("gfx") and HOLE not in prefix for prefix in prefixes):
                return frozenset(arch for arch in everything if arch.startswith(prefixes))
        return None

    def _compared(
        self, left: ast.expr, op: ast.cmpop, right: ast.expr, everything: frozenset[str]
    ) -> frozenset[str] | None:
        if isinstance(op, (ast.Eq, ast.NotEq)) and isinstance(left, ast.Constant):
            left, right = right, left
        if isinstance(left, ast.Constant):
            return None
        found = self.values.of(right)
        archs = [words.arch_of_token(value.text) for value in found if value.text != "native"]
        if not archs or not all(archs):
            return None
        named = frozenset(arch for arch in archs if arch)
        if isinstance(op, (ast.In, ast.Eq)):
            return named
        return everything - named if isinstance(op, (ast.NotIn, ast.NotEq)) else None
