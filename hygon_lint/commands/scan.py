"""`hygon-lint scan`: from the command line to a run, and from its report to outputs and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hygon_lint import output, progress
from hygon_lint.commands.common import lang_option, split_words, start_of
from hygon_lint.config_keys import LEVELS
from hygon_lint.errors import UsageError, nearest
from hygon_lint.report import FORMATS

if TYPE_CHECKING:
    from hygon_lint.config import Config
    from hygon_lint.engine import Settings
    from hygon_lint.frontend.source import SourceText
    from hygon_lint.outcome import Report
    from hygon_lint.report.options import Options

CLEAN, FINDINGS, PARTIAL = 0, 1, 3


def _parse_targets(
    context: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> list[tuple[str, str | None]]:
    """Each `NAME` or `NAME=FILE` as the format's name and the file it goes to, None for stdout."""
    targets = []
    for value in values:
        name, equals, file = value.partition("=")
        if name not in FORMATS:
            wrong = f'unknown format "{name}"{nearest(name, FORMATS)} (one of {", ".join(FORMATS)})'
            raise click.BadParameter(wrong, context, param)
        if equals and not file:
            raise click.BadParameter(f"no file after {name}=", context, param)
        targets.append((name, file or None))
    return targets


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


@click.command("scan", short_help="Scan files and folders.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@click.option(
    "--format",
    "targets",
    multiple=True,
    callback=_parse_targets,
    metavar="NAME[=FILE]",
    help=f"Output format, to stdout or a file; several may be given. One of: {', '.join(FORMATS)}. Default: text.",
)
@click.option("--output", metavar="FILE", help="Write the format that names no file here instead of to stdout.")
@click.option(
    "--select",
    multiple=True,
    metavar="RULES",
    help="Only these rules: ids, prefixes of ids, or names; comma separated.",
)
@click.option(
    "--ignore", multiple=True, metavar="RULES", help="Not these rules; the more specific of --select and --ignore wins."
)
@click.option("--preview", is_flag=True, help="Run preview rules, too.")
@click.option(
    "--rules-dir",
    "rules_dirs",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Load more rules from the Python files of this folder. They are run as code.",
)
@click.option(
    "--arch",
    "arches",
    multiple=True,
    metavar="ARCHES",
    help="Look at the code only as these arches see it; comma separated.",
)
@click.option(
    "--min-confidence",
    type=click.Choice(["low", "medium", "high"]),
    default="medium",
    show_default=True,
    help="Leave out findings that are less sure.",
)
@click.option(
    "--fail-on",
    type=click.Choice(LEVELS),
    default="warning",
    show_default=True,
    help="The severity from which findings make the exit code 1.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever was found; codes 2 and 3 stay.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes. Default: one for each core."
)
@click.option("--no-cache", is_flag=True, help="Neither read nor write cached results.")
@click.option(
    "--exclude", multiple=True, metavar="PATTERN", help="Leave these out, in .gitignore syntax, relative to the root."
)
@click.option("--no-default-excludes", is_flag=True, help="Do not skip vendored, generated and build folders.")
@click.option("--no-gitignore", is_flag=True, help="Do not skip what .gitignore names.")
@click.option(
    "--coverage",
    type=click.Choice(["needed", "full"]),
    default="needed",
    show_default=True,
    help="needed: skip functions that no rule's trigger touches; full: skip none.",
)
@click.option(
    "--min-coverage",
    callback=_parse_share,
    metavar="SHARE",
    help="Exit with 3 when less than this share of the code was typed.",
)
@click.option("--allow-empty", is_flag=True, help="A folder without C++/HIP files is no mistake.")
@click.option("--allow-partial", is_flag=True, help="Files that could not be analysed do not make the exit code 3.")
@click.option("-q", "--quiet", is_flag=True, help="One line a finding, no summary.")
@click.option("-v", "--verbose", count=True, help="Related places, notes and blind spots, too; -vv for more.")
@click.option(
    "--config", "config_file", metavar="FILE", type=click.Path(path_type=Path), help="Read this configuration file."
)
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@lang_option
@click.pass_context
def command(context: click.Context, /, **chosen: Any) -> int:
    """Scan PATHS (files or folders; default: the current folder) and report what is found."""
    from hygon_lint import engine, pool, registry

    targets = _targets(chosen["targets"], chosen["output"])
    config = configuration(context, chosen)
    settings = _settings(chosen, config)
    known = registry.load_rules(chosen["rules_dirs"])
    limits = pool.Limits(seconds=config["time-limit"], memory=config["memory-limit"] << 20)
    workers = pool.Pool(config["jobs"] or cores(), limits)
    with progress.bar() as advance:
        report = engine.run(settings, known, workers, advance)
    _write(report, targets, chosen, config)
    return exit_code(
        report, fail_on=config["fail-on"], exit_zero=chosen["exit_zero"], allow_partial=chosen["allow_partial"]
    )


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


def _targets(given: Sequence[tuple[str, str | None]], file: str | None) -> list[tuple[str, str | None]]:
    """Each format with its file; None is stdout, which can hold one report."""
    targets = [(name, target if target is not None else file) for name, target in given or [("text", None)]]
    places = [target or "stdout" for _, target in targets]
    for place in places:
        if places.count(place) > 1:
            raise UsageError(f"two reports to {place}: give each --format a file of its own, as in sarif=out.sarif")
    return targets


def _write(report: Report, targets: Sequence[tuple[str, str | None]], chosen: dict[str, Any], config: Config) -> None:
    """Render everything before writing anything."""
    from hygon_lint import report as formats
    from hygon_lint.report.options import Options

    rendered = []
    for name, file in targets:
        terminal = name == "text" and file is None
        options: Options = Options(
            lang=config["lang"],
            verbose=chosen["verbose"],
            quiet=chosen["quiet"],
            color=terminal and output.wants_color(sys.stdout),
            width=output.terminal_width(sys.stdout) if terminal else None,
            read=reader(report),
        )
        rendered.append((file, formats.render(name, report, options)))
    for file, text in rendered:
        if file is not None:
            output.write_file(Path(file), text.encode("utf-8", "backslashreplace"))
    for file, text in rendered:
        if file is None:
            output.to_stdout(text)


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


def exit_code(report: Report, *, fail_on: str, exit_zero: bool, allow_partial: bool) -> int:
    """3 for what could not be analysed, else 1 for findings that count, else 0."""
    if report.blinded or (report.errors and not allow_partial):
        return PARTIAL
    if exit_zero or fail_on == "never":
        return CLEAN
    floor = {"note": 0, "warning": 1, "error": 2}[fail_on]
    return FINDINGS if any(finding.severity.rank >= floor for finding in report.new) else CLEAN


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
