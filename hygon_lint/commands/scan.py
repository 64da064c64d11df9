"""`hygon-lint scan`: from the command line to a run, and from its report to outputs and an exit code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hygon_lint import report as reports
from hygon_lint.commands import SETTINGS, fixing, outputs, profile, run_options, running, sharding
from hygon_lint.commands.common import exit_zero_option, fail_on_option, quiet_option, verbose_option
from hygon_lint.report import FORMATS

if TYPE_CHECKING:
    from hygon_lint.outcome import Report

CLEAN, FINDINGS, PARTIAL = 0, 1, 3


@click.command("scan", context_settings=SETTINGS, short_help="Scan files and folders.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@outputs.options(FORMATS)
@run_options.options
@click.option(
    "--changed",
    metavar="REV",
    help="Only findings that lines changed since the branch point with this revision are a part or a cause of.",
)
@click.option("--staged", is_flag=True, help="Only findings that staged lines are a part or a cause of.")
@click.option(
    "--shard", metavar="I/N", help="Scan the I-th of N parts and write what merge needs, instead of a report."
)
@click.option("--stdin-filename", metavar="FILE", help="Read the text of this file from standard input; PATHS is -.")
@click.option(
    "--profile",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Print time by phase, rule and file to stderr, and write FILE as folded stacks for a flame graph.",
)
@fail_on_option
@click.option("--fix", is_flag=True, help="Apply the safe fixes, each proven by a new analysis.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply the fixes that need a reader, too.")
@click.option("--dry-run", is_flag=True, help="With --fix: print what would change as a diff, and write nothing.")
@exit_zero_option
@quiet_option
@verbose_option
@click.pass_context
def command(context: click.Context, /, **chosen: Any) -> int:
    """Scan PATHS (files or folders; default: the current folder) and report what is found."""
    fixing.check(chosen)
    targets = outputs.targets(chosen["targets"], chosen["output"])
    if chosen["shard"]:
        return sharding.write_part(context, chosen)
    run = running.perform(context, chosen)
    report, config = run.report, run.config
    if chosen["fix"] or chosen["unsafe_fixes"]:
        report = fixing.fix(run, unsafe=chosen["unsafe_fixes"], dry_run=chosen["dry_run"])
    read = running.reader(report, run.settings.contents)
    if not chosen["dry_run"]:
        outputs.write(targets, lambda name, look: reports.render(name, report, look), config["lang"], read, chosen)
        outputs.tell(targets, report, config["lang"], quiet=chosen["quiet"])
    if chosen["profile"] is not None:
        profile.show(report, chosen["profile"])
    return exit_code(
        report,
        fail_on="never" if chosen["exit_zero"] else config["fail-on"],
        allow_partial=chosen["allow_partial"],
        strict_baseline=config["strict-baseline"] and not chosen["exit_zero"],
    )


def exit_code(report: Report, *, fail_on: str, allow_partial: bool, strict_baseline: bool = False) -> int:
    """3 for what could not be analysed, else 1 for findings that count (or a stale baseline), else 0."""
    if report.blinded or (report.errors and not allow_partial):
        return PARTIAL
    if strict_baseline and report.stale:
        return FINDINGS
    if fail_on == "never":
        return CLEAN
    floor = {"note": 0, "warning": 1, "error": 2}[fail_on]
    return FINDINGS if any(finding.severity.rank >= floor for finding in report.new) else CLEAN
