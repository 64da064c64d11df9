"""The options of every command that runs an analysis: what is looked at, and how."""

from __future__ import annotations

from pathlib import Path

import click

from hygon_lint.commands import completion
from hygon_lint.commands.common import (
    Command,
    allow_partial_option,
    baseline_option,
    compile_db_option,
    includes_option,
    lang_option,
    no_baseline_option,
    rules_dir_option,
)


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
        shell_complete=completion.list_of(completion.rules),
        help="Only these rules: ids, prefixes of ids, or names; comma separated.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="RULES",
        shell_complete=completion.list_of(completion.rules),
        help="Not these rules; the more specific of --select and --ignore wins.",
    ),
    click.option("--preview", is_flag=True, help="Run preview rules, too."),
    rules_dir_option(),
    click.option(
        "--arch",
        "arches",
        multiple=True,
        metavar="ARCHES",
        shell_complete=completion.list_of(completion.arches),
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
    click.option(
        "--cluster", metavar="ADDRESS", help="Analyse the files on the Dask scheduler at this address (extra: cluster)."
    ),
    click.option("--no-cache", is_flag=True, help="Neither read nor write cached results."),
    click.option(
        "--cache-dir",
        metavar="DIR",
        type=click.Path(path_type=Path),
        help="Keep cached results here; also from HYGON_LINT_CACHE_DIR.",
    ),
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
    includes_option,
    compile_db_option,
    click.option(
        "--libclang",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Use this libclang, the DTK's own for example; also from HYGON_LINT_LIBCLANG.",
    ),
    click.option("--allow-empty", is_flag=True, help="A folder without C++/HIP files is no mistake."),
    allow_partial_option,
    click.option(
        "--config", "config_file", metavar="FILE", type=click.Path(path_type=Path), help="Read this configuration file."
    ),
    click.option("--isolated", is_flag=True, help="Read neither configuration nor compile database of the checkout."),
    baseline_option,
    no_baseline_option,
    click.option(
        "--strict-baseline", is_flag=True, help="Baseline entries that match nothing any more make the exit code 1."
    ),
    click.option("--no-suppressions", is_flag=True, help="Show what comments in the sources suppress, too."),
    click.option("--require-reason", is_flag=True, help="A suppression without a reason suppresses nothing."),
    lang_option,
)


def options(command: Command) -> Command:
    """Give a command the options that say what is analysed and how."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
