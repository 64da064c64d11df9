"""What clang drops is still in the tree: from the syntax, with unknown types, in the right place."""

from __future__ import annotations

import pytest

from hygon_lint.frontend import fallback, other_arms, syntax, translate
from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.nodes import Assign, Binary, Call, ExprStmt, Node, Subscript, Unit, Unseen
from hygon_lint.frontend.source import SourceText

CLASS = ArchClass("probe", (), True, (("__gfx938__", "1"),))


def unit(text: str) -> Unit:
    tree = syntax.parse(SourceText("a.hip", text.encode()))
    result = translate.translate(tree, CLASS)
    fallback.fill(tree, result, other_arms.reading(tree, CLASS, ""))
    return result


def nodes(result: Unit) -> list[Node]:
    return [node for function in result.functions for node in function.walk()]


def test_a_dropped_statement_stands_between_its_neighbours() -> None:
    result = unit("void f(int *a, int i) { a[0] = 1; lib::fetch<3>(a[i * 2]); a[1] = 2; }")
    body = result.functions[0].body
    assert body is not None
    assert [type(stmt) for stmt in body.body] == [ExprStmt, Unseen, ExprStmt]


def test_its_expressions_have_our_nodes_and_no_types() -> None:
    result = unit("template <class T> void f(int *s, T t) { s[0] = t + 1; lib::g<3>(s[0] * 4); }")
    lost = [node for node in nodes(result) if isinstance(node, Unseen)]
    inner = [node for stmt in lost for node in stmt.walk()]
    assert any(isinstance(node, Binary) and node.op == "*" for node in inner)
    assert any(isinstance(node, Subscript) for node in inner)
    assert all(node.type.kind == "unknown" for node in inner if hasattr(node, "type"))


def test_arms_that_are_not_read_stay_out() -> None:
    text = "void f(int a) {\n#if defined(__gfx906__)\n  lib::other<1>(a);\n#else\n  lib::call<2>(a);\n#endif\n}"
    calls = [node.name for node in nodes(unit(text)) if isinstance(node, Call)]
    assert calls == ["call"]
    assert len([node for node in nodes(unit(text)) if isinstance(node, Unseen)]) == 1


def test_a_function_that_clang_loses_is_there() -> None:
    result = unit("__device__ int ok() { return 1; }\n__global__ void BAD(x) k(int *p) { p[0] = 1; }\n")
    kernels = {function.name: function for function in result.functions if function.body is not None}
    assert set(kernels) >= {"ok", "k"}
    assert any(isinstance(node, Assign) for node in kernels["k"].walk())


@pytest.mark.parametrize(
    "text", ["void f(int a) { a = 1; ; { } }", "void f(int a) { using T = int; struct S { T x; }; }"]
)
def test_nothing_is_added_where_nothing_was_lost(text: str) -> None:
    assert [node for node in nodes(unit(text)) if isinstance(node, Unseen)] == []


def test_an_initialiser_that_clang_drops_is_there() -> None:
    result = unit("void f(int n) { auto x = lib::Tile<4, 2>{n * 3}; n = 1; }")
    assert any(isinstance(node, Binary) and node.op == "*" for node in nodes(result))


def test_what_clang_has_a_part_of_is_filled_up() -> None:
    """Template arguments that clang takes for further declarators, and constructor arguments that it drops."""
    text = (
        "template <class P> void f(int a, int b) {\n  constexpr auto M = P::g(1);\n"
        "  auto c = lib::Copy<float, Seq<M, 1>, A, B,\n    2>{\n    a, make(b + 1)};\n  Map<int> tile(\n    a, b);\n}\n"
    )
    result = unit(text)
    lost = [node for node in nodes(result) if isinstance(node, Unseen)]
    inner = {(type(node).__name__, getattr(node, "name", "")) for stmt in lost for node in stmt.walk()}
    assert {("Call", "make"), ("Binary", ""), ("Name", "a"), ("Name", "b")} <= inner
    start, end = text.index("auto c"), text.index("}\n", text.index("tile"))
    spans = [stmt.span for function in result.functions if function.body for stmt in function.body.body]
    bare = [i for i in range(start, end) if text[i].isalnum() and not any(s.start <= i < s.end for s in spans)]
    assert bare == [], "every word of both statements stands in a node"
