"""The audit of the sample checkout: every item open before the repairs with the audit's own counts, clear after."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hygon_lint.audit.catalogue import audited_items, items
from hygon_lint.cli import run

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures" / "flash-attention-hygon"
QUESTIONS = {key for key, item in audited_items().items() if item.is_question}


@cache
def audited(twin: str, output: str) -> dict[str, dict[str, Any]]:
    """The items of one of the twins by id."""
    assert run(["audit", str(FIXTURE / twin), "--isolated", "--no-cache", "--format", f"json={output}"]) == 0
    data = json.loads(Path(output).read_text(encoding="utf-8"))
    return {item["id"]: item for item in data["items"]}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return audited("before", str(tmp_path_factory.mktemp("audit") / "before.json"))


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return audited("after", str(tmp_path_factory.mktemp("audit") / "after.json"))


def test_every_audited_item_is_open_and_the_questions_are_undecided(before: dict[str, dict[str, Any]]) -> None:
    states = {key: before[key]["state"] for key in audited_items()}
    assert states == {key: "undecided" if key in QUESTIONS else "open" for key in states}


def test_the_commented_out_asserts_are_those_of_the_audit(before: dict[str, dict[str, Any]]) -> None:
    counts = before["DEBT-5"]["counts"]
    assert [entry["as_audited"] for entry in counts] == [28, 10, 8, 4, 2, 1, 1]
    assert [entry["now"] for entry in counts] == [28, 10, 8, 4, 2, 1, 1]
    assert sum(entry.count for entry in items()["DEBT-5"].counts) == 54


def test_the_contradictions_are_found_where_the_audit_saw_them(before: dict[str, dict[str, Any]]) -> None:
    def files(key: str) -> set[str]:
        return {place["path"].rpartition("/before/")[2] for place in before[key]["places"] if place["now"]}

    assert files("DEBT-1") == {"csrc/flash_attn_cutlass/flash_api.cpp"}
    assert "setup.py" in files("DEBT-3") and "setup.py" in files("DEBT-4")
    assert len(before["DEBT-4"]["findings"]) == 5


def test_after_the_repairs_every_item_is_clear(after: dict[str, dict[str, Any]]) -> None:
    assert {key: item["state"] for key, item in after.items()} == dict.fromkeys(audited_items(), "clear")
