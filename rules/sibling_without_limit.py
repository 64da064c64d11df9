"""HYG120: of two accesses of one tile, one keeps to the rows left and the other does not."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.row_siblings import OpenSibling, open_siblings
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class SiblingWithoutLimit(Rule):
    """Rows that one array lacks, its companion lacks too.

    A tile of a matrix comes with companions: its scales, its indices, the rows written back. When the copy of one
    stops at the rows that are left and the copy of another runs over the whole tile, one of them is wrong.
    """

    meta = Meta(
        id="HYG120",
        name="sibling-without-limit",
        summary=Text(
            en="One access of a tile is limited to the rows left, a sibling from the same first row is not.",
            zh="同一 tile 的一处访问限制在剩余行数内，另一处从同一起始行出发却没有限制。",
        ),
        severity=Severity.ERROR,
        items=("GEN-EXTENT", "MLS-2"),
        cwe=(125, 787),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("tail", "address"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a load (or a store into a ragged batch) that runs over all rows of a tile, while another access of the "
            "same function from the same first row is guarded by a comparison with a runtime length. Silent where any "
            "condition before it speaks of the tile's start or of that length (a fast path for full tiles, an early return), "
            "and where further conditions stand before it.",
            zh="同一函数内，某处访问从同一起始行出发、受“小于运行时长度”的条件约束，而另一处加载（或写入不等长 batch 的存储）却遍历整个 tile，"
            "报告后者。其前面有任何条件涉及 tile 起点或该长度（整块快速路径、提前返回），或另有其他条件时不报。",
        ),
        why=Text(
            en="The guard of the sibling says that the tile may stick out past the last row; what is not guarded reads or "
            "writes the rows of somebody else there.",
            zh="兄弟访问的判断已经说明 tile 可能超出最后一行；没有判断的那处会读写属于别人的行。",
        ),
        fix=Text(
            en="Limit both to the rows left: `min(tile, rows - first)`.",
            zh="两处都限制到剩余行数：`min(tile, rows - first)`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void stage(const float* x, const float* scale, float* y, int rows)
{
    __shared__ float a[128], s[128];
    const int first = blockIdx.x * 128;
    if (first + threadIdx.x < rows)
        a[threadIdx.x] = x[first + threadIdx.x];
    s[threadIdx.x] = scale[first + threadIdx.x]; // expect: HYG120
    __syncthreads();
    if (first + threadIdx.x < rows)
        y[first + threadIdx.x] = a[threadIdx.x] * s[threadIdx.x];
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void stage(const float* x, const float* scale, float* y, int rows)
{
    __shared__ float a[128], s[128];
    const int first = blockIdx.x * 128;
    if (first + threadIdx.x < rows)
    {
        a[threadIdx.x] = x[first + threadIdx.x];
        s[threadIdx.x] = scale[first + threadIdx.x];
    }
    __syncthreads();
    if (first + threadIdx.x < rows)
        y[first + threadIdx.x] = a[threadIdx.x] * s[threadIdx.x];
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each access without the limit of its sibling."""
        for found in open_siblings(fn):
            weak = found.access.kind == "store" and not found.ragged
            related = []
            if found.bound.node is not None:
                related.append(Step(found.bound.node.place, Text(en="the sibling's limit", zh="兄弟访问的限制")))
            related.append(
                Step(found.limited.node.place, Text(en="the sibling that keeps to it", zh="遵守限制的兄弟访问"))
            )
            if found.node is not found.access.node:
                related.append(Step(found.access.node.place, Text(en="accessed here", zh="在此访问")))
            yield self.at(
                found.node,
                _message(found),
                confidence=Confidence.LOW if weak else Confidence.MEDIUM,
                related=tuple(related),
            )


def _message(found: OpenSibling) -> Text:
    test = found.bound.node.text if found.bound.node is not None else ""
    other = found.limited.name or found.limited.node.text
    what_en, what_zh = ("written", "写入") if found.access.kind == "store" else ("read", "读取")
    return Text(
        en=f"all rows of the tile are {what_en} by `{found.node.text[:80]}`, while `{other}` from the same first row keeps to "
        f"`{test}`: in the last tile the rows past the end are {what_en} as well; limit both to the rows left",
        zh=f"`{found.node.text[:80]}` {what_zh}了 tile 的全部行，而从同一起始行出发的 `{other}` 遵守 `{test}`："
        f"在最后一个 tile 里，末尾之后的行也会被{what_zh}；两处都应限制到剩余行数",
    )
