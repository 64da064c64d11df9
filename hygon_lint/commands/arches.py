"""`hygon-lint arches`: which arch a checkout names where, and where its places disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hygon_lint.commands import SETTINGS, outputs, run_options, running
from hygon_lint.project.matrix_render import FORMATS

if TYPE_CHECKING:
    from hygon_lint.outcome import Report

CLEAN, PARTIAL = 0, 3


@click.command("arches", context_settings=SETTINGS, short_help="Show which arches a checkout names where.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str), metavar="[PATH]...")
@outputs.options(FORMATS)
@run_options.options
@click.pass_context
def command(context: click.Context, /, **chosen: Any) -> int:
    """Show the matrix of arches and places of PATH (default: the current folder): build lists, flags, conditions, host
    predicates, names. What a maintainer reads before adding a chip.
    """
    from hygon_lint.project.matrix import Collector, matrix_of
    from hygon_lint.project.matrix_render import render

    targets = outputs.targets(chosen["targets"], chosen["output"])
    report, config, _ = running.perform(context, chosen, {Collector.meta.id: Collector()})[:3]
    project = Collector.project
    if project is None:
        return PARTIAL
    findings = [finding for finding in report.findings if finding.state != "suppressed"]
    matrix = matrix_of(project, findings, report.shown, report.errors)
    outputs.write(
        targets,
        lambda name, look: render(name, matrix, look.lang, width=look.width, colour=look.color),
        config["lang"],
        running.reader(report),
        {"verbose": 0, "quiet": False, **chosen},
    )
    return _exit_code(report, allow_partial=chosen["allow_partial"])


def _exit_code(report: Report, *, allow_partial: bool) -> int:
    return PARTIAL if report.errors and not allow_partial else CLEAN
