"""`hygon-lint baseline`: write down what is there today, so that only what is new counts tomorrow."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS, run_options, running
from hygon_lint.errors import UsageError, shown

if TYPE_CHECKING:
    from hygon_lint.outcome import Report

CLEAN, PARTIAL = 0, 3


@click.group("baseline", context_settings=SETTINGS, short_help="Create and maintain the baseline.")
def command() -> None:
    """Keep a file of known findings, so that a scan reports only new ones.

    The file is --baseline FILE, the configured one, or .hygon-lint-baseline.json in the root of the checkout.
    """


@command.command("create")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@run_options.options
@click.option("--force", is_flag=True, help="Replace a baseline that is there.")
@click.pass_context
def create(context: click.Context, /, **chosen: Any) -> int:
    """Scan PATHS and write down every finding."""
    from hygon_lint.baseline import Baseline

    file = _file(context, chosen)
    if file.exists() and not chosen["force"]:
        raise UsageError(f"{shown(file)} exists; update keeps it true, create --force replaces it")
    report = running.perform(context, {**chosen, "no_baseline": True}).report
    made = Baseline.of(report.new)
    output.write_file(file, made.dumped())
    output.to_stdout(f"{shown(file)}: {sum(entry.count for entry in made.entries)} findings\n")
    return _code(report, chosen)


@command.command("update")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@run_options.options
@click.pass_context
def update(context: click.Context, /, **chosen: Any) -> int:
    """Scan PATHS, add what is new and take out what is gone."""
    return _revise(context, chosen, add=True)


@command.command("prune")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@run_options.options
@click.pass_context
def prune(context: click.Context, /, **chosen: Any) -> int:
    """Scan PATHS and take out what is gone; nothing is added."""
    return _revise(context, chosen, add=False)


@command.command("show")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@click.option("--baseline", "baseline_file", metavar="FILE", type=click.Path(path_type=Path), help="Show this file.")
def show(paths: tuple[str, ...], baseline_file: Path | None) -> int:
    """List what the baseline holds, by rule and by file."""
    from hygon_lint import config
    from hygon_lint.baseline import Baseline
    from hygon_lint.commands.common import start_of
    from hygon_lint.registry import load_rules

    chosen = {"paths": paths, "baseline_file": baseline_file, "no_baseline": False}
    file = running.baseline_file(chosen, config.load(start_of(paths or (".",))))
    if file is None:
        raise UsageError(f"there is no baseline: {shown(running.default_baseline(paths))}")
    entries = Baseline.load(file).entries
    by_rule: Counter[str] = Counter()
    by_path: Counter[str] = Counter()
    for entry in entries:
        by_rule[entry.rule] += entry.count
        by_path[entry.path] += entry.count
    lines = [f"{shown(file)}: {by_rule.total()} findings"]
    names = {rule.meta.id: rule.meta.name for rule in load_rules().rules}
    lines += [f"{count:>6}  {rule}  {names.get(rule, '')}".rstrip() for rule, count in sorted(by_rule.items())]
    lines += [f"{count:>6}  {path}" for path, count in sorted(by_path.items())]
    output.to_stdout("\n".join(lines) + "\n")
    return CLEAN


def _revise(context: click.Context, chosen: dict[str, Any], *, add: bool) -> int:
    from hygon_lint.baseline import Baseline

    file = _file(context, chosen)
    if not file.exists():
        raise UsageError(f"there is no baseline: {shown(file)} (hygon-lint baseline create makes one)")
    old = Baseline.load(file)
    report = running.perform(context, {**chosen, "baseline_file": file}).report
    kept = old.without(report.stale)
    new = kept.having(Baseline.of(report.new)) if add else kept
    if new.entries != old.entries:
        output.write_file(file, new.dumped())
    gone = sum(entry.count for entry in report.stale)
    added = f"{len(report.new)} added, " if add else ""
    output.to_stdout(f"{shown(file)}: {added}{gone} taken out, {sum(entry.count for entry in new.entries)} findings\n")
    return _code(report, chosen)


def _file(context: click.Context, chosen: dict[str, Any]) -> Path:
    """The file to write: named, configured, or the default one."""
    config = running.configuration(context, chosen)
    return running.baseline_file({**chosen, "no_baseline": False}, config) or running.default_baseline(chosen["paths"])


def _code(report: Report, chosen: dict[str, Any]) -> int:
    """The file was written; 3 says that not everything could be looked at."""
    for error in report.errors:
        output.to_stderr(f"not analysed: {report.shown(error.path) if error.path else error.rule}: {error.reason}")
    return PARTIAL if report.errors and not chosen["allow_partial"] else CLEAN
