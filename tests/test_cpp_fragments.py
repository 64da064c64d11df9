"""Small C++/HIP files made at random, right and wrong: what must hold for each of them.

The analysis ends and keeps the file (or tells that libclang crashed on it), places lie inside it, the same file gives
the same result, a blank line moves what stands below it and nothing else, and the figures of coverage add up.
HYGON_LINT_FRAGMENTS sets how many are tried.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

import msgspec
from cases import registry
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hygon_lint import engine
from hygon_lint.finding import Coverage
from hygon_lint.frontend import syntax
from hygon_lint.frontend.coverage import body_lines
from hygon_lint.frontend.decode import decode
from hygon_lint.outcome import Report
from hygon_lint.pool import Pool

EXAMPLES = int(os.environ.get("HYGON_LINT_FRAGMENTS", "8"))
OURS = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),  # to shrink takes minutes, as each try is a scan
    suppress_health_check=list(HealthCheck),
)

NAMES = ("rows", "width", "srd", "root", "step", "ptr", "total", "arg", "p", "T", "kTile", "missing")
TYPES = (
    "int", "int64_t", "uint32_t", "unsigned", "size_t", "bool", "float", "const float *", "words4", "words4 &",
    "Params", "auto", "T", "Missing", "std::vector<int>", "at::Tensor", "dim3",
)  # fmt: skip
OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "<", ">=", "==", "&", "|", "^", "&&", "||")
FUNCTIONS = (
    "helper",
    "min",
    "make",
    "missing_call",
    "__builtin_amdgcn_readfirstlane",
    "ROUND",
    "CHECK",
    "sizeof",
    "std::max",
)
MACROS = (
    "#define ROUND(x, n) (((x) + (n) - 1) / (n) * (n))",
    "#define CHECK(...) do { if (!(__VA_ARGS__)) return; } while (0)",
    "#define kTile 32", "#define EMPTY", "#define OPEN {", "#define JOIN(a, b) a##b", "#define STEP srd[0] += step",
    "#define BOTH __host__ __device__",
)  # fmt: skip
CONDITIONS = (
    "defined(__gfx936__)", "defined(__gfx938__) || defined(__gfx928__)", "0", "1", "!defined(NEVER)", "VERSION >= 3",
    "kTile == 32", "__HIP_DEVICE_COMPILE__", "&& broken",
)  # fmt: skip
HEAD = """\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef uint32_t words4 __attribute__((ext_vector_type(4)));
struct Params { int rows; int width; int64_t batch; float *ptr; };
"""
DAMAGE = (
    "",
    "",
    "",
    "",
    "(",
    "{",
    "}",
    ")",
    ";",
    "<",
    "#if 1\n",
    "#endif\n",
    "template <",
    "namespace {",
    "@",
    "operator",
)

names = st.sampled_from(NAMES)
atoms = st.one_of(
    names,
    st.sampled_from(
        ("0", "1u", "0xffffffffffffull", "1.5f", "true", "nullptr", "'c'", '"text"', "kTile", "threadIdx.x")
    ),
)


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    few = st.lists(inner, max_size=3).map(", ".join)
    return st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from(OPERATORS), inner),
        st.builds("({})".format, inner),
        st.builds("{}{}".format, st.sampled_from(("-", "!", "~", "*", "&", "++")), inner),
        st.builds("{}({})".format, st.sampled_from(FUNCTIONS), few),
        st.builds("{}[{}]".format, names, inner),
        st.builds("{}{}{}".format, names, st.sampled_from((".", "->")), names),
        st.builds("static_cast<{}>({})".format, st.sampled_from(TYPES), inner),
        st.builds("({} ? {} : {})".format, inner, inner, inner),
        st.builds("[&]({} {}) {{ return {}; }}".format, st.sampled_from(TYPES), names, inner),
        st.builds("{}<{}>({})".format, st.sampled_from(("helper", "make")), atoms, few),
    )


expressions = st.recursive(atoms, _larger, max_leaves=5)


def _block(statements: Sequence[str]) -> str:
    return "{\n" + "\n".join(statements) + "\n}"


def _compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    block = st.lists(inner, max_size=3).map(_block)
    return st.one_of(
        st.builds("if ({}) {}".format, expressions, block),
        st.builds("if ({}) {} else {}".format, expressions, block, inner),
        st.builds("for (int i = {}; i < {}; i += {}) {}".format, expressions, expressions, atoms, block),
        st.builds("while ({}) {}".format, expressions, block),
        st.builds("switch ({}) {{\ncase 1: {}\nbreak;\ndefault: {}\n}}".format, expressions, inner, inner),
        st.builds("#if {}\n{}\n#else\n{}\n#endif".format, st.sampled_from(CONDITIONS), inner, inner),
        block,
    )


simple = st.one_of(
    st.builds("{} {} = {};".format, st.sampled_from(TYPES), names, expressions),
    st.builds("{} {}[{}];".format, st.sampled_from(TYPES), names, atoms),
    st.builds("{} {} {};".format, names, st.sampled_from(("=", "+=", "*=", "<<=")), expressions),
    st.builds("srd[{}] {} {};".format, st.integers(0, 4), st.sampled_from(("=", "+=")), expressions),
    st.builds("return {};".format, expressions),
    st.builds("{};".format, expressions),
    st.builds("assert({});".format, expressions),
    st.sampled_from(
        ("STEP;", "EMPTY", "__syncthreads();", 'asm volatile("s_nop 0");', "using U = T;", "goto end;", ";")
    ),
)
statements = st.recursive(simple, _compound, max_leaves=6)

parameters = st.lists(st.builds("{} {}".format, st.sampled_from(TYPES), names), max_size=4).map(", ".join)
functions = st.builds(
    "{} {}({})\n{}".format,
    st.sampled_from(
        (
            "__global__ void",
            "__device__ int64_t",
            "BOTH int",
            "template <class T, int N> __device__ T",
            "static inline bool",
            "void",
            "at::Tensor",
            "struct S { int f(); }; int S::f",
        )
    ),
    st.sampled_from(("helper", "kernel", "run_gfx936", "make")),
    parameters,
    st.lists(statements, min_size=1, max_size=5).map(_block),
)
others = st.one_of(
    st.sampled_from(MACROS),
    st.builds(
        "struct {} {{\n{} {};\n}};".format, st.sampled_from(("A", "Missing", "T")), st.sampled_from(TYPES), names
    ),
    st.builds("constexpr {} {} = {};".format, st.sampled_from(TYPES), names, expressions),
    st.builds("namespace {} {{\n{}\n}}".format, st.sampled_from(("a", "a::b", "")), functions),
    st.builds("#if {}\n{}\n#endif".format, st.sampled_from(CONDITIONS), functions),
)


@st.composite
def files(draw: st.DrawFn) -> str:
    """A whole file; one in some has a wrong token somewhere."""
    parts = [draw(functions), *draw(st.lists(st.one_of(functions, functions, others), max_size=4))]
    text = HEAD + "\n".join(parts) + "\n"
    damage = draw(st.sampled_from(DAMAGE))
    lines = text.splitlines(keepends=True)
    at = draw(st.integers(0, len(lines)))
    return "".join((*lines[:at], damage, *lines[at:]))


def scan(text: str) -> Report:
    plan = engine.Settings(
        paths=("/checkout/a.hip",), cwd="/checkout", root="/checkout", contents={"/checkout/a.hip": text.encode()},
        whole_project=False, full_coverage=True, preview=True, find_compile_db=False,
    )  # fmt: skip
    return engine.run(plan, registry(), Pool(1))


def findings(report: Report) -> list[tuple[str, int, int, int, int]]:
    return [(f.rule, p.line, p.column, p.end_line, p.end_column) for f in report.findings for p in (f.place,)]


def blind(report: Report) -> list[tuple[int, str]]:
    """Line by line, with the reason; the lines between are counted as well."""
    return [(line, spot.reason) for spot in report.blind for line in range(spot.line, spot.end_line + 1)]


@given(files())
@OURS
def test_a_file_is_kept_and_what_is_said_of_it_lies_inside(text: str) -> None:
    report = scan(text)
    assert report.analysed == 1 - len(report.errors)
    for error in report.errors:
        assert re.search(r"libclang could not parse|the worker was killed by SIG", error.reason), error.reason
    lines = text.encode().split(b"\n")
    for _, line, column, end_line, end_column in findings(report):
        assert (line, column) <= (end_line, end_column)
        assert 1 <= line <= end_line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
        assert 1 <= end_column <= len(lines[end_line - 1]) + 1
    for spot in report.blind:
        assert 1 <= spot.line <= spot.end_line <= len(lines)


@given(files())
@OURS
def test_the_figures_add_up(text: str) -> None:
    report = scan(text)
    coverage = report.coverage
    assert 0 <= coverage.typed_lines <= coverage.seen_lines <= coverage.code_lines - coverage.not_needed_lines
    if report.errors:
        assert coverage == Coverage() and not report.blind
        return
    lines = set(body_lines(syntax.parse(decode("a.hip", text.encode()))))
    assert coverage.code_lines == len(lines)
    untyped = {line for line, _ in blind(report)} & lines
    assert len(untyped) == coverage.code_lines - coverage.not_needed_lines - coverage.typed_lines


@given(files())
@OURS
def test_the_same_file_gives_the_same(text: str) -> None:
    one, other = (
        msgspec.msgpack.encode((r.findings, r.blind, r.coverage, r.errors, r.notes)) for r in (scan(text), scan(text))
    )
    assert one == other


@given(files(), st.data())
@OURS
def test_a_blank_line_moves_what_is_below_it(text: str, data: st.DataObject) -> None:
    lines = text.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(lines)))
    before, after = scan(text), scan("".join((*lines[:at], "\n", *lines[at:])))

    if before.errors or after.errors:  # libclang's crashes hang on the layout of memory
        return

    def moved(line: int) -> int:
        return line + (line > at)

    assert [(r, moved(a), c, moved(b), d) for r, a, c, b, d in findings(before)] == findings(after)
    assert before.coverage == after.coverage
    code = set(body_lines(syntax.parse(decode("a.hip", text.encode()))))
    # The line alone: a statement that the new line parts may be dropped for a message of its other half.
    told = [moved(line) for line, _ in blind(before) if line in code]
    assert told == [line for line, _ in blind(after) if line in {moved(one) for one in code}]


def test_the_fragments_are_worth_it() -> None:
    """Most have code that is typed, some have findings, some are broken: else the tests above would say little."""
    tried: list[Report] = []

    @given(files())
    @settings(parent=OURS, max_examples=25)
    def collect(text: str) -> None:
        tried.append(scan(text))

    collect()
    assert sum(report.coverage.typed_lines > 0 for report in tried) > len(tried) / 3
    assert sum(report.analysed for report in tried) > len(tried) * 0.8
    assert any(report.findings for report in tried)
    assert any(report.blind for report in tried)
