"""Baselines: what is known stays known through edits elsewhere, moves and reformatting; what is gone is told."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import Done, hygon_lint, rules_dir

from hygon_lint.baseline import DEFAULT_NAME, Baseline, Entry
from hygon_lint.errors import UsageError
from hygon_lint.finding import Confidence, Finding, Place, Severity, Text

WORD = Text(en="what", zh="什么")


def at(
    line: int, context: str, *, path: str = "a.hip", rule: str = "TST001", sure: Confidence = Confidence.HIGH
) -> Finding:
    return Finding(
        rule=rule,
        name="x",
        severity=Severity.ERROR,
        confidence=sure,
        message=WORD,
        place=Place(path, line, 1, line, 5),
        context=context,
    )


def new(baseline: Baseline, *findings: Finding, gone: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    match = baseline.match(findings, judged=lambda _: True, gone=lambda path: path in gone)
    return [(f.place.path, f.place.line) for f in match.findings if f.state == "new"]


def stale(baseline: Baseline, *findings: Finding, gone: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    match = baseline.match(findings, judged=lambda _: True, gone=lambda path: path in gone)
    return [(entry.path, entry.count) for entry in match.stale]


def test_moved_lines_and_reformatting_change_nothing() -> None:
    baseline = Baseline.of([at(3, "s[0] += x;"), at(9, "s[1] = y;")])
    assert new(baseline, at(70, "s[0]  +=\n x;"), at(2, "s[1]=y;")) == []


def test_repeats_are_counted() -> None:
    baseline = Baseline.of([at(1, "x"), at(2, "x")])
    assert new(baseline, at(1, "x"), at(2, "x"), at(3, "x")) == [("a.hip", 3)]
    assert stale(baseline, at(5, "x")) == [("a.hip", 1)]


def test_another_rule_text_or_path_is_new() -> None:
    baseline = Baseline.of([at(1, "x")])
    assert new(baseline, at(1, "y")) == [("a.hip", 1)]
    assert new(baseline, at(1, "x", rule="TST002")) == [("a.hip", 1)]
    assert new(baseline, at(1, "x", path="b.hip")) == [("b.hip", 1)]


def test_a_moved_file_is_recognised_by_a_unique_match_of_its_text() -> None:
    baseline = Baseline.of([at(1, "x"), at(2, "y")])
    moved = (at(1, "x", path="b.hip"), at(2, "y", path="b.hip"))
    assert new(baseline, *moved, gone=("a.hip",)) == []
    assert stale(baseline, *moved, gone=("a.hip",)) == []
    assert new(baseline, *moved) == [("b.hip", 1), ("b.hip", 2)], "a copy is no move"
    twice = (*moved, at(1, "x", path="c.hip"))
    assert new(baseline, *twice, gone=("a.hip",)) == [("b.hip", 1), ("c.hip", 1)], "two places are not unique"


def test_a_known_rename_is_followed() -> None:
    baseline = Baseline.of([at(1, "x"), at(1, "x", path="z.hip")])
    found = [at(1, "x", path="b.hip"), at(1, "x", path="c.hip")]
    match = baseline.match(
        found, judged=lambda _: True, gone=lambda _: True, renamed={"b.hip": "a.hip", "c.hip": "z.hip"}
    )
    assert [f.state for f in match.findings] == ["baseline", "baseline"]


def test_a_doubtful_finding_does_not_use_up_the_entry_of_a_sure_one() -> None:
    baseline = Baseline.of([at(5, "x")])
    assert new(baseline, at(1, "x", sure=Confidence.LOW), at(5, "x")) == [("a.hip", 1)]


def test_suppressed_findings_are_neither_stored_nor_matched() -> None:
    from msgspec.structs import replace

    hidden = replace(at(1, "x"), state="suppressed")
    assert Baseline.of([hidden]).entries == ()
    match = Baseline.of([at(1, "x")]).match([hidden], judged=lambda _: True, gone=lambda _: False)
    assert match.findings == [hidden]


def test_only_what_was_judged_can_be_stale() -> None:
    match = Baseline.of([at(1, "x")]).match([], judged=lambda _: False, gone=lambda _: False)
    assert match.stale == ()


def test_written_and_read_again(tmp_path: Path) -> None:
    baseline = Baseline.of([at(1, "x"), at(2, "x"), at(3, "中文", path="\\xff.hip")])
    file = tmp_path / "b.json"
    file.write_bytes(baseline.dumped())
    assert Baseline.load(file).entries == baseline.entries
    assert "line" not in json.loads(file.read_text(encoding="utf-8"))["entries"][0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no baseline"),
        ("[]", "is no baseline"),
        ("{}", "is not a baseline of this version"),
        ('{"schema": "hygon-lint-baseline/9", "recipe": 1, "entries": []}', "is not a baseline of this version"),
        ('{"schema": "hygon-lint-baseline/1", "recipe": 1, "entries": [{"path": 3}]}', "is no baseline"),
        ('{"schema": "hygon-lint-baseline/1", "recipe": 1}', "is no baseline"),
        ("[" * 100_000, "is no baseline"),
        (
            '{"schema": "hygon-lint-baseline/1", "recipe": 1, '
            '"entries": [{"path": "a", "rule": "b", "key": "c", "count": -1}]}',
            "a count of -1",
        ),
    ],
)
def test_what_is_no_baseline_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "b.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        Baseline.load(file)


def test_taking_out_and_adding() -> None:
    baseline = Baseline([Entry("a", "R", "k", 3), Entry("b", "R", "k", 1)])
    assert baseline.without([Entry("a", "R", "k", 2), Entry("b", "R", "k", 1)]).entries == (Entry("a", "R", "k", 1),)
    assert baseline.having(Baseline([Entry("a", "R", "k", 1)])).entries[0].count == 4


# ---------------------------------------------------------------- the program


def scan(checkout: Path, *words: str | Path) -> Done:
    return hygon_lint("scan", "--select", "TST", "--rules-dir", checkout.parent / "rules", *words, cwd=checkout)


def baseline(checkout: Path, *words: str | Path) -> Done:
    rules = checkout.parent / "rules"
    return hygon_lint("baseline", *words, "--select", "TST", "--rules-dir", rules, cwd=checkout)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "a.hip").write_text("int fault;\nint other_fault;\n", encoding="utf-8")
    (folder / "b.hip").write_text("int fault;\n", encoding="utf-8")
    rules_dir(tmp_path / "rules")
    return folder


def states(done: Done) -> list[str]:
    return [finding["state"] for finding in json.loads(done.out)["findings"]]


def test_from_the_first_day_on(checkout: Path) -> None:
    done = baseline(checkout, "create")
    assert (done.code, done.out) == (0, f"{DEFAULT_NAME}: 3 findings\n")
    assert scan(checkout).code == 0
    assert states(scan(checkout, "--format", "json")) == ["baseline"] * 3
    assert scan(checkout, "--no-baseline").code == 1
    with (checkout / "a.hip").open("a", encoding="utf-8") as file:
        file.write("// more\nvoid g() { int fault; }\n")
    assert scan(checkout).code == 1
    assert states(scan(checkout, "--format", "json")).count("new") == 1
    assert baseline(checkout, "prune").out.endswith("0 taken out, 3 findings\n")
    assert scan(checkout).code == 1
    assert baseline(checkout, "update").out.endswith("1 added, 0 taken out, 4 findings\n")
    assert scan(checkout).code == 0


def test_stale_entries_are_told_and_fail_when_strict(checkout: Path) -> None:
    baseline(checkout, "create")
    (checkout / "a.hip").write_text("int fine;\n", encoding="utf-8")
    done = scan(checkout)
    assert done.code == 0
    assert "match nothing any more: 1 (hygon-lint baseline prune drops them)" in done.out
    assert scan(checkout, "--strict-baseline").code == 1
    assert scan(checkout, "b.hip", "--strict-baseline").code == 0, "a.hip was not looked at"
    assert scan(checkout, "--ignore", "TST001", "--strict-baseline").code == 0, "the rule did not run"
    assert baseline(checkout, "prune").out.endswith("2 taken out, 1 findings\n")
    assert scan(checkout, "--strict-baseline").code == 0
    (checkout / "b.hip").unlink()
    assert scan(checkout, "--strict-baseline").code == 1


def test_a_moved_file_stays_known(checkout: Path) -> None:
    baseline(checkout, "create")
    (checkout / "a.hip").unlink()
    (checkout / "sub").mkdir()
    (checkout / "sub" / "c.hip").write_text("int other_fault;\n", encoding="utf-8")
    assert scan(checkout).code == 0


def test_create_does_not_replace_and_mistakes_are_told(checkout: Path) -> None:
    assert baseline(checkout, "update").code == 2
    assert hygon_lint("baseline", "show", cwd=checkout).code == 2
    baseline(checkout, "create")
    done = baseline(checkout, "create")
    assert done.code == 2
    assert "--force" in done.err
    assert baseline(checkout, "create", "--force").code == 0
    shown = hygon_lint("baseline", "show", cwd=checkout).out
    assert "3  TST001\n" in shown and "2  a.hip" in shown
    (checkout / DEFAULT_NAME).write_text("{}", encoding="utf-8")
    assert scan(checkout).code == 2
    assert scan(checkout, "--no-baseline").code == 1


def test_what_a_baseline_holds_is_shown_with_the_names_of_its_rules(checkout: Path) -> None:
    (checkout / "c.hip").write_text("int x;  // NOLINT(HYG101): old\n", encoding="utf-8")
    assert hygon_lint("baseline", "create", cwd=checkout).code == 0
    assert "     1  HYG001  unused-suppression\n" in hygon_lint("baseline", "show", cwd=checkout).out


def test_a_named_or_configured_file(checkout: Path) -> None:
    baseline(checkout, "create", "--baseline", "known.json")
    assert not (checkout / DEFAULT_NAME).exists()
    assert scan(checkout).code == 1
    assert scan(checkout, "--baseline", "known.json").code == 0
    (checkout / ".hygon-lint.toml").write_text('baseline = "known.json"\n', encoding="utf-8")
    done = scan(checkout)
    assert done.code == 0
    assert "known.json" in done.out, "the report says which baseline applied"
    assert scan(checkout, "--baseline", "nope.json").code == 2


NEUTRAL = (
    "",
    "// a remark",
    "int x = 1;",
    "void f() {}",
    "#define A 1",
    "/* more\n   of it */",
    "    ",
    "struct S {};",
)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), edits=st.integers(1, 8))
def test_random_edits_elsewhere_never_change_what_is_new(seed: int, edits: int) -> None:
    """A text is edited around its faults; where a fault is added, that one and no other is new."""
    choice = random.Random(seed)
    lines = ["int fault;", "int other_fault;", "int fault;", "x = fault + 1;", "int fine;"]
    known = Baseline.of(_found(lines))
    for _ in range(edits):
        lines.insert(choice.randrange(len(lines) + 1), choice.choice(NEUTRAL))
    added = choice.random() < 0.5
    if added:
        lines.insert(choice.randrange(len(lines) + 1), "brand_new(fault);")
    match = known.match(_found(lines), judged=lambda _: True, gone=lambda _: False)
    assert match.stale == ()
    assert [f.context for f in match.findings if f.state == "new"] == (["brand_new(fault);"] if added else [])


def _found(lines: list[str]) -> list[Finding]:
    text = "\n".join(lines)
    return [at(number, line) for number, line in enumerate(text.split("\n"), 1) if "fault" in line]
