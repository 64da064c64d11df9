"""`hygon-lint cache`: what is kept between scans, and how to be rid of it."""

from __future__ import annotations

from pathlib import Path

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS
from hygon_lint.errors import UsageError

_folder = click.option(
    "--cache-dir",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The cache in this folder; also from HYGON_LINT_CACHE_DIR.",
)


@click.group("cache", context_settings=SETTINGS, short_help="Tell about cached results, or drop them.")
def command() -> None:
    """Tell about the results that are kept between scans, or drop them."""


@command.command("info")
@_folder
def info(cache_dir: Path | None) -> int:
    """Where the cache is, how much it holds, and its limit."""
    from hygon_lint.cache import Cache

    cache = Cache(_chosen(cache_dir))
    output.to_stdout(f"file    {cache.file}\nentries {cache.count()}\n")
    output.to_stdout(f"size    {cache.size() / (1 << 20):.1f} MiB\nlimit   {cache.limit >> 20} MiB\n")
    cache.close()
    return 0


@command.command("clear")
@_folder
def clear(cache_dir: Path | None) -> int:
    """Drop every cached result."""
    from hygon_lint.cache import Cache

    cache = Cache(_chosen(cache_dir))
    output.to_stdout(f"dropped {cache.clear()} entries of {cache.file}\n")
    cache.close()
    return 0


def _chosen(cache_dir: Path | None) -> Path:
    from hygon_lint.cache import default_folder

    folder = cache_dir or default_folder()
    if folder is None:
        raise UsageError("there is no cache folder: no home folder is known")
    return folder
