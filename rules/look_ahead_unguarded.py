"""HYG118: the next tile is fetched in the last round as well."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.pipelines import LookAhead, look_aheads
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class LookAheadUnguarded(Rule):
    """The last round has no next tile.

    A software pipeline fetches tile t + 1 while it works on tile t. In the last round that tile does not exist: what
    is fetched is never used, and the address it is fetched from lies past the end.
    """

    meta = Meta(
        id="HYG118",
        name="look-ahead-unguarded",
        summary=Text(
            en="A loop loads the next tile in its last round too, where there is none.",
            zh="循环在最后一轮仍预取“下一个” tile，而它并不存在。",
        ),
        severity=Severity.ERROR,
        items=("GEN-LOOK-AHEAD", "MLS-2"),
        cwe=(125,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("tail", "prefetch"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a load in a counted loop whose index lies one step or more beyond the counter, when nothing but the "
            "loop's own condition limits it and the value is used only in the next round (it is carried round the loop, or "
            "kept in registers that are read before they are overwritten). Silent where a guard or clamp looks ahead as "
            "well, where the loop stops a step early, where the value is used in the same round or after the loop, and "
            "where the host code in the same file allocates spare elements.",
            zh="计数循环内，加载的下标比计数器多出一步或更多，除循环条件外没有别的限制，且取到的值只在下一轮使用（随循环携带，或保存在"
            "先读后写的寄存器数组里），报告该加载。有前瞻判断或钳位、循环提前一步结束、值在本轮或循环之后使用、"
            "同一文件的 Host 代码多分配了元素时，不报。",
        ),
        why=Text(
            en="The value of the last look-ahead is never used, so results look right; the access itself goes past the end and "
            "faults as soon as the allocation is tight.",
            zh="最后一次预取的值从不使用，结果看起来正确；但访问本身已经越界，一旦分配得没有余量就会触发缺页。",
        ),
        fix=Text(
            en="Guard the look-ahead (`if (t + 1 < n)`), clamp its index (`min(t + 1, n - 1)`), or peel the last round.",
            zh="给预取加判断（`if (t + 1 < n)`），或钳住下标（`min(t + 1, n - 1)`），或把最后一轮拆出循环。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void stream(const float* x, float* y, long long tile, int tiles)
{
    float next = x[threadIdx.x];
    for (int t = 0; t < tiles; ++t)
    {
        const float now = next;
        next = x[(t + 1) * tile + threadIdx.x]; // expect: HYG118
        y[t * tile + threadIdx.x] = now;
    }
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void stream(const float* x, float* y, long long tile, int tiles)
{
    float next = x[threadIdx.x];
    for (int t = 0; t < tiles; ++t)
    {
        const float now = next;
        if (t + 1 < tiles)
            next = x[(t + 1) * tile + threadIdx.x];
        y[t * tile + threadIdx.x] = now;
    }
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each unguarded look-ahead."""
        for found in look_aheads(fn):
            node = found.access.event.chain[0] if found.access.event.chain else found.access.node
            related = (
                [Step(found.access.node.place, Text(en="loaded here", zh="在此加载"))]
                if found.access.event.chain
                else []
            )
            if found.bound.node is not None:
                related.append(Step(found.bound.node.place, Text(en="the loop's own limit", zh="循环自身的上界")))
            yield self.at(
                node,
                _message(found),
                confidence=Confidence.HIGH if found.sure else Confidence.MEDIUM,
                related=tuple(related),
            )


def _message(found: LookAhead) -> Text:
    counter = name_of(found.counter)
    limit = found.bound.node.text if found.bound.node is not None else ""
    return Text(
        en=f"`{found.access.node.text}` runs ahead of `{counter}`, and nothing but `{limit}` limits it: in the last round it "
        "loads a tile that does not exist, for nobody; guard it or clamp the index",
        zh=f"`{found.access.node.text}` 超前于 `{counter}`，而限制它的只有 `{limit}`：最后一轮会去加载一个不存在、也没有人使用的 tile；"
        "应加判断或钳住下标",
    )
