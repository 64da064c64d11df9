"""CMake files as commands with their surroundings: loops, conditions, functions. The one reader of CMake's grammar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.project.values import Test

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_MOST_DEPTH = 200


@dataclass(eq=False, slots=True)
class Argument:
    """One argument as written, without its quotes. `span` covers the text inside the quotes."""

    text: str
    span: Span
    quoted: bool
    raw: bool = False  # a bracket argument: nothing in it is expanded


@dataclass(eq=False, slots=True)
class Loop:
    """`foreach`: its variable and what it runs over."""

    variable: str
    arguments: list[Argument]


@dataclass(eq=False, slots=True)
class Command:
    """A command, lower-cased, with the tests, loops and function around it (outermost first)."""

    name: str
    arguments: list[Argument]
    span: Span
    tests: tuple[Test, ...]
    loops: tuple[Loop, ...]
    function: str


@dataclass(slots=True)
class Listing:
    """A CMake file: its commands in order, and the parameters of the functions and macros it defines."""

    source: SourceText
    commands: list[Command] = field(default_factory=list)
    functions: dict[str, list[str]] = field(default_factory=dict)
    broken: bool = False  # parts of it are no CMake


@lru_cache(maxsize=1)
def _parser() -> Parser:
    import tree_sitter
    import tree_sitter_cmake

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_cmake.language()))


def parse(source: SourceText) -> Listing:
    """The commands of a CMake file, in order."""
    tree = _parser().parse(source.data)
    listing = Listing(source, broken=tree.root_node.has_error)
    _Reader(listing).body(tree.root_node, (), (), "", 0)
    return listing


class _Reader:
    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.data = listing.source.data

    def body(self, node: Node, tests: tuple[Test, ...], loops: tuple[Loop, ...], function: str, depth: int) -> None:
        """All commands below a node."""
        if depth > _MOST_DEPTH:
            self.listing.broken = True
            return
        for child in node.children:
            if child.type == "normal_command":
                self._command(child, tests, loops, function)
            elif child.type == "if_condition":
                self._condition(child, tests, loops, function, depth)
            elif child.type in ("foreach_loop", "while_loop"):
                self._loop(child, tests, loops, function, depth)
            elif child.type in ("function_def", "macro_def"):
                self._function(child, tests, loops, depth)
            elif child.child_count:
                self.body(child, tests, loops, function, depth + 1)

    def _command(self, node: Node, tests: tuple[Test, ...], loops: tuple[Loop, ...], function: str) -> None:
        name = next((self._text(child) for child in node.children if child.type == "identifier"), "").lower()
        span = Span(node.start_byte, node.end_byte)
        self.listing.commands.append(Command(name, list(self._arguments(node)), span, tests, loops, function))

    def _condition(
        self, node: Node, tests: tuple[Test, ...], loops: tuple[Loop, ...], function: str, depth: int
    ) -> None:
        before: tuple[Test, ...] = ()
        now: tuple[Test, ...] = ()
        for child in node.children:
            if child.type in ("if_command", "elseif_command"):
                condition = list(self._arguments(child))
                span = Span(child.start_byte, child.end_byte)
                self.listing.commands.append(Command(child.type[:-8], condition, span, tests, loops, function))
                now = (*before, Test(self.listing.commands[-1], True))
                before = (*before, Test(self.listing.commands[-1], False))
            elif child.type == "else_command":
                now = before
            elif child.type == "body":
                self.body(child, tests + now, loops, function, depth + 1)

    def _loop(self, node: Node, tests: tuple[Test, ...], loops: tuple[Loop, ...], function: str, depth: int) -> None:
        inner = loops
        for child in node.children:
            if child.type == "foreach_command":
                arguments = list(self._arguments(child))
                if arguments:
                    inner = (*loops, Loop(arguments[0].text, arguments[1:]))
                    span = Span(child.start_byte, child.end_byte)
                    self.listing.commands.append(Command("foreach", arguments, span, tests, loops, function))
            elif child.type == "body":
                self.body(child, tests, inner, function, depth + 1)

    def _function(self, node: Node, tests: tuple[Test, ...], loops: tuple[Loop, ...], depth: int) -> None:
        name = ""
        for child in node.children:
            if child.type in ("function_command", "macro_command"):
                head = list(self._arguments(child))
                name = head[0].text.lower() if head else ""
                self.listing.functions[name] = [one.text for one in head[1:]]
            elif child.type == "body":
                self.body(child, tests, loops, name, depth + 1)

    def _arguments(self, node: Node) -> Iterator[Argument]:
        for child in node.children:
            if child.type == "argument_list":
                for one in child.children:
                    if one.type == "argument":
                        yield self._argument(one)
                    elif one.type in ("(", ")"):  # those of a condition; in other commands CMake takes them for words
                        yield Argument(one.type, Span(one.start_byte, one.end_byte), False)

    def _argument(self, node: Node) -> Argument:
        start, end = node.start_byte, node.end_byte
        kind = node.children[0].type if node.children else ""
        if kind == "quoted_argument":
            return Argument(self._slice(start + 1, end - 1), Span(start + 1, end - 1), True)
        if kind == "bracket_argument":
            return Argument(self._slice(start, end).strip("[=]"), Span(start, end), True, raw=True)
        return Argument(self._slice(start, end), Span(start, end), False)

    def _slice(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "replace")

    def _text(self, node: Node) -> str:
        return self._slice(node.start_byte, node.end_byte)
