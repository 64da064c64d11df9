"""`hygon-lint merge`: one report of the parts that `scan --shard` wrote."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from hygon_lint import report as reports
from hygon_lint.commands import SETTINGS, outputs, running
from hygon_lint.commands.common import lang_option
from hygon_lint.commands.scan import exit_code
from hygon_lint.config_keys import LEVELS
from hygon_lint.report import FORMATS


@click.command("merge", context_settings=SETTINGS, short_help="Make one report of the parts of a scan.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@outputs.options(FORMATS)
@click.option(
    "--rules-dir",
    "rules_dirs",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Load more rules from the Python files of this folder. They are run as code.",
)
@click.option(
    "--baseline",
    "baseline_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Findings that this file knows do not count. Default: .hygon-lint-baseline.json in the root, if there.",
)
@click.option("--no-baseline", is_flag=True, help="Compare with no baseline.")
@click.option(
    "--fail-on",
    type=click.Choice(LEVELS),
    default="warning",
    show_default=True,
    help="The severity from which findings make the exit code 1.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever was found; codes 2 and 3 stay.")
@click.option("--allow-partial", is_flag=True, help="Files that could not be analysed do not make the exit code 3.")
@click.option("-q", "--quiet", is_flag=True, help="One line a finding, no summary.")
@click.option("-v", "--verbose", count=True, help="Related places, notes and blind spots, too; -vv for more.")
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
        baseline = chosen["baseline_file"] or (default if default.exists() else None)
    if baseline is not None:
        settings.baseline = Baseline.load(baseline)
        settings.sources = (Source("baseline", os.path.relpath(baseline)),)
    report = engine.run_reduce(settings, known, results)
    read = running.reader(report)
    outputs.write(targets, lambda name, look: reports.render(name, report, look), chosen["lang"], read, chosen)
    fail_on = "never" if chosen["exit_zero"] else chosen["fail_on"]
    return exit_code(report, fail_on=fail_on, allow_partial=chosen["allow_partial"])
