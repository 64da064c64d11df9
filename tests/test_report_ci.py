"""The formats for CI services: annotations, code quality, JUnit, rdjson, JSON lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from report_samples import EMPTY, FILES, HOSTILE, REPORTS, hostile_report, options, report, srd_finding, widen_finding

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Place, Severity, Text
from hygon_lint.outcome import FileError, Report
from hygon_lint.report import FORMATS, github, gitlab, json_report, jsonl, junit, rdjson, render
from hygon_lint.report.options import Options

CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]")


# ---------------------------------------------------------------- github


def commands(made: Report, choices: Options | None = None) -> list[tuple[str, dict[str, str], str]]:
    """The commands as the runner takes them apart; lines that are none are left out."""
    result = []
    for line in github.render(made, choices or options()).split("\n"):
        if not line.startswith("::"):
            continue
        head, _, message = line[2:].partition("::")
        name, _, rest = head.partition(" ")
        pairs = dict(part.split("=", 1) for part in rest.split(",") if part)
        decoded = {
            key: value.replace("%3A", ":").replace("%2C", ",").replace("%25", "%") for key, value in pairs.items()
        }
        result.append((name, decoded, message.replace("%0A", "\n").replace("%25", "%")))
    return result


def test_an_annotation_in_full() -> None:
    name, where, message = commands(report(errors=()))[0]
    assert name == "error" and where == {
        "file": "csrc/目录 a/load#1.h",
        "line": "4",
        "endLine": "4",
        "col": "2",
        "endColumn": "59",
        "title": "HYG101 srd-word-arithmetic",
    }
    assert message.endswith("reaches word 1 (MLS-1, DEBT-7.1)")


def test_annotations_come_most_severe_first_and_end_with_a_summary() -> None:
    assert [c[0] for c in commands(report())] == ["error", "error", "warning", "notice"]
    last = commands(report())[-1][2]
    assert last.splitlines() == [
        "2 findings; 3 of 4 files analysed, 95.0% of code lines typed, 99.5% seen",
        "Configuration: pyproject.toml (ignore: HYG102 (1 rule off: HYG102))",
        "3 files excluded",
        "Not analysed: 1 (csrc/bad.hip: the worker crashed (SIGSEGV))",
        "Blind spots: 1",
        "Notes on single files: 1",
    ]
    assert commands(EMPTY)[-1][2] == "0 findings; 0 of 0 files analysed"


def test_a_range_over_lines_has_no_end_column() -> None:
    where = commands(report(srd_finding(place=Place("a.h", 4, 2, 6, 3)), errors=()))[0][1]
    assert "endColumn" not in where and where["endLine"] == "6"


def test_no_level_has_more_annotations_than_the_page_shows() -> None:
    findings: list[Finding] = []
    for severity in Severity:
        findings += [
            widen_finding(
                place=Place("a.h", n, 1, n, 2),
                severity=severity,
                confidence=Confidence.HIGH if n == 39 else Confidence.MEDIUM,
            )
            for n in range(1, 41)
        ]
    made = report(*findings, errors=tuple(FileError(path=f"{n}.h", reason="crash") for n in range(20)))
    shown = commands(made)
    for level in ("error", "warning", "notice"):
        assert sum(name == level for name, _, _ in shown) == 10
    assert shown[5][1]["line"] == "39"  # the surest comes before the others of its level
    assert f"{120 + 20 - 29} more are not annotated" in github.render(made, options())


def test_annotations_escape_what_would_end_or_start_a_command() -> None:
    made, choices = hostile_report()
    text = github.render(made, choices)
    assert not CONTROLS.search(text)
    assert sum(line.startswith("::") for line in text.splitlines()) == len(text.splitlines()) == 3
    name, where, message = commands(made, choices)[1]
    assert name == "error" and where["title"] == "HYG101 srd-word-arithmetic"
    assert "file=x::y" in where["file"] and "%0A" in where["file"] and "\nsecond" in message


# ---------------------------------------------------------------- gitlab


def test_a_code_quality_issue() -> None:
    issues = json.loads(gitlab.render(report(), options()))
    assert issues[1] == {
        "description": "word 0 of v_srsrc takes a 64-bit sum; its carry never reaches word 1 (MLS-1, DEBT-7.1)",
        "check_name": "HYG101 srd-word-arithmetic",
        "fingerprint": issues[1]["fingerprint"],
        "severity": "critical",
        "location": {"path": "csrc/目录 a/load#1.h", "lines": {"begin": 4, "end": 4}},
    }
    assert issues[0]["severity"] == "minor"
    assert json.loads(gitlab.render(EMPTY, options())) == []


@settings(max_examples=40, deadline=None)
@given(REPORTS)
def test_code_quality_fingerprints_are_unique(made: Report) -> None:
    issues = json.loads(gitlab.render(made, options()))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert {issue["severity"] for issue in issues} <= {"info", "minor", "major", "critical", "blocker"}


# ---------------------------------------------------------------- junit


def xml(made: Report, choices: Options | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(junit.render(made, choices or options()).encode("utf-8"))


def test_junit_has_a_suite_a_file_and_counts_that_add_up() -> None:
    root = xml(report(srd_finding(), widen_finding(), widen_finding(severity=Severity.NOTE)))
    names = ["csrc/flash_api.cpp", "csrc/目录 a/load#1.h", "not analysed", "hygon-lint"]
    assert [suite.get("name") for suite in root] == names
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("5", "2", "1")
    assert len(root.findall(".//failure")) == 2 and len(root.findall(".//error")) == 1
    assert len(root.findall(".//testcase")) == 5
    output = root.find(".//system-out")
    assert output is not None and "the product a * b" in (output.text or "")
    error = root.find(".//error")
    assert error is not None and "hygon-lint scan csrc/bad.hip" in (error.text or "")


def test_a_clean_run_is_one_passed_case() -> None:
    root = xml(EMPTY)
    assert root.get("tests") == "1" and root.get("failures") == "0" and len(root.findall(".//testcase")) == 1


def test_junit_holds_hostile_text_as_text() -> None:
    made, choices = hostile_report()
    root = xml(made, choices)
    tags = {"testsuites", "testsuite", "testcase", "failure", "error", "system-out"}
    assert {element.tag for element in root.iter()} == tags
    failure = root.find(".//failure")
    assert failure is not None and "<img src=x onerror=alert(1)>" in (failure.text or "")


@settings(max_examples=60, deadline=None)
@given(REPORTS)
def test_any_report_is_well_formed_xml(made: Report) -> None:
    xml(made)


# ---------------------------------------------------------------- rdjson


def diagnostics(made: Report, **choices: object) -> list[Any]:
    value = json.loads(rdjson.render(made, options(**choices)))
    assert value["source"]["name"] == "hygon-lint"
    return list(value["diagnostics"])


def test_rdjson_columns_count_bytes() -> None:
    text = FILES["csrc/flash_api.cpp"].splitlines()[1]
    column = text.index("过大") + 3  # after both characters
    place = Place("csrc/flash_api.cpp", 2, text.index("过大") + 1, 2, column)
    (value,) = diagnostics(report(widen_finding(place=place)))
    span = value["location"]["range"]
    assert span["end"]["column"] - span["start"]["column"] == len("过大".encode())
    (value,) = diagnostics(report(widen_finding(place=place)), read=lambda _: None)
    assert value["location"]["range"] == {"start": {"line": 2}, "end": {"line": 2}}


def test_rdjson_suggests_a_fix_of_one_edit_only() -> None:
    assert "suggestions" not in diagnostics(report())[1]
    place = Place("csrc/flash_api.cpp", 2, 21, 2, 22)
    fix = Fix(safe=True, edits=(Edit(place, "int64_t(a)"),), message=Text("widen", "加宽"))
    (value,) = diagnostics(report(widen_finding(fix=fix)))
    assert value["suggestions"][0]["text"] == "int64_t(a)"
    assert value["severity"] == "WARNING" and value["code"]["value"] == "HYG202"


# ---------------------------------------------------------------- JSON lines


def test_json_lines_are_the_json_report_in_lines() -> None:
    whole = json.loads(json_report.render(report(), options()))
    *findings, rest = [json.loads(line) for line in jsonl.render(report(), options()).splitlines()]
    assert findings == whole["findings"] and {"findings": findings, **rest} == whole


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_format_renders_every_sample(name: str, lang: str) -> None:
    hostile, choices = hostile_report()
    samples = ((report(), options(lang=lang)), (EMPTY, options(lang=lang)), (hostile, choices))
    for made, asked in samples:
        text = render(name, made, asked)
        assert not CONTROLS.search(text.replace("\t", "") if name == "html" else text)
        assert name in ("github", "html") or not re.search(r"^\s*::", text, re.M)
        assert text == render(name, made, asked)
        text.encode("utf-8")
    assert HOSTILE.startswith("\x1b")


@pytest.mark.parametrize("name", FORMATS)
def test_findings_that_are_not_new_do_not_fail_anybody(name: str) -> None:
    made = report(srd_finding(state="suppressed"), widen_finding(state="baseline"), errors=())
    text = render(name, made, options())
    if name == "sarif":
        assert len(json.loads(text)["runs"][0]["results"]) == 1
    elif name == "html":
        assert "the product a * b" in text and "its carry never" not in text
    elif name in ("json", "jsonl"):
        assert '"state": "suppressed"' in text or '"state":"suppressed"' in text
    else:
        assert "the product a * b" not in text and "its carry never" not in text


@pytest.mark.parametrize(("name", "heavy"), [("text", {"rich.console", "jinja2"}), ("github", {"rich", "jinja2"})])
def test_what_a_hook_uses_loads_nothing_heavy(name: str, heavy: set[str]) -> None:
    code = f"import sys, hygon_lint.report.{name}; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not heavy & set(loaded) and "clang" not in loaded
