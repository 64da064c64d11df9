"""HYG415: a reshape that asks for the dimensions in another order than the data has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Severity, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts


class ViewUsedAsTranspose(Rule):
    """`view` counts elements and moves none: sizes that fit are all it asks for.

    A tensor of `[tokens, heads]` viewed as `[heads, tokens]` has the right number of elements, the right shape for what
    comes next, and every element in a wrong place. So has a weight that was stored transposed and is split as if it
    were not. The rule follows sizes through views and checks that the new dimensions split and join the old ones in
    their order.
    """

    meta = Meta(
        id="HYG415",
        name="view-used-as-transpose",
        summary=Text(
            en="A view or reshape that exchanges dimensions, which only a transpose can do.",
            zh="用 view 或 reshape 交换维度，而这只有转置才能做到。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-7.3", "GEN-STORED-TRANSPOSE"),
        cwe=(188,),
        evidence=Evidence.CODE,
        triggers=(".view(", ".reshape("),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="`view` or `reshape` to a list of sizes that are those of the tensor in another order: all sizes of the tensor "
            "known (from its allocation, from `size(i)` of every dimension, through transposes and earlier reshapes), every "
            "new size a product of them, and no way of splitting and joining neighbours that leads from one to the other. "
            "Also a two-dimensional tensor whose first size becomes the last one of the view. Dimensions known to be 1 may "
            "move; inferred sizes (-1) and unknown ones are silent.",
            zh="`view` 或 `reshape` 的目标尺寸就是原张量各维换了顺序：张量各维均已知（来自分配、逐维的 `size(i)`、经过转置与先前的变形），"
            "新的各维都是它们的乘积，而且仅靠拆分、合并相邻维无法从原顺序得到新顺序。二维张量的首维变成 view 末维的也算。"
            "已知为 1 的维可以移动；含推断尺寸（-1）或未知尺寸时不报。",
        ),
        why=Text(
            en="The element count fits, so nothing fails; each element is read as another one.",
            zh="元素个数吻合，不会报错；但每个元素都被当成了别的元素。",
        ),
        fix=Text(
            en="View along the order the data has, then `permute`; or transpose first.",
            zh="先按数据的实际顺序 view，再 `permute`；或先转置。",
        ),
    )
    examples = (
        Example(
            path="weights.cpp",
            wrong="""\
#include <ATen/ATen.h>

at::Tensor by_head(const at::Tensor &x) {
    const int64_t tokens = x.size(0), heads = x.size(1), dim = x.size(2);
    return x.view({heads, tokens, dim});  // expect: HYG415
}
""",
            right="""\
#include <ATen/ATen.h>

at::Tensor by_head(const at::Tensor &x) {
    const int64_t tokens = x.size(0), heads = x.size(1), dim = x.size(2);
    return x.view({tokens, heads, dim}).transpose(0, 1);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each reshape that would have to move data."""
        from hygon_lint.analysis.reshapes import reordering_reshapes

        for found in reordering_reshapes(fn):
            given, wanted = ", ".join(found.given), ", ".join(found.wanted)
            yield self.at(
                found.call,
                Text(
                    en=f"the data lies as [{given}], `{found.call.name}` reads it as [{wanted}]: no element is moved",
                    zh=f"数据按 [{given}] 存放，`{found.call.name}` 却按 [{wanted}] 读取：它不会移动任何元素",
                ),
                confidence=Confidence.HIGH,
            )
