"""Function extents, code lines and preprocessor structure."""

from __future__ import annotations

import pytest

from hygon_lint.frontend import syntax
from hygon_lint.frontend.source import SourceText


def file_of(text: str) -> syntax.SyntaxFile:
    return syntax.parse(SourceText("a.hip", text.encode()))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("void f() {}", ["f"]),
        ("int f(int a)\n{ if (a) { return 1; } return 2; }\nint g();", ["f"]),
        ("namespace a::b { inline namespace c { void f() {} } }", ["a::b::c::f"]),
        ('extern "C" { void f() {} }\nextern "C" void g() {}', ["f", "g"]),
        ("struct A { A() : x{1}, y(2) {} ~A() {} int x; int y; };", ["A::A", "A::~A"]),
        ("struct A { explicit A(int a) noexcept : x{a} {} };", ["A::A"]),
        ("struct __align__(16) A : B<(1 > 0)> { void f() const noexcept {} };", ["A::f"]),
        ("struct A f(int a) { return {}; }", ["f"]),
        ("class A { public: bool operator==(const A& o) const { return true; } };", ["A::operator=="]),
        ("struct A { void operator()(int a) {} operator bool() const {} };", ["A::operator()", "A::operator bool"]),
        ("template <int N = (3 > 2), typename T = void> __global__ void k(T* p) {}", ["k"]),
        ("template <class T> requires (sizeof(T) > 2) auto f(T t) -> decltype(t + 1) { return t; }", ["f"]),
        ("__global__ void __launch_bounds__(256, 2) k(int n) {}", ["k"]),
        ("FORCE_INLINE __device__ void f(int n) ATTR(2) {}", ["f"]),
        ("void A<int>::f(int n) {}", ["f"]),
        ("template <> void run<half, 96, (1 > 0)>(P& p) {}", ["run"]),
        ("int a[] = {1, 2}; std::vector<int> v{1, 2}; enum E { X, Y }; void f() {}", ["f"]),
        ("std::function<void*(int)> member{}; void f() {}", ["f"]),
        ("constexpr auto add = [](int a) { return a; };", ["add"]),
        ("TEST(Suite, Case) { check(); }", ["TEST"]),
        ("void f() { struct L { void g() {} }; auto h = [] {}; }", ["f"]),
        ("union { int a; float b; } u; typedef struct { int x; } S; void f() {}", ["f"]),
        ('[[nodiscard]] static inline const char* f() { return "}"; } // }', ["f"]),
        ("concept C = requires(T t) { t.x(); }; void f() {}", ["f"]),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert [f.qualified for f in file_of(text).functions] == names


@pytest.mark.parametrize(
    "text",
    [
        "#ifdef A\nvoid f(int a) {\n#else\nvoid f(int a, int b) {\n#endif\n}\nvoid g() {}",
        "#ifdef A\nvoid f(int a)\n#else\nvoid f(long a)\n#endif\n{\n}\nvoid g() {}",
        "void f() {\n#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\n}\n}\nvoid g() {}",
        "void f(int a,\n#ifdef A\nint b)\n#else\nint c)\n#endif\n{ }\nvoid g() {}",
        "void f() {\n#if 0\n{{{\n#else\n{\n#endif\n}}\nvoid g() {}",
        "void f() {\n#if 0\n#if X\n{\n#endif\n#endif\n}\nvoid g() {}",
        '#ifdef __cplusplus\nextern "C" {\n#endif\nvoid f() {}\nvoid g() {}\n#ifdef __cplusplus\n}\n#endif',
        "void f() {\n#ifdef BROKEN\n}}}\n#else\nx();\n#endif\n}\nvoid g() {}",
    ],
)
def test_arms_with_different_braces(text: str) -> None:
    functions = file_of(text).functions
    assert [f.name for f in functions] == ["f", "g"]
    assert all(f.closed for f in functions)


def test_span_and_body() -> None:
    text = "int x;\n  static int f(int a) { return a; }\n"
    function = file_of(text).functions[0]
    assert text[function.span.start : function.span.end] == "static int f(int a) { return a; }"
    assert text[function.body.start : function.body.end] == "{ return a; }"


def test_unclosed_function_reaches_the_end() -> None:
    function = file_of("void f() { if (x) {").functions[0]
    assert not function.closed
    assert function.span.end == len("void f() { if (x) {")


def test_hostile_heads_cost_little() -> None:
    file = file_of("a<" * 200_000 + "(){" + "x() : " + "a{}," * 20_000 + "{}" * 20_000)
    assert file.functions is not None


def test_code_lines() -> None:
    text = """\
void f() {
  // nothing
  int a; /* b
  c */
#if 0
  int dead;
#else
  asm(R"(one
two)");
#endif

}
#define A 1
"""
    file = file_of(text)
    assert file.code_lines == {1, 3, 8, 9, 12}
    assert file.code_lines_in(file.functions[0].body) == [1, 3, 8, 9, 12]


def test_function_at() -> None:
    text = "struct A { void f() { int a; } int b; };"
    file = file_of(text)
    found = file.function_at(text.index("int a"))
    assert found is not None and found.qualified == "A::f"
    assert file.function_at(text.index("int b")) is None


def test_chains_and_arms() -> None:
    text = "#if A && \\\n B // c\nx\n#ifdef C\ny\n#endif\n#elif D\nz\n#else\nw\n#endif\n#else\n"
    file = file_of(text)
    outer, inner = file.chains
    assert [a.kind for a in outer.arms] == ["if", "elif", "else"]
    assert file.text(outer.arms[0].condition) == "A && \\\n B"
    assert file.text(outer.arms[1].body) == "\nz\n"
    assert inner.parent is outer.arms[0] and inner.depth == 1 and not inner.has_else
    assert len(file.stray_conditionals) == 1
    arm = file.arm_at(text.index("y"))
    assert arm is inner.arms[0]


def test_defines() -> None:
    text = (
        '#define A\n#define B(x, ...) \\\n  (x + 1) // c\n#define C (1)\n#undef A\n#include <x/y.h>\n#include "z.h"\n'
    )
    file = file_of(text)
    assert [(d.name, d.params, file.text(d.body)) for d in file.defines] == [
        ("A", None, ""),
        ("B", ("x", "..."), "(x + 1)"),
        ("C", None, "(1)"),
    ]
    assert [u.name for u in file.undefs] == ["A"]
    assert [(i.target, i.system) for i in file.includes] == [("x/y.h", True), ("z.h", False)]


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("#if 0\na\n#else\nb\n#endif", ["\na\n"]),
        ("#if 1\na\n#elif X\nb\n#else\nc\n#endif", ["\nb\n", "\nc\n"]),
        ("#if (0) /* off */\na\n#endif", ["\na\n"]),
        ("#if 0x10\na\n#elif X\nb\n#endif", ["\nb\n"]),
        ("#if X\na\n#elif 0\nb\n#endif", ["\nb\n"]),
        ("#if 0\n#if 0\na\n#endif\n#endif", ["\n#if 0\na\n#endif\n"]),
        ("#ifdef 0\na\n#endif", []),
        ("#if 0 && defined(X)\na\n#endif", ["\na\n"]),
        ("#if defined(X) && (0)\na\n#endif", ["\na\n"]),
        ("#if X || 0 && Y\na\n#endif", []),
        ("#if X && Y == 0\na\n#endif", []),
    ],
)
def test_dead_arms(text: str, dead: list[str]) -> None:
    file = file_of(text)
    assert [file.text(span) for span in file.dead] == dead


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("// c\n#ifndef A_H\n#define A_H\nint a;\n#endif // A_H\n", True),
        ("#if !defined(A_H)\n#define A_H\nint a;\n#endif\n", True),
        ("#ifndef A_H\n#define A_H\n#endif\nint a;\n", False),
        ("#ifndef A_H\n#define B_H\nint a;\n#endif\n", False),
    ],
)
def test_include_guard(text: str, guarded: bool) -> None:
    assert (file_of(text).include_guard is not None) is guarded
