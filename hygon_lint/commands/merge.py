"""`hygon-lint merge`: one report of the parts that `scan --shard` wrote."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from hygon_lint import report as reports
from hygon_lint.commands import SETTINGS, outputs, running
from hygon_lint.commands.common import (
    allow_partial_option,
    baseline_option,
    exit_zero_option,
    fail_on_option,
    lang_option,
    no_baseline_option,
    quiet_option,
    rules_dir_option,
    verbose_option,
)
from hygon_lint.commands.scan import exit_code
from hygon_lint.report import FORMATS


@click.command("merge", context_settings=SETTINGS, short_help="Make one report of the parts of a scan.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@outputs.options(FORMATS)
@rules_dir_option()
@baseline_option
@no_baseline_option
@fail_on_option
@exit_zero_option
@allow_partial_option
@quiet_option
@verbose_option
@lang_option
def command(**chosen: Any) -> int:
    """Make of the parts that `scan --shard I/N` wrote the report that a single scan would have made.

    Give all parts, in the same checkout: build files and source lines are read from it.
    """
    from hygon_lint import engine, registry, shards
    from hygon_lint.baseline import Baseline
    from hygon_lint.outcome import Source

    targets = outputs.targets(chosen["targets"], chosen["output"])
    asked, results = shards.joined([shards.Part.load(file) for file in chosen["files"]])
    settings = asked.settings(os.path.realpath("."))
    known = registry.load_rules(chosen["rules_dirs"])
    baseline: Path | None = None
    if not chosen["no_baseline"]:
        default = running.default_baseline(settings.paths)
        baseline = chosen["baseline_file"] or (running.regular(default) if default.exists() else None)
    if baseline is not None:
        settings.baseline = Baseline.load(baseline)
        settings.sources = (*settings.sources, Source("baseline", os.path.relpath(baseline)))
    report = engine.run_reduce(settings, known, results)
    read = running.reader(report)
    outputs.write(targets, lambda name, look: reports.render(name, report, look), chosen["lang"], read, chosen)
    outputs.tell(targets, report, chosen["lang"], quiet=chosen["quiet"])
    fail_on = "never" if chosen["exit_zero"] else chosen["fail_on"]
    return exit_code(report, fail_on=fail_on, allow_partial=chosen["allow_partial"])
