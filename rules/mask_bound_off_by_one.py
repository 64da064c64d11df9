"""HYG412: a mask whose edge lies one column beside that of its siblings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.causal import Bound
    from hygon_lint.frontend.nodes import Unit


class MaskBoundOffByOne(Rule):
    """`col > row` and `col >= row + 1` are the same mask; `col >= row` is not.

    Mask functions come in variants (causal, window, paged), and each spells the bound its own way, with `+ 1` here and
    `>=` there. One variant that mixes the spellings hides the diagonal, or shows one future token; on long rows the
    error drowns in the tolerance of the tests.
    """

    meta = Meta(
        id="HYG412",
        name="mask-bound-off-by-one",
        summary=Text(
            en="A causal or window bound that lies one column beside that of the other masks of the file.",
            zh="因果或窗口掩码的边界与同文件其他掩码相差一列。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-6", "GEN-MASK-SHIFT"),
        cwe=(193,),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("seqlen", "seq_len", "max_q", "kv_len", "q_len", "len_q", "seqlens"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Comparisons of a column with a bound made of the row and the two lengths are brought into one form "
            "(`col > row + keys - queries + window`). Reported is one whose edge lies one column off while another mask "
            "of the file, for the same edge, is right. Functions that compare several neighbouring columns, and files "
            "with a single mask, are silent.",
            zh="把列号与边界（行号与两段长度之和差）的比较统一成同一形式（`col > row + keys - queries + window`）。"
            "若某处边界偏了一列，而同文件另一掩码的同侧边界是对的，就报告它。一次比较多个相邻列的函数、只有一个掩码的文件不报。",
        ),
        why=Text(
            en="A row does not see its own token, or sees the next one: wrong numbers in every row.",
            zh="某行看不到自身 token，或看到了下一个 token：每一行的结果都有误。",
        ),
        fix=Text(
            en="Use one spelling in all masks: `>` with the last visible column, or `>=` with the first hidden one.",
            zh="所有掩码统一写法：`>` 配最后一个可见列，或 `>=` 配第一个不可见列。",
        ),
    )
    examples = (
        Example(
            path="mask.h",
            wrong="""\
__device__ void mask_plain(float &s, int col, int row, int seqlen_q, int seqlen_k) {
    const bool same = seqlen_q == seqlen_k;
    if (col > (same ? row : row + seqlen_k - seqlen_q)) s = -INFINITY;
}
__device__ void mask_window(float &s, int col, int row, int seqlen_q, int seqlen_k, int window_right) {
    if (col >= row + seqlen_k - seqlen_q + window_right) s = -INFINITY;  // expect: HYG412
}
""",
            right="""\
__device__ void mask_plain(float &s, int col, int row, int seqlen_q, int seqlen_k) {
    const bool same = seqlen_q == seqlen_k;
    if (col > (same ? row : row + seqlen_k - seqlen_q)) s = -INFINITY;
}
__device__ void mask_window(float &s, int col, int row, int seqlen_q, int seqlen_k, int window_right) {
    if (col >= row + 1 + seqlen_k - seqlen_q + window_right) s = -INFINITY;
}
""",
        ),
    )

    def visit_unit(self, unit: Unit) -> Iterator[Finding]:
        """Compare the masks of a file."""
        from hygon_lint.analysis.causal import odd_bounds

        for bound, sibling in odd_bounds(unit):
            yield self.at(
                bound.event.node,
                _message(bound),
                confidence=Confidence.HIGH,
                related=(Step(sibling.event.node.place, Text(en="the sibling's edge", zh="同类掩码的边界")),),
            )


def _message(bound: Bound) -> Text:
    hides = (bound.shift < 0) == (bound.kind == "right")
    if hides:
        return Text(
            en="this mask hides one column more than its sibling: with this comparison the edge lies one column off",
            zh="该掩码比同类多屏蔽一列：按这种比较方式，边界差了一列",
        )
    return Text(
        en="this mask shows one column more than its sibling: with this comparison the edge lies one column off",
        zh="该掩码比同类少屏蔽一列：按这种比较方式，边界差了一列",
    )
