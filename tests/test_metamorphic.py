"""Verdicts do not hang on layout, names, order or shape; `fuzz/metamorphic.py` compares all there is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cases import registry

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "fuzz"))

import metamorphic  # noqa: E402 - scripts beside the package
import rewrite  # noqa: E402

from hygon_lint.frontend.source import SourceText  # noqa: E402
from hygon_lint.frontend.syntax import parse  # noqa: E402

RULES = sorted(path for path in (REPOSITORY / "fixtures" / "rules").iterdir() if path.is_dir())
A_RULE = 4  # rewritings tried on each; the next rule gets the next ones

SAMPLE = """\
#include <stdint.h>
struct Pair { int one, other; };
// first
__device__ int twice(int value) { return value * 2; }  // beside

__device__ int more(int value, int count)
{
    if (value > count)
        return twice(value);
    else if (count == 3) {
        return "a  b"[0];
    } else
        return count;  // the end
}
__device__ int lone(int count) { return count; }
#define KEEP(x) \\
    (x + 1)
__device__ int last(int count) { if (count) { count++; } return KEEP(count); }
"""


def rewritten(name: str, text: str = SAMPLE) -> dict[str, rewrite.Text]:
    rewriting = rewrite.ANONYMOUS if name == metamorphic.ANONYMOUS else rewrite.EXACT[name]
    return rewriting({"a.hip": parse(SourceText("a.hip", text.encode()))})


def _faulty(folder: Path) -> Path:
    """A case of the rule that has a finding."""
    for path in sorted(folder.iterdir()):
        files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
        if any(f"expect: {folder.name}" in file.read_text("utf-8", "replace") for file in files):
            return path
    raise AssertionError(f"{folder} has no faulty case")


@pytest.mark.parametrize("number", range(len(RULES)), ids=[path.name for path in RULES])
def test_a_case_of_each_rule_keeps_its_verdicts(number: int) -> None:
    names = [metamorphic.NAMES[(number + step * 3) % len(metamorphic.NAMES)] for step in range(A_RULE)]
    differences = list(metamorphic.compare([_faulty(RULES[number])], names, registry()))
    assert not differences, "\n".join(map(str, differences))


ONCE_DIFFERENT = [
    ("HYG102/masked_on_one_arm.hip", "swapped-arms"),
    ("HYG201/two_dimensions_forgotten.cpp", "one-token-a-line"),
    ("HYG302/choices.cpp", "swapped-arms"),
    ("HYG304/dispatch", "empty-first-arm"),
    ("HYG305/numbers.h", "one-token-a-line"),
    ("HYG307/width.h", "one-token-a-line"),
    ("HYG403/two_files", "swapped-arms"),
    ("HYG411/pads.cpp", "anonymous"),
]


@pytest.mark.parametrize(("case", "name"), ONCE_DIFFERENT)
def test_what_once_made_a_difference(case: str, name: str) -> None:
    found = list(metamorphic.compare([REPOSITORY / "fixtures" / "rules" / case], [name], registry()))
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("name", metamorphic.NAMES)
def test_each_rewriting_changes_the_text_and_keeps_track_of_it(name: str) -> None:
    texts = rewritten(name)
    assert any(bytes(text.data) != SAMPLE.encode() for text in texts.values())
    moved = [(text, bytes(text.data).find(word)) for text in texts.values() for word in (b"value * 2", b"KEEP(x)")]
    for text, at in moved:
        if at >= 0:
            old = text.old(at)
            assert SAMPLE.encode()[old : old + 5] == text.data[at : at + 5]
    together = b"".join(bytes(text.data) for text in texts.values())
    assert b'"a  b"' in together and b"#define KEEP(x) \\\n    (x + 1)\n" in together


def test_arms_are_swapped_with_their_condition_negated() -> None:
    text = bytes(rewritten("swapped-arms")["a.hip"].data)
    assert b"if (!(value > count)) {if (!(count == 3)) {return count;} else {{\n" in text
    assert b"{return twice(value);}" in text and b"if (count) { count++; }" in text
    assert b"if (!(count)) {} else {{ count++; }}" in bytes(rewritten("empty-first-arm")["a.hip"].data)


def test_functions_change_places_but_none_precedes_what_it_uses() -> None:
    text = bytes(rewritten("reordered")["a.hip"].data)
    order = [b"// first", b"lone(int", b"twice(int", b"more(int", b"#define", b"last(int"]
    assert sorted(order, key=text.index) == order
    assert b"{ return value * 2; }  // beside\n" in text


def test_a_difference_is_found() -> None:
    """The comparison itself: what no rewriting may do is told with both verdicts."""
    case = _faulty(REPOSITORY / "fixtures" / "rules" / "HYG202")
    project = metamorphic.Project(case, registry())
    assert project.before
    rewrite.EXACT["gone"] = lambda files: {
        name: rewrite.edited(name, file, [(0, len(file.source.data), b"int nothing;\n")])
        for name, file in files.items()
    }
    try:
        difference = project.difference("gone")
    finally:
        del rewrite.EXACT["gone"]
    assert difference is not None and difference.lost and not difference.gained
    assert "HYG202" in str(difference)
