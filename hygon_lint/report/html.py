"""`--format html`: the report as one self-contained page.

Everything is in the page's own markup, so it reads without scripts; the script only filters. Findings beyond the
limit are said to be left out, the least severe first.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import Any

from hygon_lint import __version__
from hygon_lint.finding import Finding, Text
from hygon_lint.outcome import Report
from hygon_lint.report import html_overview as overview
from hygon_lint.report import told, words
from hygon_lint.report.html_page import page
from hygon_lint.report.html_view import View
from hygon_lint.report.options import NEW_AND_BASELINE, Options
from hygon_lint.report.plain import one_line
from hygon_lint.report.selection import most_severe
from hygon_lint.rule import Rule
from hygon_lint.urls import rule_page

LIMIT = 3_000


def render(report: Report, options: Options) -> str:
    """The page."""
    lang = options.lang
    findings = options.shown(report, NEW_AND_BASELINE)
    kept = most_severe(findings, LIMIT)
    return page(
        "hygon_lint.report",
        "report.html",
        lang,
        name=one_line(posixpath.basename(report.root) or report.root),
        version=report.tools.get("hygon-lint") or __version__,
        libclang=report.tools.get("libclang", ""),
        report=report,
        total=len(findings),
        left_out=len(findings) - len(kept),
        baselined=sum(finding.state == "baseline" for finding in findings),
        cards=overview.cards(findings, lang),
        items=overview.bars(findings, lang, by="item"),
        rules=overview.bars(findings, lang, by="rule"),
        heat=overview.heat_map(report, findings),
        coverage=overview.coverage(report, lang),
        blind=overview.blind_spots(report),
        blind_total=len(report.blind),
        errors=[
            {"path": one_line(report.shown(e.path)), "rule": e.rule, "reason": e.reason, "command": e.command}
            for e in report.errors
        ],
        notes=[{"path": one_line(report.shown(n.path)) if n.path else "", "text": n.text} for n in report.notes],
        files=View(report, options).files(kept),
        choices=_choices(kept, lang),
        docs=_docs(report.rules, findings, lang),
        configured=[told.choice_line(choice, lang) for choice in report.configured],
        sources=[(words.SOURCE.get(s.kind, Text(s.kind, s.kind)).get(lang), one_line(s.path)) for s in report.sources],
        held=[
            (words.HELD_BACK.get(kind, Text(kind, kind)).get(lang), count)
            for kind, count in report.held_back.items()
            if kind != "baseline"
        ],
    )


def _choices(findings: Sequence[Finding], lang: str) -> dict[str, Any]:
    """What the filters offer: only what is there."""
    present = {finding.confidence for finding in findings}
    return {
        "rules": sorted({(finding.rule, finding.name) for finding in findings}),
        "items": sorted({item for finding in findings for item in finding.audit}),
        "archs": sorted({arch for finding in findings for arch in finding.archs}),
        "confidences": [(level.value, word.get(lang)) for level, word in words.CONFIDENCE.items() if level in present],
        "baseline": any(finding.state == "baseline" for finding in findings),
    }


def _docs(rules: Sequence[Rule], findings: Sequence[Finding], lang: str) -> list[dict[str, str]]:
    """What, why and how to fix of each rule with findings."""
    found = {finding.rule for finding in findings}
    return [
        {
            "id": rule.meta.id,
            "name": rule.meta.name,
            "summary": rule.meta.summary.get(lang),
            "what": rule.doc.what.get(lang),
            "why": rule.doc.why.get(lang),
            "fix": rule.doc.fix.get(lang),
            "url": rule_page(rule.meta.id, lang),
        }
        for rule in rules
        if rule.meta.id in found
    ]
