"""`--format sarif`: SARIF 2.1.0 for code-scanning pages and other consumers.

One run; every known rule is listed whatever the results; places are relative to %SRCROOT%, the root of the checkout;
blind spots and failures are notifications of the invocation. The same report gives the same bytes.
"""

from __future__ import annotations

import re
from typing import Any

from hygon_lint import __version__
from hygon_lint.outcome import Choice, Report
from hygon_lint.report import sarif_rules as static
from hygon_lint.report.options import NEW_AND_BASELINE, Options
from hygon_lint.report.plain import json_text
from hygon_lint.report.sarif_results import BASE, Results
from hygon_lint.report.selection import most_severe
from hygon_lint.urls import HOMEPAGE

RESULT_LIMIT = 25_000
INDENTED = 1_000  # results up to which the log is laid out for people
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SEMANTIC = re.compile(r"\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?")


def render(report: Report, options: Options) -> str:
    """The report as one SARIF log, with a line end."""
    log = document(report, options)
    return json_text(log, indent=2 if len(log["runs"][0]["results"]) <= INDENTED else None) + "\n"


def document(report: Report, options: Options) -> dict[str, Any]:
    """The log as plain dictionaries and lists."""
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(report, options)]}


def _run(report: Report, options: Options) -> dict[str, Any]:
    taxonomies = static.Taxonomies(report.rules, options.lang)
    findings = options.shown(report, NEW_AND_BASELINE)
    kept = most_severe(findings, RESULT_LIMIT)
    results = Results(report, options, taxonomies)
    version = report.tools.get("hygon-lint") or __version__
    return {
        "tool": {"driver": _driver(report, options, taxonomies, version)},
        "language": "zh-CN" if options.lang == "zh" else "en-US",
        "automationDetails": {"id": f"{options.category}/"},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {BASE: {"description": {"text": "The root of the checkout."}}},
        "invocations": [_invocation(report, options, results, len(findings) - len(kept))],
        "taxonomies": taxonomies.components(version),
        "results": results.all(kept),
        "properties": _properties(report),
    }


def _driver(report: Report, options: Options, taxonomies: static.Taxonomies, version: str) -> dict[str, Any]:
    driver: dict[str, Any] = {
        "name": "hygon-lint",
        "organization": "hygon-lint",
        "version": version,
        "informationUri": HOMEPAGE,
        "supportedTaxonomies": [
            {"name": component["name"], "index": index, "guid": component["guid"]}
            for index, component in enumerate(taxonomies.components(version))
        ],
        "rules": [static.rule_descriptor(rule, options.lang, taxonomies) for rule in report.rules],
        "notifications": static.notification_descriptors(options.lang),
    }
    if _SEMANTIC.fullmatch(version):
        driver["semanticVersion"] = version
    return driver


def _invocation(report: Report, options: Options, results: Results, left_out: int) -> dict[str, Any]:
    """What happened besides results. Unsuccessful only where the tool failed, so that no alert is closed by that."""
    notifications = [
        _notification(static.BLIND_SPOT, "note", spot.reason, _at(results, spot.path, spot.line, spot.end_line))
        for spot in report.blind
    ]
    for error in report.errors:
        text = f"{error.rule}: {error.reason}" if error.rule else error.reason
        if error.command:
            text = f"{static.sentence(text)} Repeat with: {error.command}"
        notifications.append(_notification(static.ANALYSIS_ERROR, "error", text, _at(results, error.path)))
    notifications += [
        _notification(static.RUN_NOTE, "note", note.text, _at(results, note.path)) for note in report.notes
    ]
    if left_out:
        text = f"{left_out} less severe results were left out: a log holds at most {RESULT_LIMIT}"
        notifications.append(_notification(static.RESULT_LIMIT, "warning", text, []))
    failed = report.blinded or (report.errors and not options.allow_partial)
    return {
        "executionSuccessful": not failed,
        "toolExecutionNotifications": notifications,
        "toolConfigurationNotifications": [
            _notification(static.RUN_NOTE, "note", f"The {source.kind} {source.path} applied", [])
            for source in report.sources
        ]
        + [
            _notification(static.RUN_NOTE, "note", f"The configuration sets {_choice(choice)}", [])
            for choice in report.configured
        ],
        "ruleConfigurationOverrides": [
            {"descriptor": {"id": rule.meta.id, "index": index}, "configuration": {"enabled": False}}
            for index, rule in enumerate(report.rules)
            if rule.meta.id not in report.enabled
        ],
    }


def _choice(choice: Choice) -> str:
    return f"{choice.key}: {choice.value}" + (f" (rules off: {', '.join(choice.rules)})" if choice.rules else "")


def _notification(key: str, level: str, text: str, locations: list[dict[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {"descriptor": {"id": key}, "level": level, "message": {"text": static.sentence(text)}}
    if locations:
        value["locations"] = locations
    return value


def _at(results: Results, path: str, line: int = 0, end_line: int = 0) -> list[dict[str, Any]]:
    if not path:
        return []
    physical: dict[str, Any] = {"artifactLocation": results.artifact(path)}
    if line:
        physical["region"] = {"startLine": line, "endLine": max(line, end_line)}
    return [{"physicalLocation": physical}]


def _properties(report: Report) -> dict[str, Any]:
    coverage = report.coverage
    return {
        "coverage": {
            "files": report.files,
            "analysed": report.analysed,
            "codeLines": coverage.code_lines,
            "typedLines": coverage.typed_lines,
            "seenLines": coverage.seen_lines,
            "notNeededLines": coverage.not_needed_lines,
        },
        "heldBack": report.held_back,
    }
