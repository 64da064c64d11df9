"""The text report: what it says, how it lines up, and what it never lets through."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_samples import (
    EMPTY,
    FILES,
    ODD_TEXT,
    REPORTS,
    hostile_report,
    options,
    reader,
    report,
    srd_finding,
    widen_finding,
)
from rich.cells import cell_len

from hygon_lint.finding import BlindSpot, Coverage, Place
from hygon_lint.outcome import FileError, Note, Report
from hygon_lint.report.cells import marked_line, width, wrapped
from hygon_lint.report.plain import harmless, log_line, one_line
from hygon_lint.report.text import render

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029\u2066-\u2069]")


def lines(made: Report, **choices: object) -> list[str]:
    return render(made, options(**choices)).splitlines()


def under(shown: list[str], start: str) -> tuple[str, str]:
    """A source line and the mark line below it."""
    index = next(i for i, line in enumerate(shown) if line.lstrip().startswith(start))
    return shown[index], shown[index + 1]


def test_a_finding_in_the_order_people_read() -> None:
    shown = lines(report())
    start = shown.index("csrc/flash_api.cpp:2:13: warning: HYG202 widened-after-multiply")
    source, mark = under(shown[start:], "2 | TORCH_CHECK")
    assert source[mark.index("^") : mark.rindex("^") + 1] == "int64_t(a * b)"
    rest = "\n".join(shown[start + 3 : start + 6])
    assert "the product a * b is computed in int" in rest
    assert "audit DEBT-2; CWE-190, CWE-681; confidence medium" in rest


def test_tabs_and_wide_characters_keep_the_mark_under_its_code() -> None:
    text = "\tint 宽度 = 行数 * 步长; // x\n"
    begin = text.index("行数")
    place = Place("a.h", 1, begin + 1, 1, begin + len("行数 * 步长") + 1)
    shown = lines(report(widen_finding(place=place)), read=reader({"a.h": text}))
    source, mark = under(shown, "1 | ")
    assert "\t" not in source
    before = source[: source.index("行数")]
    assert cell_len(before) == mark.index("^")
    assert mark.count("^") == cell_len("行数 * 步长")


def test_a_range_over_lines_is_marked_on_each() -> None:
    place = Place("csrc/目录 a/load#1.h", 6, 5, 8, 33)
    shown = lines(report(srd_finding(place=place)))
    for start, marked in (("6 | ", "__builtin_hcu_matrix_load(v_srsrc,"), ("7 | ", "tile,"), ("8 | ", "0)")):
        source, mark = under(shown, start)
        assert source[mark.index("^") : mark.rindex("^") + 1] == marked


def test_a_long_range_is_shortened_and_says_by_how_much() -> None:
    text = "".join(f"line {n}\n" for n in range(1, 41))
    shown = lines(report(widen_finding(place=Place("a.h", 3, 1, 30, 5))), read=reader({"a.h": text}))
    assert any("... 22 more lines" in line for line in shown)
    assert sum(" | line" in line for line in shown) == 6


def test_summary_ends_with_what_was_analysed_and_what_was_not_seen() -> None:
    shown = lines(report())
    tail = "\n".join(shown[shown.index("2 findings: 1 error, 1 warning") :])
    for part in (
        "  1  HYG101  srd-word-arithmetic",
        "  1  DEBT-7.1  Historic: the address of V",
        "Analysed 3 of 4 C++/HIP files and 1 build file",
        "Of 200 code lines, 95.0% have full types and 99.5% were seen; 20 more",
        "Not seen: 1 stretch of code (5 lines) in 1 file",
        "unknown type Frobnicator (csrc/flash_api.cpp:40)",
        "Not analysed: csrc/bad.hip: the worker crashed (SIGSEGV)",
        "hygon-lint scan csrc/bad.hip",
        "Note: 3 files excluded",
        "Configuration: pyproject.toml",
    ):
        assert part in tail


def test_held_back_findings_are_counted_and_not_listed() -> None:
    made = report(srd_finding(state="suppressed"), widen_finding(state="baseline"))
    text = render(made, options())
    assert "HYG101" not in text and "No findings." in text
    assert "Held back by a comment in the source: 1" in text and "Held back by the baseline: 1" in text
    shown = render(made, options(states=frozenset({"new", "baseline"})))
    assert "HYG202 widened-after-multiply [baseline]" in shown


def test_a_coverage_floor_that_was_missed_is_said() -> None:
    text = render(report(min_coverage=0.97), options())
    assert "Coverage is below the floor: 95.0% typed, 97.0% asked for." in text


def test_a_ratio_short_of_one_is_never_shown_as_all() -> None:
    made = report(coverage=Coverage(code_lines=100_000, typed_lines=99_999, seen_lines=100_000))
    assert "99.9% have full types and 100.0% were seen" in render(made, options())


def test_verbose_shows_related_flow_edits_blind_spots_and_notes() -> None:
    text = render(report(), options(verbose=1))
    for part in (
        "= related: word 1 is copied here",
        "= flow 3/3: the load uses it",
        "csrc/目录 a/load#1.h:6:5",
        "+ *(uint64_t*)&v_srsrc = VA_LIMIT_BITS(root + off)",
        "  csrc/flash_api.cpp:40: unknown type Frobnicator",
        "Note: csrc/empty.h: the file is empty",
        "Baseline entries that match nothing any more: 1",
        "  csrc/gone.h: HYG401 x 3",
    ):
        assert part in text


def test_blind_spots_are_grouped_by_reason_until_asked_for() -> None:
    blind = tuple(BlindSpot("a.h", n, n, f"reason {n % 7}") for n in range(1, 100))
    shown = lines(report(blind=blind))
    assert sum(" x reason " in line for line in shown) == 5 and "  and 2 more reasons" in shown
    assert sum(": reason " in line for line in lines(report(blind=blind), verbose=1)) == 99


def test_quiet_is_one_line_a_finding_and_still_tells_what_failed() -> None:
    shown = lines(report(), quiet=True)
    assert len(shown) == 3
    assert shown[0].startswith("csrc/flash_api.cpp:2:13: warning: HYG202 widened-after-multiply: the product")
    assert shown[2] == "csrc/bad.hip: not analysed: the worker crashed (SIGSEGV)"
    assert render(EMPTY, options(quiet=True)) == ""


def test_chinese() -> None:
    text = render(report(), options(lang="zh"))
    for part in ("警告: HYG202", "乘积 a * b 以 int 计算", "审计条目 DEBT-2", "共 2 个问题", "95.0% 类型完整"):
        assert part in text
    assert not re.search(r"\b(findings?|Analysed|warning|error)\b", text)


def test_a_missing_source_costs_only_the_excerpt() -> None:
    text = render(report(), options(read=lambda _: None))
    assert " | " not in text and "the product a * b is computed in int" in text


def test_each_source_is_asked_for_in_runs() -> None:
    asked: list[str] = []

    def read(path: str) -> object:
        asked.append(path)
        return reader(FILES)(path)

    render(report(), options(read=read))
    assert asked == sorted(asked)


@pytest.mark.parametrize("columns_", [24, 40, 80, 120])
def test_no_line_of_a_finding_is_wider_than_the_terminal(columns_: int) -> None:
    long = "x = " + "一二三四五六七八九十 + " * 40 + "y;\n"
    finding = widen_finding(place=Place("a.h", 1, 200, 1, 230))
    shown = lines(report(finding), width=columns_, read=reader({"a.h": long}))
    start = next(i for i, line in enumerate(shown) if line.startswith(" 1 | "))
    excerpt = shown[start : shown.index("", start)]
    assert len(excerpt) >= 3 and "^" in excerpt[1]
    assert all(cell_len(line) <= columns_ for line in excerpt)


def test_colours_only_when_wanted() -> None:
    plain, painted = render(report(), options()), render(report(), options(color=True))
    assert "\x1b" not in plain and "\x1b[1;31m" in painted
    assert ESCAPES.sub("", painted) == plain


@pytest.mark.parametrize("choices", [{}, {"verbose": 1}, {"quiet": True}, {"width": 50, "color": True}, {"lang": "zh"}])
def test_nothing_hostile_gets_through(choices: dict[str, object]) -> None:
    made, base = hostile_report()
    text = ESCAPES.sub("", render(made, options(read=base.read, **choices)))
    assert not STEERS.search(text)
    assert "[bold]markup" in text
    assert not re.search(r"^\s*::", text, re.M)


def test_ci_commands_in_file_names_and_sources_stay_text() -> None:
    name = "::error file=a::b.h"
    text = "int a; // ##[stop-commands]x ##vso[task.setvariable variable=PATH]y ##teamcity[z]\n"
    made = report(
        widen_finding(place=Place(name, 1, 1, 1, 4)),
        notes=(Note(name, "n"), Note("", "::set-output name=a::b")),
        errors=(FileError(path=name, reason="::warning::x"),),
    )
    for choices in ({}, {"verbose": 1}, {"quiet": True}):
        shown = render(made, options(read=reader({name: text}), **choices))
        assert not re.search(r"^\s*::", shown, re.M)
        assert not re.search(r"##\w*\[", shown)


@settings(max_examples=80, deadline=None)
@given(REPORTS, st.sampled_from([None, 24, 80]), st.integers(0, 1))
def test_any_report_renders_harmlessly(made: Report, columns_: int | None, verbose: int) -> None:
    text = render(made, options(width=columns_, verbose=verbose))
    assert not STEERS.search(text)
    text.encode("utf-8")


# ---------------------------------------------------------------- the parts


@given(ODD_TEXT)
def test_one_line_is_one_and_harmless(text: str) -> None:
    assert not STEERS.search(one_line(text)) and "\n" not in one_line(text)
    assert not STEERS.search(harmless(text).replace("\t", ""))
    assert one_line(text) == text or not text.isalnum() or not text.isascii()


@given(st.text(alphabet="ab \t宽é\u0301😀\x1b", max_size=300), st.data(), st.integers(16, 90))
def test_a_marked_line_fits_and_shows_where_the_mark_begins(text: str, data: st.DataObject, room: int) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown, begin, length = marked_line(text, start, end, room)
    assert width(shown) <= room + 5  # an escape that starts inside may stand out by its own length
    assert 0 <= begin < room and length >= 1
    if len(text) * 4 < room:
        assert begin == width(text[:start].replace("\x1b", "\\x1b")) or "\t" in text


def test_a_line_of_a_million_characters_is_cut_around_the_mark() -> None:
    text = "a" * 500_000 + "MARK" + "b" * 500_000
    shown, begin, length = marked_line(text, 500_000, 500_004, 60)
    assert shown[begin : begin + length] == "MARK" and len(shown) <= 60
    assert shown.startswith("...") and shown.endswith("...")


@given(st.text(alphabet="ab ，。宽度x\n", max_size=120), st.integers(8, 40))
def test_wrapping_keeps_the_text_and_the_width(text: str, room: int) -> None:
    broken = list(wrapped(text, room))
    assert "".join("".join(broken).split()) == "".join(text.split())
    longest = max((width(word) for word in re.split(r"[ \n]", text)), default=0)
    assert all(width(line) <= max(room, longest) for line in broken)


def test_wrapping_breaks_chinese_anywhere_but_before_a_full_stop() -> None:
    assert list(wrapped("一二三四五六七八。九", 16)) == ["一二三四五六七", "八。九"]
    assert list(wrapped("no wrapping at all here", None)) == ["no wrapping at all here"]


def test_log_lines() -> None:
    assert log_line("  ::error::x") == "  \\x3a:error::x"
    assert log_line("a ::error::x") == "a ::error::x"
