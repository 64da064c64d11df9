"""Operators on dependent operands where an overload is in sight: clang leaves them unresolved, the tree does not."""

from __future__ import annotations

import pytest
from frontend_units import unit_of

from hygon_lint.frontend.nodes import Assign, Binary, Expr, Subscript, Unary

_HEAD = """
struct Half { float f; };
__device__ Half operator+(Half a, Half b);
__device__ Half operator-(Half a, Half b);
__device__ Half operator-(Half a);
__device__ Half operator*(Half a, Half b);
__device__ Half& operator+=(Half& a, Half b);
__device__ bool operator<(Half a, Half b);
__device__ bool operator==(Half a, Half b);
"""


def _expression(body: str, text: str) -> Expr:
    unit = unit_of(
        _HEAD + "template <typename T, typename P>\n__device__ void f(T* p, const P& q, int row, int stride, T v)\n{\n"
        f"    {body}\n}}\n"
    )
    function = next(f for f in unit.functions if f.name == "f")
    return next(node for node in function.walk() if isinstance(node, Expr) and node.text == text)


@pytest.mark.parametrize(
    ("body", "text", "kind", "op"),
    [
        ("T* a = p + row * stride;", "p + row * stride", Binary, "+"),
        ("T* a = p - row;", "p - row", Binary, "-"),
        ("auto a = q.m * q.n;", "q.m * q.n", Binary, "*"),
        ("p += row * stride;", "p += row * stride", Assign, "+="),
        ("if (q.m * row == 0) return;", "q.m * row == 0", Binary, "=="),
        ("bool a = row < q.n;", "row < q.n", Binary, "<"),
        ("v = -v;", "-v", Unary, "-"),
        ("*(p + row) = v;", "*(p + row)", Unary, "*"),
        ("auto a = (v + v) * v;", "(v + v) * v", Binary, "*"),
        ("auto a = row /* of q */ + q.n;", "row /* of q */ + q.n", Binary, "+"),
        ("auto a = q.ptr[row];", "q.ptr[row]", Subscript, ""),
    ],
)
def test_operator_is_read_from_the_source(body: str, text: str, kind: type[Expr], op: str) -> None:
    node = _expression(body, text)
    assert isinstance(node, kind)
    assert getattr(node, "op", "") == op


def test_a_pointer_sum_is_a_pointer() -> None:
    node = _expression("T* a = reinterpret_cast<T*>(p) + row + stride;", "reinterpret_cast<T*>(p) + row + stride")
    assert isinstance(node, Binary)
    assert node.type.kind == "pointer"
    assert isinstance(node.left, Binary)
    assert node.left.type.kind == "pointer"


def test_a_comparison_is_a_bool() -> None:
    assert _expression("bool a = row < q.n;", "row < q.n").type.kind == "bool"


def test_a_call_stays_a_call() -> None:
    node = _expression("v.use(row, stride);", "v.use(row, stride)")
    assert not isinstance(node, (Binary, Assign, Subscript))
