"""`scan --shard I/N`: the map step of one machine, written to a file for `merge`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from hygon_lint import output
from hygon_lint.commands import running
from hygon_lint.errors import UsageError

CLEAN, PARTIAL = 0, 3


def write_part(context: click.Context, chosen: dict[str, Any]) -> int:
    """Scan one part and write it to `--output`."""
    from hygon_lint import __version__, engine
    from hygon_lint.shards import Asked, Part

    part, parts = _numbers(chosen["shard"])
    for option in ("changed", "staged", "stdin_filename", "fix", "unsafe_fixes"):
        if chosen[option]:
            raise UsageError(f"--shard does not go with --{option.replace('_', '-')}")
    if chosen["targets"] or not chosen["output"]:
        raise UsageError("--shard writes no report: give --output FILE, and --format to merge")
    tools = running.prepare(context, chosen)
    results = engine.run_part(tools.settings, tools.registry, part, parts, tools.mapper, tools.store)
    written = Part(version=__version__, part=part, parts=parts, asked=Asked.of(tools.settings), results=tuple(results))
    output.write_file(Path(chosen["output"]), written.dumped())
    failed = any(result.error or result.rule_errors for result in results)
    return PARTIAL if failed and not chosen["allow_partial"] else CLEAN


def _numbers(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d{0,4})/([1-9]\d{0,4})", text)
    if match is None or int(match[1]) > int(match[2]):
        raise UsageError(f'--shard: "{text}" is no part: write 1/4')
    return int(match[1]), int(match[2])
