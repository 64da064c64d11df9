"""`audit --format html`: one self-contained page, in the shell that all pages share."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from hygon_lint import __version__
from hygon_lint.audit import labels, phrases
from hygon_lint.audit.lines import by_rule, spans
from hygon_lint.audit.markdown import capital
from hygon_lint.audit.status import Audit, Standing, State, rows
from hygon_lint.finding import Finding
from hygon_lint.report.html_page import page
from hygon_lint.report.html_view import View
from hygon_lint.report.options import Options
from hygon_lint.report.plain import one_line
from hygon_lint.urls import item_page, rule_page

EXCERPTS = 12
"""Findings of an item that are shown with their code."""

_KINDS = {
    State.OPEN: "error",
    State.UNDECIDED: "warning",
    State.CLEAR: "good",
    State.ABSENT: "plain",
    State.UNCHECKED: "note",
}


def render(audit: Audit, options: Options) -> str:
    """The page."""
    report, lang = audit.report, options.lang
    most = max((len(standing.findings) for standing in audit.standings), default=0) or 1
    return page(
        "hygon_lint.audit",
        "audit.html",
        lang,
        name=one_line(posixpath.basename(report.root) or report.root),
        version=report.tools.get("hygon-lint") or __version__,
        report=report,
        headline=phrases.headline(audit, lang),
        caveat=phrases.caveat(audit, lang),
        since=one_line(audit.since),
        states=_states(audit, lang),
        standings=[_standing(standing, audit, options, most) for standing in audit.standings],
    )


def _states(audit: Audit, lang: str) -> list[dict[str, Any]]:
    return [
        {"key": state.value, "kind": _KINDS[state], "count": count, "word": labels.STATE[state.value].get(lang)}
        for state, count in audit.counts().items()
        if count
    ]


def _standing(standing: Standing, audit: Audit, options: Options, most: int) -> dict[str, Any]:
    item, lang = standing.item, options.lang
    shown = standing.findings[:EXCERPTS]
    return {
        "id": item.id,
        "url": item_page(item.id, lang),
        "title": item.title.get(lang),
        "state": standing.state.value,
        "kind": _KINDS[standing.state],
        "word": labels.STATE[standing.state.value].get(lang),
        "reason": capital(standing.reason.get(lang)),
        "severity": labels.SEVERITY[item.severity].get(lang),
        "found": phrases.found(standing, lang),
        "count": len(standing.findings),
        "share": round(100 * len(standing.findings) / most, 2),
        "facts": _facts(standing, audit, lang),
        "invariants": [(entry.name.get(lang), entry.says.get(lang)) for entry in item.invariants],
        "texts": _texts(standing, lang),
        "places": [_place(row.path, row.found, spans(row.audited), bool(row.audited), audit) for row in rows(standing)],
        "elsewhere": phrases.elsewhere(standing, lang),
        "counted": phrases.counted(standing, lang),
        "counts": _counts(standing, audit),
        "excerpts": _excerpts(shown, audit, options),
        "more": len(standing.findings) - len(shown),
    }


def _facts(standing: Standing, audit: Audit, lang: str) -> dict[str, Any]:
    item = standing.item
    return {
        "severity": labels.SEVERITY[item.severity].get(lang),
        "evidence": labels.EVIDENCE[item.evidence].get(lang),
        "audited": labels.AUDITED[item.status].get(lang),
        "commits": [(labels.ROLE[commit.role].get(lang), commit.id) for commit in item.commits],
        "rules": [(rule, rule_page(rule, lang)) for rule in standing.rules],
        "idle": standing.idle,
        "suppressed": standing.suppressed,
        "progress": phrases.progress(standing, audit, lang),
        "answers": [one_line(answer) for answer in standing.answers],
    }


def _texts(standing: Standing, lang: str) -> dict[str, str]:
    item = standing.item
    texts = {
        "mechanism": item.mechanism,
        "consequence": item.consequence,
        "inferred": item.inferred,
        "decides": item.decides,
        "remedy": item.remedy,
        "verification": item.verification,
    }
    return {name: text.get(lang) if text is not None else "" for name, text in texts.items()}


def _place(path: str, found: Sequence[Finding], lines: str, audited: bool, audit: Audit) -> dict[str, Any]:
    return {
        "path": one_line(audit.report.shown(path) if found else path),
        "lines": lines,
        "audited": audited,
        "now": by_rule(found, 20),
    }


def _counts(standing: Standing, audit: Audit) -> list[dict[str, Any]]:
    table = phrases.counts_by_file(standing)
    most = max((max(then, now) for _, then, now in table), default=0) or 1
    return [
        {
            "path": one_line(audit.report.shown(path) if now else path),
            "then": then,
            "now": now,
            "then_share": round(100 * then / most, 2),
            "now_share": round(100 * now / most, 2),
        }
        for path, then, now in table
    ]


def _excerpts(findings: Sequence[Finding], audit: Audit, options: Options) -> list[dict[str, Any]]:
    view = View(audit.report, options)
    result: list[dict[str, Any]] = []
    for path, group in groupby(findings, key=lambda finding: finding.place.path):
        source = options.read(path)
        result.extend(view.finding(finding, source) for finding in group)
    return result
