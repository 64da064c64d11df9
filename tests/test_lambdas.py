"""Lambdas that nothing in the file calls by name are executed once, so that what they do is seen."""

from __future__ import annotations

import pytest
from frontend_units import unit_of

from hygon_lint.analysis import facts
from hygon_lint.analysis.events import StoreEvent

_HEAD = "template <int N, class F> __device__ void static_loop(F f);\n"


def _stored(body: str) -> list[str]:
    unit = unit_of(f"{_HEAD}__device__ void f(float* p, int n)\n{{\n{body}\n}}\n")
    function = next(f for f in unit.functions if f.name == "f")
    events = facts.of(function, unit).trace.events
    return [e.target.text for e in events if isinstance(e, StoreEvent) and e.target is not None]


@pytest.mark.parametrize(
    "body",
    [
        "static_loop<4>([&](int i) { p[i] = 1.f; });",
        "auto g = [&](int i) { p[i] = 1.f; }; static_loop<4>(g);",
        "auto g = [&](int i) { p[i] = 1.f; };",
        "auto g = [&](int i) { p[i] = 1.f; }; g(n);",
        "[&](int i) { p[i] = 1.f; }(n);",
    ],
)
def test_the_body_is_executed_once(body: str) -> None:
    assert _stored(body) == ["p[i]"]


def test_what_a_lambda_changes_is_not_known_afterwards() -> None:
    unit = unit_of(
        f"{_HEAD}__device__ int f(int n)\n{{\nint k = 3;\nstatic_loop<4>([&](int i) {{ k = n; }});\nreturn k;\n}}\n"
    )
    function = next(f for f in unit.functions if f.name == "f")
    fn = facts.of(function, unit)
    value = fn.trace.events[-1].value  # type: ignore[attr-defined]
    assert not fn.range_of(value).is_constant
