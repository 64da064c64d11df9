"""HYG404: a causal bound that carries the difference of two lengths where they are equal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts


class CausalBoundNotFolded(Rule):
    """In plain self-attention the causal bound is the row itself; adding and taking away the same length is work.

    The general bound `row + max_k - max_q` serves a prefix in front of the queries. Where keys and queries have the
    same length, which is every prefill without a prefix, the bound folds to the row: no difference to hold in a
    register, no minimum. A note, since nothing is wrong but the speed.
    """

    meta = Meta(
        id="HYG404",
        name="causal-bound-not-folded",
        summary=Text(
            en="A causal bound computed from the difference of two lengths, with no form for equal lengths.",
            zh="因果掩码边界总按两段长度之差计算，没有为长度相等的情形做特化。",
        ),
        severity=Severity.NOTE,
        items=("DEBT-6",),
        evidence=Evidence.INFERRED,
        rests_on_names=True,
        triggers=("seqlen", "seq_len", "max_q", "kv_len", "q_len", "len_q", "seqlens"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Device code that compares a column with a bound holding `row + keys - queries` (through a minimum, a local or "
            "a field, too) and masks by it, while the same function has no branch, choice or template form in which the "
            "bound is made of the row alone, and does not compare the two lengths. Windows, ALiBi distances and tile "
            "ranges are silent.",
            zh="device 代码把列号与含有 `row + keys - queries` 的边界（可经 min、局部变量或字段）比较并据此屏蔽，"
            "而同一函数中既没有只由行号构成边界的分支、选择或模板形式，也没有比较两段长度。滑动窗口、ALiBi 距离、tile 范围不报。",
        ),
        why=Text(
            en="The difference and the minimum take instructions, and may take registers, in the innermost loop; whether "
            "that costs occupancy depends on the kernel and has to be measured.",
            zh="差值与 min 要占用最内层循环的指令，也可能占用寄存器；是否因此降低 occupancy 取决于具体 kernel，需要实测。",
        ),
        fix=Text(
            en="Add a template parameter for equal lengths, chosen at launch where `seqlen_q == seqlen_k`, and use the row "
            "as the bound there.",
            zh="为长度相等的情形增加模板参数，启动时按 `seqlen_q == seqlen_k` 选择，此时边界直接取行号。",
        ),
    )
    examples = (
        Example(
            path="mask.h",
            wrong="""\
template <int kCols>
__device__ void mask_causal(float (&s)[kCols], int row, int col0, int max_seqlen_q, int max_seqlen_k) {
    const int limit = min(max_seqlen_k, row + max_seqlen_k - max_seqlen_q);  // expect: HYG404
    for (int i = 0; i < kCols; ++i) {
        s[i] = col0 + i > limit ? -INFINITY : s[i];
    }
}
""",
            right="""\
template <bool kSameLength, int kCols>
__device__ void mask_causal(float (&s)[kCols], int row, int col0, int max_seqlen_q, int max_seqlen_k) {
    const int limit = kSameLength ? row : min(max_seqlen_k, row + max_seqlen_k - max_seqlen_q);
    for (int i = 0; i < kCols; ++i) {
        s[i] = col0 + i > limit ? -INFINITY : s[i];
    }
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each bound once, where it is computed."""
        from hygon_lint.analysis.causal import bounds, has_equal_form, written_at

        seen: set[int] = set()
        for bound in bounds(fn):
            if bound.kind != "right" or bound.windowed or id(bound.side) in seen or has_equal_form(fn, bound):
                continue
            seen.add(id(bound.side))
            node = written_at(bound)
            used = Step(bound.event.node.place, Text(en="compared with the column here", zh="在此处与列号比较"))
            yield self.at(
                node,
                Text(
                    en="the causal bound carries the difference of the two lengths also where they are equal; there it is "
                    "the row itself",
                    zh="两段长度相等时因果边界就是行号，这里仍每次按长度之差计算",
                ),
                confidence=Confidence.HIGH,
                related=(used,) if node is not bound.event.node else (),
            )
