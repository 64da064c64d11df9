"""`hygon-lint audit`: which items of the audit are still open in this checkout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hygon_lint.audit.render import FORMATS
from hygon_lint.commands import SETTINGS, outputs, run_options, running
from hygon_lint.errors import UsageError

if TYPE_CHECKING:
    from hygon_lint.audit.status import Audit

CLEAN, OPEN, PARTIAL = 0, 1, 3


@click.command("audit", context_settings=SETTINGS, short_help="Report on the audit items of a checkout.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str), metavar="[PATH]...")
@outputs.options(FORMATS)
@run_options.options
@click.option(
    "--fail-on",
    "gate",
    type=click.Choice(["open", "new", "never"]),
    default="never",
    show_default=True,
    help="What makes the exit code 1: an open item, or an item with findings that the baseline does not know.",
)
@click.option(
    "--since",
    metavar="BASELINE",
    type=click.Path(path_type=Path),
    help="Tell for each item what changed since this baseline; the same as --baseline.",
)
@click.option("-q", "--quiet", is_flag=True, help="One line an item, nothing else.")
@click.option("-v", "--verbose", count=True, help="Every item in full, not only those that are open.")
@click.pass_context
def command(context: click.Context, /, **chosen: Any) -> int:
    """Tell for each audit item whether PATH (default: the current folder) still has it, where, and on what evidence.

    An item is open (there are findings), not decidable (a question that no source code answers), clear (its rules
    judged code of that kind and found nothing), not present (no code of that kind), or not checked (its rules did not
    run).
    """
    from hygon_lint.audit import catalogue, signs
    from hygon_lint.audit.render import render
    from hygon_lint.audit.status import assess
    from hygon_lint.model.arches import extended

    targets = outputs.targets(chosen["targets"], chosen["output"])
    if chosen["since"] is not None:
        if chosen["baseline_file"] is not None or chosen["no_baseline"]:
            raise UsageError("--since names a baseline: leave out --baseline and --no-baseline")
        chosen["baseline_file"] = chosen["since"]
    report, config, settings = running.perform(context, chosen)[:3]
    files = running.files(settings)
    met = signs.met(catalogue.items().values(), files.sources, files.build_files, settings.max_bytes)
    compared = next((source.path for source in report.sources if source.kind == "baseline"), "")
    names = [file.name for file in (*files.sources, *files.build_files)]
    audit = assess(report, met, arches=extended(config["arch"]), since=compared, scanned=names)
    read = running.reader(report)
    outputs.write(targets, lambda name, look: render(name, audit, look), config["lang"], read, chosen)
    return exit_code(audit, gate=chosen["gate"], allow_partial=chosen["allow_partial"])


def exit_code(audit: Audit, *, gate: str, allow_partial: bool) -> int:
    """3 for what could not be analysed, else 1 for items that count, else 0."""
    if audit.report.blinded or (audit.report.errors and not allow_partial):
        return PARTIAL
    if gate == "open" and audit.open:
        return OPEN
    if gate == "new" and any(standing.new for standing in audit.standings):
        return OPEN
    return CLEAN
