"""HYG119: a pipeline is filled before anything checks that there is a first tile."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.pipelines import FirstTile, first_tiles
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class FirstTileUnchecked(Rule):
    """A loop may run no round at all.

    The load that fills a pipeline stands before its loop, so the loop's condition does not speak for it. Where the
    first tile starts at a computed row (a causal skip, a split of the keys), that row may lie past the end: the loop
    then does nothing, and the load has been made.
    """

    meta = Meta(
        id="HYG119",
        name="first-tile-unchecked",
        summary=Text(
            en="The first tile of a pipeline is loaded before anything checks that its start lies inside the data.",
            zh="流水线的首个 tile 在检查其起点是否有效之前就被加载。",
        ),
        severity=Severity.ERROR,
        items=("GEN-FIRST-TILE", "MLS-2"),
        cwe=(125,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("tail", "prefetch"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a load before a counted loop that loads what the loop's own look-ahead would have loaded one round "
            "earlier, when the loop may run no round because the first tile starts at a computed position, and no condition "
            "before the load compares that position with the real length. Silent where the pipeline starts at 0, where any "
            "guard speaks of the start or of the length, and where the row is clamped.",
            zh="循环之前的加载相当于循环内预取“再早一轮”的那次加载；首个 tile 的起点是算出来的，循环可能一轮都不执行，"
            "而加载之前没有任何条件把该起点与真实长度比较，报告该加载。流水线从 0 开始、有任何条件涉及起点或长度、行号已钳位时不报。",
        ),
        why=Text(
            en="With short sequences the start lies past the end: the load touches memory that belongs to nobody, although "
            "nothing of it is used.",
            zh="序列较短时起点已在末尾之后：数据虽然没有使用，加载却已经访问了不属于该张量的内存。",
        ),
        fix=Text(
            en="Leave, or skip the load, when the start is not below the length; or clamp the row to the last valid one.",
            zh="起点不小于长度时提前退出或跳过加载；或把行号钳到最后一个有效行。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__device__ float row_of(const float* x, long long pitch, int row) { return x[row * pitch + threadIdx.x]; }

__global__ void from_the_diagonal(const float* x, float* y, long long pitch, int rows, int skip)
{
    const int first = blockIdx.x * 64 / skip;
    float next = row_of(x, pitch, first); // expect: HYG119
    float sum = 0.f;
    for (int r = first; r < rows; ++r)
    {
        sum += next;
        if (r + 1 < rows)
            next = row_of(x, pitch, r + 1);
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
""",
            right="""\
#include <hip/hip_runtime.h>

__device__ float row_of(const float* x, long long pitch, int row) { return x[row * pitch + threadIdx.x]; }

__global__ void from_the_diagonal(const float* x, float* y, long long pitch, int rows, int skip)
{
    const int first = blockIdx.x * 64 / skip;
    float next = first < rows ? row_of(x, pitch, first) : 0.f;
    float sum = 0.f;
    for (int r = first; r < rows; ++r)
    {
        sum += next;
        if (r + 1 < rows)
            next = row_of(x, pitch, r + 1);
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each unchecked first tile."""
        for found in first_tiles(fn):
            chain = found.access.event.chain
            node = chain[0] if chain else found.access.node
            related = []
            if chain:
                related.append(Step(found.access.node.place, Text(en="loaded here", zh="在此加载")))
            later = found.later.event.chain[0] if found.later.event.chain else found.later.node
            related.append(Step(later.place, Text(en="the tiles after it are guarded", zh="之后的 tile 都有判断")))
            yield self.at(
                node,
                _message(found),
                confidence=Confidence.LOW if found.small else Confidence.MEDIUM,
                related=tuple(related),
            )


def _message(found: FirstTile) -> Text:
    chain = found.access.event.chain
    text = chain[0].text if chain else found.access.node.text
    test = found.bound.node.text if found.bound.node is not None else ""
    return Text(
        en=f"`{text}` loads the first tile before anything checks that it exists: when `{test}` fails in the first round, its "
        "start lies past the end and the address is accessed all the same; check the start first, or clamp the row",
        zh=f"`{text}` 在确认首个 tile 存在之前就已加载：若 `{test}` 第一轮就不成立，其起点已在末尾之后，地址照样被访问；"
        "应先检查起点，或钳住行号",
    )
