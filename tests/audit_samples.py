"""Reports made by hand for the tests of the audit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from hygon_lint.audit.catalogue import audited_items
from hygon_lint.finding import BlindSpot, Confidence, Finding, Place, Severity, Text
from hygon_lint.outcome import FileError, Report
from hygon_lint.rule import Doc, Meta, Rule

ITEMS = {
    "HYG101": ("MLS-1", "DEBT-7.1"),
    "HYG104": ("MLS-1a",),
    "HYG201": ("DEBT-2",),
    "HYG202": ("DEBT-2",),
    "HYG301": ("DEBT-1",),
    "HYG303": ("DEBT-3", "DEBT-Q1"),
    "HYG304": ("DEBT-4",),
    "HYG401": ("DEBT-5",),
    "HYG402": ("DEBT-5", "DEBT-Q2"),
    "HYG114": ("GEN-SENTINEL",),
    "HYG001": (),
}


def rule(rule_id: str) -> Rule:
    """A rule with nothing but its identity."""
    made = Rule()
    made.meta = Meta(  # type: ignore[misc]
        id=rule_id,
        name=f"rule-{rule_id[-3:]}",
        summary=Text(f"summary {rule_id}", f"摘要 {rule_id}"),
        severity=Severity.ERROR,
        items=ITEMS[rule_id],
    )
    made.doc = Doc(what=Text("w", "w"), why=Text("y", "y"), fix=Text("f", "f"))  # type: ignore[misc]
    return made


def finding(rule_id: str, path: str, line: int, *, state: str = "new", items: tuple[str, ...] | None = None) -> Finding:
    """A finding of a rule at a line."""
    return Finding(
        rule=rule_id,
        name=f"rule-{rule_id[-3:]}",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message=Text("message", "消息"),
        place=Place(path, line, 1, line, 9),
        audit=ITEMS[rule_id] if items is None else items,
        state=state,
    )


def report(findings: Iterable[Finding] = (), **changes: Any) -> Report:
    """A run of all rules over 20 files and two build files."""
    plain = Report(
        root="/checkout",
        cwd="/checkout",
        findings=tuple(findings),
        files=20,
        analysed=20,
        build_files=2,
        rules=tuple(rule(key) for key in ITEMS),
        enabled=tuple(ITEMS),
        tools={"hygon-lint": "0.1.0"},
    )
    return msgspec.structs.replace(plain, **changes)


MET = {key: ("a.h", "b.h", "c.h") for key in audited_items() if key != "MLS-1a"}
"""Code of every kind but one."""

CUTLASS = "csrc/flash_attn_cutlass/src"


def full() -> Report:
    """Findings of several items, one baselined, one suppressed, one of a public item, hostile names, trouble."""
    return report(
        [
            finding("HYG101", "sub/csrc/flash_attn_hipc/include/fwd/gfx938/fp8_pv_gemm_utils_mls_ds.h", 30),
            finding("HYG201", "csrc/flash_attn_hipc/flash_api.cpp", 1868, state="baseline"),
            finding("HYG202", "csrc/flash_attn_hipc/flash_api.cpp", 537),
            finding("HYG303", "setup.py", 340),
            *(finding("HYG401", f"{CUTLASS}/utils.h", line) for line in range(10, 21)),
            finding("HYG401", "odd|`<b>\nname.h", 5),
            finding("HYG402", "csrc/flash_attn_hipc/flash_api.cpp", 950, items=("DEBT-5",)),
            finding("HYG304", "setup.py", 1140, state="suppressed"),
            finding("HYG114", "kernels/a.hip", 8),
        ],
        errors=(FileError(path="broken.hip", reason="crash"), FileError(path="x.h", rule="HYG301", reason="fault")),
        blind=(BlindSpot("a.h", 1, 2, "unknown type"),),
    )
