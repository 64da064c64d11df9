"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

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


def split_words(values: Iterable[str]) -> tuple[str, ...]:
    """The words of repeated, comma-separated option values, in order."""
    return tuple(word for value in values for word in (part.strip() for part in value.split(",")) if word)


def start_of(paths: Sequence[str]) -> Path:
    """The folder that holds all paths: where the search for a configuration starts."""
    whole = [Path(os.path.realpath(path)) for path in paths]
    return Path(os.path.commonpath([path if path.is_dir() else path.parent for path in whole]))
