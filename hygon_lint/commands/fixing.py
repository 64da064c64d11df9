"""`scan --fix`: from the findings of a run to changed files, or to a diff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hygon_lint import output
from hygon_lint.errors import UsageError
from hygon_lint.report.plain import one_line

if TYPE_CHECKING:
    from hygon_lint.commands.running import Run
    from hygon_lint.finding import Finding
    from hygon_lint.fixes import Outcome
    from hygon_lint.outcome import Report


def check(chosen: dict[str, Any]) -> None:
    """Refuse combinations that cannot be."""
    fixing = chosen["fix"] or chosen["unsafe_fixes"]
    if chosen["dry_run"] and not fixing:
        raise UsageError("--dry-run shows what --fix would do: give both")
    if fixing and chosen["staged"]:
        raise UsageError("--fix works on files, and --staged on the index: fix first, then stage")
    if fixing and chosen["stdin_filename"]:
        raise UsageError("--fix works on files, not on standard input")


def fix(run: Run, *, unsafe: bool, dry_run: bool) -> Report:
    """Fix and tell; the report of what is left (with `dry_run`: of what is there)."""
    from hygon_lint.finding import Confidence
    from hygon_lint.fixes import Fixer, unified_diff, write

    report, settings = run.report, run.settings
    chosen = {f.fingerprint for f in report.new if f.fix is not None and (f.fix.safe or unsafe)}
    if not chosen:
        if dry_run:
            output.to_stderr("would fix nothing")
        return report
    places = {_place(finding) for finding in report.new if finding.fingerprint in chosen}
    # Every finding there is takes part in the proof, whatever this run would show of it.
    all_seen = msgspec.structs.replace(settings, min_confidence=Confidence.LOW, changes=None, baseline=None)

    def analyse(texts: Mapping[str, bytes]) -> Sequence[Finding]:
        return run.again(msgspec.structs.replace(all_seen, contents=dict(texts))).findings

    outcome = Fixer(report.root, analyse, lambda finding: _place(finding) in places, report.odd_names).run()
    for line in dict.fromkeys(_refusal(report, *refused) for refused in outcome.refused):
        output.to_stderr(line)
    if dry_run:
        for path, text in sorted(outcome.texts.items()):
            output.to_stdout(unified_diff(report.shown(path), Path(path).read_bytes(), text))
        output.to_stderr(f"would fix {_count(outcome)}")
        return report
    write(outcome.texts)
    output.to_stderr(f"fixed {_count(outcome)}")
    return run.again(settings)


def _refusal(report: Report, finding: Finding, reason: str) -> str:
    place = finding.place
    where = one_line(f"{report.shown(place.path)}:{place.line}:{place.column}")
    return f"not fixed: {where}: {finding.rule}: {reason}"


def _count(outcome: Outcome) -> str:
    findings, files = len(outcome.fixed), len(outcome.texts)
    return f"{findings} finding{'s' * (findings != 1)} in {files} file{'s' * (files != 1)}"


def _place(finding: Finding) -> tuple[str, str, str]:
    """What a finding is called while lines move about it."""
    return (finding.rule, finding.place.path, finding.context)
