"""Reads the arches of shell scripts and makefiles: assignments, defaults, options on command lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import PurePosixPath

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.project import words
from hygon_lint.project.build import ArchFlags, ArchList, ArchTest, BuildFile, Define, Variable

_ASSIGNMENT = re.compile(
    r"""(?<![\w.$/-])(?P<define>-D\s*)?(?P<item>[A-Za-z_]\w*\[["']?)?(?P<name>[A-Za-z_]\w*)(?:["']?\])?\s*(?::STRING|:PATH|:INTERNAL)?(?P<op>\?=|:=|\+=|=)\s*
    (?P<value>"[^"\n]*"|'[^'\n]*'|[^\s;&|\\)]+(?:;[\w;]+)*)?""",
    re.VERBOSE,
)
_DEFAULT = re.compile(r"\$\{(?P<name>\w+):?[-=](?P<value>[^}\n]*)\}")
_READ = re.compile(r"\$[{(]?([A-Za-z_]\w*)")
_OPTION = re.compile(r"(?<![\w-])(-[\w-]+=?[^\s\"'`]*)")
_COMMENT = re.compile(r"(^|[\s;])#[^\n]*")
_COMPARED = re.compile(
    r"""(?P<op>==|!=|=~|(?<![=!<>])=|-eq)\s+["']?\*?(?P<arch>\^?gfx[0-9][\w\[\].-]*)   # [[ $arch == *gfx942* ]]
    | \bif(?P<make>n?eq)\s*\([^,\n]*,\s*(?P<word>gfx[0-9]\w*)\s*\)                    # ifeq ($(ARCH),gfx942)
    | \bgrep\s+(?:-\S+\s+)*-\w*q\w*(?=\s)[^|;\n]*?["'\s](?P<sought>gfx[0-9]\w*)     # grep -q gfx942
    """,
    re.VERBOSE,
)
_CASE = re.compile(r"^[ \t]*\(?([^()\n]*gfx[0-9][^()\n]*)\)", re.MULTILINE)
_PATTERNS = re.compile(r"[\w*?\"']+(?:[ \t]*\|[ \t]*[\w*?\"']+)*[ \t]*\Z")
_CASE_WORD = re.compile(r"(?<!\w)gfx[0-9]\w*")
_OPENERS = frozenset({"if", "case", "ifeq", "ifneq", "ifdef", "ifndef"})
_CLOSERS = frozenset({"fi", "esac", "endif"})
_DEFINED = re.compile(r"-D([A-Za-z_]\w*)(?:=([^\s\"']*))?")


def read_shell(source: SourceText) -> BuildFile:
    """What a shell script says about arches."""
    return _Reader(source, "shell").read()


def read_make(source: SourceText) -> BuildFile:
    """What a makefile says about arches."""
    return _Reader(source, "make").read()


class _Reader:
    def __init__(self, source: SourceText, kind: str) -> None:
        self.source = source
        self.kind = kind
        text = source.data.decode("utf-8", "replace")
        self.text = _COMMENT.sub(lambda match: match[1] + " " * (len(match[0]) - len(match[1])), text)
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        self.conditions = list(_conditions(self.text.split("\n")))
        self.lists: dict[int, ArchList] = {}
        self.variables: list[Variable] = []

    def read(self) -> BuildFile:
        for match in _ASSIGNMENT.finditer(self.text):
            self._assignment(match)
        for match in _DEFAULT.finditer(self.text):
            self._list(match["name"], match["value"], match.start("value"), sink=words.is_arch_variable(match["name"]))
        flags: list[ArchFlags] = []
        defines: list[Define] = []
        for match in _OPTION.finditer(self.text):
            mark = words.offload_mark(match[1])
            if mark and match[1].startswith(mark):
                value = match[1][len(mark) :]
                self._list(mark.rstrip("="), value, match.start() + len(mark), sink=True)
            hardware = words.hardware_facts([match[1]])
            if hardware:
                place = self._place(match.start(), match.end())
                flags.append(ArchFlags(place=place, archs=(), flags=(match[1],), hardware=hardware, group=""))
            define = _DEFINED.fullmatch(match[1])
            if define is not None and not words.is_arch_variable(define[1]):
                place = self._place(match.start(), match.end())
                defines.append(
                    Define(place=place, name=define[1], value=define[2] or "1", when=self._condition_at(match.start()))
                )
        for match in _READ.finditer(self.text):
            self.variables.append(Variable(place=self._place(match.start(), match.end()), name=match[1], how="read"))
        return BuildFile(
            path=self.source.path,
            kind=self.kind,
            lists=tuple(sorted(self.lists.values(), key=lambda one: one.place)),
            flags=tuple(flags),
            defines=tuple(defines),
            variables=tuple(self.variables),
            tests=tuple(self._tests()),
        )

    def _tests(self) -> Iterator[ArchTest]:
        """Comparisons with names of arches, and the patterns of `case`."""
        for match in _COMPARED.finditer(self.text):
            kind = next(name for name in ("arch", "word", "sought") if match[name])
            shuts = match["op"] == "!=" or match["make"] == "neq"
            yield from self._test(match[kind], match.start(kind), match.end(kind), shuts=shuts)
        for patterns in _CASE.finditer(self.text):
            found = _CASE_WORD.finditer(self.text, *patterns.span(1)) if _PATTERNS.match(patterns[1]) else ()
            for word in found:
                yield from self._test(word[0], word.start(), word.end())

    def _test(self, text: str, start: int, end: int, *, shuts: bool = False) -> Iterator[ArchTest]:
        arch = words.arch_of_token(text)
        archs = (arch,) if arch else words.arches_like(text)
        if archs:
            yield ArchTest(place=self._place(start, end), archs=archs, exact=bool(arch), shuts=shuts)

    def _assignment(self, match: re.Match[str]) -> None:
        name, value = match["name"], match["value"] or ""
        if name in ("if", "then", "echo"):
            return
        how = "passed" if match["define"] else "set"
        place = self._place(match.start("name"), match.end("name"))
        self.variables.append(Variable(place=place, name=name, how=how, value=value.strip("\"'")))
        start = match.start("value") + (value[:1] in ("'", '"'))
        sink = words.is_arch_variable(name) and not match["item"]
        if "$" not in value:
            self._list(name, value.strip("\"'"), start, sink=sink, adds=match["op"] == "+=")

    def _list(self, name: str, value: str, start: int, *, sink: bool, adds: bool = False) -> None:
        archs = words.arch_list(value, bare=sink)
        if not archs:
            return
        role = words.role_of(name, self._condition_at(start), PurePosixPath(self.source.path).as_posix())
        if not sink and role == "default":
            role = "mention"
        if sink and role == "supported":
            role = "default"
        condition = self._condition_at(start)
        if adds:
            role = "addition"
        elif role == "default" and len(archs) == 1:
            role = "developer"  # a script that builds for one card is for whoever has that card
        elif role == "default" and condition and not words.about_absence(condition):
            role = "conditional"
        if start not in self.lists:
            place = self._place(start, start + len(value))
            self.lists[start] = ArchList(place=place, archs=archs, name=name, role=role)

    def _condition_at(self, offset: int) -> str:
        """The test of the innermost open `if` at an offset."""
        return self.conditions[bisect_right(self.line_starts, offset) - 1]

    def _place(self, start: int, end: int) -> Place:
        before = len(self.text[:start].encode("utf-8"))
        return self.source.place(Span(before, before + len(self.text[start:end].encode("utf-8"))))


def _conditions(lines: list[str]) -> Iterator[str]:
    """For each line the test of the innermost `if` around it, by a plain count of openers and closers."""
    tests: list[str] = []
    for line in lines:
        yield tests[-1] if tests else ""
        word = line.split(None, 1)[0] if line.split() else ""
        closed = line.rstrip().endswith(("; fi", "; esac"))
        if word in _OPENERS:
            if not closed:
                tests.append(line.strip())
        elif word == "elif" and tests:
            tests[-1] = line.strip()
        elif word == "else" and tests:
            tests[-1] = f"not ({tests[-1]})"
        elif (word.rstrip(";") in _CLOSERS or closed) and tests:
            tests.pop()
