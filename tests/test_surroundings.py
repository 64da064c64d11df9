"""What is not scanned and lies in the same checkout declares things all the same, and nothing above it does."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import registry

from hygon_lint import engine, surroundings
from hygon_lint.cache import Cache
from hygon_lint.discovery import Filter
from hygon_lint.finding import Confidence
from hygon_lint.outcome import Report

TYPES = """#pragma once
#include <cstdint>
typedef uint32_t descriptor __attribute__((ext_vector_type(4)));
using extent = int;
struct Problem { extent tile; long long stride; };
"""
KERNEL = """#include "types.h"
__device__ void load(descriptor root, Problem p) {
  descriptor srsrc = root;
  srsrc[0] = root[0] + p.tile * 16 * p.stride;
  __builtin_hcu_matrix_load_128X16_b8(0, srsrc, 0, 0);
}
"""
SIZES = """#include "types.h"
#include <ATen/ATen.h>
void check(const at::Tensor &q, extent batch_size, extent num_heads, extent seqlen) {
  int64_t size = batch_size * seqlen * num_heads * 128;
  TORCH_CHECK(q.numel() == size);
}
"""
CHECKOUT = {"include/types.h": TYPES, "csrc/deep/load.hip": KERNEL, "csrc/store.hip": KERNEL}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds many projects; the temporary folder, which the tests lie in, is not one of theirs."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr("tempfile.tempdir", str(home))
    return home


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def scan(cwd: Path, *paths: str, cache: Cache | None = None, wanted: Filter | None = None) -> Report:
    settings = engine.Settings(
        paths=paths,
        cwd=str(cwd),
        filter=wanted or Filter(),
        preview=True,
        min_confidence=Confidence.LOW,
        full_coverage=True,
    )
    report = engine.run(settings, registry(), cache=cache)
    assert not report.errors, report.errors
    return report


def found(report: Report, below: str = "") -> list[tuple[str, int, int, str, str]]:
    return sorted(
        (f.place.path, f.place.line, f.place.column, f.rule, f.confidence.value)
        for f in report.findings
        if f.place.path.startswith(below)
    )


def all_typed(report: Report) -> bool:
    return 0 < report.coverage.code_lines == report.coverage.typed_lines


def top_of(folder: Path, cwd: Path) -> Path:
    return surroundings.checkout_of(folder, str(cwd))


def test_a_part_alone_is_judged_as_in_the_whole(elsewhere: Path) -> None:
    root = elsewhere / "checkout"
    write(root, {**CHECKOUT, ".git/HEAD": ""})
    whole = scan(root, ".")
    assert all_typed(whole)
    assert len(found(whole, "csrc/deep")) == len(found(whole, "csrc/store.hip")) > 0
    for part in ("csrc", "csrc/deep", "csrc/deep/load.hip"):
        alone = scan(root, part)
        assert found(alone) == found(whole, part), part
        assert all_typed(alone), part


def test_only_what_is_named_is_reported_on(elsewhere: Path) -> None:
    write(elsewhere / "checkout", {**CHECKOUT, ".git/HEAD": ""})
    report = scan(elsewhere / "checkout", "csrc/deep")
    assert report.files == 1
    assert {path for path, *_ in found(report)} == {"csrc/deep/load.hip"}


def test_a_change_around_a_kept_result_is_noticed(elsewhere: Path, tmp_path: Path) -> None:
    root = elsewhere / "checkout"
    write(root, {**CHECKOUT, ".git/HEAD": ""})
    cache = Cache(tmp_path / "cache")
    assert found(scan(root, "csrc/deep", cache=cache))
    write(root, {"include/types.h": TYPES.replace("using extent = int", "using extent = long long")})
    changed = scan(root, "csrc/deep", cache=cache)
    assert found(changed) == found(scan(root, "csrc/deep"))
    write(root, {"include/types.h": ""})
    assert not all_typed(scan(root, "csrc/deep", cache=cache))


def test_nothing_above_the_checkout_is_read(elsewhere: Path) -> None:
    write(elsewhere / "checkout", {"csrc/load.hip": KERNEL, ".git/HEAD": ""})
    write(elsewhere, {"other/types.h": TYPES})
    for cwd, path in ((elsewhere, "checkout/csrc"), (elsewhere / "checkout", "csrc/load.hip")):
        assert not all_typed(scan(cwd, path))


def test_excluded_files_declare_nothing(elsewhere: Path) -> None:
    root = elsewhere / "checkout"
    write(root, {**CHECKOUT, ".git/HEAD": "", ".gitignore": "/include\n"})
    assert not all_typed(scan(root, "csrc"))
    assert all_typed(scan(root, "csrc", wanted=Filter(gitignore=False)))
    assert not all_typed(scan(root, "csrc", wanted=Filter(gitignore=False, exclude=("include/",))))


def test_of_two_files_of_one_name_the_nearest_counts(elsewhere: Path) -> None:
    root = elsewhere / "checkout"
    for side, kind in (("before", "int"), ("after", "int64_t")):
        text = TYPES.replace("using extent = int", f"using extent = {kind}")
        write(root, {f"{side}/include/types.h": text, f"{side}/csrc/size.cpp": SIZES, ".git/HEAD": ""})
    assert [rule for *_, rule, _ in found(scan(root, "before/csrc"))] == ["HYG202"]
    assert found(scan(root, "after/csrc")) == []


def test_where_the_checkout_ends(elsewhere: Path) -> None:
    root = elsewhere / "sources" / "checkout"
    deep = root / "csrc" / "deep"
    deep.mkdir(parents=True)
    assert top_of(deep, elsewhere) == deep  # nothing tells, and a home folder is no checkout
    assert top_of(deep, root) == root
    write(root, {"csrc/CMakeLists.txt": "", "setup.py": ""})
    assert top_of(deep, elsewhere) == root  # the outermost build file
    write(elsewhere, {"CMakeLists.txt": "", "sources/.git": "gitdir: elsewhere\n"})
    assert top_of(deep, deep) == elsewhere / "sources"
    write(root, {"csrc/.hygon-lint.toml": ""})
    assert top_of(deep, deep) == elsewhere / "sources"  # a configuration may be that of a part
    (elsewhere / "sources" / ".git").unlink()
    assert top_of(deep, deep) == root / "csrc"
    (root / "csrc" / ".hygon-lint.toml").unlink()
    write(root, {"csrc/pyproject.toml": "[tool.hygon-lint]\n"})
    assert top_of(deep, deep) == root / "csrc"
    (root / ".git").mkdir()
    (elsewhere / ".git").mkdir()
    assert top_of(elsewhere / "sources", elsewhere / "sources") == elsewhere / "sources"
    assert top_of(deep, deep) == root


def test_a_home_inside_a_checkout_does_not_hide_it(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = elsewhere / "checkout"
    write(root, {"csrc/a.h": "", ".git/HEAD": "", "home/.profile": ""})
    monkeypatch.setenv("HOME", str(root / "home"))
    assert top_of(root / "csrc", root) == root


def test_the_nearest_files_count_where_there_are_too_many(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = elsewhere / "checkout"
    write(root, {"csrc/near/types.h": TYPES, "csrc/near/deep/load.hip": KERNEL, ".git/HEAD": ""})
    write(root, {f"all/{number}.h": "struct Problem {};" for number in range(5)})
    monkeypatch.setattr(surroundings, "MOST", 2)
    report = scan(root, "csrc/near/deep")
    assert all_typed(report)
    assert [note.text for note in report.notes] == ["declarations of 4 files of the checkout are not read"]


def test_a_copy_of_a_library_elsewhere_in_the_checkout_is_not_the_one_a_file_uses(repository: Path) -> None:
    """This repository holds declarations of its own for at, cute and others: the fixtures do not include them."""
    report = scan(repository, "fixtures/flash-attention-hygon/before/csrc/flash_attn_cutlass/flash_api.cpp")
    assert all_typed(report)
