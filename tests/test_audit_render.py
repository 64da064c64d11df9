"""The audit report as text, Markdown and JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from audit_samples import MET, finding, full, report

from hygon_lint.audit.catalogue import audited_items
from hygon_lint.audit.render import FORMATS, render
from hygon_lint.audit.status import Audit, assess
from hygon_lint.report.cells import width
from hygon_lint.report.options import Options


def audit(**changes: Any) -> Audit:
    return assess(full(), MET, **changes)


def test_text_lists_every_item_and_details_open_ones() -> None:
    text = render("text", audit(), Options())
    head = text.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in head] == [*audited_items(), "GEN-SENTINEL"]
    assert re.search("^MLS-1a +not present +medium", text, re.M)
    assert re.search("^DEBT-Q1 +not decidable +on record", text, re.M)
    assert "(2 findings in 1 file)" in text
    assert "MLS-1 open: found in this checkout" in text and "MLS-1a clear" not in text
    assert "remedy: Check the tensor's own element count" in text
    assert "54 as audited, 12 now" in text and "      28 -> 0    csrc/" in text
    assert "HYG401: 10, 11, 12, 13, 14, 15, 16, 17, +3" in text
    assert "Clear means: as far as was seen (1 file not analysed; rules that failed: HYG301; 1 stretch" in text


def test_text_in_short_and_in_full() -> None:
    assert len(render("text", audit(), Options(quiet=True)).splitlines()) == 16
    verbose = render("text", audit(), Options(verbose=1))
    assert "MLS-1a not present: no code of this kind" in verbose
    assert "HYG401: 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20" in verbose


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_text_fits_the_terminal(lang: str) -> None:
    text = render("text", audit(), Options(width=72, lang=lang))
    for line in text.splitlines():
        assert width(line) <= 72 or "csrc/" in line, line


def test_text_is_harmless() -> None:
    hostile = report([finding("HYG101", "a\x1b[31m\n::error::b.h", 3)])
    text = render("text", assess(hostile, MET), Options())
    assert "\x1b" not in text and not re.search("^::", text, re.M)
    assert "\x1b[" in render("text", assess(hostile, MET), Options(color=True))


def test_markdown_is_a_table_and_details() -> None:
    text = render("markdown", audit(), Options())
    rows = re.findall(r"^\| \[([\w.-]+)\]\(https://\S+/docs/audit/\1\.md\) \| ([\w ]+) \|", text, re.M)
    assert [row[0] for row in rows] == [*audited_items(), "GEN-SENTINEL"]
    assert dict(rows)["DEBT-Q1"] == "not decidable"
    assert "## DEBT-5 Stop-gaps" in text and "## MLS-2" not in text
    assert "| `csrc/flash_attn_cutlass/src/flash_bwd_kernel.h` | 28 | 0 |" in text
    assert "| `setup.py` | 339-341 | HYG303: 340 |" in text
    assert "- would decide it: The ISA manual" in text


def test_markdown_cannot_be_broken_by_a_file_name() -> None:
    text = render("markdown", audit(), Options())
    line = next(line for line in text.splitlines() if "odd" in line)
    assert line.startswith("| ``odd\\|`<b>\\x0aname.h`` |") and line.count(" | ") == 2


def test_chinese_reports_have_no_english_labels() -> None:
    for name in ("text", "markdown"):
        text = render(name, audit(since="b"), Options(lang="zh", verbose=1))
        for label in ("Remedy", "remedy", "found", "as audited", "severity", "not present", "finding", "since"):
            assert label not in text, (name, label)
        assert "待确认" in text and "与基线相比" in text


def test_json_holds_all_that_the_text_does() -> None:
    data = json.loads(render("json", audit(), Options()))
    assert data["schema"] == "hygon-lint-audit/1"
    assert data["summary"] == {"open": 6, "undecided": 1, "clear": 3, "not-present": 1, "not-checked": 5}
    table = {item["id"]: item for item in data["items"]}
    debt = table["DEBT-5"]
    assert debt["state"] == "open" and debt["severity"] == "medium" and debt["evidence"] == "code"
    assert debt["counts"][0] == {
        "path": "csrc/flash_attn_cutlass/src/flash_bwd_kernel.h",
        "as_audited": 28,
        "now": 0,
    }
    assert len(debt["findings"]) == 13 and debt["by_file"]["odd|`<b>\nname.h"] == 1
    assert table["DEBT-4"]["suppressed"] == 1
    assert table["DEBT-Q1"]["decides"] and table["DEBT-Q1"]["answers"] == []
    place = table["DEBT-2"]["places"][0]
    assert place["as_audited"][0] == {
        "path": "csrc/flash_attn_hipc/flash_api.cpp",
        "line": 1868,
        "end_line": 1875,
    }
    assert place["now"] == [{"line": 1868, "rule": "HYG201"}, {"line": 537, "rule": "HYG202"}]
    assert data["since"] is None and debt["progress"] is None
    assert data["coverage"]["errors"] == 2


def test_json_obeys_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    from importlib.resources import files

    schema = json.loads(files("hygon_lint.audit").joinpath("audit.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for made in (audit(), audit(since="base.json"), assess(report(), MET)):
        for lang in ("en", "zh"):
            validator.validate(json.loads(render("json", made, Options(lang=lang))))
    broken = json.loads(render("json", audit(), Options()))
    broken["items"][0]["state"] = "fine"
    assert not validator.is_valid(broken)


@pytest.mark.parametrize("name", FORMATS)
def test_audited_files_that_were_not_scanned_are_told_and_not_listed(name: str) -> None:
    made = assess(full(), MET, scanned=[found.place.path for found in full().findings])
    text = render(name, made, Options())
    if name == "json":
        debt = next(item for item in json.loads(text)["items"] if item["id"] == "DEBT-5")
        assert "csrc/flash_attn_cutlass/src/mask.h" in debt["not_scanned"]
        assert {entry["path"] for entry in debt["counts"]} == set(debt["by_file"]) - {
            "csrc/flash_attn_hipc/flash_api.cpp"
        }
    else:
        assert "audited files are not among those scanned" in text
        assert "src/mask.h" not in text
    assert "not among" not in render(name, audit(), Options())
    assert not re.search(r"^ +$", text + render(name, audit(), Options()), re.M)


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_chinese_remarks_stand_in_chinese_parentheses(name: str) -> None:
    text = render(name, audit(), Options(lang="zh"))
    assert "（" in text
    assert not re.search(r"[\u4e00-\u9fff] \(\d* ?[\u4e00-\u9fff]", text)


@pytest.mark.parametrize("name", FORMATS)
def test_same_audit_same_bytes(name: str) -> None:
    assert render(name, audit(), Options()) == render(name, audit(), Options())
