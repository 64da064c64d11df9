"""`--format gitlab`: a GitLab code quality report. Fingerprints are unique; equal ones would vanish there."""

from __future__ import annotations

from typing import Any

from hygon_lint.finding import Confidence, Finding, Severity
from hygon_lint.outcome import Report
from hygon_lint.report.options import NEW, Options
from hygon_lint.report.plain import json_text
from hygon_lint.report.words import with_items


def render(report: Report, options: Options) -> str:
    """An array of issues."""
    return json_text([_issue(finding, options.lang) for finding in options.shown(report, NEW)]) + "\n"


def _issue(finding: Finding, lang: str) -> dict[str, Any]:
    return {
        "description": with_items(finding, lang),
        "check_name": f"{finding.rule} {finding.name}",
        "fingerprint": finding.fingerprint,
        "severity": _severity(finding),
        "location": {
            "path": finding.place.path,
            "lines": {"begin": finding.place.line, "end": finding.place.end_line},
        },
    }


def _severity(finding: Finding) -> str:
    if finding.severity is Severity.NOTE:
        return "info"
    sure = finding.confidence is Confidence.HIGH
    if finding.severity is Severity.ERROR:
        return "critical" if sure else "major"
    return "major" if sure else "minor"
