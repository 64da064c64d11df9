"""`--format junit`: JUnit XML, for services that show test reports.

A suite a file; errors and warnings are failed cases, notes passed ones with output, a file that could not be analysed
an errored one. The run itself is one passed case more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from hygon_lint.finding import Finding, Severity, Text
from hygon_lint.outcome import FileError, Report
from hygon_lint.report import told
from hygon_lint.report.options import NEW, Options
from hygon_lint.report.plain import harmless, one_line


def render(report: Report, options: Options) -> str:
    """The document, in UTF-8 when it is written."""
    findings = options.shown(report, NEW)
    suites: list[str] = []
    for path, group in groupby(findings, key=lambda finding: finding.place.path):
        suites += _suite(report.shown(path), list(group), options)
    suites += _failed(report, options)
    suites += _scan(report, options)
    tests = len(findings) + len(report.errors) + 1
    failures = sum(map(_fails, findings))
    head = f'<testsuites name="hygon-lint" tests="{tests}" failures="{failures}" errors="{len(report.errors)}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>"]) + "\n"


def _fails(finding: Finding) -> bool:
    return finding.severity is not Severity.NOTE


def _suite(path: str, findings: list[Finding], options: Options) -> Iterator[str]:
    failures = sum(map(_fails, findings))
    counts = f'tests="{len(findings)}" failures="{failures}" errors="0" skipped="0"'
    yield f"  <testsuite name={_attribute(path)} {counts}>"
    for finding in findings:
        place = finding.place
        name = f"{finding.rule} {finding.name} {place.line}:{place.column}"
        where = f'file={_attribute(path)} line="{place.line}"'
        yield f"    <testcase classname={_attribute(path)} name={_attribute(name)} {where}>"
        message = finding.message.get(options.lang)
        text = f"{path}:{place.line}:{place.column}: {message}"
        if finding.audit:
            text += f"\n{Text('audit', '审计条目').get(options.lang)}: {', '.join(finding.audit)}"
        if _fails(finding):
            kind = _attribute(finding.severity.value)
            yield f"      <failure type={kind} message={_attribute(message)}>{_text(text)}</failure>"
        else:
            yield f"      <system-out>{_text(text)}</system-out>"
        yield "    </testcase>"
    yield "  </testsuite>"


def _failed(report: Report, options: Options) -> Iterator[str]:
    if not report.errors:
        return
    count = len(report.errors)
    title = Text("not analysed", "未分析").get(options.lang)
    yield f'  <testsuite name={_attribute(title)} tests="{count}" failures="0" errors="{count}" skipped="0">'
    for error in report.errors:
        yield from _error(error, report.shown(error.path))
    yield "  </testsuite>"


def _scan(report: Report, options: Options) -> Iterator[str]:
    """The run itself, as a passed case that says what was held back, what shaped it and what was not analysed."""
    said = "\n".join(told.lines(report, options.lang))
    yield '  <testsuite name="hygon-lint" tests="1" failures="0" errors="0" skipped="0">'
    if said:
        yield '    <testcase classname="hygon-lint" name="scan">'
        yield f"      <system-out>{_text(said)}</system-out>"
        yield "    </testcase>"
    else:
        yield '    <testcase classname="hygon-lint" name="scan"/>'
    yield "  </testsuite>"


def _error(error: FileError, path: str) -> Iterator[str]:
    name = f"{error.rule} {path}".strip()
    yield f"    <testcase classname={_attribute(path)} name={_attribute(name)}>"
    detail = "\n".join(part for part in (error.reason, error.command) if part)
    yield f'      <error type="analysis" message={_attribute(error.reason)}>{_text(detail)}</error>'
    yield "    </testcase>"


def _attribute(text: str) -> str:
    return quoteattr(one_line(text))


def _text(text: str) -> str:
    return escape(harmless(text))
