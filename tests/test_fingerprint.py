"""Fingerprints: what changes them, and what must not."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from hygon_lint.finding import Confidence, Finding, Place, Severity, Text
from hygon_lint.fingerprint import assign, content_key, normalised


def finding(
    line: int = 1,
    *,
    rule: str = "HYG101",
    path: str = "csrc/a.h",
    context: str = "load: s[0] += n",
    message: str = "word 0 moves",
) -> Finding:
    return Finding(
        rule=rule,
        name="some-rule",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message=Text(message, message),
        place=Place(path, line, 3, line, 9),
        context=context,
    )


def prints(findings: tuple[Finding, ...]) -> list[str]:
    return [f.fingerprint for f in findings]


CONTEXTS = st.sampled_from(["f: a * b", "f: a * c", "g: a * b", "s[0] += n", ""])
FINDINGS = st.lists(
    st.builds(
        finding,
        line=st.integers(1, 40),
        rule=st.sampled_from(["HYG101", "HYG202"]),
        path=st.sampled_from(["a.h", "b.h", "目录/c d.hip"]),
        context=CONTEXTS,
    ),
    max_size=25,
)


@given(FINDINGS)
def test_all_fingerprints_of_a_run_differ(findings: list[Finding]) -> None:
    result = prints(assign(findings))
    assert len(set(result)) == len(findings)
    assert all(len(p) == 32 and int(p, 16) >= 0 for p in result)


@given(FINDINGS, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(findings: list[Finding], random: object) -> None:
    shuffled = list(findings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert assign(shuffled) == assign(findings)


@given(FINDINGS, st.integers(1, 500))
def test_lines_inserted_above_change_nothing(findings: list[Finding], shift: int) -> None:
    moved = [
        msgspec.structs.replace(
            f, place=Place(f.place.path, f.place.line + shift, f.place.column, f.place.end_line + shift, 9)
        )
        for f in findings
    ]
    assert prints(assign(moved)) == prints(assign(findings))


@given(FINDINGS, FINDINGS)
def test_findings_elsewhere_change_nothing(findings: list[Finding], others: list[Finding]) -> None:
    elsewhere = [msgspec.structs.replace(f, rule="HYG401") for f in others]
    assert set(prints(assign(findings))) <= set(prints(assign([*findings, *elsewhere])))


@settings(max_examples=50)
@given(st.text(alphabet=" \t\n", min_size=1, max_size=4))
def test_reformatting_changes_nothing(space: str) -> None:
    plain = finding(context="load: s[0] += n * stride")
    spread = finding(context=f"load:{space}s[0]{space}+={space}n{space}*{space}stride{space}")
    folded = finding(context="load: s[0] += n \\\n * stride")
    assert prints(assign([plain])) == prints(assign([spread])) == prints(assign([folded]))


def test_each_part_matters() -> None:
    base = prints(assign([finding()]))
    for changed in (
        finding(rule="HYG102"),
        finding(path="csrc/b.h"),
        finding(context="load: s[0] += m"),
        finding(context="store: s[0] += n"),
    ):
        assert prints(assign([changed])) != base


def test_repeats_are_numbered_in_source_order_and_one_gone_takes_the_last_number() -> None:
    three = prints(assign([finding(30), finding(10), finding(20)]))
    two = prints(assign([finding(10), finding(20)]))
    assert three[:2] == two


def test_without_context_the_message_counts_but_never_its_line_numbers() -> None:
    at_4 = finding(context="", message="gfx946 is in another class at setup.py:40:3 (line 40, 第 40 行)")
    at_9 = finding(context="", message="gfx946 is in another class at setup.py:91:7 (line 91, 第 91 行)")
    other = finding(context="", message="gfx938 is in another class at setup.py:40:3 (line 40, 第 40 行)")
    assert prints(assign([at_4])) == prints(assign([at_9])) != prints(assign([other]))
    assert "40" not in normalised(at_4)


def test_the_content_key_ignores_the_path_and_nothing_else() -> None:
    assert content_key(finding()) == content_key(finding(7, path="other.h"))
    assert content_key(finding()) != content_key(finding(context="load: s[0] += m"))
    assert content_key(finding()) != content_key(finding(rule="HYG102"))


def test_text_that_is_no_valid_unicode_is_no_obstacle() -> None:
    assert assign([finding(path="odd\udcff.h")])[0].fingerprint
