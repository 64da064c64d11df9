"""Marked cases: sources that say themselves what must be found in them, and a way to scan them in this process.

A line that must be reported ends in `// expect: HYG101` (`#` in Python and CMake; several ids comma separated), or a
comment further up says `expect@+N: HYG101` for the line N lines below it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from hygon_lint import engine
from hygon_lint.finding import Confidence
from hygon_lint.outcome import Report
from hygon_lint.registry import Registry, load_rules

MARK = re.compile(r"expect(?:@\+(?P<below>\d+))?:\s*(?P<ids>[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)")

Verdict = tuple[str, int, str]  # (path, line, rule)


@lru_cache(maxsize=1)
def registry() -> Registry:
    """All rules of the package."""
    return load_rules(entry_points=False)


def expected(name: str, text: str) -> set[Verdict]:
    """What the marks in a text demand."""
    wanted = set()
    for number, line in enumerate(text.splitlines(), 1):
        for mark in MARK.finditer(line):
            target = number + int(mark["below"] or 0)
            wanted |= {(name, target, rule.strip()) for rule in mark["ids"].split(",")}
    return wanted


def unmarked(text: str) -> str:
    """The text without its marks, line for line."""
    return re.sub(r"\s*(?://|#)\s*" + MARK.pattern.replace("?P<below>", "").replace("?P<ids>", ""), "", text)


def scan(path: Path, root: Path, *, confidence: Confidence = Confidence.MEDIUM, rules: tuple[str, ...] = ()) -> Report:
    """Scan a file or folder with all rules (or some), in this process; a fault of the tool fails the test."""
    settings = engine.Settings(
        paths=(str(path),),
        cwd=str(root),
        root=str(root),
        whole_project=False,
        min_confidence=confidence,
        select=rules,
        preview=True,
    )
    report = engine.run(settings, registry())
    assert not report.errors, report.errors
    return report


def verdicts(report: Report) -> set[Verdict]:
    """What was reported, comparable with `expected`."""
    return {(f.place.path, f.place.line, f.rule) for f in report.new}


def explained(report: Report) -> str:
    """The findings as text, for a failing test's message."""
    return "\n".join(
        f"{f.place.path}:{f.place.line}:{f.place.column} {f.rule} [{f.confidence.value}] {f.message.en}"
        for f in report.findings
    )
