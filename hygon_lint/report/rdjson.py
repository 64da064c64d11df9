"""`--format rdjson`: the diagnostic format of reviewdog. Its columns count bytes of UTF-8."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from hygon_lint.finding import Edit, Finding, Place, Severity, Step
from hygon_lint.frontend.source import SourceText
from hygon_lint.outcome import Report
from hygon_lint.report.options import NEW, Options
from hygon_lint.report.plain import json_text
from hygon_lint.report.words import with_items
from hygon_lint.urls import HOMEPAGE, rule_page

_SEVERITY = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(report: Report, options: Options) -> str:
    """One diagnostic result."""
    diagnostics: list[dict[str, Any]] = []
    for path, group in groupby(options.shown(report, NEW), key=lambda finding: finding.place.path):
        source = options.read(path)
        diagnostics += [_diagnostic(finding, source, report, options.lang) for finding in group]
    return json_text({"source": {"name": "hygon-lint", "url": HOMEPAGE}, "diagnostics": diagnostics}) + "\n"


def _diagnostic(finding: Finding, source: SourceText | None, report: Report, lang: str) -> dict[str, Any]:
    value: dict[str, Any] = {
        "message": with_items(finding, lang),
        "location": {"path": report.shown(finding.place.path), "range": _range(finding.place, source)},
        "severity": _SEVERITY[finding.severity],
        "code": {"value": finding.rule, "url": rule_page(finding.rule, lang)},
    }
    if finding.related:
        value["related_locations"] = [_related(step, source, report, lang) for step in finding.related]
    edits = finding.fix.edits if finding.fix else ()
    if source is not None and len(edits) == 1 and edits[0].place.path == finding.place.path:
        value["suggestions"] = [_suggestion(edits[0], source)]  # of several edits, one alone would be no fix
    return value


def _related(step: Step, source: SourceText | None, report: Report, lang: str) -> dict[str, Any]:
    known = source if source is not None and source.path == step.place.path else None
    return {
        "message": step.message.get(lang),
        "location": {"path": report.shown(step.place.path), "range": _range(step.place, known)},
    }


def _suggestion(edit: Edit, source: SourceText) -> dict[str, Any]:
    return {"range": _range(edit.place, source), "text": edit.text}


def _range(place: Place, source: SourceText | None) -> dict[str, Any]:
    """With columns where the text is known to count bytes in, else lines alone."""
    if source is None:
        return {"start": {"line": place.line}, "end": {"line": place.end_line}}
    return {
        "start": {"line": place.line, "column": _byte_column(source, place.line, place.column)},
        "end": {"line": place.end_line, "column": _byte_column(source, place.end_line, place.end_column)},
    }


def _byte_column(source: SourceText, line: int, column: int) -> int:
    return len(source.line_text(line)[: column - 1].encode("utf-8")) + 1
