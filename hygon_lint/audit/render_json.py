"""`audit --format json`; the contract is `audit.schema.json`."""

from __future__ import annotations

from typing import Any

from hygon_lint.audit.phrases import counts_by_file
from hygon_lint.audit.status import Audit, Row, Standing, rows
from hygon_lint.report.json_report import finding_object
from hygon_lint.report.options import Options
from hygon_lint.report.plain import json_text

SCHEMA = "hygon-lint-audit/1"


def render(audit: Audit, options: Options) -> str:
    """The audit as indented JSON, with a line end."""
    return json_text(document(audit, options.lang)) + "\n"


def document(audit: Audit, lang: str) -> dict[str, Any]:
    """The audit as plain dictionaries and lists."""
    report = audit.report
    return {
        "schema": SCHEMA,
        "tool": {"name": "hygon-lint", "version": report.tools.get("hygon-lint", "")},
        "summary": {state.value: count for state, count in audit.counts().items()},
        "since": audit.since or None,
        "coverage": {
            "files": report.files,
            "analysed": report.analysed,
            "build_files": report.build_files,
            "typed_ratio": report.typed_ratio,
            "seen_ratio": report.seen_ratio,
            "not_seen": len(report.blind),
            "errors": len(report.errors),
        },
        "items": [_item(standing, audit, lang) for standing in audit.standings],
    }


def _item(standing: Standing, audit: Audit, lang: str) -> dict[str, Any]:
    item = standing.item
    return {
        "id": item.id,
        "title": item.title.get(lang),
        "state": standing.state.value,
        "reason": standing.reason.get(lang),
        "severity": item.severity,
        "evidence": item.evidence,
        "as_audited": item.status,
        "rules": list(standing.rules),
        "rules_not_run": list(standing.idle),
        "files_looked_at": standing.looked,
        "findings": [finding_object(finding, audit.report, lang) for finding in standing.findings],
        "suppressed": standing.suppressed,
        "by_file": {audit.report.shown(path): count for path, count in standing.by_file.items()},
        "places": [_row(row, audit) for row in rows(standing)],
        "counts": [
            {"path": audit.report.shown(path), "as_audited": then, "now": now}
            for path, then, now in counts_by_file(standing)
        ],
        "superseded": {audit.report.shown(path): count for path, count in standing.superseded.items()},
        "not_scanned": list(standing.elsewhere),
        "progress": ({"new": standing.new, "known": standing.known, "gone": standing.gone} if audit.since else None),
        "decides": item.decides.get(lang) if item.decides else None,
        "answers": list(standing.answers),
        "commits": [{"id": commit.id, "role": commit.role} for commit in item.commits],
        "remedy": item.remedy.get(lang),
        "verification": item.verification.get(lang),
        "see": list(item.see),
    }


def _row(row: Row, audit: Audit) -> dict[str, Any]:
    path = audit.report.shown(row.path) if row.found else row.path
    return {
        "path": path,
        "as_audited": [
            {"path": place.path, "line": place.first or None, "end_line": place.last or None} for place in row.audited
        ],
        "now": [{"line": finding.place.line, "rule": finding.rule} for finding in row.found],
    }
