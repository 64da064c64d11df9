"""A scan in parts, merged, is the scan in one piece."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from program import hygon_lint

KERNEL = """__global__ void k{n}(float* p, int rows, int pitch) {{
  p[blockIdx.x * pitch] = 0;  // {n}
}}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    (folder / "csrc").mkdir(parents=True)
    for number in range(7):
        (folder / "csrc" / f"k{number}.hip").write_text(KERNEL.format(n=number), encoding="utf-8")
    (folder / "csrc" / "gates.cpp").write_text(
        "// static_assert(sizeof(int) == 4);\nbool use_hg_938();\n", encoding="utf-8"
    )
    (folder / "setup.py").write_text("archs = ['gfx936', 'gfx938']\n", encoding="utf-8")
    return folder


def parts(checkout: Path, count: int, *words: str) -> list[str]:
    names = []
    for number in range(1, count + 1):
        done = hygon_lint(
            "scan", "--shard", f"{number}/{count}", "--output", f"../p{number}.json", *words, cwd=checkout
        )
        assert (done.code, done.out) == (0, ""), done.err
        names.append(f"../p{number}.json")
    return names


def report(text: str) -> dict[str, Any]:
    return dict(json.loads(text))


@pytest.mark.parametrize("count", [1, 3, 12])
def test_merged_equals_unsharded(checkout: Path, count: int) -> None:
    whole = hygon_lint("scan", "--format", "json", cwd=checkout)
    assert report(whole.out)["findings"]
    merged = hygon_lint("merge", "--format", "json", *reversed(parts(checkout, count)), cwd=checkout)
    assert merged.code == whole.code == 1
    assert report(merged.out) == report(whole.out)
    text = hygon_lint("scan", cwd=checkout).out
    assert hygon_lint("merge", *parts(checkout, count), cwd=checkout).out == text


def test_what_was_asked_travels_with_the_parts(checkout: Path) -> None:
    names = parts(checkout, 2, "--select", "HYG401", "csrc")
    found = report(hygon_lint("merge", "--format", "json", *names, cwd=checkout).out)["findings"]
    assert {finding["rule"] for finding in found} == {"HYG401"}


def test_mistakes(checkout: Path) -> None:
    names = parts(checkout, 3)
    for words, message in (
        (["merge", *names[:2]], "2 of 3 parts were given; missing: 3"),
        (["merge", *names, names[0]], "one is there twice"),
        (["merge", "setup.py"], "is no part of a scan"),
        (["merge", "nope.json"], "No such file"),
        (["scan", "--shard", "4/3", "--output", "x"], '"4/3" is no part'),
        (["scan", "--shard", "1/3"], "give --output FILE"),
        (["scan", "--shard", "1/3", "--format", "json", "--output", "x"], "writes no report"),
        (["scan", "--shard", "1/3", "--staged", "--output", "x"], "does not go with --staged"),
    ):
        done = hygon_lint(*words, cwd=checkout)
        assert (done.code, message in done.err) == (2, True), (words, done.err)
    other = parts(checkout, 3, "--select", "HYG401")
    (checkout / "csrc" / "new.hip").write_text("int x;\n", encoding="utf-8")
    assert "csrc/new.hip" in hygon_lint("merge", *other, cwd=checkout).err
