"""HYG125: a weight that is masked to 0 is multiplied with a value that is not masked."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.wording import name_of
from hygon_lint.analysis.zero_weights import OpenValue, open_values
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class MaskedWeightOpenValue(Rule):
    """0 times NaN is NaN.

    A mask on the scores makes the weights of the missing rows 0, and it looks as if the rows were gone. They are
    multiplied all the same: when a slot that nobody wrote holds NaN or infinity, so does the sum.
    """

    meta = Meta(
        id="HYG125",
        name="masked-weight-open-value",
        summary=Text(
            en="A weight that a length test sets to 0 is multiplied with a value loaded without that test.",
            zh="权重按长度置零，与之相乘的值却未经同样判断就加载。",
        ),
        severity=Severity.ERROR,
        items=("MLS-3", "DEBT-7.2", "GEN-STALE-LDS"),
        cwe=(908, 682),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("mask", "nan"),
        supersedes=("HYG120",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a product one factor of which is 0 (or the exponential of minus infinity) unless a comparison with a "
            "runtime length holds, while the other is loaded from global memory with no condition and no select on that "
            "length, at an index that the same counter moves. Silent where value and weight are dropped together, and where "
            "the loop ends at the length.",
            zh="乘积的一个因子在与运行时长度的比较不成立时为 0（或为负无穷的指数），另一个因子从全局内存加载、下标随同一计数器移动，"
            "却没有关于该长度的条件或选择，报告该加载。值与权重一同丢弃、循环在长度处结束时不报。",
        ),
        why=Text(
            en="By IEEE 754, 0 * NaN and 0 * infinity are NaN, and NaN stays in the accumulator for good. Slots past the length are "
            "exactly those that nobody has written.",
            zh="按 IEEE 754，0 * NaN 与 0 * 无穷都是 NaN，且 NaN 会一直留在累加器里。长度之后的槽位恰恰是没人写过的。",
        ),
        fix=Text(
            en="Select the value as well: `used ? v : 0`, or skip the product.",
            zh="值也要选择：`used ? v : 0`，或跳过该乘积。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__device__ float weigh(const float* p, const float* v, int first, int len)
{
    float acc = 0.f;
    for (int i = 0; i < 16; ++i)
    {
        const float w = first + i < len ? p[i] : 0.f;
        acc += w * v[i * 64 + threadIdx.x]; // expect: HYG125
    }
    return acc;
}
""",
            right="""\
#include <hip/hip_runtime.h>

__device__ float weigh(const float* p, const float* v, int first, int len)
{
    float acc = 0.f;
    for (int i = 0; i < 16; ++i)
        if (first + i < len)
            acc += p[i] * v[i * 64 + threadIdx.x];
    return acc;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each product of a masked weight and an open value."""
        for found in open_values(fn):
            yield self.at(found.value.node, _message(found), related=_related(found))


def _message(found: OpenValue) -> Text:
    mask = found.mask.node.text if found.mask.node is not None else name_of(found.mask)
    return Text(
        en=f"`{found.value.node.text}` is loaded whatever `{mask}` says and multiplied with a weight that is only set to 0: where "
        "the slot holds NaN or infinity the product is NaN; select the value too",
        zh=f"`{found.value.node.text}` 的加载不看 `{mask}`，与之相乘的权重只是被置零：若该槽位是 NaN 或无穷，乘积就是 NaN；值也要做选择",
    )


def _related(found: OpenValue) -> tuple[Step, ...]:
    steps = []
    if found.mask.node is not None:
        steps.append(Step(found.mask.node.place, Text(en="the weight is masked here", zh="权重在此屏蔽")))
    steps.append(Step(found.node.place, Text(en="the product", zh="乘积在此")))
    return tuple(steps)
