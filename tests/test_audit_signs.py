"""Signs of code of an item's kind: what tells "clear" from "not present"."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hygon_lint.audit import signs
from hygon_lint.audit.catalogue import audited_items, items
from hygon_lint.discovery import Found

MEGA = 1 << 20

SHOWN = {
    "DEBT-1": "bool f() { return is_gfx936(); }",
    "DEBT-2": "TORCH_CHECK(n < int64_t(2147483648));",
    "DEBT-5": "static_assert(N > 1);",
    "DEBT-6": "template <bool Is_causal> void mask();",
    "DEBT-7.1": "word4 srsrc;",
    "DEBT-7.2": "load(nm_filter);",
    "DEBT-7.3": "q = q.transpose(1, 2);",
    "DEBT-Q2": "bool ngroups_swapped = true;",
    "MLS-1": "__builtin_hcu_matrix_load_32x16_b16(s, l);",
    "MLS-1a": "VA_LIMIT_BITS(x)",
    "MLS-2": "raw_buffer_load(s);",
    "MLS-3": "__builtin_hcu_mmac_f32(a, b);",
}


def named(folder: Path, name: str) -> Found:
    return Found(name, str(folder / name))


def met(folder: Path, source: str = "", build: str = "") -> dict[str, int]:
    (folder / "a.hip").write_text(source, encoding="utf-8")
    (folder / "setup.py").write_text(build, encoding="utf-8")
    found = signs.met(items().values(), [named(folder, "a.hip")], [named(folder, "setup.py")], MEGA)
    return {key: len(files) for key, files in found.items()}


def test_every_audited_item_has_signs_that_are_patterns() -> None:
    for item in audited_items().values():
        assert item.signs or item.build_signs, item.id
        for sign in (*item.signs, *item.build_signs):
            assert not re.compile(sign).match(""), "a sign that matches anything"


@pytest.mark.parametrize("key", SHOWN)
def test_code_of_a_kind_is_recognised(key: str, tmp_path: Path) -> None:
    about = items()[key].arch
    assert met(tmp_path, SHOWN[key], f"# {about}\n")[key] == 1
    assert met(tmp_path, SHOWN[key])[key] == (0 if about else 1), "of an item on one arch there is no code without it"


def test_other_code_shows_nothing(tmp_path: Path) -> None:
    assert set(met(tmp_path, "int add(int a, int b) { return a + b; }", "import sys\n").values()) == {0}


def test_arch_contradictions_need_sources_and_build_files(tmp_path: Path) -> None:
    guard, flags = "#if defined(__gfx946__)\n#endif\n", 'archs = ["gfx946"]\n'
    assert met(tmp_path, guard)["DEBT-Q1"] == 0
    assert met(tmp_path, "", flags)["DEBT-Q1"] == 0
    assert met(tmp_path, guard, flags)["DEBT-Q1"] == 2
    assert met(tmp_path, guard, flags.replace("946", "936"))["DEBT-Q1"] == 0
    assert met(tmp_path, guard, flags.replace("946", "936"))["DEBT-3"] == 2
    assert met(tmp_path, "", flags)["DEBT-4"] == 0
    assert met(tmp_path, "", flags.replace("946", "92a"))["DEBT-4"] == 1
    assert met(tmp_path, "", 'os.getenv("GFX_VERSION", "938;92a")')["DEBT-4"] == 1
    assert met(tmp_path, "", 'os.getenv("GFX_VERSION", "938;92ab")')["DEBT-4"] == 0


def test_files_are_counted_and_unreadable_ones_are_not(tmp_path: Path) -> None:
    for name in ("a.h", "b.h", "c.h"):
        (tmp_path / name).write_text("x" if name == "c.h" else "matrix_load", encoding="utf-8")
    (tmp_path / "wide.h").write_text("matrix_load", encoding="utf-16")
    files = [named(tmp_path, name) for name in ("a.h", "b.h", "c.h", "wide.h", "gone.h")]
    assert signs.met(items().values(), files, [], MEGA)["MLS-2"] == {"a.h", "b.h", "wide.h"}
    assert signs.met(items().values(), files, [], 4)["MLS-2"] == set()
