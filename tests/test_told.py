"""What a checkout switches off is told: by every format, in one line on stderr where a format has no room for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from program import CLEAN, Done, hygon_lint, rules_dir
from report_samples import EMPTY, hostile_report, options, report, srd_finding, widen_finding

from hygon_lint.outcome import Choice, Source
from hygon_lint.report import FORMATS, render, told

HIDDEN = "int fault;  // NOLINT\n"
BARE = "int fault;\n"
OVERRIDE = '[[overrides]]\npaths = ["bad.hip"]\nignore = ["TST"]\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    (folder / ".git").mkdir(parents=True)
    (folder / "good.hip").write_text(CLEAN, encoding="utf-8")
    rules_dir(tmp_path / "rules")
    return folder


def scan(checkout: Path, *words: str, text: str = BARE, config: str = "") -> Done:
    (checkout / "bad.hip").write_text(text, encoding="utf-8")
    if config:
        (checkout / ".hygon-lint.toml").write_text(config, encoding="utf-8")
    return hygon_lint("scan", "-j1", "--no-cache", "--rules-dir", checkout.parent / "rules", *words, cwd=checkout)


def run_of(checkout: Path, *words: str, **given: str) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(scan(checkout, "--format", "json", *words, **given).out)["run"]
    return run


# ---------------------------------------------------------------- what is counted and named


@pytest.mark.parametrize("name", FORMATS)
def test_no_way_to_hide_is_hidden_by_a_format(checkout: Path, name: str) -> None:
    """A comment, a .gitignore and an override each hide a fault; each is told, by the report or beside it."""
    (checkout / "other.hip").write_text(HIDDEN, encoding="utf-8")
    (checkout / "gone.hip").write_text(BARE, encoding="utf-8")
    (checkout / ".gitignore").write_text("gone.hip\n", encoding="utf-8")
    done = scan(checkout, "--format", name, config=OVERRIDE)
    assert done.code == 0, "nothing counts, which is why it must be told"
    said = done.out + done.err
    assert (
        "1 skipped: file named in .gitignore" in said and ".hygon-lint.toml" in said and "bad.hip: ignore TST" in said
    )
    if name in ("json", "jsonl", "sarif"):
        log = json.loads(done.out.splitlines()[-1] if name == "jsonl" else done.out)
        held = log["runs"][0]["properties"]["heldBack"] if name == "sarif" else log["run"]["held_back"]
        assert held == {"configuration": 1, "nolint": 1}
    elif name == "html":
        assert "(by the configuration): 1" in said and "(by a comment in the source): 1" in said
    else:
        assert "Held back by the configuration: 1" in said and "Held back by a comment in the source: 1" in said
    assert (done.err.count("\n"), bool(done.err)) == ((1, True) if name in told.NO_ROOM else (0, False))


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('ignore = ["TST"]', ("ignore", "TST", ["TST001"])),
        ('[severity]\nfault-word = "note"', ("severity", "fault-word = note", [])),
        ("[magnitudes]\ndefault = 1\nheads = 2", ("magnitudes", "default = 1, heads = 2", [])),
        ("[arch.gfx946]\nvgprs = 768", ("arch", "gfx946 (vgprs = 768)", [])),
        ('arches = ["gfx936"]', ("arches", "gfx936", [])),
        ('fail-on = "never"', ("fail-on", "never", [])),
        ('exclude = ["bad.hip"]', ("exclude", "bad.hip", [])),
        ('min-confidence = "high"', ("min-confidence", "high", [])),
        (OVERRIDE, ("overrides", "bad.hip: ignore TST", ["TST001"])),
        (
            '[[overrides]]\npaths = ["a/", "b.h"]\nmin-confidence = "high"\nseverity = {TST001 = "note"}',
            ("overrides", "a/, b.h: severity TST001 = note; min-confidence high", []),
        ),
    ],
)
def test_each_key_that_can_take_findings_away_is_told(checkout: Path, config: str, said: tuple[Any, ...]) -> None:
    told_of = run_of(checkout, config=config)["configured"]
    assert told_of == [dict(zip(("key", "value", "rules"), said, strict=True))]


def test_select_names_what_it_leaves_out_and_ignore_only_what_is_left(checkout: Path) -> None:
    choices = run_of(checkout, config='select = ["TST", "HYG401"]\nignore = ["HYG4", "TST001"]')["configured"]
    assert [choice["key"] for choice in choices] == ["select", "ignore"]
    assert "HYG101" in choices[0]["rules"] and "HYG402" in choices[0]["rules"]
    assert not {"TST001", "HYG401"} & set(choices[0]["rules"])
    assert choices[1]["rules"] == ["TST001"], "HYG401 is the more specific word, HYG402 was off before"


def test_what_the_command_line_says_and_what_is_the_default_is_not_told(checkout: Path) -> None:
    config = 'select = ["TST"]\nignore = []\nmin-confidence = "medium"\nlang = "en"\n'
    assert [one["key"] for one in run_of(checkout, config=config)["configured"]] == ["select"]
    assert run_of(checkout, "--select", "TST")["configured"] == []
    assert run_of(checkout, "--isolated")["configured"] == []


def test_a_floor_of_the_configuration_is_counted_and_one_of_the_command_line_is_not(checkout: Path) -> None:
    doubtful = "int doubt;\nint fault;\n"  # `doubt` is below the default floor: nobody takes it away
    override = '[[overrides]]\npaths = ["*"]\nignore = ["TST"]\n'
    assert run_of(checkout, text=doubtful, config=override)["held_back"] == {"configuration": 1}
    assert run_of(checkout, "--min-confidence", "low", text=doubtful)["held_back"] == {"configuration": 2}


def test_what_a_comment_hides_anyway_is_not_counted_twice(checkout: Path) -> None:
    assert run_of(checkout, text=HIDDEN, config=OVERRIDE)["held_back"] == {}


def test_parts_carry_the_configuration_to_the_merged_report(checkout: Path) -> None:
    assert scan(checkout, "--shard", "1/1", "--output", "part.json", config=OVERRIDE).code == 0
    words = ("--rules-dir", checkout.parent / "rules", "part.json")
    merged = json.loads(hygon_lint("merge", "--format", "json", *words, cwd=checkout).out)["run"]
    assert merged == run_of(checkout)
    assert merged["sources"] == [{"kind": "configuration", "path": ".hygon-lint.toml"}]
    beside = hygon_lint("merge", "--format", "gitlab", *words, cwd=checkout).err
    assert beside.startswith("hygon-lint: Held back by the configuration: 1; Configuration: .hygon-lint.toml (")


# ---------------------------------------------------------------- the line on stderr


def test_quiet_is_silent_on_comments_and_not_on_the_configuration(checkout: Path) -> None:
    done = scan(checkout, "-q", text=HIDDEN)
    assert (done.code, done.out, done.err) == (0, "", "")
    done = scan(checkout, "-q", config=OVERRIDE)
    assert (done.code, done.out) == (0, "")
    line = "Configuration: .hygon-lint.toml (overrides: bad.hip: ignore TST (1 rule off: TST001))"
    assert done.err == f"hygon-lint: Held back by the configuration: 1; {line}\n"
    done = scan(checkout, "-q", config="jobs = 1\n")
    assert done.code == 1 and done.err == "", "a configuration that takes nothing away"


def test_a_log_that_says_it_already_gets_no_line(checkout: Path) -> None:
    words = ("--format", "gitlab=quality.json")
    assert scan(checkout, *words, "--format", "text", config=OVERRIDE).err == ""
    assert scan(checkout, *words, "--format", "github").err == ""
    assert scan(checkout, *words).err.count("\n") == 1
    assert scan(checkout, *words, "--format", "text", "-q").err.count("\n") == 1
    assert json.loads((checkout / "quality.json").read_text(encoding="utf-8")) == []


def test_nothing_to_tell_is_nothing_told() -> None:
    assert list(told.lines(EMPTY, "en")) == [] and told.aside(EMPTY, "en", quiet=False) == ""
    assert told.aside(report(configured=(), sources=()), "en", quiet=True) == ""


def test_the_line_is_one_harmless_line_in_both_languages() -> None:
    made, _ = hostile_report()
    for lang in ("en", "zh"):
        for quiet in (False, True):
            line = told.aside(made, lang, quiet=quiet)
            assert line.startswith("hygon-lint: ") and line.isprintable()
    chinese = told.aside(report(suppressed_by_kind={"configuration": 3}), "zh", quiet=True)
    assert chinese == (
        "hygon-lint: 未列出（被配置文件排除）：3; 配置文件: pyproject.toml (ignore: HYG102（关闭 1 条规则：HYG102）)"
    )


# ---------------------------------------------------------------- shapes


def test_text_lists_the_choices_below_the_configuration_and_wraps_them() -> None:
    many = tuple(f"HYG{number}" for number in range(101, 113))
    made = report(configured=(Choice(key="select", value=", ".join(["HYG4"] * 60), rules=many),))
    tail = render("text", made, options()).split("Configuration: pyproject.toml\n")[1].splitlines()
    assert tail[0].startswith("  select: HYG4, HYG4") and tail[0].endswith(
        "... (12 rules off: HYG101, HYG102, HYG103, ...)"
    )
    narrow = render("text", made, options(width=60)).split("Configuration: pyproject.toml\n")[1].splitlines()
    assert len(narrow) > 2 and all(len(line) <= 60 for line in narrow if line.startswith(" "))


def test_junit_says_it_in_a_passed_case() -> None:
    made = report(srd_finding(state="suppressed"), widen_finding(state="baseline"))
    root = ElementTree.fromstring(render("junit", made, options()).encode("utf-8"))
    output = root.find(".//testcase[@name='scan']/system-out")
    assert output is not None and (output.text or "").splitlines()[:3] == [
        "Held back by the baseline: 1",
        "Held back by a comment in the source: 1",
        "Configuration: pyproject.toml (ignore: HYG102 (1 rule off: HYG102))",
    ]


def test_sarif_names_all_rules_of_a_choice_and_html_the_first() -> None:
    choice = Choice(key="overrides", value="a/: ignore HYG1", rules=("HYG101", "HYG102", "HYG103", "HYG104"))
    made = report(configured=(choice,), sources=(Source("configuration", "c.toml"),))
    notes = json.loads(render("sarif", made, options()))["runs"][0]["invocations"][0]["toolConfigurationNotifications"]
    assert [note["message"]["text"] for note in notes] == [
        "The configuration c.toml applied.",
        "The configuration sets overrides: a/: ignore HYG1 (rules off: HYG101, HYG102, HYG103, HYG104).",
    ]
    assert "a/: ignore HYG1 (4 rules off: HYG101, HYG102, HYG103, ...)" in render("html", made, options())
