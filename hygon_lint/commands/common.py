"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from hygon_lint.config_keys import LEVELS
from hygon_lint.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])


lang_option = click.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    default="en",
    envvar="HYGON_LINT_LANG",
    show_default=True,
    help="Language of messages; also from HYGON_LINT_LANG.",
)


form_option = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people or for programs.",
)


def rules_dir_option(
    what: str = "Load more rules from the Python files of this folder.",
) -> Callable[[Command], Command]:
    """`--rules-dir` (parameter `rules_dirs`); `what` is the first sentence of its help."""
    return click.option(
        "--rules-dir",
        "rules_dirs",
        multiple=True,
        metavar="DIR",
        type=click.Path(path_type=Path),
        help=f"{what} They are run as code.",
    )


baseline_option = click.option(
    "--baseline",
    "baseline_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Findings that this file knows do not count. Default: .hygon-lint-baseline.json in the root, if there.",
)


no_baseline_option = click.option("--no-baseline", is_flag=True, help="Compare with no baseline.")


allow_partial_option = click.option(
    "--allow-partial", is_flag=True, help="Files that could not be analysed do not make the exit code 3."
)


fail_on_option = click.option(
    "--fail-on",
    type=click.Choice(LEVELS),
    default="warning",
    show_default=True,
    help="The severity from which findings make the exit code 1.",
)


exit_zero_option = click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever was found; codes 2 and 3 stay.")


quiet_option = click.option("-q", "--quiet", is_flag=True, help="One line a finding, no summary.")


verbose_option = click.option(
    "-v", "--verbose", count=True, help="Related places, notes and blind spots, too; -vv for more."
)


includes_option = click.option(
    "--includes",
    type=click.Choice(["none", "project", "full"]),
    default="none",
    show_default=True,
    help="Real headers to read: none (an index of declarations stands for them), those of the checkout, or full: "
    "also those in folders outside it that the compile database names.",
)


compile_db_option = click.option(
    "--compile-db",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take macros and header folders from this compile database. Default: compile_commands.json at the root.",
)


def split_words(values: Iterable[str]) -> tuple[str, ...]:
    """The words of repeated, comma-separated option values, in order."""
    return tuple(word for value in values for word in (part.strip() for part in value.split(",")) if word)


def start_of(paths: Sequence[str]) -> Path:
    """The folder that holds all paths: where the search for a configuration starts.

    An empty path is a usage error: a shell that expands nothing must not scan everything.
    """
    if "" in paths:
        raise UsageError("a path is empty; the current folder is called .")
    whole = [Path(os.path.realpath(path)) for path in paths]
    return Path(os.path.commonpath([path if path.is_dir() else path.parent for path in whole]))
