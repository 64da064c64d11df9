"""SARIF: what consumers need, and what the real validator says of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import tomllib
from hypothesis import given, settings
from report_samples import (
    EMPTY,
    FILES,
    REPORTS,
    hostile_report,
    options,
    reader,
    report,
    srd_finding,
    widen_finding,
)
from sarif_validator import complaints, needs_validator, run

from hygon_lint import urls
from hygon_lint.audit import catalogue
from hygon_lint.finding import Place, Severity, Step, Text
from hygon_lint.outcome import Report, Source
from hygon_lint.report import sarif
from hygon_lint.report.options import Options
from hygon_lint.report.sarif_rules import sentence, shortened, symbol

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PATH = "csrc/目录 a/load#1.h"


def load(made: Report, **choices: object) -> dict[str, Any]:
    text = sarif.render(made, options(**choices))
    value: dict[str, Any] = json.loads(text)
    check(value)
    (only,) = value["runs"]
    return dict(only)


def check(value: dict[str, Any]) -> None:
    """What a code-scanning page needs, whatever the report."""
    assert value["version"] == "2.1.0" and value["$schema"].endswith("sarif-2.1.0.json")
    made = value["runs"][0]
    rules = made["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["shortDescription"]["text"] and rule["help"]["text"] and rule["fullDescription"]["text"]
        assert len(rule["fullDescription"]["text"]) <= 1024 and len(rule["properties"]["tags"]) <= 20
    for result in made["results"]:
        assert result["message"]["text"] and result["partialFingerprints"] and len(result["locations"]) == 1
        if result["ruleIndex"] >= 0:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    no_empty_text(value)


def no_empty_text(value: Any) -> None:
    if isinstance(value, dict):
        for entry in value.values():
            no_empty_text(entry)
        if "physicalLocation" in value:
            artifact = value["physicalLocation"]["artifactLocation"]
            assert artifact["uri"] and not artifact["uri"].startswith("/") and ":" not in artifact["uri"]
            assert artifact["uriBaseId"] == "%SRCROOT%"
        if "startColumn" in value:
            assert {"startLine", "startColumn", "endLine", "endColumn"} <= set(value)
            assert (value["startLine"], value["startColumn"]) <= (value["endLine"], value["endColumn"])
    elif isinstance(value, list):
        for entry in value:
            no_empty_text(entry)
    else:
        assert value != ""


def results(made: Report, **choices: object) -> list[dict[str, Any]]:
    return list(load(made, **choices)["results"])


# ---------------------------------------------------------------- the static part


def test_every_rule_is_listed_whatever_was_found() -> None:
    driver = load(EMPTY)["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == ["HYG001", "HYG101", "HYG202"]
    assert load(EMPTY)["results"] == []
    assert driver["semanticVersion"] == "0.1.0"


def test_a_rule_carries_level_precision_security_severity_help_and_links() -> None:
    rule = load(report())["tool"]["driver"]["rules"][1]
    assert rule["name"] == "SrdWordArithmetic"
    assert rule["defaultConfiguration"]["level"] == "error"
    properties = rule["properties"]
    assert properties["precision"] == "high" and properties["security-severity"] == "7.5"
    assert properties["problem.severity"] == "error"
    assert {"security", "audit/MLS-1", "external/cwe/cwe-190"} <= set(properties["tags"])
    assert rule["helpUri"] == urls.rule_page("HYG101")
    markdown = rule["help"]["markdown"]
    assert "s[0] += n;" in markdown and "expect" not in markdown and urls.item_page("MLS-1") in markdown
    own = load(report())["tool"]["driver"]["rules"][0]
    assert "security-severity" not in own["properties"] and "relationships" not in own


def test_addresses_are_those_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert (project["Homepage"], project["Documentation"]) == (urls.HOMEPAGE, urls.DOCUMENTATION)


def test_the_audit_catalogue_and_cwe_are_taxonomies_that_results_point_into() -> None:
    made = load(report())
    audit, cwe = made["taxonomies"]
    assert [taxon["id"] for taxon in audit["taxa"]] == list(catalogue.items())
    assert [taxon["id"] for taxon in cwe["taxa"]] == ["CWE-190", "CWE-681"]
    supported = made["tool"]["driver"]["supportedTaxonomies"]
    for result in made["results"]:
        assert result["taxa"]
        for reference in result["taxa"]:
            component = made["taxonomies"][reference["toolComponent"]["index"]]
            assert component["taxa"][reference["index"]]["id"] == reference["id"]
            assert component["guid"] == reference["toolComponent"]["guid"]
            assert supported[reference["toolComponent"]["index"]]["guid"] == component["guid"]
    assert [r["id"] for r in made["results"][1]["taxa"]] == ["MLS-1", "DEBT-7.1", "CWE-190"]


def test_items_of_another_catalogue_are_properties_and_no_broken_reference() -> None:
    (result,) = results(report(widen_finding(audit=("OTHER-1",), cwe=(99999,))))
    assert "taxa" not in result and result["properties"]["audit"] == ["OTHER-1"]


def test_chinese() -> None:
    made = load(report(), lang="zh")
    assert made["language"] == "zh-CN"
    assert made["results"][0]["message"]["text"] == "乘积 a * b 以 int 计算。"
    assert "修复方法" in made["tool"]["driver"]["rules"][1]["help"]["markdown"]
    assert made["taxonomies"][0]["taxa"][0]["shortDescription"]["text"].startswith("gfx92a")


# ---------------------------------------------------------------- results


def test_a_result_in_full() -> None:
    result = results(report())[1]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "csrc/%E7%9B%AE%E5%BD%95%20a/load%231.h"
    assert unquote(physical["artifactLocation"]["uri"]) == PATH
    snippet = physical["region"].pop("snippet")["text"]
    assert physical["region"] == {"startLine": 4, "startColumn": 2, "endLine": 4, "endColumn": 59}
    assert snippet == FILES[PATH].splitlines()[3][1:58]
    assert result["level"] == "error" and result["properties"]["archs"] == ["gfx928", "gfx938"]
    assert [s["location"]["message"]["text"] for s in result["codeFlows"][0]["threadFlows"][0]["locations"]] == [
        "the root's low word.",
        "stored without carry.",
        "the load uses it.",
    ]
    fix = result["fixes"][0]
    assert fix["properties"] == {"safe": False}
    (change,) = fix["artifactChanges"]
    first, second = change["replacements"]
    assert first["insertedContent"]["text"].startswith("*(uint64_t*)") and "insertedContent" not in second


def test_the_message_links_to_its_related_places() -> None:
    result = results(report())[1]
    assert result["message"]["text"].endswith("reaches word 1. See [word 1 is copied here](0).")
    assert result["relatedLocations"][0]["id"] == 0
    odd = srd_finding(
        message=Text("s[0](x) wraps", "s[0](x) 回绕"),
        related=(Step(Place(PATH, 1, 1, 1, 2), Text(r"s[0] \ here", "此处")),),
    )
    assert results(report(odd))[0]["message"]["text"] == r"s[0] (x) wraps. See [s\[0\] \\ here](0)."


def test_fingerprints() -> None:
    both = results(report())
    assert all(set(r["partialFingerprints"]) == {"primaryLocationLineHash", "hygonLint/v1"} for r in both)
    assert list(results(report(), read=lambda _: None)[0]["partialFingerprints"]) == ["hygonLint/v1"]


def test_each_file_is_read_once() -> None:
    asked: list[str] = []

    def read(path: str) -> Any:
        asked.append(path)
        return reader(FILES)(path)

    results(report(srd_finding(), srd_finding(place=Place(PATH, 6, 5, 6, 30)), widen_finding()), read=read)
    assert sorted(asked) == sorted(FILES)


def test_an_empty_place_still_has_a_width() -> None:
    (result,) = results(report(widen_finding(place=Place("csrc/flash_api.cpp", 2, 5, 2, 5))))
    assert result["locations"][0]["physicalLocation"]["region"]["endColumn"] == 6


def test_baseline_state_only_where_a_baseline_was_compared() -> None:
    made = (widen_finding(state="baseline"), srd_finding())
    assert all("baselineState" not in r for r in results(report(*made)))
    compared = results(report(*made, sources=(Source("baseline", "b.json"),)))
    assert [r["baselineState"] for r in compared] == ["unchanged", "new"]


def test_suppressed_results_come_only_on_request() -> None:
    made = report(widen_finding(state="suppressed"), srd_finding())
    assert [r["ruleId"] for r in results(made)] == ["HYG101"]
    asked = results(made, states=frozenset({"new", "suppressed"}))
    assert [r["suppressions"] for r in asked] == [[{"kind": "inSource"}], []]


def test_names_that_are_no_utf8_are_encoded_byte_for_byte() -> None:
    made = report(widen_finding(place=Place("a\\xff.h", 1, 1, 1, 2)), odd_names={"a\\xff.h": "/repo/a\udcff.h"})
    (result,) = results(made)
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%FF.h"


def test_more_results_than_allowed_keep_the_most_severe_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "RESULT_LIMIT", 3)
    findings = [
        widen_finding(place=Place("a.h", n, 1, n, 2), severity=Severity.ERROR if n % 2 else Severity.NOTE)
        for n in range(1, 7)
    ]
    made = load(report(*findings))
    assert [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in made["results"]] == [1, 3, 5]
    texts = [n["message"]["text"] for n in made["invocations"][0]["toolExecutionNotifications"]]
    assert texts[-1] == "3 less severe results were left out: a log holds at most 3."


# ---------------------------------------------------------------- the invocation


def test_blind_spots_failures_and_notes_are_notifications() -> None:
    invocation = load(report())["invocations"][0]
    told = [(n["descriptor"]["id"], n["level"]) for n in invocation["toolExecutionNotifications"]]
    assert told == [("HYG002", "note"), ("analysis-error", "error"), ("run-note", "note"), ("run-note", "note")]
    blind, error, *_ = invocation["toolExecutionNotifications"]
    assert blind["locations"][0]["physicalLocation"]["region"] == {"startLine": 40, "endLine": 44}
    assert "Repeat with: hygon-lint scan csrc/bad.hip" in error["message"]["text"]
    assert "pyproject.toml" in invocation["toolConfigurationNotifications"][0]["message"]["text"]


@pytest.mark.parametrize(
    ("changes", "partial", "expected"),
    [
        ({"errors": ()}, False, True),
        ({}, False, False),
        ({}, True, True),
        ({"errors": (), "min_coverage": 0.99}, False, False),
        ({"errors": (), "min_coverage": 0.5}, False, True),
    ],
)
def test_only_the_tools_own_failure_is_one(changes: dict[str, object], partial: bool, expected: bool) -> None:
    invocation = load(report(**changes), allow_partial=partial)["invocations"][0]
    assert invocation["executionSuccessful"] is expected


def test_rules_that_did_not_run_are_said_to_be_off() -> None:
    overrides = load(report(enabled=("HYG101",)))["invocations"][0]["ruleConfigurationOverrides"]
    assert [o["descriptor"]["id"] for o in overrides] == ["HYG001", "HYG202"]


def test_the_same_report_gives_the_same_bytes() -> None:
    assert sarif.render(report(), options()) == sarif.render(report(), options())


@settings(max_examples=40, deadline=None)
@given(REPORTS)
def test_any_report_meets_the_needs(made: Report) -> None:
    load(made)


# ---------------------------------------------------------------- the validator


def hostile() -> tuple[Report, Options]:
    return hostile_report()


CASES = {
    "plain": lambda: (report(), options()),
    "chinese": lambda: (report(), options(lang="zh")),
    "empty": lambda: (EMPTY, options()),
    "hostile": hostile,
    "all states": lambda: (
        report(
            srd_finding(state="suppressed"),
            widen_finding(state="baseline"),
            widen_finding(),
            sources=(Source("baseline", "b.json"),),
        ),
        options(states=frozenset({"new", "baseline", "suppressed"})),
    ),
    "most results": lambda: (
        report(*(widen_finding(place=Place(f"d{n % 50}/a.h", n, 1, n, 9)) for n in range(1, 25_101))),
        options(),
    ),
}


@needs_validator
@pytest.mark.parametrize("name", CASES)
def test_the_validator_has_no_complaint(name: str, tmp_path: Path) -> None:
    made, choices = CASES[name]()
    assert complaints(sarif.render(made, choices), tmp_path) == []


@needs_validator
def test_the_validator_would_complain(tmp_path: Path) -> None:
    broken = json.loads(sarif.render(report(), options()))
    del broken["runs"][0]["results"][0]["locations"]
    assert complaints(json.dumps(broken), tmp_path)


@needs_validator
def test_line_hashes_and_snippets_are_those_the_validators_maker_computes(tmp_path: Path) -> None:
    log = json.loads(sarif.render(report(blind=(), errors=(), notes=()), options()))
    ours = [dict(result["partialFingerprints"]) for result in log["runs"][0]["results"]]
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in log["runs"][0]["results"]]
    snippets = [region.pop("snippet") for region in regions]
    for result in log["runs"][0]["results"]:
        del result["partialFingerprints"]
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    log["runs"][0]["originalUriBaseIds"] = {"%SRCROOT%": {"uri": tmp_path.as_uri() + "/"}}
    (tmp_path / "in.sarif").write_text(json.dumps(log), "utf-8")
    insert = "RollingHashPartialFingerprints;RegionSnippets"
    done = run("rewrite", "in.sarif", "--output", "out.sarif", "--insert", insert, cwd=tmp_path)
    written = json.loads((tmp_path / "out.sarif").read_text("utf-8-sig"))["runs"][0]["results"]
    assert done.returncode == 0, done.stdout
    theirs = [result["partialFingerprints"]["primaryLocationLineHash"] for result in written]
    assert theirs == [result["primaryLocationLineHash"] for result in ours]
    assert [r["locations"][0]["physicalLocation"]["region"]["snippet"] for r in written] == snippets


# ---------------------------------------------------------------- parts


def test_parts() -> None:
    assert sentence("a b") == "a b." and sentence("完") == "完。" and sentence("done!") == "done!"
    assert sentence(" \n") == "-"
    assert shortened("word " * 400).endswith(" ...") and len(shortened("word " * 400)) <= 1024
    assert symbol("srd-word-arithmetic") == "SrdWordArithmetic"
