"""Conditions of CMake that tell arches apart: `STREQUAL`, `MATCHES`, `IN_LIST`, joined by NOT, AND, OR."""

from __future__ import annotations

import re

from hygon_lint.model.arches import known_arches
from hygon_lint.project import words
from hygon_lint.project.cmake import Argument, Command
from hygon_lint.project.cmake_values import Variables

_EQUAL = frozenset({"STREQUAL", "EQUAL", "VERSION_EQUAL"})
_REGEX = re.compile(r"[\w\[\]\-|().^$*+?]{1,120}\Z")


class CMakeTests:
    """The arches that the conditions of one file let through."""

    def __init__(self, variables: Variables) -> None:
        self.variables = variables
        self._known: dict[Command, frozenset[str] | None] = {}

    def of(self, command: Command) -> frozenset[str] | None:
        """The arches for which an `if` or `elseif` holds, None when it is not about one arch."""
        if command not in self._known:
            self._known[command] = _Condition(command.arguments, self.variables).whole()
        return self._known[command]


class _Condition:
    def __init__(self, arguments: list[Argument], variables: Variables) -> None:
        self.words = arguments
        self.position = 0
        self.variables = variables
        self.everything = frozenset(known_arches())

    def whole(self) -> frozenset[str] | None:
        """The whole condition; None as soon as a part that matters is not about an arch."""
        try:
            return self._any(0)
        except IndexError:
            return None

    def _any(self, depth: int) -> frozenset[str] | None:
        found = self._all(depth)
        while self._peek() == "OR":
            self.position += 1
            other = self._all(depth)
            found = None if found is None or other is None else found | other
        return found

    def _all(self, depth: int) -> frozenset[str] | None:
        found = self._one(depth)
        while self._peek() == "AND":
            self.position += 1
            other = self._one(depth)
            found = other if found is None else found if other is None else found & other
        return found

    def _one(self, depth: int) -> frozenset[str] | None:
        if self._peek() == "NOT":
            self.position += 1
            inner = self._one(depth + 1) if depth < 50 else None
            return None if inner is None else self.everything - inner
        if self._peek() == "(" and depth < 50:
            self.position += 1
            inner = self._any(depth + 1)
            self.position += 1
            return inner
        left = self.words[self.position]
        self.position += 1
        operator = self._peek()
        if operator in ("", "AND", "OR", ")"):
            return None
        if left.text in ("DEFINED", "TARGET", "EXISTS", "POLICY", "COMMAND") and not left.quoted:
            self.position += 1
            return None
        self.position += 1
        right = self.words[self.position]
        self.position += 1
        return self._compare(left, operator, right)

    def _peek(self) -> str:
        if self.position >= len(self.words):
            return ""
        word = self.words[self.position]
        return "" if word.quoted else word.text

    def _compare(self, left: Argument, operator: str, right: Argument) -> frozenset[str] | None:
        if operator == "IN_LIST":
            archs = [words.arch_of_token(v.text) for v in self.variables.of_variable(right.text)]
            if not archs or not all(archs) or words.arch_of_token(left.text):
                return None
            return frozenset(arch for arch in archs if arch)
        if self._holds_a_list(left):
            return None
        if operator in _EQUAL:
            arch = words.arch_of_token(right.text)
            return frozenset({arch}) if arch else None
        if operator == "MATCHES" and "gfx" in right.text and _REGEX.match(right.text):
            try:
                pattern = re.compile(right.text)
            except re.error:
                return None
            return frozenset(arch for arch in self.everything if pattern.search(arch))
        return None

    def _holds_a_list(self, argument: Argument) -> bool:
        """Whether the left side is all that is built, not one arch of it."""
        name = argument.text.removeprefix("${").removesuffix("}")
        if words.is_arch_variable(name):
            return True
        settings = self.variables.settings.get(name, [])
        return bool(settings) and all(one.command.name in ("set", "list", "rocm_check_target_ids") for one in settings)
