"""Text that is included and not judged: told, and counted as not seen."""

from __future__ import annotations

import json
from pathlib import Path

from program import hygon_lint

KERNEL = "__global__ void f(float* x, int row, int pitch) { x[row * pitch] = 0.0f; }\n"


def scan(folder: Path, *words: str) -> dict[str, object]:
    done = hygon_lint("scan", "--isolated", "--no-cache", "--format", "json", *words, ".", cwd=folder)
    report: dict[str, object] = json.loads(done.out)
    return report


def test_a_body_that_an_include_brings_is_blind(tmp_path: Path) -> None:
    (tmp_path / "a.hip").write_text(
        '__global__ void f(float* x, int row, int pitch)\n{\n#include "body.def"\n}\n'
        '#if 0\nvoid g()\n{\n#include "old.def"\n}\n#endif\n',
        encoding="utf-8",
    )
    (tmp_path / "body.def").write_text("x[row * pitch] = 0.0f;\n", encoding="utf-8")
    coverage = scan(tmp_path)["coverage"]
    assert isinstance(coverage, dict)
    assert [(spot["line"], spot["reason"]) for spot in coverage["blind"]] == [
        (3, "an include inside a function: what it brings is not judged here")
    ]
    assert coverage["seen_lines"] < coverage["code_lines"]
    done = hygon_lint("scan", "--isolated", "--min-coverage", "99%", ".", cwd=tmp_path)
    assert done.code == 3


def test_files_of_other_suffixes_that_are_included_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text(
        '#include "b.tpp"\n#include "Kernels"\n#include "../out.def"\n#include "gone.def"\n#include "'
        + "n" * 5000
        + '"\n'
    )
    for name in ("b.tpp", "c.c++", "d.C", "Kernels"):
        (tmp_path / name).write_text(KERNEL, encoding="utf-8")
    report = scan(tmp_path)
    findings = report["findings"]
    assert isinstance(findings, list)
    assert sorted(f["path"] for f in findings) == ["b.tpp", "c.c++", "d.C"]
    run = report["run"]
    assert isinstance(run, dict)
    said = "it includes files that are not analysed, for their suffix is none of C++: Kernels"
    assert {"path": "a.h", "text": said} in run["notes"]
