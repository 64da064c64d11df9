"""The concrete tree: errors are masked away, positions never move."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hygon_lint.frontend import syntax
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.frontend.syntax_tree import parse_fragment, walk


def file_of(text: str) -> syntax.SyntaxFile:
    return syntax.parse(SourceText("a.hip", text.encode()))


@pytest.mark.parametrize(
    "text",
    [
        "__global__ void __launch_bounds__(256, (1 + 1)) k(float* p) { p[0] = 1; }",
        "template <int N> __forceinline__ __device__ int f(int a) { return a; }",
        "MY_HOST_DEVICE constexpr auto f(int a) { return a; }\nMY_HOST_DEVICE int g() { return 1; }",
        "void f() {\n#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\nz(); }\n}",
        "void f(int a,\n#ifdef A\nint b)\n#else\nint c)\n#endif\n{ g(a); }",
        "void f() { k<<<dim3(1), 256, 0, stream>>>(a, b); }",
        "struct A {\nDECLARE_THINGS(A, 1)\nDECLARE_MORE(A) DECLARE_LAST(2)\nint x; };\nvoid f() {}",
        "void f() { auto p = (__attribute__((address_space(3))) short*)(q); }",
        "template <class A> void f() { constexpr auto g = typename A::template B<1>::type{}; }",
        "struct A { int operator[](int i); int f(int i) { return this->operator[](i); } };",
        "template <class T> void f(T t) { auto s = g(decltype(t){}, 1); }",
        "struct A { template <class T> void operator()(T); };\ntemplate <> void A::operator()<float>(float a) { a; }",
        "auto x = a.template b<1>(2);",
    ],
)
def test_what_the_grammar_does_not_know_is_masked(text: str) -> None:
    file = file_of(text)
    assert file.tree.errors.count == 0, file.tree.before
    assert all(0 <= span.start < span.end <= len(text) for span in file.tree.masked)


def test_masks_are_kept_only_if_errors_shrink() -> None:
    file = file_of("CAPS_TYPE value = 1;\nint f( { ( ; [ }\n")
    assert file.tree.errors.cost <= file.tree.before.cost
    clean = file_of("#ifdef A\nint a;\n#else\nint b;\n#endif\n__device__ int c;")
    assert clean.tree.errors.count == 0


def test_positions_do_not_move() -> None:
    text = (
        "// 注\n__global__ void k(float* p)\r\n{\n#ifdef A\n  if (p) {\n#else\n  if (!p) {\n#endif\n  p[0] = 1; }\n}\n"
    )
    file = file_of(text)
    assignment = next(node for node in walk(file.root) if node.type == "assignment_expression")
    assert file.text(Span(assignment.start_byte, assignment.end_byte)) == "p[0] = 1"
    assert file.source.place(Span(assignment.start_byte, assignment.end_byte)).line == 9


def test_a_function_inside_a_large_error_has_a_tree_of_its_own() -> None:
    text = "]) broken ( {{ [\n" * 5 + "int f(int a) { return a + 1; }\n"
    file = file_of(text)
    start = text.index("int f")
    part = file.tree.part(Span(start, len(text)))
    assert not part.has_error
    found = next(node for node in walk(part) if node.type == "binary_expression")
    assert text[found.start_byte : found.end_byte] == "a + 1"


def test_a_lone_cr_ends_a_line_comment() -> None:
    file = file_of("// note\rint a;\r")
    assert [node.type for node in file.root.children] == ["comment", "declaration"]


def test_fragments() -> None:
    root = parse_fragment("static_assert(a % 2 == 0);")
    assert root is not None and root.named_children[0].type == "static_assert_declaration"
    assert parse_fragment("we check that a is even") is None
    assert parse_fragment("") is None


LINES = st.sampled_from(
    [
        "#if A", "#elif B", "#else", "#endif", "__device__ int f(int a) {", "}", "if (x) {", "return a;",
        "MACRO(1, 2)", "CAPS int b;", "k<<<1, 2>>>(c);", "x = typename T::y{};", "decltype(a){}", "/* c", "*/",
        '"open', "注释", "\t(", ")",
    ]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(LINES, max_size=15), st.sampled_from(["\n", "\r\n", "\r"]))
def test_masking_keeps_every_byte_in_place(lines: list[str], end: str) -> None:
    data = end.join(lines).encode()
    file = syntax.parse(SourceText("a.hip", data))
    tree = file.tree
    assert tree.errors.cost <= tree.before.cost
    assert len(tree.text) in (len(data), len(data) + 1)
    ends = [[i for i, b in enumerate(text[: len(data)]) if b in b"\r\n"] for text in (tree.text, data)]
    assert ends[0] == ends[1]
    untouched = bytearray(tree.text)
    for span in tree.masked:
        untouched[span.start : span.end] = data[span.start : span.end]
    changed = {untouched[i] for i in range(len(data)) if untouched[i] != data[i]}
    assert changed <= set(b"_\n")  # made a word, or a lone CR that ends a line
    for node in walk(tree.root):
        assert 0 <= node.start_byte <= node.end_byte <= len(tree.text)


def test_endless_ambiguity_is_cut_short() -> None:
    file = file_of("int a = b" + "<c" * 4000 + ";\nvoid f() { g(" + "(" * 3000 + "; }\n" + "x<" * 3000)
    assert file.tree.errors.count > 0
    assert file.root.end_byte <= len(file.tree.text)
