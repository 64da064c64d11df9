"""The one walk that all rules share: hooks are bound once, each function's tree is walked once.

A rule that raises costs its own findings on this file, which is told; it never costs another rule's, or the run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from hygon_lint.finding import Finding

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Function, Unit
    from hygon_lint.frontend.syntax import SyntaxFile
    from hygon_lint.rule import Rule

_OTHER_HOOKS = frozenset({"visit_file", "visit_function", "visit_unit", "visit_project", "visit_suppression"})

Handler = tuple["Rule", Callable[..., Any]]


class Walker:
    """Runs rules over one file. `failures` collects (rule id, reason) of rules that raised."""

    def __init__(self, rules: Sequence[Rule], timing: dict[str, float] | None = None) -> None:
        self.failures: list[tuple[str, str]] = []
        self._timing = timing
        self._broken: set[str] = set()
        self._file_hooks = _hooks(rules, "visit_file")
        self._function_hooks = _hooks(rules, "visit_function")
        self._unit_hooks = _hooks(rules, "visit_unit")
        self._node_hooks: dict[str, list[Handler]] = {}
        for rule in rules:
            kind: Any = type(rule)
            for name in _node_names(kind):
                self._node_hooks.setdefault(name, []).append((rule, getattr(rule, f"visit_{name}")))
        self._by_class: dict[type, list[Handler]] = {}

    @property
    def unit_rules(self) -> list[Rule]:
        """The rules that look at typed code."""
        handlers = chain(self._function_hooks, self._unit_hooks, *self._node_hooks.values())
        return list({rule.meta.id: rule for rule, _ in handlers}.values())

    def file(self, syntax: SyntaxFile) -> list[Finding]:
        """Findings on the text of a file."""
        found: list[Finding] = []
        for handler in self._file_hooks:
            self._call(found, handler, syntax)
        return found

    def unit(self, unit: Unit) -> list[Finding]:
        """Findings on one arch class of a file; those that name no arches hold in the arches of the class."""
        from hygon_lint.analysis import facts

        found: list[Finding] = []
        for fn in facts.functions(unit):
            if self._node_hooks:
                self._walk(found, fn.function, fn)
            for handler in self._function_hooks:
                self._call(found, handler, fn)
        for handler in self._unit_hooks:
            self._call(found, handler, unit)
        archs = unit.arch_class.archs
        return [f if f.archs else msgspec.structs.replace(f, archs=archs) for f in found]

    def _walk(self, found: list[Finding], function: Function, fn: Any) -> None:
        by_class = self._by_class
        for node in function.walk():
            kind = type(node)
            handlers = by_class.get(kind)
            if handlers is None:
                handlers = by_class[kind] = self._handlers(kind)
            for handler in handlers:
                self._call(found, handler, node, fn)

    def _handlers(self, kind: type) -> list[Handler]:
        """The hooks for a class of nodes and for the classes it is derived from."""
        return [handler for base in kind.__mro__ for handler in self._node_hooks.get(base.__name__, ())]

    def _call(self, found: list[Finding], handler: Handler, *arguments: Any) -> None:
        rule, hook = handler
        if rule.meta.id in self._broken:
            return
        start = time.perf_counter() if self._timing is not None else 0.0
        try:
            result: Iterable[Finding] | None = hook(*arguments)
            if result is not None:
                found.extend(result)
        except MemoryError:
            raise
        except Exception as error:
            self._broken.add(rule.meta.id)
            self.failures.append((rule.meta.id, describe(error)))
        if self._timing is not None:
            key = f"rule:{rule.meta.id}"
            self._timing[key] = self._timing.get(key, 0.0) + time.perf_counter() - start


@cache
def _node_names(rule: Any) -> tuple[str, ...]:
    """The classes of nodes that a rule has hooks for."""
    names = (attribute for attribute in dir(rule) if attribute.startswith("visit_") and attribute not in _OTHER_HOOKS)
    return tuple(name.removeprefix("visit_") for name in names)


def _hooks(rules: Sequence[Rule], name: str) -> list[Handler]:
    return [(rule, getattr(rule, name)) for rule in rules if hasattr(rule, name)]


def describe(error: BaseException) -> str:
    """An exception as one line, with the place in our own code that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        file = trace.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
        place = f" ({file}:{trace.tb_lineno})"
    return " ".join(f"{type(error).__name__}: {error}".split())[:300] + place
