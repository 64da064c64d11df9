"""Every marked case of fixtures/rules and every example of a rule is judged exactly as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import expected, explained, registry, scan, verdicts

from hygon_lint.discovery import is_build_file, is_source
from hygon_lint.finding import Confidence
from hygon_lint.rule import Rule

CASES = Path(__file__).resolve().parent.parent / "fixtures" / "rules"


def _cases() -> list[Path]:
    return sorted(path for folder in CASES.glob("*") if folder.is_dir() for path in folder.iterdir())


def _files(case: Path) -> list[Path]:
    return [case] if case.is_file() else sorted(path for path in case.rglob("*") if path.is_file())


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{case.parent.name}/{case.name}")
def test_case_is_judged_as_marked(case: Path) -> None:
    root = case if case.is_dir() else case.parent
    wanted = set()
    for file in _files(case):
        wanted |= expected(file.relative_to(root).as_posix(), file.read_bytes().decode("utf-8", "replace"))
    must_be_right = case.name.startswith(("right_", "after_"))
    assert not (must_be_right and wanted), "a right case carries marks"
    report = scan(case, root, confidence=Confidence.LOW if must_be_right else Confidence.MEDIUM)
    assert report.files + report.build_files == len(
        [file for file in _files(case) if is_source(file.name) or is_build_file(file.name) or case.is_file()]
    )
    assert verdicts(report) == wanted, explained(report)


def _examples() -> list[tuple[Rule, int]]:
    return [(rule, number) for rule in registry().rules for number in range(len(rule.examples))]


@pytest.mark.parametrize(
    ("rule", "number"), _examples(), ids=lambda value: getattr(value, "meta", None) and value.meta.id
)
def test_example_is_judged_as_it_says(rule: Rule, number: int, tmp_path: Path) -> None:
    example = rule.examples[number]
    file = tmp_path / example.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(example.wrong, encoding="utf-8")
    for name, text in example.beside:
        (tmp_path / name).write_text(text, encoding="utf-8")
    scanned = tmp_path if example.beside else file
    wanted = expected(example.path, example.wrong)
    assert rule.meta.id in {found for _, _, found in wanted}, "the wrong example has no mark of its own rule"
    report = scan(scanned, tmp_path)
    assert verdicts(report) == wanted, explained(report)
    file.write_text(example.right, encoding="utf-8")
    report = scan(scanned, tmp_path, confidence=Confidence.LOW)
    assert verdicts(report) == set(), explained(report)


@pytest.mark.parametrize("rule", registry().rules, ids=lambda rule: rule.meta.id)
def test_rule_has_examples_and_words_in_both_languages(rule: Rule) -> None:
    assert rule.examples or rule.meta.id.startswith("HYG0")
    for text in (rule.meta.summary, rule.doc.what, rule.doc.why, rule.doc.fix):
        assert text.en.strip() and text.zh.strip()
        assert any("\u4e00" <= character <= "\u9fff" for character in text.zh)
        assert not any("\u4e00" <= character <= "\u9fff" for character in text.en)


def test_all_bundled_rules_load() -> None:
    assert registry().problems == []
