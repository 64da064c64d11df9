"""`explain`: the worked numbers, the four layers, why 0 x NaN survives; nothing inferred told as fact."""

from __future__ import annotations

import re
from typing import ClassVar

import pytest

from hygon_lint.audit import catalogue, essays, trace
from hygon_lint.audit.explain import explain, for_terminal
from hygon_lint.audit.markdown import code, document, table
from hygon_lint.errors import UsageError
from hygon_lint.finding import Severity, Text
from hygon_lint.report.cells import width
from hygon_lint.report.rule_help import language_of, unmarked
from hygon_lint.rule import Doc, Example, Meta, Rule


class Carry(Rule):
    """A rule to explain."""

    meta = Meta(
        id="HYG101",
        name="srd-word-arithmetic",
        summary=Text("32-bit arithmetic on an address word", "对地址字做 32 位运算"),
        severity=Severity.ERROR,
        items=("MLS-1", "DEBT-7.1"),
        cwe=(190,),
        aliases=("low-word",),
        supersedes=("HYG103",),
    )
    doc = Doc(
        what=Text("What en", "查什么"),
        why=Text("Why en", "为何"),
        fix=Text("Fix en", "怎么改"),
        references=("https://example.org/isa",),
    )
    examples: ClassVar[tuple[Example, ...]] = (
        Example(wrong="// expect@+1: HYG101\ns[0] += n;\nt[0] += m;  // expect: HYG101, HYG103", right="good(s);"),
    )


class Tail(Rule):
    """Another."""

    meta = Meta(
        id="HYG111",
        name="tail-tile",
        summary=Text("tail", "尾部"),
        severity=Severity.ERROR,
        items=("MLS-2", "MLS-3", "DEBT-7.2"),
    )
    doc = Carry.doc


RULES = (Carry(), Tail())


def test_the_documents_trace_is_computed() -> None:
    assert trace.add_whole(0x1_FFFF_F000, 0x2000) == (0x1000, 0x2)
    assert trace.add_whole(0x1_FFFF_F000, 0x2000).address == 0x2_0000_1000
    assert trace.add_low_word(0x1_FFFF_F000, 0x2000).address == 0x1_0000_1000
    assert trace.add_whole(0x1000, 0x2000) == trace.add_low_word(0x1000, 0x2000)
    assert trace.distance_to_wrap(0x1_FFFF_F000) == 0x1000
    assert trace.add_low_word(trace.ROOT, trace.distance_to_wrap(trace.ROOT)).low == 0


def test_a_sign_extended_half_fills_the_upper_word() -> None:
    assert trace.joined_with_sign(trace.split(0x1_FFFF_F000)).high == 0xFFFF_FFFF
    assert trace.joined_with_sign(trace.split(0x1_7FFF_F000)).address == 0x1_7FFF_F000


def test_chances_follow_from_the_codes() -> None:
    assert trace.chance_of_not_finite(1, count=1) == pytest.approx(1 / 256)
    assert trace.chance_of_not_finite(2, count=2) == pytest.approx(1 - (254 / 256) ** 2)


def test_explaining_a_rule_shows_the_worked_numbers() -> None:
    page = explain("HYG101", "en", RULES)
    assert "`0x1_FFFF_F000`" in page and "`0x2000`" in page
    assert "4,294,967,296 bytes (4 GiB)" in page
    assert "| offset added to word 0 alone | `0x00000001` | `0x00001000` | `0x1_0000_1000` |" in page
    assert "4,294,967,296 字节（4 GiB）" in explain("HYG101", "zh", RULES)


def test_explaining_a_tail_rule_shows_layers_and_nan() -> None:
    page = explain("hyg111", "en", RULES)
    order = [page.index(f"**{title}**") for title in ("Logical predicate", "Address validity", "Page mapping")]
    assert order == sorted(order)
    assert "| 0 | NaN | NaN | NaN |" in page
    assert "| 0 | 2.5 | 0 | 1 |" in page
    assert "NUM_RECORDS" in page


def test_nothing_inferred_is_told_as_fact() -> None:
    for item in catalogue.items().values():
        page = explain(item.id, "en", RULES)
        for line in page.splitlines():
            if re.search("after (address )?translation|pipeline stage", line):
                assert re.search("infer|conclu|not published", line), line
        assert (item.inferred is not None) == ("## What is inferred" in page)
    chance = explain("MLS-3", "en", RULES)
    assert "an assumption, not a measurement" in chance and "100.0" not in chance


def test_a_rule_is_found_by_id_name_and_alias_and_an_item_by_id() -> None:
    for word in ("hyg101", "SRD-word-arithmetic", "low-word"):
        assert explain(word, "en", RULES).startswith("# HYG101 srd-word-arithmetic\n")
    assert explain("debt-7.1", "en", RULES).startswith("# DEBT-7.1 Historic")


def test_an_unknown_word_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"neither a rule nor an audit item.*MLS-1"):
        explain("MSL-1", "en", RULES)


def test_a_rule_page_has_its_parts_in_order_and_no_marks() -> None:
    page = explain("HYG101", "en", RULES)
    heads = re.findall("^## (.*)$", page, re.M)
    assert heads[:5] == ["What it finds", "Why it matters", "Wrong", "Right", "How to fix"]
    assert heads[-3:] == ["Evidence", "Links", "When it is wrong here"]
    assert "expect" not in page.split("## Right")[0]
    assert "```cpp\ns[0] += n;\nt[0] += m;\n```" in page
    assert "[CWE-190](https://cwe.mitre.org/data/definitions/190.html)" in page
    assert "<https://example.org/isa>" in page and "<https://github.com/ROCm/rocm-libraries/issues/2472>" in page


def test_a_rule_on_build_files_is_silenced_in_their_language() -> None:
    rule = Tail()
    assert "```cpp\n// NOLINT(HYG111): why it is right here\n```" in explain("HYG111", "en", (rule,))
    rule.examples = (Example(wrong="x = 1", right="y = 1", path="setup.py"),)  # type: ignore[misc]
    page = explain("HYG111", "en", (rule,))
    assert "```python\n# hygon-lint: ignore[HYG111] why it is right here\n```" in page


def test_an_item_page_names_places_counts_commits_and_rules() -> None:
    page = explain("DEBT-5", "en", RULES)
    assert "- `csrc/flash_attn_cutlass/src/mask.h:188`" in page
    assert "Static\\_asserts" not in page and "that are commented out: 54" in page
    assert "| `csrc/flash_attn_cutlass/src/flash_bwd_kernel.h` | 28 |" in page
    assert "`be107e7`, `d1d8a9a`" in page
    assert "None in this installation." in page
    assert "- HYG101 srd-word-arithmetic: 32-bit arithmetic on an address word" in explain("MLS-1", "en", RULES)
    assert "## What would decide it" in explain("DEBT-Q1", "en", RULES)


@pytest.mark.parametrize("word", [*catalogue.items(), "HYG101", "HYG111"])
def test_a_chinese_page_has_no_english_label(word: str) -> None:
    page = explain(word, "zh", RULES)
    labels = re.findall(r"^#+ (.*)$|^\| ([^|`]+?) \|", page, re.M)
    for heading, label in labels[1:]:
        text = heading or label
        assert re.search("[\u4e00-\u9fff]", text) or re.fullmatch(r"CWE|P|FP8|\d|E\dM\d", text), text


def test_every_essay_that_an_item_names_exists_and_is_used() -> None:
    assert essays.missing(catalogue.items()) == []
    used = {name for item in catalogue.items().values() for name in item.essays}
    assert used == set(essays.ESSAYS)


def test_marks_are_taken_out_in_every_form() -> None:
    assert unmarked("a;  // expect: HYG101\nb;") == "a;\nb;"
    assert unmarked("# expect@+1: HYG304\narchs = []  # expect: HYG304, HYG303\n") == "archs = []"
    assert unmarked("// what we expect: nothing\nx;") == "// what we expect: nothing\nx;"
    assert [language_of(p) for p in ("a.hip", "setup.py", "CMakeLists.txt", "x.h")] == ["cpp", "python", "cmake", "cpp"]


def test_markdown_pieces_cannot_be_broken_out_of() -> None:
    assert code("a`b``c") == "```a`b``c```"
    assert code("`") == "`` ` ``"
    assert table(("a",), [("x|y\nz",)])[2] == "| x\\|y z |"
    assert table(("a",), []) == []
    assert document([["a", "b"], [], ["c"]]) == "a\nb\n\nc\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_terminal_gets_a_page_that_fits(lang: str) -> None:
    page = explain("MLS-1", lang, RULES)
    laid_out = for_terminal(page, 70, color=False)
    assert all(width(line) <= 70 for line in laid_out.splitlines())
    assert "\x1b" not in laid_out and "|---" not in laid_out and "0x1_FFFF_F000" in laid_out
    assert "\x1b[" in for_terminal(page, 70, color=True)
    assert "\x1b" not in for_terminal("a \x1b[31m b", 70, color=False)
