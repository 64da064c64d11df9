"""HYG127: the test that decides whether a tile is masked leaves out an edge."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.edge_tests import ForgottenAxis, ForgottenPad, forgotten_axes, forgotten_pads
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class EdgeTestIncomplete(Rule):
    """A tile has four edges, and a quick test may forget one.

    Masking a tile costs time, so a test decides which tiles need it. When the test looks at the diagonal only, a tile
    that lies wholly on the good side of the diagonal but sticks out past the last row or column is not masked, and its
    padding joins the sum.
    """

    meta = Meta(
        id="HYG127",
        name="edge-test-incomplete",
        summary=Text(
            en="The test that decides whether a tile needs masking overlooks tiles that stick out past the end.",
            zh="判断 tile 是否需要掩码的条件漏掉了超出末尾的 tile。",
        ),
        severity=Severity.ERROR,
        items=("GEN-EDGE-MASK", "MLS-3"),
        cwe=(697,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("mask", "tail"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports two shapes. An edge test of two axes against one diagonal, where one limit is the smaller of diagonal "
            "and total and the other the diagonal alone, although the struct (or parameter list) has a total for it too. "
            "And a test in front of a mask for the elements past a length, when values can be found for which an element "
            "lies past the length and the test does not hold.",
            zh="报告两种形态。其一：对两个轴做同一条对角线的边界判断，一侧取对角线与总长的较小值，另一侧只看对角线，而结构体（或参数）里本有它的总长。"
            "其二：屏蔽“超出长度的元素”的代码前有一个判断，而能找到取值使元素已超出长度、该判断却不成立。",
        ),
        why=Text(
            en="Padding of the tiles that slip through enters the softmax and the accumulator: NaN or wrong sums, only for lengths "
            "that do not fill their last tile.",
            zh="漏网 tile 的填充数据会进入 softmax 和累加器：只有在长度填不满最后一个 tile 时才出现 NaN 或错误的和。",
        ),
        fix=Text(
            en="Test each axis against its total as well: `row_end > min(diagonal, rows_total)`, or add `|| end >= length`.",
            zh="每个轴都要与自己的总长比较：`row_end > min(diagonal, rows_total)`，或补上 `|| end >= length`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

template <int kM, int kN>
__device__ void mask(float (&s)[kM][kN], int m, int n, int rows, int cols)
{
    if (m * kM < (n + 1) * kN + rows - cols) // expect: HYG127
        for (int i = 0; i < kM; ++i)
            for (int j = 0; j < kN; ++j)
                if (n * kN + j >= cols || n * kN + j > m * kM + i + cols - rows)
                    s[i][j] = -INFINITY;
}
""",
            right="""\
#include <hip/hip_runtime.h>

template <int kM, int kN>
__device__ void mask(float (&s)[kM][kN], int m, int n, int rows, int cols)
{
    if (m * kM < (n + 1) * kN + rows - cols || (n + 1) * kN > cols)
        for (int i = 0; i < kM; ++i)
            for (int j = 0; j < kN; ++j)
                if (n * kN + j >= cols || n * kN + j > m * kM + i + cols - rows)
                    s[i][j] = -INFINITY;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each edge test that leaves out an edge."""
        for axis in forgotten_axes(fn):
            yield self.at(
                axis.test,
                _axis_message(axis),
                related=(
                    Step(axis.sibling.place, Text(en="the other axis keeps to its total", zh="另一个轴考虑了总长")),
                ),
            )
        for pad in forgotten_pads(fn):
            yield self.at(
                pad.test,
                _pad_message(pad),
                related=(
                    Step(pad.condition.place, Text(en="what the mask is for", zh="掩码针对的条件")),
                    Step(pad.mask.place, Text(en="masked here", zh="在此屏蔽")),
                ),
            )


def _axis_message(found: ForgottenAxis) -> Text:
    return Text(
        en=f"`{found.test.text}` compares the tile with the diagonal only, while `{found.sibling.text}` keeps to a total as well: a tile "
        f"past `{found.total}` counts as inner and is not masked; take the smaller of both limits",
        zh=f"`{found.test.text}` 只与对角线比较，而 `{found.sibling.text}` 还考虑了总长：超出 `{found.total}` 的 tile 会被当作内部 tile 而不做掩码；"
        "应取两者中较小的界",
    )


def _pad_message(found: ForgottenPad) -> Text:
    return Text(
        en=f"elements with `{found.condition.text[:80]}` are masked only where `{found.test.text[:80]}` holds, and it can fail for a tile "
        "that sticks out past the end; test the end of the tile as well",
        zh=f"满足 `{found.condition.text[:80]}` 的元素只在 `{found.test.text[:80]}` 成立时才被屏蔽，而对超出末尾的 tile 该条件可能不成立；"
        "还应判断 tile 的末端",
    )
