"""Files that only name things are not handed to clang; whatever computes, chooses, stores or converts is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.engine import Settings, run
from hygon_lint.finding import Finding, Severity, Text
from hygon_lint.frontend.idle import is_idle
from hygon_lint.project.facts import are_telling
from hygon_lint.registry import Registry, load_rules
from hygon_lint.rule import Doc, Meta, Rule

_INSTANCES = """// Copyright (c) 2024, a * b
#pragma once
#include "x.hpp"
namespace ops { namespace device {
using Row = layout::Row;
template <index_t N, typename T>
using instances = std::tuple<
    // clang-format off
    DeviceGemm<Row, T, 256, S<4, 64, 1>, N>  // a + b
>;
#ifdef WITH_FP8
void add_gemm_instances(std::vector<std::unique_ptr<Gemm<Row, F16>>>& instances)
{
    add_operation_instances(instances, device::instances<4, F16>{});
}
#endif
} }
"""


def _idle(text: str, macros: dict[str, str] | None = None) -> bool:
    known = macros or {}
    return is_idle(
        text,
        lambda names: [known[name] for name in sorted(names & known.keys())],
        lambda words, called: are_telling(text.encode(), words, called),
    )


def test_a_list_of_instances_is_idle() -> None:
    assert _idle(_INSTANCES)


@pytest.mark.parametrize(
    "work",
    [
        "int f(int x) { return x * 4; }",
        "int f(int x) { return x+1; }",
        "void f(S& s) { s.x = 4; }",
        "void f(S& s) { s[4]; }",
        "int f(S& s) { if(s.a) return s.b; return s.c; }",
        "S f(long& n) { return S{n, 1}; }",
        "void f(S& s) { S t{s.a}; use(t); }",
        "char f(long& n) { return (char)n; }",
        "char f(long& n) { return static_cast<char>(n); }",
        "void f(S& rows, S& cols) { use(cols); }",
        "void f(S& s) { use(s.rows, s.cols); }",
        "void f(S& s) { use(g(s.rows), h{}, s.cols, s.rows); }",
        "long f(long& n) { return __builtin_amdgcn_readfirstlane(n); }",
        "struct Params { int row_stride; };",
        "void f(bool& flag) { g(flag); }",
        'void f(S& s) { asm("s_nop 0"); }',
        "#define RUN(n) (n * 4)\n",
        "#define RUN(n) \\\n  (n * 4)\n",
        "char f() { return 'a'; }",
    ],
)
def test_work_is_seen(work: str) -> None:
    assert not _idle(work)
    assert not _idle(_INSTANCES + work)


def test_work_may_come_out_of_macros_of_other_files() -> None:
    text = "void f(S& s) { RUN(s); }"
    assert _idle(text)
    assert _idle(text, {"RUN": "#define RUN(s) run(s)"})
    assert not _idle(text, {"RUN": "#define RUN(s) run(s.n * 4)"})
    assert not _idle(text, {"RUN": "#define RUN(s) AGAIN(s)", "AGAIN": "#define AGAIN(s) run(s.n * 4)"})


def test_an_idle_file_is_counted_as_not_needed(tmp_path: Path) -> None:
    (tmp_path / "instances.cpp").write_text(_INSTANCES)
    coverage = run(Settings(paths=(str(tmp_path),), cwd=str(tmp_path)), load_rules()).coverage
    assert coverage.not_needed_lines == coverage.code_lines > 0


class _Named(Rule):
    """Finds every function with a body, in files where its trigger stands."""

    meta = Meta(
        id="TST002",
        name="named",
        summary=Text(en="A function.", zh="函数。"),
        severity=Severity.NOTE,
        items=(),
        needs_work=True,
        code_triggers=("needle",),
    )
    doc = Doc(what=meta.summary, why=meta.summary, fix=meta.summary)

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        yield self.at(fn.function, self.meta.summary)


@pytest.mark.parametrize(("macro", "found"), [("needle(x)", 1), ("x + needle", 1), ("AGAIN(x)", 1), ("straw(x)", 0)])
def test_what_a_rule_waits_for_may_stand_in_a_macro_of_another_file(tmp_path: Path, macro: str, found: int) -> None:
    (tmp_path / "hay.h").write_text(f"#define FIND(x) {macro}\n#define AGAIN(x) (needle(x))\n")
    (tmp_path / "farm.hip").write_text('#include "hay.h"\nint f(int x) { return 2 * FIND(x); }\n')
    registry = Registry(rules=[_Named()])
    assert len(run(Settings(paths=(str(tmp_path),), cwd=str(tmp_path)), registry).findings) == found
