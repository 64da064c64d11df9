"""Fixes: applied in rounds, proven, byte-exact elsewhere, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from program import Done, hygon_lint, rules_dir

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Place, Severity, Text
from hygon_lint.fixes import Fixer, apply_edits, unified_diff
from hygon_lint.frontend.decode import decode

WORD = Text(en="x", zh="甲")


def place(line: int, start: int, end: int, path: str = "a.h") -> Place:
    return Place(path, line, start, line, end)


def finding(where: Place, *edits: Edit, context: str = "c", rule: str = "R1") -> Finding:
    return Finding(
        rule=rule, name="x", severity=Severity.NOTE, confidence=Confidence.HIGH, message=WORD, place=where,
        context=context, fix=Fix(safe=True, edits=edits, message=WORD) if edits else None,
    )  # fmt: skip


# ---------------------------------------------------------------- bytes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_everything_else_stays_byte_for_byte(encoding: str, line_end: str) -> None:
    lines = ["// 中文说明，很长", "int a\t= 1;  ", "int b = 2;"]
    raw = line_end.join(lines).encode(encoding)
    edited = apply_edits(decode("a.h", raw), [Edit(place(2, 9, 10), "(long)1")])
    assert edited == line_end.join([lines[0], "int a\t= (long)1;  ", lines[2]]).encode(encoding)


def test_new_lines_end_like_those_around_them() -> None:
    edited = apply_edits(decode("a.h", b"a\r\nb\r\nc\n"), [Edit(place(1, 2, 2), "\nx"), Edit(place(3, 2, 2), "\ny")])
    assert edited == b"a\r\nx\r\nb\r\nc\ny\n"


def test_several_edits_of_one_line_keep_their_places() -> None:
    edited = apply_edits(decode("a.h", b"f(a, b)"), [Edit(place(1, 3, 4), "long a"), Edit(place(1, 6, 7), "x")])
    assert edited == b"f(long a, x)"


def test_diff_shows_text_without_a_last_line_end() -> None:
    missing = "\\ No newline at end of file"
    shown = unified_diff("a.h", b"a\nb", b"a\nc").splitlines()
    assert shown == ["--- a/a.h", "+++ b/a.h", "@@ -1,2 +1,2 @@", " a", "-b", missing, "+c", missing]


# ---------------------------------------------------------------- rounds and proof


class Words:
    """An analysis that reports each `bad`, and turns it into what it is told to."""

    def __init__(self, folder: Path, replacement: str) -> None:
        self.folder = folder
        self.replacement = replacement
        self.runs = 0

    def __call__(self, texts: Mapping[str, bytes]) -> Sequence[Finding]:
        self.runs += 1
        path = self.folder / "a.h"
        text = texts.get(str(path), path.read_bytes()).decode()
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            start = line.find("bad")
            while start >= 0:
                where = place(number, start + 1, start + 4)
                found.append(finding(where, Edit(where, self.replacement), context=line.split("bad")[0]))
                start = line.find("bad", start + 1)
            if "worse" in line:
                found.append(finding(place(number, 1, 2), rule="R2"))
        return found

    def fix(self, text: str) -> tuple[str, list[str]]:
        (self.folder / "a.h").write_text(text, encoding="utf-8")
        outcome = Fixer(str(self.folder), self, lambda _: True).run()
        new = outcome.texts.get(str(self.folder / "a.h"), text.encode()).decode()
        return new, [reason for _, reason in outcome.refused]


def test_all_at_once(tmp_path: Path) -> None:
    words = Words(tmp_path, "good")
    assert words.fix("x bad\ny bad\nz\n") == ("x good\ny good\nz\n", [])
    assert words.runs == 3


def test_edits_that_touch_are_made_in_rounds(tmp_path: Path) -> None:
    assert Words(tmp_path, "good").fix("badbadbad\n") == ("goodgoodgood\n", [])


def test_a_fix_that_does_not_help_is_taken_back(tmp_path: Path) -> None:
    text, refused = Words(tmp_path, "bad ").fix("x bad\n")
    assert (text, refused) == ("x bad\n", ["the finding would stay"])


def test_a_fix_that_brings_another_finding_is_taken_back(tmp_path: Path) -> None:
    text, refused = Words(tmp_path, "worse").fix("x bad\ny bad\n")
    assert text == "x bad\ny bad\n"
    assert refused == ["another finding would come: R2 at line 1", "another finding would come: R2 at line 2"]


# ---------------------------------------------------------------- the program


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    rules_dir(tmp_path / "rules")
    return folder


def scan(checkout: Path, *words: str) -> Done:
    rules = checkout.parent / "rules"
    return hygon_lint("scan", "--select", "TST,HYG001", "--rules-dir", rules, *words, cwd=checkout)


def test_safe_fixes_are_applied_and_others_only_on_request(checkout: Path) -> None:
    file = checkout / "a.hip"
    file.write_bytes(b"\xef\xbb\xbfint fault;\r\nint fault; // \xe4\xb8\xad\r\nint doubt;\r\n")
    done = scan(checkout, "--fix", "--min-confidence", "low")
    assert done.code == 1
    assert done.err == "fixed 2 findings in 1 file\n"
    assert file.read_bytes() == b"\xef\xbb\xbfint fine;\r\nint fine; // \xe4\xb8\xad\r\nint doubt;\r\n"
    assert "1 finding" in done.out
    done = scan(checkout, "--unsafe-fixes", "--min-confidence", "low")
    assert (done.code, file.read_bytes().count(b"fine")) == (0, 3)


def test_a_dry_run_prints_a_diff_and_writes_nothing(checkout: Path) -> None:
    file = checkout / "a.hip"
    file.write_text("int a;\nint fault;\n", encoding="utf-8")
    done = scan(checkout, "--fix", "--dry-run")
    assert done.code == 1
    assert done.out == "--- a/a.hip\n+++ b/a.hip\n@@ -1,2 +1,2 @@\n int a;\n-int fault;\n+int fine;\n"
    assert done.err == "would fix 1 finding in 1 file\n"
    assert file.read_text(encoding="utf-8") == "int a;\nint fault;\n"
    file.write_text("int a;\n", encoding="utf-8")
    done = scan(checkout, "--fix", "--dry-run")
    assert (done.code, done.err) == (0, "would fix nothing\n")


def test_a_refused_fix_names_its_place_and_what_would_come_of_it_once(checkout: Path) -> None:
    rule = checkout.parent / "rules" / "fault_word.py"
    again = rule.read_text(encoding="utf-8").replace('Edit(place, "fine")', 'Edit(place, "doubt")')
    rule.write_text(again, encoding="utf-8")
    (checkout / "a.hip").write_text("int x, fault;\n", encoding="utf-8")
    done = scan(checkout, "--fix")
    refused = "not fixed: a.hip:1:8: TST001: another finding would come: TST001 at line 1\n"
    assert (done.code, done.err) == (1, refused + "fixed 0 findings in 0 files\n")


def test_what_is_suppressed_or_known_is_not_fixed_and_idle_suppressions_go(checkout: Path) -> None:
    file = checkout / "a.hip"
    file.write_text("int fault;  // NOLINT(TST001): kept\nint x;  // NOLINT(TST001)\n", encoding="utf-8")
    assert scan(checkout, "--fix").code == 0
    assert file.read_text(encoding="utf-8") == "int fault;  // NOLINT(TST001): kept\nint x;\n"


def test_the_mode_of_a_file_stays(checkout: Path) -> None:
    file = checkout / "a.hip"
    file.write_text("int fault;\n", encoding="utf-8")
    file.chmod(0o755)
    scan(checkout, "--fix")
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("int fine;\n", 0o755)


def test_combinations_that_cannot_be(checkout: Path) -> None:
    (checkout / "a.hip").write_text("int fault;\n", encoding="utf-8")
    for words in (["--dry-run"], ["--fix", "--staged"], ["--fix", "-", "--stdin-filename", "a.hip"]):
        done = scan(checkout, *words)
        assert done.code == 2, words
        assert done.err.count("\n") == 1
    assert (checkout / "a.hip").read_text(encoding="utf-8") == "int fault;\n"


def test_the_innermost_first_operand_is_widened(tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    file.write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void add(float* sums, int heads, int rows)\n{\n"
        "    sums[(blockIdx.y * heads + blockIdx.z) * rows] += 1.f;\n}\n",
        encoding="utf-8",
    )
    done = hygon_lint("scan", "--isolated", "--fix", file.name, cwd=tmp_path)
    assert (done.code, done.err) == (0, "fixed 1 finding in 1 file\n")
    assert "sums[(int64_t(blockIdx.y) * heads + blockIdx.z) * rows]" in file.read_text(encoding="utf-8")


def test_a_pointer_is_not_masked(tmp_path: Path) -> None:
    source = (
        "typedef unsigned word4 __attribute__((ext_vector_type(4)));\n"
        "void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);\n"
        "__device__ void fetch(unsigned long root, void* lds, long step, unsigned pitch)\n{\n"
        "    union { word4 words; struct { TYPE base; unsigned pitch, mode; } field; } srd;\n"
        "    srd.field.pitch = pitch;\n    srd.field.mode = 0;\n"
        "    srd.field.base = CAST(root + step);\n"
        "    __builtin_hcu_matrix_load_32x16_b16(srd.words, lds, 0, 0, 0, 0, 0);\n}\n"
    )
    for type_, cast, fixes in (("unsigned long", "", 1), ("char*", "(char*)", 0)):
        file = tmp_path / "a.hip"
        file.write_text(source.replace("TYPE", type_).replace("CAST", cast), encoding="utf-8")
        done = hygon_lint("scan", "--isolated", "--format", "json", "--select", "HYG102", file.name, cwd=tmp_path)
        found = json.loads(done.out)["findings"]
        assert sum(f["fix"] is not None for f in found) == fixes, (type_, found)


def test_widening_what_is_stored_in_32_bits_is_no_fix(tmp_path: Path) -> None:
    file = tmp_path / "a.cpp"
    for type_, fixes in (("int", 0), ("auto", 1), ("int64_t", 1)):
        file.write_text(
            "#include <cstdint>\n#include <cstdlib>\n"
            "void* take(int rows, int row_bytes)\n{\n"
            f"    const {type_} bytes = rows * row_bytes;\n    return malloc(static_cast<size_t>(bytes));\n}}\n",
            encoding="utf-8",
        )
        done = hygon_lint("scan", "--isolated", "--format", "json", "--select", "HYG202", file.name, cwd=tmp_path)
        found = json.loads(done.out)["findings"]
        assert len(found) == 1, type_
        assert (found[0]["fix"] is not None) == fixes, type_
        assert ("64-bit variable" in found[0]["message"]) != fixes, type_


def test_a_constant_in_front_of_a_product_is_not_widened(tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    for index, fixes in (("4 * (blockIdx.x * blockDim.x + threadIdx.x)", 0), ("blockIdx.x * blockDim.x * 4", 1)):
        file.write_text(
            "#include <hip/hip_runtime.h>\n#include <stdint.h>\n"
            f"__global__ void copy(const float* x, float* y, int64_t n)\n{{\n    const int64_t i = {index};\n"
            "    if (i < n) y[i] = x[i];\n}\n",
            encoding="utf-8",
        )
        done = hygon_lint("scan", "--isolated", "--format", "json", file.name, cwd=tmp_path)
        assert [f["fix"] is not None for f in json.loads(done.out)["findings"]] == [bool(fixes)], index
