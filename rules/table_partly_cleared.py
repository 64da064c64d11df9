"""HYG123: a shared table is cleared in part and used as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.tables import PartlyCleared, partly_cleared
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class TablePartlyCleared(Rule):
    """What nobody cleared counts from whatever was there.

    Counters in shared memory are cleared by the threads of the block. When the loop that does it covers fewer elements
    than the table has, the counts of the rest start from garbage.
    """

    meta = Meta(
        id="HYG123",
        name="table-partly-cleared",
        summary=Text(
            en="A shared table is cleared over less than its extent, and used beyond that.",
            zh="共享内存表只清零了一部分，使用范围却超出这部分。",
        ),
        severity=Severity.ERROR,
        items=("GEN-HALF-CLEARED", "MLS-3"),
        cwe=(908,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        triggers=("__shared__",),
        tags=("lds",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports the store of zeros to a shared array that reaches half of its elements (or rows) at most, when all that "
            "is written before the first use are such zeros, and a later update or read goes where its data says, or counts "
            "past what was cleared. Tables cleared a row a wave are left to HYG124.",
            zh="对共享数组的清零最多只覆盖其一半元素（或行），首次使用之前又没有其他写入，而后续更新/读取的下标来自数据或超出已清零范围，报告该清零语句。"
            "按每个 wave 清一行的表由 HYG124 处理。",
        ),
        why=Text(
            en="Atomic adds and reads of the rest start from what an earlier block left in shared memory.",
            zh="其余部分的原子加和读取以之前 block 留在共享内存里的内容为起点。",
        ),
        fix=Text(
            en="Clear the whole table with a strided loop: `for (int i = threadIdx.x; i < extent; i += blockDim.x)`.",
            zh="用跨步循环清零整张表：`for (int i = threadIdx.x; i < extent; i += blockDim.x)`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void count(const unsigned char* x, int n, int* total)
{
    __shared__ int bins[256];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        bins[i] = 0; // expect: HYG123
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[x[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        total[i] = bins[i];
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void count(const unsigned char* x, int n, int* total)
{
    __shared__ int bins[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[x[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        total[i] = bins[i];
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each table that is cleared in part."""
        for found in partly_cleared(fn):
            yield self.at(
                found.clear.node,
                _message(found),
                related=(Step(found.use.node.place, Text(en="used beyond that here", zh="此处的使用超出该范围")),),
            )


def _message(found: PartlyCleared) -> Text:
    unit_en, unit_zh = ("rows", "行") if found.rows else ("elements", "个元素")
    return Text(
        en=f"`{found.table.name}` has {found.size} {unit_en}, of which this clears {found.reach} at most, while "
        f"`{found.use.node.text[:60]}` goes beyond them: the rest starts from what was there; clear the whole table",
        zh=f"`{found.table.name}` 共 {found.size} {unit_zh}，此处最多清零 {found.reach} {unit_zh}，而 `{found.use.node.text[:60]}` 会用到其余部分："
        "那里是残留数据；应清零整张表",
    )
