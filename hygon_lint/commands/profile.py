"""`--profile`: where a scan's time went, as tables for people and as folded stacks for flame graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from hygon_lint import output
from hygon_lint.report.plain import one_line

if TYPE_CHECKING:
    from hygon_lint.outcome import Report

_ROWS = 15


def show(report: Report, file: Path) -> None:
    """Print the tables to stderr and write the stacks."""
    steps = report.timing.steps
    own = steps.get("", {})
    phases: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path, spent in steps.items():
        for step, seconds in spent.items() if path else ():
            kind, _, name = step.partition(":")
            (phases if kind == "phase" else rules).update({name: seconds})
            if kind == "phase":
                files.update({path: seconds})
    output.to_stderr(f"wall time {report.timing.wall:.2f} s")
    _table("step of the run (wall)", ((name.partition(":")[2], seconds) for name, seconds in own.items()))
    _table("phase (all workers)", phases.most_common())
    _table("rule (inside text rules and rules)", rules.most_common())
    _table("file", ((one_line(report.shown(path)), seconds) for path, seconds in files.most_common(_ROWS)))
    output.write_file(file, "".join(_stacks(steps)).encode("utf-8", "backslashreplace"))


def _table(title: str, rows: Iterable[tuple[str, float]]) -> None:
    output.to_stderr(f"\n{title}")
    for name, seconds in rows:
        output.to_stderr(f"{seconds:>10.3f} s  {name}")


def _stacks(steps: dict[str, dict[str, float]]) -> Iterable[str]:
    """One line a stack: frames joined by semicolons, a blank, microseconds."""
    for path, spent in steps.items():
        place = [part.replace(";", ":").replace("\n", " ") for part in path.split("/")] if path else ["run"]
        for step, seconds in spent.items():
            frames = [*place, *step.split(":", 1)]
            yield f"{';'.join(frames)} {round(seconds * 1e6)}\n"
