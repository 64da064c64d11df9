"""HYG411: padding to a multiple under a test that is the wrong way round, or can never hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.frontend.source import Span
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.analysis.pad_tests import Inverted


class PadTestInverted(Rule):
    """Sizes that need no padding get a whole block of it, and those that need it get none.

    `if (dim % 8 == 0) q = pad(q, 8 - dim % 8);` runs for every usual size and is wrong for each: it adds eight columns
    of zeros. The odd size goes to the kernel as it is. The same happens, more quietly, when the padded size is a plain
    copy of the size, so that the test for padding never holds.
    """

    meta = Meta(
        id="HYG411",
        name="pad-test-inverted",
        summary=Text(
            en="Padding to a multiple is applied where the size already is one, or never.",
            zh="补齐的判断写反了：已是整数倍时才补齐，或永远不会补齐。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-5", "GEN-PAD-TEST"),
        cwe=(131, 670),
        evidence=Evidence.CODE,
        triggers=("%", "pad", "Pad", "round"),
        needs_work=True,
        rests_on_names=True,
    )
    doc = Doc(
        what=Text(
            en="An `if` or choice on `size % m` (compared with zero, negated, or through a local) whose arm for whole multiples "
            "uses `m - size % m` and whose other arm does not; and a comparison of a padded, rounded or aligned size with the "
            "size that it is a plain copy of.",
            zh="按 `size % m`（与零比较、取反、或经局部变量）选择的 `if` 或三元，其整除的一臂使用 `m - size % m`，另一臂却没有；"
            "以及把名为 padded、rounded、aligned 的尺寸与它原样拷贝自的尺寸做比较。",
        ),
        why=Text(
            en="The kernel gets a head dimension that is eight too large, or one that it cannot handle: wrong strides, reads "
            "past the row.",
            zh="kernel 得到多出一整块的 head dim，或得到它处理不了的尺寸：步长错误、读越行尾。",
        ),
        fix=Text(
            en="Turn the test round; compute the padded size with a rounding up.",
            zh="把判断反过来；补齐后的尺寸按向上取整计算。",
        ),
    )
    examples = (
        Example(
            path="pad.cpp",
            wrong="""\
#include <ATen/ATen.h>
at::Tensor padded(const at::Tensor &q, int64_t dim) {
    if (dim % 8 == 0) {  // expect: HYG411
        return at::constant_pad_nd(q, {0, 8 - dim % 8});
    }
    return q;
}
""",
            right="""\
#include <ATen/ATen.h>
at::Tensor padded(const at::Tensor &q, int64_t dim) {
    if (dim % 8 != 0) {
        return at::constant_pad_nd(q, {0, 8 - dim % 8});
    }
    return q;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Tests of both kinds."""
        from hygon_lint.analysis.pad_tests import dead_tests, inverted_tests

        for found in inverted_tests(fn):
            yield self.at(
                found.condition,
                Text(
                    en=f"where `{found.size}` is a multiple of {found.multiple} this pads by a whole {found.multiple}, elsewhere "
                    "not at all",
                    zh=f"`{found.size}` 已是 {found.multiple} 的整数倍时这里又补了一整块 {found.multiple}，不是时反而不补",
                ),
                confidence=Confidence.HIGH,
                related=(Step(found.amount.place, Text(en="the amount", zh="补齐量")),),
                fix=_turned(found),
            )
        for node in dead_tests(fn):
            yield self.at(
                node,
                Text(
                    en=f"`{node.text}` can never hold: both are the same size, so nothing is ever padded",
                    zh=f"`{node.text}` 永不成立：两者是同一尺寸，因此从不补齐",
                ),
                confidence=Confidence.HIGH,
            )


def _turned(found: Inverted) -> Fix | None:
    node = found.comparison
    if node is None or node.op_span is None:
        return None
    edit = Edit(node.source.place(Span(*node.op_span)), "!=" if node.op == "==" else "==")
    return Fix(safe=False, edits=(edit,), message=Text(en="turn the test round", zh="把判断反过来"))
