"""Comments that silence findings: what they cover, which words count, and which of them do nothing."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from cases import registry

from hygon_lint import engine
from hygon_lint.build_comments import of_build_file
from hygon_lint.finding import Confidence, Finding, Place, Severity, Suppression, Text
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.syntax import parse
from hygon_lint.registry import Registry
from hygon_lint.rule import Meta, Rule
from hygon_lint.silencer import Silencer, Use
from hygon_lint.suppression import of_syntax

WORD = Text(en="what", zh="什么")


def made(rule_id: str, name: str) -> Rule:
    meta = Meta(id=rule_id, name=name, summary=WORD, severity=Severity.NOTE, items=("X",))
    return type(name, (Rule,), {"meta": meta})()  # type: ignore[no-any-return]


OWN = registry().find("HYG001")
assert OWN is not None
RULES = Registry([OWN, made("HYG101", "low-word"), made("HYG102", "unmasked"), made("HYG201", "guard")])
IDS = [rule.meta.id for rule in RULES.rules]


def read(text: str, path: str = "a.hip") -> tuple[Suppression, ...]:
    source = SourceText(path, textwrap.dedent(text).lstrip("\n").encode("utf-8"))
    return of_syntax(parse(source)) if path.endswith(".hip") else of_build_file(source)


def at(line: int, rule: str = "HYG101", *, end: int = 0, path: str = "a.hip") -> Finding:
    return Finding(
        rule=rule, name="x", severity=Severity.ERROR, confidence=Confidence.HIGH, message=WORD,
        place=Place(path, line, 1, end or line, 5),
    )  # fmt: skip


def hidden(text: str, *findings: Finding, need_reason: bool = False, path: str = "a.hip") -> list[bool]:
    silencer = Silencer({path: read(text, path)}, RULES, need_reason=need_reason)
    return [finding.state == "suppressed" for finding in silencer.apply(findings)]


def uses(text: str, *findings: Finding, need_reason: bool = False, path: str = "a.hip") -> list[Use]:
    silencer = Silencer({path: read(text, path)}, RULES, need_reason=need_reason)
    silencer.apply(findings)
    return list(silencer.uses(IDS, (), ("HYG001",)))


@pytest.mark.parametrize(
    "comment",
    [
        "// NOLINT",
        "// NOLINT: why",
        "// NOLINT(HYG101): why",
        "// NOLINT(hyg101)",
        "// NOLINT(low-word) -- why",
        "// NOLINT(bugprone-x, HYG101, foo)",
        "// NOLINT(HYG1*)",
        "// NOLINT(*)",
        "// NOLINT(hygon-lint-low-word)",
        "/* NOLINT(HYG101): why */",
        "// 见下文 NOLINT(HYG101)：原因",
        "// hygon-lint: ignore[HYG101] why",
        "// hygon-lint: ignore",
    ],
)
def test_forms_that_hide(comment: str) -> None:
    assert hidden(f"s[0] += 1;  {comment}\ns[0] += 1;", at(1), at(2)) == [True, False]


@pytest.mark.parametrize(
    "comment",
    ["// NOLINT(bugprone-x)", "// NOLINT(HYG102)", "// NOLINTER", "// NOLINT()", "// xNOLINT", "// hygon-lint: ignored",
     '"NOLINT";', "// NOLINT(HYG999)", "// hygon-lint: ignore[]"],
)  # fmt: skip
def test_forms_that_do_not(comment: str) -> None:
    if comment in ("// NOLINT()", "// hygon-lint: ignore[]"):  # an empty list is no list
        assert hidden(f"s[0] += 1;  {comment}\n", at(1)) == [True]
    else:
        assert hidden(f"s[0] += 1;  {comment}\n", at(1)) == [False]


def test_a_comment_speaks_of_the_whole_statement_wherever_it_stands() -> None:
    for number in range(3):
        lines = ["s[0] = r[0] +", "    tile *", "    rows;"]
        lines[number] += "  // NOLINT(HYG101)"
        assert hidden("f();\n" + "\n".join(lines) + "\ng();\n", at(1), at(2), at(3), at(4), at(5)) == [
            False, True, True, True, False,
        ]  # fmt: skip


def test_blocks_end_a_statement_and_parentheses_do_not() -> None:
    text = """
    for (int i = 0;
         i < n; ++i) {  // NOLINT(HYG101)
      f();
      g([&] {
        h();  // NOLINT(HYG101)
        i();
      });
    }
    """
    assert hidden(text, *(at(line) for line in range(1, 9))) == [True, True, False, False, True, False, False, False]


def test_next_line_covers_the_statement_below_and_looks_past_other_comments() -> None:
    text = """
    // NOLINTNEXTLINE(HYG101)
    // another remark

    s[0] = r[0]
        + 1;
    s[0] += 1;
    """
    assert hidden(text, *(at(line) for line in range(1, 7))) == [False, False, False, True, True, False]


def test_our_own_form_alone_on_a_line_speaks_of_the_statement_below() -> None:
    text = """
    // hygon-lint: ignore[HYG101] measured
    s[0] += 1;
    s[0] += 1;
    s[0] = r[0] +
        // hygon-lint: ignore[HYG101] inside
        1;
    """
    assert hidden(text, at(2), at(3), at(4), at(6)) == [True, False, True, True]


def test_a_region_of_matching_rules() -> None:
    text = """
    // NOLINTBEGIN(HYG101)
    a();
    // NOLINTBEGIN(HYG102)
    b();
    // NOLINTEND(HYG102)
    c();
    // NOLINTEND(HYG101)
    d();
    """
    assert hidden(text, at(2), at(4), at(6), at(8)) == [True, True, True, False]
    assert hidden(text, at(2, "HYG102"), at(4, "HYG102"), at(6, "HYG102")) == [False, True, False]


def test_regions_without_an_end_hide_nothing_and_are_told() -> None:
    text = "// NOLINTBEGIN(HYG101)\na();\n// NOLINTEND(HYG102)\n"
    assert hidden(text, at(2)) == [False]
    assert [use.suppression.flaw for use in uses(text, at(2))] == ["begin without end", "end without begin"]
    assert uses("// NOLINTBEGIN(bugprone-x)\na();\n") == []
    assert uses("// NOLINTBEGIN\na();\n") == [], "a bare one may be another linter's"


def test_a_macro_is_one_statement() -> None:
    text = "#define STEP(s, x) \\\n  s[0] += (x); /* NOLINT(HYG101) */ \\\n  s[1] += 0\nf();\n"
    assert hidden(text, at(1), at(2), at(3), at(4)) == [True, True, True, False]


def test_a_finding_of_several_lines_is_hidden_by_a_comment_at_any_of_them() -> None:
    text = "struct A {\n  int a;  // NOLINT(HYG101)\n  int b;\n};\n"
    assert hidden(text, at(1, end=4), at(3)) == [True, False]


def test_idle_words_are_told_and_bare_or_foreign_ones_never() -> None:
    assert uses("a();  // NOLINT(HYG101)\n", at(1)) == []
    (use,) = uses("a();  // NOLINT(HYG101, HYG102): why\n", at(1))
    assert (use.idle, use.unknown, use.every_word) == (("HYG102",), (), False)
    (use,) = uses("a();  // NOLINT(HYG1*, HYG999)\n")
    assert (use.idle, use.unknown, use.every_word) == (("HYG1*",), ("HYG999",), True)
    assert uses("a();  // NOLINT\nb();  // NOLINT(foo)\nc();  // NOLINT(foo-*)\nd();  // NOLINT(HYG001)") == []
    (use,) = uses("a();  // hygon-lint: ignore\n")
    assert use.idle == ("",)


def test_what_did_not_run_in_full_is_not_judged() -> None:
    silencer = Silencer({"a.hip": read("a();  // NOLINT(HYG101)\n")}, RULES)
    assert list(silencer.uses(["HYG102"], (), ())) == []
    assert list(silencer.uses(IDS, ("a.hip",), ())) == []
    assert len(list(silencer.uses(IDS, (), ()))) == 1


def test_a_reason_can_be_demanded() -> None:
    text = "a();  // NOLINT(HYG101)\nb();  // NOLINT(HYG101): measured\nc();  // NOLINT\n"
    assert hidden(text, at(1), at(2), at(3), need_reason=True) == [False, True, False]
    told = uses(text, at(1), at(2), at(3), need_reason=True)
    assert [(use.suppression.place.line, use.without_reason) for use in told] == [(1, True)]
    assert [s.reason for s in read(text)] == ["", "measured", ""]


def test_a_reason_is_not_asked_for_what_would_hide_nothing_with_it() -> None:
    (use,) = uses("a();  // NOLINT(HYG999)\n", need_reason=True)
    assert (use.unknown, use.without_reason) == (("HYG999",), False)
    (use,) = uses("a();  // NOLINT(HYG101, HYG999)\n", at(1), need_reason=True)
    assert (use.unknown, use.without_reason) == (("HYG999",), True)


def test_a_word_that_no_rule_has_comes_with_the_nearest_one() -> None:
    (use,) = uses("a();  // NOLINT(HYG111, HYG999)\n")
    assert use.close == {"HYG111": "HYG101"}
    assert OWN is not None
    (found,) = OWN.visit_suppression(use)  # type: ignore[attr-defined]
    assert found.message.en == "no rule is called HYG111, HYG999; did you mean HYG101?"
    assert found.message.zh.endswith("，是否想写 HYG101？")


def test_python_build_files() -> None:
    text = """
    archs = [
        "gfx936",  # hygon-lint: ignore[HYG101] not yet
        "gfx938",
    ]
    # hygon-lint: ignore[HYG102] next
    other = ["gfx936"]
    text = "# hygon-lint: ignore[HYG101]"
    """
    path = "setup.py"
    found = [at(line, path=path) for line in (1, 2, 4, 6, 7)] + [at(6, "HYG102", path=path)]
    assert hidden(text, *found, path=path) == [True, True, True, False, False, True]


def test_cmake_make_and_broken_python() -> None:
    cmake = 'set(ARCHS\n  gfx936  # hygon-lint: ignore[HYG101] x\n  gfx938)\nmessage("# NOLINT")\nset(B 1)#NOLINT\n'
    for path in ("CMakeLists.txt", "flags.cmake"):
        found = [at(line, path=path) for line in (1, 3, 4, 5)]
        assert hidden(cmake, *found, path=path) == [True, True, False, True]
    make = "FLAGS = a \\\n  b  # NOLINT(HYG101)\nX = $(subst a,b#c)\n"
    assert hidden(make, at(1, path="Makefile"), at(3, path="Makefile"), path="Makefile") == [True, False]
    broken = "def (:\n  '''\nx = 1  # NOLINT(HYG101)\n"
    assert hidden(broken, at(3, path="setup.py"), path="setup.py") == [True]


# ---------------------------------------------------------------- the rule


def scan(folder: Path, text: str, **kind: object) -> list[Finding]:
    (folder / "a.hip").write_text(text, encoding="utf-8")
    settings = engine.Settings(paths=(str(folder),), cwd=str(folder), root=str(folder), **kind)  # type: ignore[arg-type]
    return list(engine.run(settings, RULES).findings)


def test_the_rule_reports_and_offers_to_remove(tmp_path: Path) -> None:
    lines = (
        "int a;",
        "  // NOLINTNEXTLINE(HYG101): old",
        "int b;  // NOLINT(HYG102, other): x",
        "int c;  /* NOLINT(HYG101) */ int d;",
    )
    text = "\n".join(lines) + "\n"
    found = scan(tmp_path, text)
    assert [(f.rule, f.place.line, f.place.column) for f in found] == [
        ("HYG001", 2, 6), ("HYG001", 3, 12), ("HYG001", 4, 12),
    ]  # fmt: skip
    source = SourceText("a.hip", text.encode())
    for finding in reversed(found):
        assert finding.fix is not None and finding.fix.safe
        for edit in finding.fix.edits:
            start = source.offset(edit.place.line, edit.place.column)
            end = source.offset(edit.place.end_line, edit.place.end_column)
            source = SourceText("a.hip", source.data[:start] + edit.text.encode() + source.data[end:])
    assert source.data.decode() == "int a;\nint b;  // NOLINT(other): x\nint c;   int d;\n"


def test_an_idle_suppression_points_to_the_lines_that_make_it_idle(tmp_path: Path) -> None:
    text = "// NOLINTNEXTLINE(HYG101): old\n  int a =\n      甲;\nint b;  // NOLINT(HYG101): old\n"
    below, beside = scan(tmp_path, text)
    assert [step.place for step in below.related] == [Place("a.hip", 2, 3, 3, 9)]
    assert beside.related == (), "it stands on its line itself"


def test_suppressions_can_be_switched_off(tmp_path: Path) -> None:
    assert scan(tmp_path, "int a;  // NOLINT(HYG101)\n", suppressions=False) == []


def test_a_run_of_some_rules_or_arches_does_not_judge_the_others(tmp_path: Path) -> None:
    text = "int a;  // NOLINT(HYG101)\n"
    assert scan(tmp_path, text, select=("HYG001",)) == []
    assert scan(tmp_path, text, arches=("gfx938",)) == []


def test_a_flood_of_suppressions_costs_what_its_length_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    from hygon_lint import silencer

    looks = 0
    covers = silencer._covers

    def counted(suppression: Suppression, finding: Finding) -> bool:
        nonlocal looks
        looks += 1
        return covers(suppression, finding)

    monkeypatch.setattr(silencer, "_covers", counted)
    lines = 500
    found = read("// NOLINT(HYG101)\n" * lines + "// NOLINTBEGIN(HYG101)\n" * lines + "// NOLINTEND(HYG101)\n" * lines)
    assert len(found) >= 2 * lines
    findings = [at(line, "HYG001") for line in range(1, 3 * lines)]
    assert {f.state for f in Silencer({"a.hip": found}, RULES).apply(findings)} == {"new"}
    assert looks <= 3 * lines
