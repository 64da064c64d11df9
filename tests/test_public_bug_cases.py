"""Fault and fix shapes of public bugs, written anew: the fault is named at its lines, the fix stays silent.

Same form as the cases the linter is scored with: `kind` gives the rules that may name the fault, `buggy` its lines
(within one), `also_ok` lines that stand in for one. A case out of reach of static analysis says so in `declined`.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cases import explained, scan

from hygon_lint.outcome import Report

CASES = Path(__file__).resolve().parent.parent / "fixtures" / "cases"
FAMILY = {"K1": ("HYG1", "HYG2"), "K2": ("HYG1",), "K3": ("HYG1",), "K4": ("HYG2", "HYG10")}


def _cases() -> list[Path]:
    return sorted(file.parent for file in CASES.glob("*/meta.json"))


def _meta(case: Path) -> dict[str, Any]:
    return dict(json.loads((case / "meta.json").read_text(encoding="utf-8")))


def _scan(case: Path, side: str, tmp_path: Path) -> Report:
    """Scan one side under a neutral name, so that nothing rests on the file's name."""
    (source,) = case.glob(f"{side}.*")
    copy = tmp_path / f"case{source.suffix}"
    shutil.copyfile(source, copy)
    return scan(copy, tmp_path)


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case.name)
def test_fault_is_named(case: Path, tmp_path: Path) -> None:
    meta = _meta(case)
    if meta.get("declined"):
        return
    report = _scan(case, "bad", tmp_path)
    named = [f.place for f in report.new if f.rule.startswith(FAMILY[meta["kind"]])]

    def hit(line: int) -> bool:
        return any(place.line - 1 <= line <= place.end_line + 1 for place in named)

    missed = [line for line, *_ in meta["buggy"] if not hit(line)]
    spare = [line for line, *_ in meta["also_ok"] if hit(line)]
    assert named and len(missed) <= len(spare), (missed, explained(report))


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case.name)
def test_fix_is_silent(case: Path, tmp_path: Path) -> None:
    report = _scan(case, "good", tmp_path)
    assert not report.new, explained(report)


def test_at_most_one_in_four_is_declined() -> None:
    kinds = Counter(_meta(case)["kind"] for case in _cases())
    declined = Counter(_meta(case)["kind"] for case in _cases() if _meta(case).get("declined"))
    assert all(declined[kind] * 4 <= kinds[kind] for kind in kinds)
