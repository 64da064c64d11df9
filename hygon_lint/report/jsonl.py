"""`--format jsonl`: the findings of the JSON report, one a line; the last line holds the rest of it."""

from __future__ import annotations

from hygon_lint.outcome import Report
from hygon_lint.report.json_report import document
from hygon_lint.report.options import Options
from hygon_lint.report.plain import json_text


def render(report: Report, options: Options) -> str:
    """One compact object a line."""
    whole = document(report, options)
    findings = whole.pop("findings")
    return "".join(json_text(value, indent=None) + "\n" for value in [*findings, whole])
