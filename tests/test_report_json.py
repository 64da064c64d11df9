"""The JSON report against its contract."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
from hypothesis import given, settings
from report_samples import EMPTY, HOSTILE, REPORTS, hostile_report, options, report, srd_finding, widen_finding

from hygon_lint.outcome import Report
from hygon_lint.report.json_report import render

SCHEMA = json.loads(files("hygon_lint.report").joinpath("report.schema.json").read_text("utf-8"))
CHECK = jsonschema.Draft202012Validator(SCHEMA)


def load(made: Report, **choices: object) -> Any:
    value = json.loads(render(made, options(**choices)))
    CHECK.validate(value)
    return value


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_a_finding_has_exactly_the_keys_of_the_contract() -> None:
    first = load(report())["findings"][-1]
    assert first["rule"] == "HYG101"
    assert list(first) == [
        *("rule", "name", "severity", "confidence", "message", "path", "line", "column", "end_line", "end_column"),
        *("archs", "audit", "cwe", "fingerprint", "related", "flow", "state", "fix"),
    ]
    assert first["archs"] == ["gfx928", "gfx938"] and first["audit"] == ["MLS-1", "DEBT-7.1"] and first["cwe"] == [190]
    assert first["flow"][2]["line"] == 6 and first["related"][0]["message"] == "word 1 is copied here"
    assert first["fix"]["safe"] is False and first["fix"]["edits"][1]["text"] == ""


def test_coverage_and_summary() -> None:
    value = load(report())
    coverage = value["coverage"]
    assert (coverage["files"], coverage["analysed"], coverage["code_lines"]) == (4, 3, 220)
    assert (coverage["typed_ratio"], coverage["seen_ratio"]) == (0.95, 0.995)
    assert coverage["blind"] == [
        {"path": "csrc/flash_api.cpp", "line": 40, "end_line": 44, "reason": "unknown type Frobnicator"}
    ]
    assert value["summary"] == {
        "by_rule": {"HYG101": 1, "HYG202": 1},
        "by_severity": {"error": 1, "warning": 1},
        "by_item": {"DEBT-2": 1, "DEBT-7.1": 1, "MLS-1": 1},
    }


def test_an_empty_report_has_null_ratios() -> None:
    value = load(EMPTY)
    assert value["findings"] == [] and value["coverage"]["typed_ratio"] is None
    assert value["summary"] == {"by_rule": {}, "by_severity": {}, "by_item": {}}


def test_paths_are_relative_to_the_working_directory_and_absolute_outside_it() -> None:
    assert load(report(cwd="/repo/csrc"))["findings"][0]["path"] == "flash_api.cpp"
    assert load(report(cwd="/elsewhere"))["findings"][0]["path"] == "/repo/csrc/flash_api.cpp"


def test_states_are_all_there_unless_chosen_and_only_new_ones_count() -> None:
    made = report(srd_finding(), widen_finding(state="baseline"), widen_finding(state="suppressed"))
    value = load(made)
    assert [f["state"] for f in value["findings"]] == ["baseline", "suppressed", "new"]
    assert value["summary"]["by_rule"] == {"HYG101": 1}
    assert len(load(made, states=frozenset({"new"}))["findings"]) == 1


def test_languages() -> None:
    assert load(report(), lang="zh")["findings"][0]["message"] == "乘积 a * b 以 int 计算"


def test_what_shaped_the_run_is_said() -> None:
    run = load(report(suppressed_by_kind={"nolint": 2, "baseline": 5}, changed_since="main"))["run"]
    assert run["held_back"] == {"baseline": 5, "nolint": 2}
    assert run["sources"] == [{"kind": "configuration", "path": "pyproject.toml"}]
    assert run["configured"] == [{"key": "ignore", "value": "HYG102", "rules": ["HYG102"]}]
    assert run["stale"] == [{"path": "csrc/gone.h", "rule": "HYG401", "count": 3}]
    assert run["errors"][0]["reason"].startswith("the worker crashed") and run["changed_since"] == "main"


def test_hostile_text_comes_back_whole_and_steers_no_terminal() -> None:
    made, choices = hostile_report()
    text = render(made, choices)
    assert HOSTILE in json.loads(text)["findings"][0]["message"]
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2028" for c in text)


@settings(max_examples=60, deadline=None)
@given(REPORTS)
def test_any_report_is_valid_and_the_same_twice(made: Report) -> None:
    text = render(made, options())
    CHECK.validate(json.loads(text))
    assert text == render(made, options())
    text.encode("utf-8")
