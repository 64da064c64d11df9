"""The overview of the HTML report: counts by audit item and rule, files against arches, coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs

from hygon_lint.finding import Finding, Severity
from hygon_lint.outcome import Report
from hygon_lint.report import words
from hygon_lint.report.items import title
from hygon_lint.report.plain import one_line
from hygon_lint.urls import item_page, rule_page

HEAT_ROWS = 25
ALL_ARCHES = ""
_LEVELS = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_REASONS = 20


@attrs.frozen
class Piece:
    """A piece of a bar: where it starts and how wide it is, in per cent of the bar's room."""

    kind: str
    start: float
    width: float
    count: int
    label: str


@attrs.frozen
class Row:
    """A row of a bar chart."""

    key: str
    text: str
    url: str
    total: int
    pieces: tuple[Piece, ...]
    label: str  # the bar in words


def bars(findings: Sequence[Finding], lang: str, *, by: str) -> list[Row]:
    """A bar a rule (`by="rule"`) or audit item (`by="item"`), cut by severity, longest first."""
    counts: dict[str, Counter[Severity]] = {}
    names: dict[str, str] = {}
    for finding in findings:
        for key in (finding.rule,) if by == "rule" else finding.audit:
            counts.setdefault(key, Counter())[finding.severity] += 1
            names[key] = finding.name if by == "rule" else title(key, lang)
    most = max((sum(levels.values()) for levels in counts.values()), default=1)
    url = rule_page if by == "rule" else item_page
    ranked = sorted(counts.items(), key=lambda entry: (-sum(entry[1].values()), entry[0]))
    return [_row(key, names[key], url(key, lang), levels, most, lang) for key, levels in ranked]


def _row(key: str, text: str, url: str, levels: Counter[Severity], most: int, lang: str) -> Row:
    pieces, start = [], 0.0
    for severity in _LEVELS:
        count = levels[severity]
        if count:
            share = 100 * count / most
            label = count_words(severity, count, lang)
            pieces.append(Piece(severity.value, round(start, 2), round(share, 2), count, label))
            start += share
    whole = ("，" if lang == "zh" else ", ").join(piece.label for piece in pieces)
    return Row(key, text, url, sum(levels.values()), tuple(pieces), whole)


def count_words(severity: Severity, count: int, lang: str) -> str:
    """A count with its word: `2 errors`."""
    word = words.SEVERITY_COUNT[severity][count != 1].get(lang)
    return f"{words.number(count)} {word}"


def cards(findings: Sequence[Finding], lang: str) -> list[dict[str, Any]]:
    """Findings by severity."""
    levels = Counter(finding.severity for finding in findings)
    return [
        {
            "severity": severity.value,
            "count": levels[severity],
            "name": words.SEVERITY[severity].get(lang),
            "word": words.SEVERITY_COUNT[severity][levels[severity] != 1].get(lang),
        }
        for severity in _LEVELS
    ]


def heat_map(report: Report, findings: Sequence[Finding]) -> dict[str, Any]:
    """Findings of each file in each arch: the files with most of them, and one row for the rest.

    The first column counts findings that hold in every arch; an arch's own column those that name it.
    """
    arches = sorted({arch for finding in findings for arch in finding.archs})
    columns = [ALL_ARCHES, *arches]
    by_file: dict[str, Counter[str]] = {}
    totals: Counter[str] = Counter()
    for finding in findings:
        by_file.setdefault(finding.place.path, Counter()).update(finding.archs or (ALL_ARCHES,))
        totals[finding.place.path] += 1
    ranked = sorted(by_file, key=lambda path: (-totals[path], path))
    rows = [
        _heat_row(one_line(report.shown(path)), by_file[path], columns, totals[path]) for path in ranked[:HEAT_ROWS]
    ]
    rest: Counter[str] = Counter()
    for path in ranked[HEAT_ROWS:]:
        rest.update(by_file[path])
    more = len(ranked) - len(rows)
    last = _heat_row("", rest, columns, sum(totals[path] for path in ranked[HEAT_ROWS:])) if more else None
    return {"columns": columns, "rows": rows, "more": more, "rest": last}


def _heat_row(path: str, counts: Counter[str], columns: Sequence[str], total: int) -> dict[str, Any]:
    cells = [{"arch": arch, "count": counts[arch], "heat": _heat(counts[arch])} for arch in columns]
    return {"path": path, "cells": cells, "total": total}


def _heat(count: int) -> int:
    """Shade 0 to 4."""
    return 0 if not count else 1 if count == 1 else 2 if count <= 3 else 3 if count <= 9 else 4


def coverage(report: Report, lang: str) -> dict[str, Any] | None:
    """The lines of code as pieces of one bar; None without any."""
    lines = report.coverage
    needed = lines.code_lines - lines.not_needed_lines
    if needed <= 0:
        return None
    parts = (
        ("typed", lines.typed_lines, "full types", "类型完整"),
        ("seen", lines.seen_lines - lines.typed_lines, "seen, types incomplete", "可见，类型不全"),
        ("unseen", needed - lines.seen_lines, "not seen", "未能分析"),
        ("not-needed", lines.not_needed_lines, "not needed by any rule", "无规则需要"),
    )
    pieces, start = [], 0.0
    for kind, count, en, zh in parts:
        share = 100 * max(count, 0) / lines.code_lines
        pieces.append(Piece(kind, round(start, 3), round(share, 3), max(count, 0), zh if lang == "zh" else en))
        start += share
    return {
        "pieces": pieces,
        "lines": lines.code_lines,
        "needed": needed,
        "typed": lines.typed_lines / needed,
        "seen": lines.seen_lines / needed,
    }


def blind_spots(report: Report) -> list[dict[str, Any]]:
    """Blind spots by reason, the commonest first, each with up to ten places."""
    by_reason: dict[str, list[str]] = {}
    for spot in report.blind:
        where = f"{one_line(report.shown(spot.path))}:{spot.line}-{spot.end_line}"
        by_reason.setdefault(one_line(spot.reason), []).append(where)
    ranked = sorted(by_reason.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return [{"reason": reason, "count": len(places), "places": places[:10]} for reason, places in ranked[:_REASONS]]
