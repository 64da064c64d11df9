"""A whole run: discover, map `analyse` over the files, reduce to a `Report`.

The map step is handed in as a function, so the same run works in this process, over worker processes, from a cache
and on a cluster. The reduce step is here: project rules over all facts, one finding a fault, fingerprints.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from hygon_lint import incremental
from hygon_lint.adjust import Adjuster, blaming
from hygon_lint.discovery import Discovery, Filter, Found, discover, find_root
from hygon_lint.errors import UsageError
from hygon_lint.finding import Confidence, FileResult
from hygon_lint.frontend.compilation import NONE, Compilation, find_compilation
from hygon_lint.job import MAX_BYTES, Context, Job, MapStep, analyse, in_process, index
from hygon_lint.outcome import Note, Report, Source, Timing
from hygon_lint.reduce import Work, reduce
from hygon_lint.registry import Registry
from hygon_lint.surroundings import around

if TYPE_CHECKING:
    from hygon_lint.baseline import Baseline
    from hygon_lint.cache import Cache
    from hygon_lint.changed import Changes
    from hygon_lint.frontend.prelude import Prelude


class Settings(msgspec.Struct, kw_only=True):
    """What a run is asked to do, after the command line and the configuration have been read."""

    paths: tuple[str, ...] = (".",)
    cwd: str
    root: str = ""  # what findings are relative to; empty: see `discovery.find_root`
    whole_project: bool = True  # look up declarations in the whole checkout that the paths lie in
    filter: Filter = Filter()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool = False
    severity: dict[str, str] = {}  # rule id or name -> severity
    overrides: tuple[dict[str, Any], ...] = ()  # see `adjust.Adjuster`
    arches: tuple[str, ...] = ()
    arch_facts: dict[str, dict[str, Any]] = {}  # arches and facts of the configuration
    origins: dict[str, str] = {}  # where a configured word came from, for messages: "select" -> "file:line"
    min_confidence: Confidence = Confidence.MEDIUM
    full_coverage: bool = False
    min_coverage: float | None = None
    max_bytes: int = MAX_BYTES
    magnitudes: dict[str, int] = {}
    allow_empty: bool = False
    profile: bool = False
    suppressions: bool = True  # obey comments in the sources
    require_reason: bool = False  # those that give no reason do not count
    baseline: Baseline | None = None  # what was there before
    changes: Changes | None = None  # only what these touch is reported
    includes: str = NONE  # which includes are followed: none, project, full
    compile_db: str = ""  # a compile database that the user named
    find_compile_db: bool = True  # use the one at the root of the checkout
    contents: dict[str, bytes] = {}  # absolute path -> the text to analyse in place of what is on disk
    sources: tuple[Source, ...] = ()
    configured: dict[str, Any] = {}  # keys and values that the checkout's configuration decided, see `configured.TOLD`


class _Clock:
    """Wall time of the parent's steps, one after the other."""

    def __init__(self) -> None:
        self._marks: list[tuple[str, float]] = []

    def start(self, step: str) -> None:
        """The next step begins."""
        self._marks.append((step, time.perf_counter()))

    def stop(self) -> float:
        """All is done; the whole time."""
        self.start("")
        return self._marks[-1][1] - self._marks[0][1]

    def steps(self, results: Sequence[FileResult]) -> dict[str, dict[str, float]]:
        """By file and step; the parent's own under the empty name."""
        own = {f"phase:{step}": after - before for (step, before), (_, after) in pairwise(self._marks)}
        return {"": own, **{result.path: result.timing for result in results if result.timing}}


def run(
    settings: Settings,
    registry: Registry,
    mapper: MapStep = in_process,
    progress: Callable[[int, int], None] | None = None,
    cache: Cache | None = None,
) -> Report:
    """Scan. Raises `UsageError` for paths, rules or arches that do not exist, and where there is nothing to scan."""
    clock = _Clock()
    clock.start("discover")
    plan = _Plan(settings, registry)
    clock.start("analyse")
    results: list[FileResult] = []
    for result in plan.run(plan.jobs, mapper, cache).results():
        results.append(result)
        if progress is not None:
            progress(len(results), len(plan.jobs))
    clock.start("reduce")
    report = plan.reduced(results)
    timing = Timing(wall=clock.stop(), steps=clock.steps(results) if settings.profile else {})
    return msgspec.structs.replace(report, timing=timing)


def run_part(
    settings: Settings, registry: Registry, part: int, parts: int, mapper: MapStep, cache: Cache | None
) -> list[FileResult]:
    """The map step alone, over the files that fall to one of `parts` machines (`part` counts from 1)."""
    plan = _Plan(settings, registry)
    mine = [job for number, job in enumerate(plan.jobs) if number % parts == part - 1]
    others = [job for number, job in enumerate(plan.jobs) if number % parts != part - 1]
    results = plan.run(mine, mapper, cache, others).results()
    return sorted(results, key=lambda result: result.path)


def run_reduce(settings: Settings, registry: Registry, results: Sequence[FileResult]) -> Report:
    """The reduce step alone, over results of the same checkout that were made elsewhere."""
    plan = _Plan(settings, registry)
    missing = {job.name for job in plan.jobs} ^ {result.path for result in results}
    if missing:
        example = min(missing)
        raise UsageError(f"the parts are not of this checkout as it is here: {example} ({len(missing)} file(s) differ)")
    return plan.reduced(list(results))


class _Plan:
    """What a run will do: its files, rules and arches, looked up and found right."""

    def __init__(self, settings: Settings, registry: Registry) -> None:
        with blaming(settings.origins, "select", "ignore"):
            self.enabled = registry.enabled(settings.select, settings.ignore, preview=settings.preview)
        self.settings = settings
        self.registry = registry
        self.adjust = Adjuster(settings, registry)
        arches, self.known = _arches(settings)
        root = settings.root or find_root(settings.paths, settings.cwd)
        self.found = discover(settings.paths, root, settings.cwd, settings.filter, settings.contents)
        _refuse_nothing(self.found, settings)
        self.compilation = _compilation(self.found, settings)
        self.context = Context(
            rules=tuple(self.enabled),
            arches=arches,
            known=self.known,
            full_coverage=settings.full_coverage,
            max_bytes=settings.max_bytes,
            magnitudes=settings.magnitudes,
            profile=settings.profile,
            compilation=self.compilation,
        )
        self.jobs = _jobs(self.found.sources, settings)

    def run(
        self, jobs: Sequence[Job], mapper: MapStep, cache: Cache | None, others: Sequence[Job] = ()
    ) -> incremental.Run:
        """The map step over some of the files."""
        further = [*others, *_around(self.found, self.settings)]
        return incremental.Run(jobs, further, self.context, mapper, cache)

    def reduced(self, results: list[FileResult]) -> Report:
        """The report on the results of all files."""
        results.sort(key=lambda result: result.path)
        work = Work(
            settings=self.settings,
            registry=self.registry,
            enabled=self.enabled,
            found=self.found,
            results=results,
            known=self.known,
        )
        report = reduce(work, self.adjust)
        db = self.compilation.db
        sources = (*report.sources, *((Source("compile-database", db.path),) if db is not None else ()))
        return msgspec.structs.replace(report, tools=tools(), sources=sources)


def _jobs(sources: Iterable[Found], settings: Settings) -> list[Job]:
    return [Job(name=file.name, path=file.path, data=settings.contents.get(file.path)) for file in sources]


def compilation_of(root: str, includes: str, given: str, *, search: bool) -> tuple[Compilation, tuple[str, ...]]:
    """As `find_compilation`; a database that cannot be read is a usage error."""
    try:
        return find_compilation(root, includes, given, search=search)
    except OSError as error:
        raise UsageError(f"--compile-db: {given}: {error.strerror or error}") from error


def _compilation(found: Discovery, settings: Settings) -> Compilation:
    """The compile database and what it asks for; what is to be said of it is noted."""
    search = settings.find_compile_db
    compilation, notes = compilation_of(found.root, settings.includes, settings.compile_db, search=search)
    found.notes.extend(Note("", note) for note in notes)
    return compilation


def _arches(settings: Settings) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    from hygon_lint.model import arches as model

    table = model.extended(settings.arch_facts)
    names = settings.arches
    for name in names:
        if name not in table:
            raise UsageError(model.unknown(name, table))
    chosen = [arch for name, arch in table.items() if not names or name in names]
    return tuple(chosen), tuple(table)


def _refuse_nothing(found: Discovery, settings: Settings) -> None:
    """A folder without anything to scan is a mistake, unless it is allowed; files that were all left out are not."""
    if found.sources or found.build_files or found.errors or settings.allow_empty:
        return
    if found.named_files and found.named_files == len(settings.paths):
        return
    places = ", ".join(settings.paths)
    left_out = "".join(f"; {count} skipped: {reason}" for reason, count in sorted(found.skipped.items()))
    raise UsageError(f"no C++/HIP files in {places}{left_out} (--allow-empty accepts that)")


def _around(found: Discovery, settings: Settings) -> list[Job]:
    """Files that are not scanned and whose declarations count all the same."""
    if not settings.whole_project:
        return []
    return _jobs(around(found, settings.paths, settings.cwd, settings.filter), settings)


def prelude_of(path: str, cwd: str) -> tuple[str, Prelude]:
    """The root of the checkout around a file, and the index of its declarations."""
    from hygon_lint.frontend.prelude import Prelude

    settings = Settings(paths=(path,), cwd=cwd)
    found = discover([path], find_root([path], cwd), cwd)
    jobs = [*_jobs(found.sources, settings), *_around(found, settings)]
    indexes = (index(job, Context(rules=(), arches=(), known=())) for job in jobs)
    return found.root, Prelude.of_indexes(file for file in indexes if file is not None)


def tools() -> dict[str, str]:
    """Versions of this program and of what it stands on."""
    from importlib.metadata import PackageNotFoundError, version

    from hygon_lint import __version__

    versions = {"hygon-lint": __version__, "python": ".".join(str(part) for part in sys.version_info[:3])}
    for package in ("libclang", "tree-sitter", "tree-sitter-cpp"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions


__all__ = ["Context", "Found", "Job", "MapStep", "Settings", "analyse", "in_process", "run"]
