"""Reads the arches of a CMake file: lists, options, properties, flags per arch, macros."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.project import words
from hygon_lint.project.build import ArchFlags, ArchList, ArchTable, BuildFile, Define, Variable
from hygon_lint.project.cmake import Argument, Command, parse
from hygon_lint.project.cmake_mentions import mentions
from hygon_lint.project.cmake_tests import CMakeTests
from hygon_lint.project.cmake_values import Variables, tests_text
from hygon_lint.project.values import HOLE, Test, Value, split

_FLAG_COMMANDS = frozenset(
    {"add_compile_options", "target_compile_options", "add_definitions", "set", "list", "string", "add_link_options"}
)
_DEFINE_COMMANDS = frozenset({"add_compile_definitions", "target_compile_definitions"})
_SCOPES = frozenset({"PRIVATE", "PUBLIC", "INTERFACE", "BEFORE", "AFTER"})
_LANGUAGE = re.compile(r"\$<\$<COMPILE_LANGUAGE:(\w+)>:(.*)>?\Z", re.DOTALL)
_SOURCE = re.compile(r"[\w./\-]+\.(?:cu|cpp|cc|cxx|hip)\Z")
_PER_ARCH = re.compile(r"(\w+_)(gfx[0-9a-f]+)")
_PROPERTIES = frozenset({"HIP_ARCHITECTURES", "CUDA_ARCHITECTURES"})
_MOST_LINES = 8
_MANY = 24


def read_cmake(source: SourceText) -> BuildFile:
    """What a CMake file says about arches."""
    return _Reader(source).read()


@dataclass(slots=True)
class _Entry:
    archs: dict[str, None] = field(default_factory=dict)
    sink: str = ""
    arguments: list[Argument] = field(default_factory=list)


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.listing = parse(source)
        self.variables = Variables(self.listing)
        self.tests = CMakeTests(self.variables)
        self.lists: dict[Command, _Entry] = {}
        self.flags: dict[tuple[Place, tuple[str, ...]], list[str]] = {}
        self.groups: dict[Place, str] = {}
        self.defines: list[Define] = []
        self.used: list[Variable] = []
        self.sources: dict[str, None] = {}

    def read(self) -> BuildFile:
        for command in self.listing.commands:
            self._lists(command)
        for command in self.listing.commands:
            self._plain_list(command)
        self.universe = tuple(dict.fromkeys(arch for entry in self.lists.values() for arch in entry.archs))
        for command in self.listing.commands:
            if command.name in _DEFINE_COMMANDS:
                self._definitions(command)
            elif command.name in _FLAG_COMMANDS:
                self._options(command)
            self._variables(command)
            for argument in command.arguments:
                if _SOURCE.match(argument.text):
                    self.sources[argument.text] = None
        return BuildFile(
            path=self.source.path,
            kind="cmake",
            lists=tuple(self._finished()),
            flags=tuple(
                ArchFlags(
                    place=place,
                    archs=archs,
                    flags=tuple(flags),
                    hardware=words.hardware_facts(flags),
                    group=self.groups[place],
                )
                for (place, archs), flags in sorted(self.flags.items(), key=lambda item: item[0][0])
            ),
            defines=tuple(self.defines),
            variables=tuple(self.used),
            sources=tuple(self.sources),
            tables=tuple(self._tables()),
            tests=tuple(mentions(self.listing)),
        )

    # -------------------------------------------------------- lists

    def _lists(self, command: Command) -> None:
        args = command.arguments
        if command.name == "set" and args and words.is_arch_variable(args[0].text.removeprefix("ENV{").rstrip("}")):
            for argument in args[1:]:
                if argument.text in ("CACHE", "PARENT_SCOPE", "FORCE") and not argument.quoted:
                    break
                self._take(self.variables.of(argument, command), args[0].text, bare=True)
        elif command.name in ("set_target_properties", "set_property"):
            for i, argument in enumerate(args):
                if argument.text in _PROPERTIES:
                    for one in args[i + 1 :] if command.name == "set_property" else args[i + 1 : i + 2]:
                        self._take(self.variables.of(one, command), argument.text, bare=True)
        elif command.name == "rocm_check_target_ids":
            for argument in args[2:]:
                self._take(self.variables.of(argument, command), args[0].text)
        for argument in args:
            mark = words.offload_mark(argument.text)
            if mark:
                for value in self.variables.of(argument, command):
                    for word in split(value, None):
                        at = word.text.find(mark)
                        if at >= 0:
                            rest = word.slice(at + len(mark), len(word.text.rstrip(">")))
                            self._take([rest], mark.rstrip("="))

    def _take(self, found: list[Value], sink: str, *, bare: bool = False) -> None:
        for value in found:
            for part in split(value, ","):
                arch = words.arch_of_token(part.text, bare=bare)
                if arch is None or not part.pieces:
                    continue
                number = 3 if part.text.startswith("gfx") else 0
                piece = next((one for one in reversed(part.pieces) if one.start <= number), part.pieces[0])
                if not isinstance(piece.owner, Command):
                    continue
                entry = self.lists.setdefault(piece.owner, _Entry())
                entry.archs[arch] = None
                entry.sink = entry.sink or sink
                if isinstance(piece.node, Argument) and piece.node not in entry.arguments:
                    entry.arguments.append(piece.node)

    def _plain_list(self, command: Command) -> None:
        """`set(NAME gfx936 gfx938)` that reaches no build option we can see."""
        if command in self.lists or command.name not in ("set", "list") or len(command.arguments) < 2:
            return
        if command.name == "list" and command.arguments[0].text not in ("APPEND", "PREPEND"):
            return
        values = command.arguments[1 if command.name == "set" else 2 :]
        archs: dict[str, None] = {}
        for argument in values:
            if argument.text in ("CACHE", "PARENT_SCOPE", "FORCE") and not argument.quoted:
                break
            found = words.arch_list(argument.text)
            if not found:
                return
            archs.update(dict.fromkeys(found))
        if archs:
            self.lists[command] = _Entry(archs, "", list(values))

    def _finished(self) -> Iterator[ArchList]:
        together: dict[str, dict[str, None]] = {}
        for command, entry in self.lists.items():
            together.setdefault(_name(command), {}).update(entry.archs)
        for command, entry in sorted(self.lists.items(), key=lambda item: item[0].span):
            name = _name(command) or entry.sink
            holding = [tests_text((test,)) for test in command.tests if test.holds != _is_negation(test.node)]
            role = words.role_of(name, command.function, *holding, self.source.path)
            if entry.sink:
                role = "default" if role == "supported" else role
            elif role == "default":
                role = "mention"
            if command.name in ("list", "string"):
                role = "addition"
            elif role == "default" and words.about_versions(tests_text(command.tests), name):
                role = "conditional"
            added = together[_name(command)] if _name(command) else {}
            yield ArchList(
                place=self._list_place(command, entry),
                archs=tuple(entry.archs),
                name=name,
                role=role,
                additions=tuple(arch for arch in added if arch not in entry.archs),
                function=command.function,
            )

    def _list_place(self, command: Command, entry: _Entry) -> Place:
        spans = sorted(argument.span for argument in entry.arguments) or [command.span]
        place = self.source.place(Span(spans[0].start, spans[-1].end))
        if place.end_line - place.line < _MOST_LINES:
            return place
        return self.source.place(spans[0])

    def _tables(self) -> Iterator[ArchTable]:
        """`set(KERNELS_gfx936 a.hip)` and its like, read as `${KERNELS_${arch}}`."""
        groups: dict[str, list[tuple[str, Command]]] = {}
        for command in self.listing.commands:
            if command.name == "set" and len(command.arguments) > 1:
                match = _PER_ARCH.fullmatch(command.arguments[0].text)
                arch = words.arch_of_token(match[2]) if match is not None else None
                if match is not None and arch and _SOURCE.match(command.arguments[1].text):
                    groups.setdefault(match[1], []).append((arch, command))
        for stem, members in groups.items():
            if len(members) > 1 and f"${{{stem}${{" in self.source.data.decode("utf-8", "replace"):
                place = self.source.place(members[0][1].arguments[0].span)
                yield ArchTable(place=place, name=stem, archs=tuple(arch for arch, _ in members))

    # -------------------------------------------------------- flags and macros

    def _options(self, command: Command) -> None:
        limit: tuple[str, ...] = ()
        for argument in command.arguments:
            for value in self.variables.of(argument, command) if "-" in argument.text else ():
                scope, _ = _language(value.text.removeprefix("SHELL:"))
                for part in split(value, None):
                    word = _language(part.text.removeprefix("SHELL:"))[1] if scope else part.text.removeprefix("SHELL:")
                    if word.startswith(words.per_arch_mark()):
                        arch = words.arch_of_token(word[len(words.per_arch_mark()) :])
                        limit = (arch,) if arch and argument.text.endswith(word) else limit
                        continue
                    define = words.define_of(word)
                    if define is not None:
                        if part.pieces and part.pieces[0].node is argument:  # else noted where the variable was set
                            self._define(command, argument, *define, scope or _scope_of(command))
                    elif word.startswith("-"):
                        self._flag(command, argument, word, limit)
                        limit = () if words.hardware_facts([word]) else limit

    def _flag(self, command: Command, argument: Argument, word: str, limit: tuple[str, ...]) -> None:
        if HOLE in word or words.offload_mark(word):
            return
        archs, place, when = self._archs_of(command.tests)
        if limit:
            archs, place = limit, self.source.place(argument.span)
        hardware = words.hardware_facts([word])
        if not archs and (place or when or not hardware):
            return
        key = (place or self.source.place(argument.span), archs)
        flags = self.flags.setdefault(key, [])
        self.groups.setdefault(key[0], command.function or ",".join(loop.variable for loop in command.loops))
        if word not in flags:
            flags.append(word)

    def _archs_of(self, tests: tuple[Test, ...]) -> tuple[tuple[str, ...], Place | None, str]:
        named: frozenset[str] | None = None
        barred: set[str] = set()
        place: Place | None = None
        other: list[Test] = []
        for test in tests:
            found = self.tests.of(test.node)
            if found is None:
                other.append(test)
                continue
            if test.holds:
                named = found if named is None else named & found
                place = self.source.place(test.node.span)
            else:
                barred |= found
                place = place or self.source.place(test.node.span)
        if place is None:
            return (), None, tests_text(tuple(other))
        choice = sorted(named) if named is not None and len(named) < _MANY else self.universe
        barred |= set() if named is None else set(choice) - named
        return tuple(arch for arch in choice if arch not in barred), place, tests_text(tuple(other))

    def _definitions(self, command: Command) -> None:
        start = 1 if command.name == "target_compile_definitions" else 0
        for argument in command.arguments[start:]:
            if argument.text in _SCOPES:
                continue
            for value in self.variables.of(argument, command):
                scope, text = _language(value.text)
                name, _, given = text.removeprefix("-D").partition("=")
                if re.fullmatch(r"[A-Za-z_]\w*", name):
                    self._define(command, argument, name, given if "=" in text else "1", scope or "both")

    def _define(self, command: Command, argument: Argument, name: str, value: str, scope: str) -> None:
        if words.is_arch_variable(name):
            return
        archs, _, when = self._archs_of(command.tests)
        target = command.arguments[0].text if command.name.startswith("target_") else ""
        define = Define(
            place=self.source.place(argument.span),
            name=name,
            value=value.strip('"'),
            scope=scope,
            when=when,
            archs=archs,
            group=target,
        )
        if define not in self.defines:
            self.defines.append(define)

    def _variables(self, command: Command) -> None:
        args = command.arguments
        if command.name in ("set", "option") and args:
            name = args[0].text.removeprefix("ENV{").rstrip("}")
            if re.fullmatch(r"[A-Za-z_]\w*", name):
                value = args[1].text if len(args) > 1 else ""
                self.used.append(Variable(place=self.source.place(args[0].span), name=name, how="set", value=value))
        elif command.name in ("set_target_properties", "set_property"):
            for argument in args:
                if argument.text.isupper() and "ARCH" in argument.text:
                    place = self.source.place(argument.span)
                    self.used.append(Variable(place=place, name=argument.text, how="set"))
        for argument in args:
            for match in re.finditer(r"\$(?:ENV)?\{(\w+)\}", argument.text):
                span = Span(argument.span.start + match.start(), argument.span.start + match.end())
                self.used.append(Variable(place=self.source.place(span), name=match[1], how="read"))
            if command.name in ("if", "elseif", "foreach") and re.fullmatch(r"[A-Z]\w*_\w+", argument.text):
                self.used.append(Variable(place=self.source.place(argument.span), name=argument.text, how="read"))


def _is_negation(command: Command) -> bool:
    return bool(command.arguments) and command.arguments[0].text == "NOT"


def _name(command: Command) -> str:
    """The variable that a command gives a value to."""
    if command.name == "set" and command.arguments:
        return command.arguments[0].text
    if command.name in ("list", "string") and len(command.arguments) > 1:
        return command.arguments[1].text
    return ""


def _scope_of(command: Command) -> str:
    """Which compiler sees the flags of `set(CMAKE_HIP_FLAGS ...)` and its like."""
    name = _name(command)
    if re.search(r"HIP_(?:HIPCC_|CLANG_|NVCC_)?FLAGS|CUDA_(?:NVCC_)?FLAGS|HIPCC", name):
        return "device"
    return "host" if re.search(r"CMAKE_C(?:XX)?_FLAGS", name) else "both"


def _language(text: str) -> tuple[str, str]:
    """Scope and text of `$<$<COMPILE_LANGUAGE:HIP>:-DX=1>`; ("", text) of anything else."""
    match = _LANGUAGE.match(text)
    if match is None:
        return "", text.rstrip(">") if text.startswith("$<") else text
    return ("device" if match[1] in ("HIP", "CUDA") else "host"), match[2].rstrip(">")
