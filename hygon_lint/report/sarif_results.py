"""Findings as SARIF results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from hygon_lint.finding import Confidence, Finding, Fix, Place, Step
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.outcome import Report
from hygon_lint.report.line_hash import line_hashes
from hygon_lint.report.options import Options
from hygon_lint.report.sarif_rules import Taxonomies, sentence
from hygon_lint.report.uris import relative_uri

BASE = "%SRCROOT%"
LOCATION_LIMIT = 1_000
STEP_LIMIT = 10_000
SNIPPET_LINES = 20
SNIPPET_BYTES = 2_000
_RANK = {Confidence.HIGH: 90.0, Confidence.MEDIUM: 60.0, Confidence.LOW: 30.0}
_BASELINE_STATE = {"new": "new", "baseline": "unchanged", "suppressed": "new"}


class Results:
    """Makes result objects for one report."""

    def __init__(self, report: Report, options: Options, taxonomies: Taxonomies) -> None:
        self._report = report
        self._lang = options.lang
        self._taxonomies = taxonomies
        self._read = options.read
        self._indices = {rule.meta.id: index for index, rule in enumerate(report.rules)}
        self._compared = any(source.kind == "baseline" for source in report.sources)
        self._with_suppressed = options.states is not None and "suppressed" in options.states

    def all(self, findings: Iterable[Finding]) -> list[dict[str, Any]]:
        """Results in the order of the findings, which are sorted by path: each file is read once."""
        results: list[dict[str, Any]] = []
        for path, group in groupby(findings, key=lambda finding: finding.place.path):
            same_file = list(group)
            source = self._read(path)
            hashes = _hashes(source, {finding.place.line for finding in same_file}) if source else {}
            results += [self._result(finding, source, hashes) for finding in same_file]
        return results

    def _result(self, finding: Finding, source: SourceText | None, hashes: Mapping[int, str]) -> dict[str, Any]:
        """One finding; parts it does not have are left out."""
        related = finding.related[:LOCATION_LIMIT]
        prints = {"hygonLint/v1": finding.fingerprint}
        if finding.place.line in hashes:
            prints = {"primaryLocationLineHash": hashes[finding.place.line], **prints}
        physical = self._physical(finding.place)
        snippet = _snippet(source, finding.place) if source else ""
        if snippet:
            physical["region"]["snippet"] = {"text": snippet}
        properties: dict[str, Any] = {"confidence": finding.confidence.value}
        if finding.archs:
            properties["archs"] = list(finding.archs)
        if finding.audit:
            properties["audit"] = list(finding.audit)
        result: dict[str, Any] = {
            "ruleId": finding.rule,
            "ruleIndex": self._indices.get(finding.rule, -1),
            "level": finding.severity.value,
            "rank": _RANK[finding.confidence],
            "message": {"text": self._message(finding)},
            "locations": [{"physicalLocation": physical}],
            "partialFingerprints": prints,
            "relatedLocations": [{"id": index, **self._location(step)} for index, step in enumerate(related)],
            "codeFlows": [{"threadFlows": [{"locations": self._flow(finding.flow)}]}] if finding.flow else [],
            "fixes": [self._fix(finding.fix)] if finding.fix else [],
            "taxa": self._taxonomies.references(finding.audit, finding.cwe),
        }
        result = {key: value for key, value in result.items() if value != []}
        if self._compared:
            result["baselineState"] = _BASELINE_STATE[finding.state]
        if self._with_suppressed:
            result["suppressions"] = [{"kind": "inSource"}] if finding.state == "suppressed" else []
        result["properties"] = properties
        return result

    def _message(self, finding: Finding) -> str:
        text = sentence(_no_links(finding.message.get(self._lang)))
        links = [
            f"[{_link_text(step.message.get(self._lang))}]({index})" for index, step in enumerate(finding.related[:10])
        ]
        if not links:
            return text
        return f"{text} 相关位置：{'，'.join(links)}。" if self._lang == "zh" else f"{text} See {', '.join(links)}."

    def _physical(self, place: Place) -> dict[str, Any]:
        return {"artifactLocation": self.artifact(place.path), "region": region(place, least=1)}

    def _location(self, step: Step) -> dict[str, Any]:
        return {
            "physicalLocation": self._physical(step.place),
            "message": {"text": sentence(_no_links(step.message.get(self._lang)))},
        }

    def _flow(self, flow: tuple[Step, ...]) -> list[dict[str, Any]]:
        return [{"location": self._location(step)} for step in flow[:STEP_LIMIT]]

    def _fix(self, fix: Fix) -> dict[str, Any]:
        by_file: dict[str, list[dict[str, Any]]] = {}
        for edit in fix.edits:
            replacement: dict[str, Any] = {"deletedRegion": region(edit.place)}
            if edit.text:
                replacement["insertedContent"] = {"text": edit.text}
            by_file.setdefault(edit.place.path, []).append(replacement)
        return {
            "description": {"text": sentence(_no_links(fix.message.get(self._lang)))},
            "artifactChanges": [
                {"artifactLocation": self.artifact(path), "replacements": edits} for path, edits in by_file.items()
            ],
            "properties": {"safe": fix.safe},
        }

    def artifact(self, path: str) -> dict[str, Any]:
        """A file, relative to the root of the checkout."""
        return {"uri": relative_uri(self._report, path), "uriBaseId": BASE}


def _hashes(source: SourceText, lines: set[int]) -> dict[int, str]:
    mark = "\ufeff" if source.encoding == "utf-8-bom" else ""  # the code-scanning page's own action hashes it, too
    return line_hashes(mark + source.data.decode("utf-8", "replace"), lines)


def _snippet(source: SourceText, place: Place) -> str:
    """The text of a place, or nothing when it is long."""
    if place.end_line - place.line > SNIPPET_LINES:
        return ""
    start = source.offset(place.line, place.column)
    end = source.offset(place.end_line, place.end_column)
    return source.text(Span(start, end)) if end - start <= SNIPPET_BYTES else ""


def region(place: Place, least: int = 0) -> dict[str, int]:
    """A region with all four fields, `least` columns wide at the least when it ends on its first line."""
    end_line = max(place.end_line, place.line)
    end_column = place.end_column if end_line > place.line else max(place.end_column, place.column + least)
    return {"startLine": place.line, "startColumn": place.column, "endLine": end_line, "endColumn": end_column}


def _no_links(text: str) -> str:
    """Text that holds nothing a viewer takes for an embedded link, as `a[0](b)` would be."""
    return text.replace("](", "] (")


def _link_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
