"""A checkout as a whole: the facts of its sources joined with what its build files say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hygon_lint.finding import Fact, FileResult, Place
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.model.arches import Arch, extended, known_arches
from hygon_lint.project.build import ArchFlags, ArchList, ArchTable, BuildFile, Define, Variable
from hygon_lint.reading import read_regular

if TYPE_CHECKING:
    from hygon_lint.project.arch_logic import Logic

_MOST_BYTES = 8 << 20


class Project:
    """What project rules see. `arches` is the model with the user's arches and facts."""

    def __init__(
        self,
        root: str,
        facts: Sequence[Fact],
        builds: Sequence[BuildFile],
        paths: Mapping[str, str],
        arches: Mapping[str, Arch],
        sources: Sequence[str] = (),
    ) -> None:
        self.root = root
        self.sources = tuple(sources)
        self.builds = tuple(builds)
        self.arches = dict(arches)
        self._paths = dict(paths)
        self._facts: dict[str, list[Fact]] = {}
        self._sources: dict[str, SourceText | None] = {}
        for fact in facts:
            self._facts.setdefault(fact.kind, []).append(fact)

    @classmethod
    def build(
        cls,
        root: str,
        results: Iterable[FileResult],
        build_files: Iterable[tuple[str, str]],
        arch_facts: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Project:
        """Join the results of all files with the build files, given as (name, path on disk)."""
        results = list(results)
        facts = [fact for result in results for fact in result.facts]
        paths = dict(build_files)
        builds = [one for one in (read_build_file(name, path) for name, path in paths.items()) if one is not None]
        arches = extended(arch_facts) if arch_facts else known_arches()
        sources = [result.path for result in results if not result.error]
        return cls(root, facts, builds, paths, arches, sources)

    # -------------------------------------------------------- facts

    def facts(self, kind: str) -> list[Fact]:
        """The facts of a kind, in order of place."""
        return sorted(self._facts.get(kind, []), key=lambda fact: fact.place)

    @property
    def lists(self) -> list[ArchList]:
        """All arch lists of the build files."""
        return [one for build in self.builds for one in build.lists]

    @property
    def flags(self) -> list[ArchFlags]:
        """All flags with a hardware meaning or for some arches."""
        return [one for build in self.builds for one in build.flags]

    @property
    def defines(self) -> list[Define]:
        """All macros that the build files define."""
        return [one for build in self.builds for one in build.defines]

    @property
    def tables(self) -> list[ArchTable]:
        """Kernel tables by arch, of build files and sources."""
        found = [one for build in self.builds for one in build.tables]
        for fact in self.facts("kernel_table"):
            found.append(ArchTable(place=fact.place, name=fact.data["name"], archs=tuple(fact.data["archs"])))
        return found

    @property
    def variables(self) -> list[Variable]:
        """All uses of build variables."""
        return [one for build in self.builds for one in build.variables]

    @cached_property
    def logic(self) -> Logic:
        """The evaluator of host predicates, with the checkout's own helpers and numbers."""
        from hygon_lint.project.arch_logic import Logic
        from hygon_lint.project.helpers import helpers_of, numbers_of

        helpers = helpers_of(self.facts("function"))
        return Logic(self.arches.values(), helpers, numbers_of(self.facts("number"), self.arches, helpers))

    # -------------------------------------------------------- texts

    def source(self, name: str) -> SourceText | None:
        """The text of a file of the checkout, None when it cannot be read (any more)."""
        if name not in self._sources:
            self._sources[name] = _read(name, self._paths.get(name) or f"{self.root}/{name}")
        return self._sources[name]

    def first_use(self, name: str) -> Place | None:
        """Where a source first uses an identifier. Reads the sources: for the rare name that a rule asks about."""
        pattern = re.compile(rb"(?<![\w.])" + name.encode() + rb"(?!\w)")
        for path in self.sources:
            source = self.source(path)
            match = pattern.search(source.data) if source is not None else None
            if source is not None and match is not None:
                return source.place(Span(*match.span()))
        return None

    def context(self, place: Place) -> str:
        """The text of a place, for fingerprints."""
        source = self.source(place.path)
        return source.context(place) if source is not None else ""

    def in_order(self, archs: Iterable[str]) -> tuple[str, ...]:
        """Arches in the order of the model; names that it does not know come last."""
        wanted = dict.fromkeys(archs)
        known = tuple(name for name in self.arches if name in wanted)
        return known + tuple(name for name in wanted if name not in self.arches)


def place_of(path: str, numbers: Sequence[int]) -> Place:
    """A place from the four numbers that facts hold."""
    return Place(path, *numbers)


def read_build_file(name: str, path: str) -> BuildFile | None:
    """What a build file says; None for a file of no kind that we read."""
    kind = kind_of(name)
    if not kind:
        return None
    source = _read(name, path)
    if source is None:
        return BuildFile(path=name, kind=kind, error=f"cannot be read, or is larger than {_MOST_BYTES >> 20} MiB")
    return _reader(kind)(source)


def kind_of(name: str) -> str:
    """The kind of a build file by its name, "" for none."""
    base = name.rpartition("/")[2]
    if base.endswith(".py"):
        return "python"
    if base == "CMakeLists.txt" or base.endswith(".cmake"):
        return "cmake"
    if base.endswith(".sh"):
        return "shell"
    if base in ("Makefile", "GNUmakefile", "makefile") or base.endswith(".mk"):
        return "make"
    return "compile-db" if base == "compile_commands.json" else ""


def _reader(kind: str) -> Callable[[SourceText], BuildFile]:
    """The reader of a kind, imported when it is needed."""
    if kind == "python":
        from hygon_lint.project.python_build import read_python

        return read_python
    if kind == "cmake":
        from hygon_lint.project.cmake_build import read_cmake

        return read_cmake
    if kind == "compile-db":
        from hygon_lint.project.compile_db import read_compile_db

        return read_compile_db
    from hygon_lint.project.shell_build import read_make, read_shell

    return read_shell if kind == "shell" else read_make


def _read(name: str, path: str) -> SourceText | None:
    from hygon_lint.frontend.decode import DecodeError, decode

    try:
        raw = read_regular(path, _MOST_BYTES + 1)
        return decode(name, raw) if len(raw) <= _MOST_BYTES else None  # half a file says something else
    except (OSError, DecodeError, ValueError):
        return None
