"""From the options of a command to a run, under the configuration of what is scanned."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from hygon_lint import progress
from hygon_lint.commands.common import split_words, start_of
from hygon_lint.errors import UsageError

if TYPE_CHECKING:
    from hygon_lint.cache import Cache
    from hygon_lint.changed import Changes
    from hygon_lint.config import Config
    from hygon_lint.discovery import Discovery
    from hygon_lint.engine import Settings
    from hygon_lint.frontend.source import SourceText
    from hygon_lint.job import MapStep
    from hygon_lint.outcome import Report
    from hygon_lint.registry import Registry
    from hygon_lint.rule import Rule


class Run(NamedTuple):
    """A finished run: what it found, and what it was asked."""

    report: Report
    config: Config
    settings: Settings
    again: Callable[[Settings], Report]  # the same run with other settings


class Tools(NamedTuple):
    """What a run is made with."""

    config: Config
    settings: Settings
    registry: Registry
    mapper: MapStep
    store: Cache | None


def prepare(context: click.Context, chosen: dict[str, Any]) -> Tools:
    """Read the options of `context` and the configuration, and lay out what a run needs."""
    from hygon_lint import cache, pool, registry

    if chosen["libclang"] is not None:
        if not chosen["libclang"].is_file():
            raise UsageError(f"--libclang: {chosen['libclang']}: no such file")
        os.environ["HYGON_LINT_LIBCLANG"] = str(chosen["libclang"].resolve())
    config = configuration(context, chosen)
    limits = pool.Limits(
        seconds=config["time-limit"], lost=config["lost-time-limit"], memory=config["memory-limit"] << 20
    )
    return Tools(
        config=config,
        settings=_settings(chosen, config),
        registry=registry.load_rules(chosen["rules_dirs"]),
        mapper=_over_cluster(chosen["cluster"]) if chosen["cluster"] else pool.Pool(config["jobs"] or cores(), limits),
        store=cache.Cache(chosen["cache_dir"] or cache.default_folder()) if not chosen["no_cache"] else None,
    )


def _over_cluster(address: str) -> MapStep:
    from hygon_lint import executors

    return executors.OverExecutor(executors.cluster(address))


def perform(context: click.Context, chosen: dict[str, Any], collectors: Mapping[str, Rule] | None = None) -> Run:
    """Run as the options of `context` say.

    `collectors` are rules of a command's own (by id) that only gather; with them, the rules on arches run by default.
    """
    from hygon_lint import engine

    config, settings, known, mapper, store = prepare(context, chosen)
    if collectors:
        known.rules = [*collectors.values(), *known.rules]
        settings.select = (*(settings.select or ("HYG3",)), *collectors)
    with progress.bar() as advance:
        report = engine.run(settings, known, mapper, advance, store)
    return Run(report, config, settings, lambda changed: engine.run(changed, known, mapper, None, store))


def files(settings: Settings) -> Discovery:
    """The files that a run with these settings reads."""
    from hygon_lint.discovery import discover, find_root

    root = settings.root or find_root(settings.paths, settings.cwd)
    return discover(settings.paths, root, settings.cwd, settings.filter)


def configuration(context: click.Context, chosen: dict[str, Any]) -> Config:
    """The configuration of the scanned paths under what the command line says."""
    from hygon_lint import config as configurations

    paths = [chosen["stdin_filename"] or "." if path == "-" else path for path in chosen["paths"] or (".",)]
    start = start_of(paths)
    config = configurations.load(start, file=chosen["config_file"], isolated=chosen["isolated"])
    origins = {"COMMANDLINE": "command line", "ENVIRONMENT": "environment"}
    for key, parameter in _PARAMETERS.items():
        source = context.get_parameter_source(parameter)
        origin = origins.get(source.name) if source is not None else None
        if origin is not None:
            config.override(key, _as_configured(key, chosen[parameter]), origin)
    return config


_PARAMETERS = {
    "select": "select",
    "ignore": "ignore",
    "preview": "preview",
    "min-confidence": "min_confidence",
    "fail-on": "fail_on",
    "exclude": "exclude",
    "default-excludes": "no_default_excludes",
    "gitignore": "no_gitignore",
    "arches": "arches",
    "coverage": "coverage",
    "includes": "includes",
    "min-coverage": "min_coverage",
    "strict-baseline": "strict_baseline",
    "require-reason": "require_reason",
    "lang": "lang",
    "jobs": "jobs",
}
"""Configuration key -> the parameter of this command that overrides it."""


def _as_configured(key: str, value: Any) -> Any:
    """A value of the command line in the form the configuration has it."""
    if key in ("default-excludes", "gitignore"):
        return not value
    if key in ("select", "ignore", "arches"):
        return list(split_words(value))
    return list(value) if isinstance(value, tuple) else value


def _settings(chosen: dict[str, Any], config: Config) -> Settings:
    from hygon_lint import configured
    from hygon_lint.baseline import Baseline
    from hygon_lint.discovery import Filter
    from hygon_lint.engine import Settings
    from hygon_lint.finding import Confidence
    from hygon_lint.outcome import Source

    paths, contents = _standard_input(chosen)
    changes = _changes(chosen, paths)
    if changes is not None:
        contents.update(changes.contents)
    sources = [Source("configuration", os.path.relpath(config.file))] if config.file else []
    baseline = baseline_file(chosen, config)
    if baseline is not None:
        sources.append(Source("baseline", os.path.relpath(baseline)))
    return Settings(
        paths=paths,
        cwd=os.path.realpath("."),
        filter=Filter(
            exclude=tuple(config["exclude"]),
            default_excludes=config["default-excludes"],
            gitignore=config["gitignore"],
        ),
        select=tuple(config["select"]),
        ignore=tuple(config["ignore"]),
        preview=config["preview"],
        severity=config["severity"],
        overrides=tuple(config["overrides"]),
        arches=tuple(config["arches"]),
        arch_facts=config["arch"],
        min_confidence=Confidence(config["min-confidence"]),
        full_coverage=config["coverage"] == "full",
        min_coverage=config["min-coverage"],
        max_bytes=config["max-file-size"] << 20,
        magnitudes=config["magnitudes"],
        allow_empty=chosen["allow_empty"],
        profile=chosen.get("profile") is not None,
        includes=config["includes"],
        compile_db=str(chosen["compile_db"] or ""),
        find_compile_db=not chosen["isolated"],
        changes=changes,
        contents=contents,
        suppressions=not chosen["no_suppressions"],
        require_reason=config["require-reason"],
        baseline=Baseline.load(baseline) if baseline is not None else None,
        sources=tuple(sources),
        configured=configured.of(config),
        origins={key: config.origin(key) for key in ("select", "ignore", "severity", "overrides", "arches")},
    )


def _standard_input(chosen: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, bytes]]:
    """The paths to scan, and the text of `-` under the name it is to be taken for."""
    paths = chosen["paths"] or (".",)
    name = chosen.get("stdin_filename")
    if "-" not in paths:
        if name:
            raise UsageError("--stdin-filename is for a text on standard input: give - as the path")
        return paths, {}
    if len(paths) > 1 or not name:
        raise UsageError("- stands alone, and needs --stdin-filename to say what its text is to be taken for")
    return (name,), {os.path.realpath(name): sys.stdin.buffer.read()}


def _changes(chosen: dict[str, Any], paths: Sequence[str]) -> Changes | None:
    from hygon_lint import changed
    from hygon_lint.discovery import find_root

    revision, staged = chosen.get("changed"), chosen.get("staged")
    if not (revision or staged):
        return None
    if revision and staged:
        raise UsageError("--changed and --staged exclude each other")
    root = find_root(paths, os.path.realpath("."))
    return changed.staged(root) if staged else changed.since(str(revision), root)


def baseline_file(chosen: dict[str, Any], config: Config) -> Path | None:
    """The baseline to compare with: named, configured, or the default one if it is there."""
    if chosen["no_baseline"]:
        return None
    named: Path | None = chosen["baseline_file"]
    if named is not None:
        return named
    if config["baseline"] and config.file is not None:
        return regular(config.file.parent / str(config["baseline"]))
    default = default_baseline(chosen["paths"])
    return regular(default) if default.exists() else None


def regular(path: Path) -> Path:
    """A file that the checkout names: nothing that has no end, or that somebody would have to write first."""
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: not a regular file")
    return path


def default_baseline(paths: Sequence[str]) -> Path:
    """Where the baseline of a checkout stands."""
    from hygon_lint.baseline import DEFAULT_NAME
    from hygon_lint.discovery import find_root

    return Path(find_root(paths or (".",), os.path.realpath(".")), DEFAULT_NAME)


def reader(report: Report, contents: Mapping[str, bytes] | None = None) -> Callable[[str], SourceText | None]:
    """Gives the text of a file of the report, by its name there; the latest one asked for is kept."""
    from functools import lru_cache

    from hygon_lint.frontend.decode import DecodeError, decode
    from hygon_lint.reading import read_regular

    @lru_cache(maxsize=1)
    def read(name: str) -> SourceText | None:
        try:
            path = Path(report.root, report.odd_names.get(name, name))
            given = (contents or {}).get(str(path))
            return decode(name, read_regular(path) if given is None else given)
        except (OSError, ValueError, DecodeError):
            return None

    return read


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
