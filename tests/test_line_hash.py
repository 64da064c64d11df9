"""`primaryLocationLineHash` against a plain reading of its description."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hygon_lint.report.line_hash import line_hashes

EMPTY = "c129715d7a2bc9a3"  # what the code-scanning page's own action computes for an empty file


def plainly(text: str) -> dict[int, str]:
    """Every line by itself, with no rolling: quadratic and obvious."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    result = {}
    seen: list[int] = []
    for number in range(len(lines)):
        rest = "\n".join(lines[number:]).replace(" ", "").replace("\t", "")
        raw = rest.encode("utf-16-le", "surrogatepass")
        units = [int.from_bytes(raw[i : i + 2], "little") for i in range(0, len(raw), 2)]
        value = 0
        for unit in ([*units, 65535] + [0] * 100)[:100]:
            value = (value * 37 + unit) % 2**64
        seen.append(value)
        result[number + 1] = f"{value:x}:{seen.count(value)}"
    return result


@given(st.text(alphabet=" \t\r\nab;中😀", max_size=400))
def test_equal_to_the_plain_reading(text: str) -> None:
    expected = plainly(text)
    assert line_hashes(text, expected) == expected


@given(st.text(alphabet="\na", max_size=300), st.sets(st.integers(1, 50), max_size=5))
def test_any_choice_of_lines_gives_the_same_values(text: str, lines: set[int]) -> None:
    every = plainly(text)
    assert line_hashes(text, lines) == {n: every[n] for n in lines if n in every}


def test_known_values() -> None:
    assert line_hashes("", [1]) == {1: f"{EMPTY}:1"}
    assert line_hashes(" a\nb\n  \t\tc\n d", [1, 4]) == {1: "271789c17abda88f:1", 4: "a23a3dc5e078b07b:1"}
    assert line_hashes("x;\n", [2]) == {2: f"{EMPTY}:1"}


def test_line_ends_are_one() -> None:
    assert line_hashes("a\r\nb\r\n", [1, 2, 3]) == line_hashes("a\nb\n", [1, 2, 3]) == line_hashes("a\rb\r", [1, 2, 3])


def test_repeats_are_counted_and_lines_past_the_end_left_out() -> None:
    text = ("x" * 100 + "\n") * 3
    hashes = line_hashes(text, [1, 2, 3, 99])
    assert [hashes[n].split(":")[1] for n in (1, 2, 3)] == ["1", "2", "3"]
    assert len({h.split(":")[0] for h in hashes.values()}) == 1
    assert 99 not in hashes
