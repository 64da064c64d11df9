"""Findings as the HTML report shows them: texts chosen, code cut into marked pieces, steps in order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import attrs

from hygon_lint.finding import Edit, Finding, Place, Step
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.outcome import Report
from hygon_lint.report import words
from hygon_lint.report.excerpt import Gap, Line, excerpt
from hygon_lint.report.items import title
from hygon_lint.report.options import Options
from hygon_lint.report.plain import one_line
from hygon_lint.urls import cwe_page, item_page, rule_page

_LINE_ROOM = 400  # characters of a line that are shown around its mark
_BEFORE = 100


@attrs.frozen
class CodeLine:
    """A line of code in three pieces, of which the middle one is marked; `gap` counts lines left out instead."""

    number: int = 0
    before: str = ""
    marked: str = ""
    after: str = ""
    gap: int = 0


class View:
    """Turns findings into what the template shows."""

    def __init__(self, report: Report, options: Options) -> None:
        self._report = report
        self._lang = options.lang
        self._read = options.read

    def files(self, findings: Iterable[Finding]) -> list[dict[str, Any]]:
        """Findings grouped by file, in order; each file is read once for its own findings."""
        result = []
        for path, group in groupby(findings, key=lambda finding: finding.place.path):
            source = self._read(path)
            shown = [self.finding(finding, source) for finding in group]
            result.append({"path": one_line(self._report.shown(path)), "findings": shown})
        return result

    def finding(self, finding: Finding, source: SourceText | None) -> dict[str, Any]:
        """One finding."""
        lang, place = self._lang, finding.place
        return {
            "id": f"f-{finding.fingerprint}",
            "rule": finding.rule,
            "name": finding.name,
            "rule_url": rule_page(finding.rule, lang),
            "severity": finding.severity.value,
            "severity_word": words.SEVERITY[finding.severity].get(lang),
            "confidence": finding.confidence.value,
            "confidence_word": words.CONFIDENCE[finding.confidence].get(lang),
            "state": finding.state,
            "state_word": words.STATE[finding.state].get(lang),
            "message": finding.message.get(lang),
            "path": one_line(self._report.shown(place.path)),
            "where": self._where(place),
            "at": f"{place.line}:{place.column}",
            "archs": finding.archs,
            "items": [{"id": item, "title": title(item, lang), "url": item_page(item, lang)} for item in finding.audit],
            "cwe": [{"number": number, "url": cwe_page(number)} for number in finding.cwe],
            "code": _code(source, place, around=2),
            "flow": [self._step(step, source) for step in finding.flow],
            "related": [self._step(step, source) for step in finding.related],
            "fix": self._fix(finding, source),
        }

    def _where(self, place: Place) -> str:
        return f"{one_line(self._report.shown(place.path))}:{place.line}:{place.column}"

    def _source(self, place: Place, known: SourceText | None) -> SourceText | None:
        return known if known is not None and known.path == place.path else self._read(place.path)

    def _step(self, step: Step, source: SourceText | None) -> dict[str, Any]:
        place = step.place
        return {
            "message": step.message.get(self._lang),
            "where": self._where(place),
            "code": _code(self._source(place, source), place, around=0),
        }

    def _fix(self, finding: Finding, source: SourceText | None) -> dict[str, Any] | None:
        if finding.fix is None:
            return None
        return {
            "safe": finding.fix.safe,
            "message": finding.fix.message.get(self._lang),
            "edits": [self._edit(edit, source) for edit in finding.fix.edits],
        }

    def _edit(self, edit: Edit, source: SourceText | None) -> dict[str, str]:
        place = edit.place
        known = self._source(place, source)
        old = ""
        if known is not None:
            start, end = known.offset(place.line, place.column), known.offset(place.end_line, place.end_column)
            old = known.text(Span(start, end))
        return {"where": self._where(place), "old": _short(old), "new": edit.text}


def _code(source: SourceText | None, place: Place, around: int) -> list[CodeLine]:
    if source is None:
        return []
    parts = excerpt(source, place, most=12, around=around)
    return [CodeLine(gap=part.count) if isinstance(part, Gap) else _pieces(part) for part in parts]


def _pieces(line: Line) -> CodeLine:
    start, end = (line.start, max(line.end, line.start)) if line.marked else (0, 0)
    low = max(start - _BEFORE, 0) if len(line.text) > _LINE_ROOM else 0
    high = min(low + _LINE_ROOM, len(line.text))
    before = ("…" if low else "") + _visible(line.text[low:start])
    after = _visible(line.text[max(min(end, high), start) : high]) + ("…" if high < len(line.text) else "")
    return CodeLine(line.number, before, _visible(line.text[start : min(end, high)]), after)


def _visible(text: str) -> str:
    return "\t".join(map(one_line, text.split("\t")))


def _short(text: str, most: int = 2_000) -> str:
    return text if len(text) <= most else text[:most] + " …"
