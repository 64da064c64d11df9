"""Asserts, active and switched off, and which condition follows from which."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hygon_lint.analysis.asserts import active_asserts, disabled_asserts
from hygon_lint.analysis.implication import Claim, follows
from hygon_lint.frontend import syntax
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.syntax_tree import parse_fragment


def file_of(text: str) -> syntax.SyntaxFile:
    return syntax.parse(SourceText("a.h", text.encode()))


def claim(text: str) -> Claim:
    code = f"static_assert({text});"
    root = parse_fragment(code)
    assert root is not None
    condition = root.named_children[0].child_by_field_name("condition")
    assert condition is not None
    return Claim(condition, code.encode())


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        ("a >= 32", "a >= 64"),
        ("a >= 32", "64 <= a"),
        ("a > 31", "a >= 32"),
        ("a >= 32", "a > 31"),
        ("a >= 32", "a == 64"),
        ("a % 16 == 0", "a % 64 == 0"),
        ("a % 16 == 0", "a == 128"),
        ("a == 32 || a == 64", "a == 64"),
        ("a >= 32", "a == 32 || a == 64"),
        ("a <= 64 && a >= 1", "a == 32 || a == 64"),
        ("a >= 16 && b", "b && a >= 16 && c"),
        ("a != 5", "a > 5"),
        ("( a+b ) == c", "(a + b) == c"),
        ('a >= 32 && "text"', "a >= 32"),
        ("a == b", "a==b"),
    ],
)
def test_follows(wanted: str, known: str) -> None:
    assert follows(claim(wanted), [claim(known)])


@pytest.mark.parametrize(
    ("wanted", "known"),
    [
        ("a >= 64", "a >= 32"),
        ("a == 64", "a == 32 || a == 64"),
        ("a % 64 == 0", "a % 16 == 0"),
        ("a % 64 == 0", "a >= 64"),
        ("a <= 64", "a >= 64"),
        ("a != 64", "a >= 64"),
        ("b >= 32", "a >= 64"),
        ("a == b", "b != a"),
        ("a >= 32 && b", "a >= 64"),
    ],
)
def test_does_not_follow(wanted: str, known: str) -> None:
    assert not follows(claim(wanted), [claim(known)])


OPS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
ATOM = st.builds("a {} {}".format, OPS, st.integers(-4, 20)) | st.builds(
    "a % {} {} {}".format, st.integers(1, 6), st.sampled_from(["==", "!="]), st.integers(0, 3)
)
CONDITION = st.builds(" && ".join, st.lists(ATOM, min_size=1, max_size=2)) | st.builds(
    " || ".join, st.lists(ATOM, min_size=1, max_size=2)
)


@settings(max_examples=300, deadline=None)
@given(CONDITION, CONDITION)
def test_what_is_said_to_follow_does(wanted: str, known: str) -> None:
    if follows(claim(wanted), [claim(known)]):
        python = [text.replace("&&", "and").replace("||", "or") for text in (wanted, known)]
        for a in range(60):
            assert not eval(python[1], {"a": a}) or eval(python[0], {"a": a}), (wanted, known, a)


def test_active_asserts_leave_out_comments_and_dead_code() -> None:
    text = """\
static_assert(a == 1, "x");
// static_assert(b == 1);
#if 0
static_assert(c == 1);
#endif
#define CHECKED(T) static_assert(sizeof(T) == 4); T
#define MY_ASSERT(x) assert(x)
void f() { MY_ASSERT(d); hipCheck(e); HIP_CHECK(hipFree(p)); }
"""
    assert [(a.name, a.kind, a.claim.spelling) for a in active_asserts(file_of(text))] == [
        ("static_assert", "static", "a == 1"),
        ("static_assert", "static", "sizeof(T) == 4"),
        ("MY_ASSERT", "runtime", "d"),
    ]


def test_spans_of_disabled_asserts_are_those_of_the_file() -> None:
    text = 'int a, b; /* 注释\r\n  static_assert(a == b,\r\n     "x" ) ; */ // static_assert(b>1);\r\n'
    found = disabled_asserts(file_of(text))
    data = text.encode()
    assert [data[d.assertion.span.start : d.assertion.span.end].decode() for d in found] == [
        'static_assert(a == b,\r\n     "x" ) ;',
        "static_assert(b>1);",
    ]
    assert [d.how for d in found] == ["block", "line"]


@pytest.mark.parametrize(
    ("text", "superseded"),
    [
        ("static_assert(a >= 64);\n// static_assert(a >= 32);", True),
        ("// static_assert(a >= 32);\nstatic_assert(a >= 64);", True),
        ("struct A { static_assert(a >= 64); };\nstruct B { // static_assert(a >= 64);\n};", False),
        ("static_assert(a >= 64);\nstruct B { // static_assert(a >= 64);\n};", True),
        ("#ifdef X\nstatic_assert(a >= 64);\n#else\n// static_assert(a >= 64);\n#endif", False),
        ("#ifdef X\nstatic_assert(a >= 64);\n// static_assert(a >= 64);\n#endif", True),
        ("#if 0\nstatic_assert(a >= 32);\n#else\nstatic_assert(a >= 64);\n#endif", True),
        ("static_assert(a >= 16);\nstatic_assert(b);\n// static_assert(a >= 16 && b);", True),
        ("#define M static_assert(a >= 64);\n// static_assert(a >= 64);", False),
        ("void f() { // assert(a > 1);\n g(a); \n" + "h();\n" * 200 + "assert(a > 1); }", False),
    ],
)
def test_successors(text: str, superseded: bool) -> None:
    (found,) = disabled_asserts(file_of("constexpr int a = 64; constexpr bool b = true;\n" + text))
    assert (found.successor is not None) is superseded


def test_what_relies_on_it() -> None:
    text = "void f(int n, int k) {\n  // assert(n % k == 0);\n  int q = n / k;\n}\nvoid g(int n) { n / 2; }"
    (found,) = disabled_asserts(file_of(text))
    assert found.relied_on is not None and file_of(text).source.line_of(found.relied_on.start) == 3
    (alone,) = disabled_asserts(file_of("void f(int n) {\n  // assert(n > 2);\n}\nvoid g(int n) { n / 2; }"))
    assert alone.relied_on is None
