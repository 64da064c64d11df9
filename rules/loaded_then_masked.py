"""HYG117: a value loaded from an address past the end and masked afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.masking import MaskedLater, masked_later
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class LoadedThenMasked(Rule):
    """Dropping a value does not take back the load.

    A test that selects a value comes one instruction too late: the address has been translated by then. Where rows
    past the end have no page behind them the card faults, and the select never runs.
    """

    meta = Meta(
        id="HYG117",
        name="loaded-then-masked",
        summary=Text(
            en="A value is loaded from an address that may lie outside the tensor, and only its use is masked.",
            zh="先从可能越界的地址加载，之后才对取到的值做屏蔽。",
        ),
        severity=Severity.ERROR,
        items=("GEN-LOAD-THEN-MASK", "MLS-2"),
        cwe=(125,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("tail", "address"),
        supersedes=("HYG120",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a load from global memory whose value is used only where a comparison of its row or element number "
            "with a runtime length holds (a select, an `if`, a later early return), while the load itself is made whatever "
            "the comparison says. Silent where a guard, a clamp, a remap or a runtime loop bound limits the address, and "
            "where the position never leaves a tile of constant size.",
            zh="全局内存加载的值只在“行号/元素号小于运行时长度”成立时才被使用（三元选择、`if`、之后的提前返回），而加载本身无条件执行，"
            "报告该加载。地址已被条件、钳位、重映射或运行时循环上界限制，或位置不超出常量大小的 tile 时不报。",
        ),
        why=Text(
            en="The predicate of the algorithm says nothing to the address unit: a load past the end reads another tensor's "
            "memory, or a page that is not mapped, before anybody looks at the predicate.",
            zh="算法层的谓词对地址单元没有意义：在谓词起作用之前，越界加载已经读到别的张量，或触碰未映射的页。",
        ),
        fix=Text(
            en="Test first: `v = row < rows ? x[row * pitch] : 0`, or load from a clamped row and select the value then.",
            zh="先判断再加载：`v = row < rows ? x[row * pitch] : 0`；或先把行号钳到有效范围再加载，最后选择取值。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void tail(const float* x, float* y, long long pitch, int rows)
{
    const int row = blockIdx.x * 16 + threadIdx.x / 16;
    float v = x[row * pitch + threadIdx.x % 16]; // expect: HYG117
    if (row >= rows)
        v = 0.f;
    atomicAdd(y, v);
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void tail(const float* x, float* y, long long pitch, int rows)
{
    const int row = blockIdx.x * 16 + threadIdx.x / 16;
    float v = 0.f;
    if (row < rows)
        v = x[row * pitch + threadIdx.x % 16];
    atomicAdd(y, v);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each load that is tested too late."""
        for found in masked_later(fn):
            yield self.at(
                found.access.node,
                _message(found),
                confidence=Confidence.LOW if found.small else Confidence.MEDIUM,
                related=_related(found),
            )


def _message(found: MaskedLater) -> Text:
    test = found.bound.node.text if found.bound.node is not None else "the test"
    end_en, end_zh = ("before the first element", "首元素之前") if found.below else ("past the end", "末尾之后")
    return Text(
        en=f"`{found.access.node.text}` is loaded whatever `{test}` says; only the value is masked afterwards, so an address "
        f"{end_en} has been accessed already; test before loading, or clamp the index",
        zh=f"`{found.access.node.text}` 的加载不受 `{test}` 约束，之后屏蔽的只是取到的值，{end_zh}的地址此时已被访问；"
        "应先判断再加载，或钳住下标",
    )


def _related(found: MaskedLater) -> tuple[Step, ...]:
    steps = [
        Step(call.place, Text(en="called from here", zh="由此处调用")) for call in reversed(found.access.event.chain)
    ]
    if found.bound.node is not None:
        steps.append(Step(found.bound.node.place, Text(en="the test that comes too late", zh="来得太晚的判断")))
    return tuple(steps)
