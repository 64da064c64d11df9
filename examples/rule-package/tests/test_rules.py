"""Each rule finds what its wrong examples mark, and nothing in the right ones."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from acme_hygon_rules import no_printf

from hygon_lint.rule import Example, Rule

RULES: list[Rule] = [no_printf.NoPrintf()]
EXAMPLES = [(rule.meta.id, example) for rule in RULES for example in rule.examples]


def lines(folder: Path, rule: str, path: str, text: str) -> list[int]:
    """The lines on which a scan reports the rule."""
    (folder / path).write_text(text, encoding="utf-8")
    words = ["hygon-lint", "scan", "--isolated", "--no-cache", "--select", rule, "--format", "json"]
    done = subprocess.run([*words, path], cwd=folder, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return [finding["line"] for finding in json.loads(done.stdout)["findings"]]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=[rule for rule, _ in EXAMPLES])
def test_an_example_is_judged_as_it_says(rule: str, example: Example, tmp_path: Path) -> None:
    marked = [number for number, line in enumerate(example.wrong.splitlines(), 1) if f"expect: {rule}" in line]
    assert marked and lines(tmp_path, rule, example.path, example.wrong) == marked
    assert lines(tmp_path, rule, example.path, example.right) == []
