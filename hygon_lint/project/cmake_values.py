"""What the variables of a CMake file can hold: the union of all that is set, appended, looped over or passed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hygon_lint.project.cmake import Argument, Command, Listing
from hygon_lint.project.values import HOLE, Piece, Test, Value

_REFERENCE = re.compile(r"\$(ENV|CACHE)?\{([^${}]*)\}")
_CACHE_TAIL = frozenset({"CACHE", "PARENT_SCOPE", "FORCE"})
_MOST_VALUES = 100
_BUDGET = 20_000


@dataclass(slots=True)
class Setting:
    """Arguments that became (part of) the value of a variable."""

    arguments: list[Argument]
    command: Command
    appends: bool


class Variables:
    """The variables of one file and their values."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.settings: dict[str, list[Setting]] = {}
        self._budget = _BUDGET
        self._busy: set[str] = set()
        for command in listing.commands:
            self._collect(command)

    def _collect(self, command: Command) -> None:
        args = command.arguments
        if not args:
            return
        if command.name == "set":
            self._add(args[0].text, _before(args[1:], _CACHE_TAIL), command)
        elif command.name == "option" and len(args) > 2:
            self._add(args[0].text, args[2:3], command)
        elif command.name == "list" and len(args) > 2 and args[0].text in ("APPEND", "PREPEND", "INSERT"):
            rest = args[3:] if args[0].text == "INSERT" else args[2:]
            self._add(args[1].text, rest, command, appends=True)
        elif command.name == "string" and len(args) > 2 and args[0].text in ("APPEND", "PREPEND"):
            self._add(args[1].text, args[2:], command, appends=True)
        elif command.name == "string" and len(args) > 4 and args[0].text == "REPLACE":
            self._add(args[3].text, args[4:], command)
        elif command.name == "foreach":
            for one in args[1:]:
                listed = args[1].text == "IN" and one.text not in ("IN", "LISTS", "ITEMS", "ZIP_LISTS")
                if listed and "LISTS" in [before.text for before in args[: args.index(one)]]:
                    self._add(args[0].text, [replace_text(one, "${" + one.text + "}")], command)
                elif one.text not in ("IN", "LISTS", "ITEMS"):
                    self._add(args[0].text, [one], command)
        elif command.name in self.listing.functions:
            for name, value in zip(self.listing.functions[command.name], args, strict=False):
                self._add(name, [value], command)
        elif command.name == "rocm_check_target_ids" and len(args) > 2:
            self._add(args[0].text, args[2:], command)

    def _add(self, name: str, arguments: list[Argument], command: Command, *, appends: bool = False) -> None:
        if arguments:
            self.settings.setdefault(name, []).append(Setting(arguments, command, appends))

    def of(self, argument: Argument, owner: object) -> list[Value]:
        """What an argument can expand to, elements of lists one by one; `owner` is who wrote the list."""
        if argument.raw:
            return [Value(argument.text, (Piece(0, argument, owner),))]
        found = [Value("", ())]
        position = 0
        for match in _REFERENCE.finditer(argument.text):
            if match.start() > position:
                found = _joined(found, [Value(argument.text[position : match.start()], (Piece(0, argument, owner),))])
            inside = [] if match[1] else self.of_variable(match[2])
            found = _joined(found, inside or [Value(HOLE, ())])
            position = match.end()
        if position < len(argument.text) or not found[0].text:
            found = _joined(found, [Value(argument.text[position:], (Piece(0, argument, owner),))])
        return [part for value in found for part in _elements(value)]

    def of_variable(self, name: str) -> list[Value]:
        """What a variable can hold."""
        if name in self._busy or self._budget <= 0:
            return []
        self._budget -= 1
        self._busy.add(name)
        try:
            return [
                replace(value, tests=value.tests + tuple(t for t in setting.command.tests if t not in value.tests))
                for setting in self.settings.get(name, ())
                for argument in setting.arguments
                for value in self.of(argument, setting.command)
            ][:_MOST_VALUES]
        finally:
            self._busy.discard(name)


def replace_text(argument: Argument, text: str) -> Argument:
    """The same argument, read as another text."""
    return Argument(text, argument.span, argument.quoted)


def tests_text(tests: tuple[Test, ...]) -> str:
    """Conditions as CMake would write them."""
    words = []
    for test in tests:
        text = " ".join(argument.text for argument in test.node.arguments)
        words.append(text if test.holds else f"NOT ({text})")
    return " AND ".join(words)


def _before(arguments: list[Argument], stops: frozenset[str]) -> list[Argument]:
    for i, argument in enumerate(arguments):
        if argument.text in stops and not argument.quoted:
            return arguments[:i]
    return arguments


def _joined(left: list[Value], right: list[Value]) -> list[Value]:
    return [one.joined(other) for one in left for other in right][:_MOST_VALUES]


def _elements(value: Value) -> Iterator[Value]:
    """A list's elements; generator expressions keep their semicolons inside, which does no harm here."""
    position = 0
    for word in value.text.split(";"):
        yield value.slice(position, position + len(word))
        position += len(word) + 1
