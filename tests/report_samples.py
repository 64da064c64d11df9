"""Reports for the tests of the output formats: a plain one, an empty one, and a hostile one."""

from __future__ import annotations

from typing import ClassVar

from hypothesis import strategies as st

from hygon_lint.baseline import Entry
from hygon_lint.finding import (
    BlindSpot,
    Confidence,
    Coverage,
    Edit,
    Finding,
    Fix,
    Place,
    Severity,
    Step,
    Text,
)
from hygon_lint.fingerprint import assign
from hygon_lint.frontend.source import SourceText
from hygon_lint.outcome import Choice, FileError, Note, Report, Source
from hygon_lint.report.options import Options, Reader
from hygon_lint.rule import Doc, Example, Meta, Rule

KERNEL = """\
#include <hip/hip_runtime.h>

__device__ void load_v(vec4_uint v_srsrc, vec4_uint root, int tile, int stride) {
\tv_srsrc[0] = root[0] + tile * 32 * stride * sizeof(half);  // 第二块，低字
    v_srsrc[1] = root[1];
    __builtin_hcu_matrix_load(v_srsrc,
                              tile,
                              0);
}
"""
HOST = """\
// 主机侧检查
TORCH_CHECK(int64_t(a * b) < int64_t(2147483648), "\u8fc7\u5927");
"""
FILES = {"csrc/目录 a/load#1.h": KERNEL, "csrc/flash_api.cpp": HOST}


class SrdRule(Rule):
    """A rule to be listed."""

    meta = Meta(
        id="HYG101",
        name="srd-word-arithmetic",
        summary=Text("32-bit arithmetic on one word of an address", "对地址的单个字做 32 位运算"),
        severity=Severity.ERROR,
        items=("MLS-1", "DEBT-7.1"),
        cwe=(190,),
    )
    doc = Doc(
        what=Text("Adds to word 0 of a descriptor without a carry.", "对描述符的 0 号字做加法而没有进位。"),
        why=Text("Past 4 GiB the load reads another page.", "越过 4 GiB 后会读到别的页。"),
        fix=Text("Add in 64 bits.", "用 64 位相加。"),
    )
    examples: ClassVar[tuple[Example, ...]] = (
        Example(wrong="s[0] += n;  // expect: HYG101", right="*(uint64_t*)&s = LIMIT(root + n);"),
    )


class WidenRule(Rule):
    """Another one."""

    meta = Meta(
        id="HYG202",
        name="widened-after-multiply",
        summary=Text("The product is already 32-bit", "乘积已经是 32 位"),
        severity=Severity.WARNING,
        items=("DEBT-2",),
        cwe=(190, 681),
        confidence=Confidence.MEDIUM,
    )
    doc = Doc(
        what=Text("Casts a 32-bit product.", "对 32 位乘积做类型转换。"),
        why=Text("It has wrapped before.", "此前已经回绕。"),
        fix=Text("Widen the first operand.", "先加宽第一个操作数。"),
    )


class OwnRule(Rule):
    """The tool's own."""

    meta = Meta(
        id="HYG001",
        name="unused-suppression",
        summary=Text("A suppression that hides nothing", "没有隐藏任何问题的抑制注释"),
        severity=Severity.WARNING,
        items=(),
    )
    doc = Doc(
        what=Text("Finds stale comments.", "查找过时的注释。"),
        why=Text("They mislead.", "它们会误导人。"),
        fix=Text("Remove it.", "删除它。"),
    )


RULES = (OwnRule(), SrdRule(), WidenRule())


def reader(files: dict[str, str]) -> Reader:
    """Serve sources from memory."""
    sources = {path: SourceText(path, text.encode("utf-8", "surrogatepass")) for path, text in files.items()}
    return sources.get


def srd_finding(**changes: object) -> Finding:
    """A finding with all the trimmings."""
    path = "csrc/目录 a/load#1.h"
    base = Finding(
        rule="HYG101",
        name="srd-word-arithmetic",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message=Text(
            "word 0 of v_srsrc takes a 64-bit sum; its carry never reaches word 1",
            "v_srsrc 的 0 号字存入 64 位和，进位没有传到 1 号字",
        ),
        place=Place(path, 4, 2, 4, 59),
        archs=("gfx928", "gfx938"),
        audit=("MLS-1", "DEBT-7.1"),
        cwe=(190,),
        related=(Step(Place(path, 5, 5, 5, 25), Text("word 1 is copied here", "此处复制 1 号字")),),
        flow=(
            Step(Place(path, 4, 15, 4, 22), Text("the root's low word", "根地址的低字")),
            Step(Place(path, 4, 2, 4, 12), Text("stored without carry", "存入时没有进位")),
            Step(Place(path, 6, 5, 8, 33), Text("the load uses it", "加载指令使用它")),
        ),
        fix=Fix(
            safe=False,
            edits=(
                Edit(Place(path, 4, 2, 4, 59), "*(uint64_t*)&v_srsrc = VA_LIMIT_BITS(root + off)"),
                Edit(Place(path, 5, 5, 5, 26), ""),
            ),
            message=Text("add in 64 bits and limit to 48", "用 64 位相加并限制在 48 位"),
        ),
        context="load_v: v_srsrc[0] = root[0] + tile * 32 * stride * sizeof(half)",
    )
    return _replaced(base, changes)


def widen_finding(**changes: object) -> Finding:
    """A finding with the least."""
    base = Finding(
        rule="HYG202",
        name="widened-after-multiply",
        severity=Severity.WARNING,
        confidence=Confidence.MEDIUM,
        message=Text("the product a * b is computed in int", "乘积 a * b 以 int 计算"),
        place=Place("csrc/flash_api.cpp", 2, 13, 2, 27),
        audit=("DEBT-2",),
        cwe=(190, 681),
        context="check: int64_t(a * b)",
    )
    return _replaced(base, changes)


def _replaced(finding: Finding, changes: dict[str, object]) -> Finding:
    values = {name: getattr(finding, name) for name in finding.__struct_fields__}
    return Finding(**(values | changes))  # type: ignore[arg-type]


def report(*findings: Finding, **changes: object) -> Report:
    """A report of these findings (or of the two samples)."""
    values: dict[str, object] = {
        "root": "/repo",
        "cwd": "/repo",
        "findings": assign(findings or (srd_finding(), widen_finding())),
        "coverage": Coverage(code_lines=220, typed_lines=190, seen_lines=199, not_needed_lines=20),
        "files": 4,
        "analysed": 3,
        "build_files": 1,
        "not_needed": 1,
        "blind": (BlindSpot("csrc/flash_api.cpp", 40, 44, "unknown type Frobnicator"),),
        "errors": (
            FileError(
                path="csrc/bad.hip", reason="the worker crashed (SIGSEGV)", command="hygon-lint scan csrc/bad.hip"
            ),
        ),
        "notes": (Note("csrc/empty.h", "the file is empty"), Note("", "3 files excluded")),
        "rules": RULES,
        "enabled": ("HYG001", "HYG101", "HYG202"),
        "stale": (Entry("csrc/gone.h", "HYG401", "0" * 32, 3),),
        "sources": (Source("configuration", "pyproject.toml"),),
        "configured": (Choice(key="ignore", value="HYG102", rules=("HYG102",)),),
        "tools": {"hygon-lint": "0.1.0", "libclang": "18.1.1"},
    }
    return Report(**(values | changes))  # type: ignore[arg-type]


EMPTY = Report(root="/repo", cwd="/repo", rules=RULES, tools={"hygon-lint": "0.1.0", "libclang": "18.1.1"})


def options(**changes: object) -> Options:
    """Options that know the sample sources."""
    return Options(**({"read": reader(FILES)} | changes))  # type: ignore[arg-type]


HOSTILE = (
    "\x1b[31mred\x1b]0;title\x07 [bold]markup[/bold] ::error file=x::y\r\nsecond\u202eesrever\u2028"
    "</script><img src=x onerror=alert(1)> {{7*7}} ]]> & \" ' | `tick` =1+1 %0A # ?"
)


def hostile_report() -> tuple[Report, Options]:
    """File names, source text, messages and reasons that try to break out of every format."""
    path = f"csrc/{HOSTILE.replace('/', '_')}.h"
    text = f"int x; // {HOSTILE}\nint y;\n"
    bad = srd_finding(
        place=Place(path, 1, 5, 1, 20),
        message=Text(f"message {HOSTILE}", f"消息 {HOSTILE}"),
        related=(Step(Place(path, 1, 1, 1, 4), Text(f"related {HOSTILE}", f"相关 {HOSTILE}")),),
        flow=(Step(Place(path, 1, 1, 1, 4), Text(f"flow {HOSTILE}", f"步骤 {HOSTILE}")),),
        fix=Fix(safe=True, edits=(Edit(Place(path, 1, 1, 1, 4), HOSTILE),), message=Text(HOSTILE, HOSTILE)),
        context=HOSTILE,
    )
    made = report(
        bad,
        blind=(BlindSpot(path, 1, 2, f"unknown {HOSTILE}"),),
        errors=(FileError(path=path, reason=f"crash {HOSTILE}", command=f"hygon-lint scan {HOSTILE}"),),
        notes=(Note(path, f"note {HOSTILE}"),),
        sources=(Source("configuration", path), Source("baseline", path)),
        configured=(Choice(key="overrides", value=f"{HOSTILE}: ignore HYG", rules=("HYG101",)),),
    )
    return made, options(read=reader({path: text}))


# ---------------------------------------------------------------- random reports

ODD_TEXT = st.text(
    alphabet=st.one_of(
        st.characters(codec="utf-8"), st.sampled_from("\x1b\x00\x07\r\n\t\u202e\u2028[]{}<>&\"'%,:;|`$\\ 中文😀\u0301")
    ),
    min_size=1,
    max_size=40,
)
_PATHS = st.one_of(st.sampled_from(list(FILES)), ODD_TEXT.map(lambda t: "d/" + t.replace("/", "_").replace("\0", "_")))


@st.composite
def _places(draw: st.DrawFn) -> Place:
    line = draw(st.integers(1, 12))
    column = draw(st.integers(1, 80))
    more = draw(st.integers(0, 12))
    end_column = draw(st.integers(1, 80)) if more else column + draw(st.integers(0, 20))
    return Place(draw(_PATHS), line, column, line + more, end_column)


_TEXTS = st.builds(Text, ODD_TEXT, ODD_TEXT)
_STEPS = st.lists(st.builds(Step, _places(), _TEXTS), max_size=3).map(tuple)
FINDINGS = st.builds(
    srd_finding,
    place=_places(),
    message=_TEXTS,
    severity=st.sampled_from(list(Severity)),
    confidence=st.sampled_from(list(Confidence)),
    related=_STEPS,
    flow=_STEPS,
    state=st.sampled_from(["new", "new", "baseline", "suppressed"]),
    context=ODD_TEXT,
)
REPORTS = st.lists(FINDINGS, min_size=1, max_size=6).map(lambda fs: report(*fs))
