"""The sample checkout: `before` gives exactly what `before.expected` lists, `after` gives nothing at any confidence."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHECKOUT = "fixtures/flash-attention-hygon"
HIPC = f"{CHECKOUT}/before/csrc/flash_attn_hipc"
CUTLASS = f"{CHECKOUT}/before/csrc/flash_attn_cutlass"

# The audit's own table: commented-out static_asserts of the CUTLASS port, by file.
ASSERTS = {
    "flash_bwd_kernel.h": 28,
    "utils.h": 10,
    "kernel_traits.h": 8,
    "flash_fwd_kernel.h": 4,
    "softmax.h": 2,
    "mask.h": 1,
    "flash_bwd_launch_template.h": 1,
}


class Wanted(NamedTuple):
    """One line of `before.expected`."""

    rule: str
    path: str
    line: int
    items: tuple[str, ...]


@cache
def wanted() -> tuple[Wanted, ...]:
    rows = []
    for text in (ROOT / CHECKOUT / "before.expected").read_text(encoding="utf-8").splitlines():
        if text and not text.startswith("#"):
            rule, path, line, items = text.split("\t")
            rows.append(Wanted(rule, path, int(line), tuple(items.split(","))))
    return tuple(rows)


@cache
def scanned(side: str, *options: str) -> tuple[int, Any]:
    """Exit code and report of the command line on one side of the checkout."""
    command = [sys.executable, "-m", "hygon_lint", "scan", f"{CHECKOUT}/{side}", "--format", "json", "--no-cache"]
    run = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode in (0, 1), run.stderr
    return run.returncode, json.loads(run.stdout)


def told(findings: list[dict[str, Any]]) -> str:
    return "\n".join(f"{f['path']}:{f['line']} {f['rule']} [{f['confidence']}] {f['message']}" for f in findings)


def places(rule: str) -> list[tuple[str, int]]:
    return [(row.path, row.line) for row in wanted() if row.rule == rule]


def function_around(path: str, line: int) -> str:
    """Name of the last function that begins above a line (host code of the checkout starts them in column 1)."""
    names = [
        match[1]
        for text in (ROOT / path).read_text(encoding="utf-8").splitlines()[:line]
        if (match := re.match(r"[a-z][\w:<> ]*? (\w+)\($", text))
    ]
    return names[-1]


def test_expected_lines_exist_and_are_code() -> None:
    for row in wanted():
        lines = (ROOT / row.path).read_text(encoding="utf-8").splitlines()
        assert lines[row.line - 1].strip(), row


def test_sources_carry_no_marks() -> None:
    for file in (ROOT / CHECKOUT).rglob("*"):
        if file.is_file() and file.suffix != ".expected":
            text = file.read_text(encoding="utf-8")
            assert "expect:" not in text and "HYG" not in text, file


def test_before_equals_the_expected_findings() -> None:
    code, report = scanned("before")
    found = Counter((f["rule"], f["path"], f["line"]) for f in report["findings"])
    expected = Counter((row.rule, row.path, row.line) for row in wanted())
    assert (expected - found, found - expected) == (Counter(), Counter()), told(report["findings"])
    assert code == 1


def test_before_links_each_finding_to_the_audited_items() -> None:
    _, report = scanned("before")
    items = {(row.rule, row.path, row.line): set(row.items) for row in wanted()}
    for finding in report["findings"]:
        audited = {item for item in finding["audit"] if not item.startswith("GEN-")}
        assert audited == items.get((finding["rule"], finding["path"], finding["line"]), audited), finding


def test_after_is_silent_at_every_confidence() -> None:
    code, report = scanned("after", "--min-confidence", "low")
    assert not report["findings"], told(report["findings"])
    assert code == 0


def test_nothing_stayed_unseen() -> None:
    for side, options in (("before", ()), ("after", ("--min-confidence", "low"))):
        coverage = scanned(side, *options)[1]["coverage"]
        assert coverage["analysed"] == coverage["files"]
        assert coverage["seen_ratio"] >= 0.98, coverage["blind"]


def test_commented_asserts_reproduce_the_audited_table() -> None:
    _, report = scanned("before")
    found = Counter(f["path"] for f in report["findings"] if f["rule"] == "HYG401")
    assert found == {f"{CUTLASS}/src/{name}": count for name, count in ASSERTS.items()}
    assert sum(ASSERTS.values()) == 54
    assert Counter(path for path, _ in places("HYG401")) == found


def test_five_build_lists_lack_an_arch() -> None:
    setup = (ROOT / CHECKOUT / "before/setup.py").read_text(encoding="utf-8").splitlines()
    lines = [setup[line - 1] for path, line in places("HYG304") if path == f"{CHECKOUT}/before/setup.py"]
    assert len(lines) == len(places("HYG304")) == 5
    assert sum("--offload-arch=" in text for text in lines) == 1
    assert sum('"938;936"' in text for text in lines) == 4


def test_guards_fail_in_four_functions() -> None:
    guards = [*places("HYG201"), *places("HYG202")]
    assert {path for path, _ in guards} == {f"{HIPC}/flash_api.cpp"}
    assert {function_around(*place) for place in guards} == {
        "mha_fwd",
        "mha_varlen_fwd",
        "hg_prefix_prefill_varlen_fwd",
        "hg_prefix_decode_varlen_fwd",
    }


def test_swapped_flag_is_hidden_in_five_calls() -> None:
    per_folder = Counter(path.split("/")[-2] for path, _ in places("HYG402"))
    assert per_folder == {"flash_attn_hipc": 2, "flash_attn_cutlass": 3}
    assert len({function_around(*place) for place in places("HYG402")}) == 4  # one name lives in both folders


@pytest.mark.parametrize(
    ("rule", "file", "count"),
    [
        ("HYG301", "csrc/flash_attn_cutlass/flash_api.cpp", 1),
        ("HYG302", "csrc/flash_attn_cutlass/flash_api.cpp", 3),
        ("HYG303", "setup.py", 1),
        ("HYG403", "csrc/flash_attn_cutlass/flash_api.cpp", 1),
        ("HYG404", "csrc/flash_attn_hipc/include/fwd/softmax.h", 1),
        ("HYG405", "csrc/flash_attn_hipc/flash_api.cpp", 1),
        ("HYG101", "csrc/flash_attn_hipc/include/fwd/gfx938/fp8_pv_gemm_utils_mls_ds.h", 4),
        ("HYG102", "csrc/flash_attn_hipc/include/fwd/gfx938/b16_qk_gemm_utils_mls_ds.h", 1),
        ("HYG112", "csrc/flash_attn_hipc/include/kvcache/gfx92a/fp8_pv_gemm_utils_mls_ds_gfx92a.h", 1),
        ("HYG113", "csrc/flash_attn_hipc/include/kvcache/gfx92a/b16_kv_prefetch_mls_ds_gfx92a.h", 1),
    ],
)
def test_audited_places(rule: str, file: str, count: int) -> None:
    assert [path for path, _ in places(rule)] == [f"{CHECKOUT}/before/{file}"] * count


def test_every_audited_fault_is_in_the_checkout() -> None:
    carried = {item for row in wanted() for item in row.items}
    debts = {"DEBT-1", "DEBT-2", "DEBT-3", "DEBT-4", "DEBT-5", "DEBT-6", "DEBT-7.1", "DEBT-7.2", "DEBT-7.3"}
    assert carried == debts | {"DEBT-Q1", "DEBT-Q2", "MLS-1", "MLS-1a", "MLS-2", "MLS-3"}
