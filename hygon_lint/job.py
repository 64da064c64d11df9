"""The map step: one file in, one `FileResult` out.

`analyse` is pure (it reads the file it is given and nothing else that can change), and what it takes and gives can be
pickled, so it runs as well in this process as in a worker, or on another machine.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from hygon_lint.asked import AskedPrelude
from hygon_lint.finding import BlindSpot, Coverage, Fact, FileResult
from hygon_lint.frontend.compilation import Compilation, Followed
from hygon_lint.merge import unite
from hygon_lint.reading import read_regular
from hygon_lint.walk import Walker, describe

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.prelude_index import FileIndex
    from hygon_lint.frontend.source import SourceText
    from hygon_lint.frontend.syntax import SyntaxFile
    from hygon_lint.rule import Rule

R = TypeVar("R")

MAX_BYTES = 32 << 20
"""Files above this size are not analysed by default."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What all jobs of a run share. Sent to each worker once."""

    rules: tuple[Any, ...]  # the enabled rules (`hygon_lint.rule.Rule`)
    arches: tuple[Any, ...]  # the arches to look through (`hygon_lint.model.arches.Arch`)
    known: tuple[str, ...]  # names of all known arches
    compilation: Compilation = Compilation()  # compile database, and whether real headers are read
    prelude: Any = None  # the project's index of declarations (`frontend.prelude.Prelude`); `analyse` needs it
    full_coverage: bool = False  # parse files that no trigger touches, too
    max_bytes: int = MAX_BYTES
    magnitudes: dict[str, int] = {}  # maxima of a configuration, see `model.magnitudes`
    profile: bool = False


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One file: `name` is root-relative and printable, `path` what the system opens; `data` stands in for its bytes."""

    name: str
    path: str
    data: bytes | None = None


class Failure(msgspec.Struct, frozen=True):
    """Why a job has no result: its worker died, or took too long. One line."""

    reason: str


class MapStep(Protocol):
    """Runs a function over jobs: exactly one result (or failure) a job, in any order."""

    def __call__(
        self, function: Callable[[Job, Context], R], jobs: Sequence[Job], context: Context
    ) -> Iterator[tuple[Job, R | Failure]]: ...


def in_process(
    function: Callable[[Job, Context], R], jobs: Sequence[Job], context: Context
) -> Iterator[tuple[Job, R | Failure]]:
    """The plainest map step: one after the other, here."""
    for job in jobs:
        yield job, function(job, context)


def index(job: Job, context: Context) -> FileIndex | None:
    """What one file declares, for the project's prelude; None for what cannot be read or is no text."""
    from hygon_lint.frontend.decode import DecodeError, decode
    from hygon_lint.frontend.prelude_index import index_file

    try:
        return index_file(decode(job.name, _bytes_of(job, context)))
    except (OSError, DecodeError, _TooLarge):
        return None  # `analyse` says so


def analyse(job: Job, context: Context) -> FileResult:
    """Everything that can be said about one file by itself."""
    try:
        raw = _bytes_of(job, context)
    except OSError as error:
        return FileResult(path=job.name, error=f"cannot be read: {error.strerror or error}")
    except _TooLarge as error:
        return FileResult(path=job.name, error=str(error))
    digest = digest_of(raw)
    from hygon_lint.frontend.decode import DecodeError, decode

    try:
        source = decode(job.name, raw)
    except DecodeError as error:
        if error.kind == "binary":
            return FileResult(path=job.name, notes=(f"not analysed: {error.reason}",), passed_over=True, digest=digest)
        return FileResult(path=job.name, error=f"cannot be decoded: {error.reason}", digest=digest)
    if not source.data.strip():
        return FileResult(path=job.name, notes=("empty file",), digest=digest)
    from hygon_lint.frontend.language import foreign_language

    language = foreign_language(job.name, source.data)
    if language:
        note = f"not analysed: the text is {language}, not C++"
        return FileResult(path=job.name, notes=(note,), passed_over=True, digest=digest)
    from hygon_lint.model.magnitudes import assuming

    try:
        with assuming(context.magnitudes):
            return _FileAnalysis(source, context, digest, job.path).run()
    except MemoryError:
        raise  # the worker is done for; the pool starts a fresh one
    except Exception as error:  # a fault of ours costs this file, and is told
        return FileResult(path=job.name, error=f"internal error: {describe(error)}", digest=digest)


def digest_of(raw: bytes) -> str:
    """The content digest that results are cached by."""
    return hashlib.blake2b(raw, digest_size=20).hexdigest()


class _TooLarge(Exception):
    pass


def _bytes_of(job: Job, context: Context) -> bytes:
    if job.data is not None:
        return job.data
    limit = context.max_bytes
    raw = read_regular(job.path, limit + 1)
    if len(raw) > limit:
        raise _TooLarge(f"larger than the limit of {limit >> 20} MiB")
    return raw


class _FileAnalysis:
    def __init__(self, source: SourceText, context: Context, digest: str, path: str) -> None:
        self.source = source
        self.path = path
        self.context = context
        self.digest = digest
        self.timing: dict[str, float] = {}
        self.prelude: Any = AskedPrelude(context.prelude)
        self.notes: tuple[str, ...] = ()

    @contextmanager
    def _phase(self, name: str) -> Iterator[None]:
        if not self.context.profile:
            yield
            return
        start = time.perf_counter()
        try:
            yield
        finally:
            key = f"phase:{name}"
            self.timing[key] = self.timing.get(key, 0.0) + time.perf_counter() - start

    def run(self) -> FileResult:
        from hygon_lint.analysis.facts import cut_off
        from hygon_lint.discovery import is_source
        from hygon_lint.frontend import syntax as syntax_trees
        from hygon_lint.frontend.depth import too_deep
        from hygon_lint.frontend.inclusions import about_other_files
        from hygon_lint.frontend.obeyed import about_disobeyed

        with self._phase("syntax"):
            syntax = syntax_trees.parse(self.source)
        prelude = self.prelude
        syntax.macros_elsewhere = prelude.macro_lines
        syntax.include_found = lambda spelt: prelude.has_header(self.source.path, spelt)
        rules = triggered(self.context.rules, self.source.data)
        walker = Walker(rules, self.timing if self.context.profile else None)
        deep = too_deep(syntax)
        if deep:
            return FileResult(path=self.source.path, error=f"not parsed: {deep}", digest=self.digest)
        self.notes = (*about_disobeyed(syntax), *about_other_files(syntax, self.path, is_source))
        with self._phase("text rules"):
            found = walker.file(syntax)
        units: list[Unit] = []
        for_rules = self.context.full_coverage or self._rules_want_units(walker)
        if for_rules or self._project_wants_units():
            for unit in self._units(syntax, host_only=not for_rules):
                units.append(unit)
                with self._phase("rules"):
                    found.extend(walker.unit(unit))
        with self._phase("facts"):
            facts = self._facts(syntax, units)
        for unit in units:
            unit.cut_off = cut_off(unit)
        with self._phase("coverage"):
            coverage, blind = self._coverage(syntax, units)
        from hygon_lint import suppression

        return FileResult(
            path=self.source.path,
            findings=unite(found, self.context.known),
            facts=facts,
            blind=blind,
            coverage=coverage,
            notes=self.notes,
            rule_errors=tuple(walker.failures),
            suppressions=suppression.of_syntax(syntax),
            not_needed=not units,
            digest=self.digest,
            asked=self.prelude.answers,
            timing=self.timing,
        )

    def _rules_want_units(self, walker: Walker) -> bool:
        """Whether any rule may find something in this file's typed code."""
        rules = [rule for rule in walker.unit_rules if self._may_trigger(rule)]
        return any(not rule.meta.needs_work for rule in rules) or (bool(rules) and not self._is_idle())

    def _may_trigger(self, rule: Rule) -> bool:
        triggers = rule.meta.code_triggers
        return not triggers or any(trigger in text for trigger in triggers for text in (self._text, self._macro_text))

    @cached_property
    def _text(self) -> str:
        return self.source.data.decode("utf-8", "replace")

    @cached_property
    def _macro_text(self) -> str:
        """The macros of other files that this one uses."""
        from hygon_lint.frontend.idle import used_macros
        from hygon_lint.frontend.prelude_entry import words

        return "\n".join(used_macros(words(self._text), self._macros))

    def _macros(self, names: set[str]) -> Iterator[str]:
        for name in sorted(self.prelude.macros_among(names)):
            yield from self.prelude.macro_lines(name)
            yield from self.prelude.bundled_macro_lines(name)

    def _is_idle(self) -> bool:
        from hygon_lint.frontend.idle import is_idle
        from hygon_lint.project.facts import are_telling

        return is_idle(self._text, self._macros, lambda *words: are_telling(self.source.data, *words))

    def _project_wants_units(self) -> bool:
        """Whether project rules need typed facts of this file."""
        if not any(hasattr(rule, "visit_project") for rule in self.context.rules):
            return False
        from hygon_lint.project import facts

        return facts.wants_units(self.source.path, self.source.data)

    def _units(self, syntax: SyntaxFile, *, host_only: bool) -> Iterator[Unit]:
        """The typed code of each arch class; with `host_only` of those that the host pass reads (or the first)."""
        from hygon_lint.frontend.arch_classes import classes_of, inherited_macros
        from hygon_lint.frontend.other_arms import more_classes
        from hygon_lint.frontend.rounds import Rounds

        arches = self.context.arches
        with self._phase("prelude"):
            compilation = self.context.compilation
            followed = self.prelude.follow(self.source, compilation)
            rounds = Rounds(syntax, self.prelude, compilation.flags(self.source.path), followed)
        if followed is not None:
            self.notes += tuple(_about_headers(followed))
        with self._phase("arch classes"):
            classes = classes_of(syntax, arches, inherited_macros(rounds.header, arches, syntax.identifiers))
            classes = (*classes, *more_classes(syntax, classes, rounds.header, rounds.settled))
        if host_only:
            classes = tuple(one for one in classes if one.host) or classes[:1]
        for arch_class in classes:
            with self._phase("translate"):
                unit = rounds.unit(arch_class)
            yield unit

    def _facts(self, syntax: SyntaxFile, units: Sequence[Unit]) -> tuple[Fact, ...]:
        from hygon_lint.project import facts

        return tuple(facts.collect(syntax, units))

    def _coverage(self, syntax: SyntaxFile, units: Sequence[Unit]) -> tuple[Coverage, tuple[BlindSpot, ...]]:
        from hygon_lint.frontend import coverage

        return coverage.measure(syntax, units)


def _about_headers(followed: Followed) -> Iterator[str]:
    """What following the includes did not bring."""
    if followed.missing:
        from hygon_lint.frontend.notes import some_of

        yield f"headers not found: {some_of(followed.missing, _MOST_HEADERS)}"
    if followed.cut:
        yield "its includes reach more headers than are read"


_MOST_HEADERS = 8  # that are named as not found
_WHITE_SPACE = b" \t\r\n\f\v"


def triggered(rules: Sequence[Rule], data: bytes) -> list[Rule]:
    """The rules that could find something in this text, however it is laid out: white space is not compared."""
    text = data.translate(None, _WHITE_SPACE)
    return [
        rule
        for rule in rules
        if not rule.meta.triggers or any(trigger in text for trigger in _packed_triggers(rule.meta.triggers))
    ]


@cache
def _packed_triggers(triggers: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(trigger.encode("utf-8").translate(None, _WHITE_SPACE) for trigger in triggers)
