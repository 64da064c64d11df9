"""Faults put into a checkout: what can no longer be analysed lowers the figure and is a blind spot."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cases import registry

from hygon_lint import engine
from hygon_lint.finding import Place
from hygon_lint.frontend import syntax
from hygon_lint.frontend.decode import decode
from hygon_lint.outcome import Report

CHECKOUT = Path(__file__).resolve().parent.parent / "fixtures" / "flash-attention-hygon" / "before"
FOLDER = "csrc/flash_attn_hipc"


def scan(root: Path) -> Report:
    settings = engine.Settings(
        paths=(str(root / FOLDER),), cwd=str(root), root=str(root), select=("HYG1", "HYG2"), full_coverage=True
    )
    return engine.run(settings, registry())


@pytest.fixture(scope="module")
def whole() -> Report:
    """The report on the checkout as it is."""
    return scan(CHECKOUT)


def _remove(name: str) -> Callable[[Path], str]:
    def inject(folder: Path) -> str:
        (folder / name).unlink()
        return name

    return inject


def _replace(pattern: str, text: str, *names: str) -> Callable[[Path], str]:
    def inject(folder: Path) -> str:
        changed = 0
        for path in [folder / name for name in names] or sorted(folder.rglob("*.*")):
            before = path.read_text(encoding="utf-8")
            after, count = re.subn(pattern, text, before)
            changed += count
            path.write_text(after, encoding="utf-8")
        assert changed, "there is something to break"
        return ""

    return inject


INJECTIONS = {
    "types removed": _remove("include/numeric_types.h"),
    "helpers removed": _remove("include/intrinsic.h"),
    "parameters removed": _remove("flash.h"),
    "types renamed": _replace(r"\bunion union_(\w+) \{", r"union renamed_\1 {", "include/numeric_types.h"),
    "a struct renamed": _replace(r"\bstruct (\w+_params)\b", r"struct \1_renamed", "flash.h"),
    "an unknown attribute": _replace(r"\b__forceinline__\b", "NOVEL_ATTRIBUTE(3)"),
}


@pytest.mark.parametrize("name", list(INJECTIONS))
def test_no_finding_goes_in_silence(tmp_path: Path, whole: Report, name: str) -> None:
    """The figure falls, and where a finding is lost, its function has a blind spot."""
    shutil.copytree(CHECKOUT, tmp_path / "c")
    removed = INJECTIONS[name](tmp_path / "c" / FOLDER)
    broken = scan(tmp_path / "c")
    assert broken.typed_ratio < whole.typed_ratio
    left = {(f.rule, f.place.path, f.place.line) for f in broken.findings}
    for finding in whole.findings:
        place = finding.place
        if (finding.rule, place.path, place.line) in left or (removed and place.path.endswith(f"/{removed}")):
            continue
        first, last = function_around(place)
        spots = [spot for spot in broken.blind if spot.path == place.path]
        assert any(spot.line <= last and first <= spot.end_line for spot in spots), finding


def function_around(place: Place) -> tuple[int, int]:
    """The first and last line of the function that a place stands in."""
    source = decode(place.path, (CHECKOUT / place.path).read_bytes())
    extents = [
        (source.line_of(function.span.start), source.line_of(function.span.end))
        for function in syntax.parse(source).functions
    ]
    return max((first, last) for first, last in extents if first <= place.line <= last)
