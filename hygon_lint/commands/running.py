"""What a run looks at and how: the options that `scan` and `audit` share, and the run itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from hygon_lint import progress
from hygon_lint.commands.common import lang_option, split_words, start_of

if TYPE_CHECKING:
    from hygon_lint.config import Config
    from hygon_lint.discovery import Discovery
    from hygon_lint.engine import Settings
    from hygon_lint.frontend.source import SourceText
    from hygon_lint.outcome import Report

Command = TypeVar("Command", bound=Callable[..., Any])


def _parse_share(context: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """A share as a number from 0 to 1: 0.95 or 95%."""
    if value is None:
        return None
    text = value.strip()
    try:
        number = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise click.BadParameter(f'"{text}" is no share: write 0.95 or 95%', context, param)
    return number


_OPTIONS = (
    click.option(
        "--select",
        multiple=True,
        metavar="RULES",
        help="Only these rules: ids, prefixes of ids, or names; comma separated.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="RULES",
        help="Not these rules; the more specific of --select and --ignore wins.",
    ),
    click.option("--preview", is_flag=True, help="Run preview rules, too."),
    click.option(
        "--rules-dir",
        "rules_dirs",
        multiple=True,
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Load more rules from the Python files of this folder. They are run as code.",
    ),
    click.option(
        "--arch",
        "arches",
        multiple=True,
        metavar="ARCHES",
        help="Look at the code only as these arches see it; comma separated.",
    ),
    click.option(
        "--min-confidence",
        type=click.Choice(["low", "medium", "high"]),
        default="medium",
        show_default=True,
        help="Leave out findings that are less sure.",
    ),
    click.option(
        "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes. Default: one for each core."
    ),
    click.option("--no-cache", is_flag=True, help="Neither read nor write cached results."),
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="Leave these out, in .gitignore syntax, relative to the root.",
    ),
    click.option("--no-default-excludes", is_flag=True, help="Do not skip vendored, generated and build folders."),
    click.option("--no-gitignore", is_flag=True, help="Do not skip what .gitignore names."),
    click.option(
        "--coverage",
        type=click.Choice(["needed", "full"]),
        default="needed",
        show_default=True,
        help="needed: skip functions that no rule's trigger touches; full: skip none.",
    ),
    click.option(
        "--min-coverage",
        callback=_parse_share,
        metavar="SHARE",
        help="Exit with 3 when less than this share of the code was typed.",
    ),
    click.option("--allow-empty", is_flag=True, help="A folder without C++/HIP files is no mistake."),
    click.option("--allow-partial", is_flag=True, help="Files that could not be analysed do not make the exit code 3."),
    click.option(
        "--config", "config_file", metavar="FILE", type=click.Path(path_type=Path), help="Read this configuration file."
    ),
    click.option("--isolated", is_flag=True, help="Read no configuration file."),
    lang_option,
)


def options(command: Command) -> Command:
    """Give a command the options that say what is analysed and how."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Run(NamedTuple):
    """A finished run: what it found, and what it was asked."""

    report: Report
    config: Config
    settings: Settings


def perform(context: click.Context, chosen: dict[str, Any]) -> Run:
    """Run as the options of `context` say."""
    from hygon_lint import engine, pool, registry

    config = configuration(context, chosen)
    settings = _settings(chosen, config)
    known = registry.load_rules(chosen["rules_dirs"])
    limits = pool.Limits(seconds=config["time-limit"], memory=config["memory-limit"] << 20)
    workers = pool.Pool(config["jobs"] or cores(), limits)
    with progress.bar() as advance:
        report = engine.run(settings, known, workers, advance)
    return Run(report, config, settings)


def files(settings: Settings) -> Discovery:
    """The files that a run with these settings reads."""
    from hygon_lint.discovery import discover, find_root

    root = settings.root or find_root(settings.paths, settings.cwd)
    return discover(settings.paths, root, settings.cwd, settings.filter)


def configuration(context: click.Context, chosen: dict[str, Any]) -> Config:
    """The configuration of the scanned paths under what the command line says."""
    from hygon_lint import config as configurations

    paths = chosen["paths"] or (".",)
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
    "arch": "arches",
    "coverage": "coverage",
    "min-coverage": "min_coverage",
    "lang": "lang",
    "jobs": "jobs",
}
"""Configuration key -> the parameter of this command that overrides it."""


def _as_configured(key: str, value: Any) -> Any:
    """A value of the command line in the form the configuration has it."""
    if key in ("default-excludes", "gitignore"):
        return not value
    if key in ("select", "ignore", "arch"):
        return list(split_words(value))
    return list(value) if isinstance(value, tuple) else value


def _settings(chosen: dict[str, Any], config: Config) -> Settings:
    from hygon_lint.discovery import Filter
    from hygon_lint.engine import Settings
    from hygon_lint.finding import Confidence
    from hygon_lint.outcome import Source

    return Settings(
        paths=chosen["paths"] or (".",),
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
        arches=tuple(config["arch"]),
        arch_facts=config["arches"],
        min_confidence=Confidence(config["min-confidence"]),
        full_coverage=config["coverage"] == "full",
        min_coverage=config["min-coverage"],
        max_bytes=config["max-file-size"] << 20,
        allow_empty=chosen["allow_empty"],
        sources=(Source("configuration", os.path.relpath(config.file)),) if config.file else (),
        origins={key: config.origin(key) for key in ("select", "ignore", "severity", "overrides", "arch")},
    )


def reader(report: Report) -> Callable[[str], SourceText | None]:
    """Gives the text of a file of the report, by its name there; the latest one asked for is kept."""
    from functools import lru_cache

    from hygon_lint.frontend.decode import DecodeError, decode

    @lru_cache(maxsize=1)
    def read(name: str) -> SourceText | None:
        try:
            return decode(name, Path(report.root, report.odd_names.get(name, name)).read_bytes())
        except (OSError, ValueError, DecodeError):
            return None

    return read


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
