"""`--format json`: the stable contract of docs/json.md and report.schema.json."""

from __future__ import annotations

from typing import Any

from hygon_lint.finding import Finding, Fix, Step
from hygon_lint.outcome import SCHEMA, Report
from hygon_lint.report.options import ALL_STATES, Options
from hygon_lint.report.plain import json_text


def render(report: Report, options: Options) -> str:
    """The report as indented JSON, with a line end."""
    return json_text(document(report, options)) + "\n"


def document(report: Report, options: Options) -> dict[str, Any]:
    """The report as plain dictionaries and lists."""
    return {
        "schema": SCHEMA,
        "tool": {
            "name": "hygon-lint",
            "version": report.tools.get("hygon-lint", ""),
            "libclang": report.tools.get("libclang", ""),
        },
        "findings": [finding_object(f, report, options.lang) for f in options.shown(report, ALL_STATES)],
        "coverage": _coverage(report),
        "summary": {name: dict(counts) for name, counts in report.counts().items()},
        "run": _run(report),
    }


def finding_object(finding: Finding, report: Report, lang: str) -> dict[str, Any]:
    """One finding, as in the `findings` of the contract (and one line of JSON lines)."""
    place = finding.place
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "message": finding.message.get(lang),
        "path": report.shown(place.path),
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "archs": list(finding.archs),
        "audit": list(finding.audit),
        "cwe": list(finding.cwe),
        "fingerprint": finding.fingerprint,
        "related": [_step(step, report, lang) for step in finding.related],
        "flow": [_step(step, report, lang) for step in finding.flow],
        "state": finding.state,
        "fix": _fix(finding.fix, report),
    }


def _step(step: Step, report: Report, lang: str) -> dict[str, Any]:
    place = step.place
    return {
        "path": report.shown(place.path),
        "line": place.line,
        "column": place.column,
        "message": step.message.get(lang),
    }


def _fix(fix: Fix | None, report: Report) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [
        {
            "path": report.shown(edit.place.path),
            "line": edit.place.line,
            "column": edit.place.column,
            "end_line": edit.place.end_line,
            "end_column": edit.place.end_column,
            "text": edit.text,
        }
        for edit in fix.edits
    ]
    return {"safe": fix.safe, "edits": edits}


def _coverage(report: Report) -> dict[str, Any]:
    coverage = report.coverage
    return {
        "files": report.files,
        "analysed": report.analysed,
        "code_lines": coverage.code_lines,
        "typed_lines": coverage.typed_lines,
        "seen_lines": coverage.seen_lines,
        "not_needed_lines": coverage.not_needed_lines,
        "typed_ratio": report.typed_ratio,
        "seen_ratio": report.seen_ratio,
        "blind": [
            {"path": report.shown(spot.path), "line": spot.line, "end_line": spot.end_line, "reason": spot.reason}
            for spot in report.blind
        ],
    }


def _run(report: Report) -> dict[str, Any]:
    """What shaped the run: nothing that hides a finding goes unsaid."""
    return {
        "rules": list(report.enabled),
        "arches": list(report.arches),
        "build_files": report.build_files,
        "not_needed_files": report.not_needed,
        "changed_since": report.changed_since,
        "min_coverage": report.min_coverage,
        "sources": [{"kind": source.kind, "path": source.path} for source in report.sources],
        "configured": [
            {"key": choice.key, "value": choice.value, "rules": list(choice.rules)} for choice in report.configured
        ],
        "held_back": report.held_back,
        "stale": [
            {"path": report.shown(entry.path), "rule": entry.rule, "count": entry.count} for entry in report.stale
        ],
        "errors": [
            {
                "path": report.shown(error.path) if error.path else "",
                "rule": error.rule,
                "reason": error.reason,
                "command": error.command,
            }
            for error in report.errors
        ],
        "notes": [{"path": report.shown(note.path) if note.path else "", "text": note.text} for note in report.notes],
    }
