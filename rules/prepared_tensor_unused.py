"""HYG417: a tensor is prepared for a kernel, and the kernel gets the one it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.analysis.prepared import unused_preparations
from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts


class PreparedTensorUnused(Rule):
    """The sizes were swapped, the strides computed, the padded copy made; what goes to the kernel is the old tensor.

    Ports of a host function rename the tensor that carries the change (`q` to `q_padded`) and miss one use of it. The
    kernel then walks the old tensor by the new sizes, across batches and past the end.
    """

    meta = Meta(
        id="HYG417",
        name="prepared-tensor-unused",
        summary=Text(
            en="A reshaped, padded or copied tensor is never used; what it was made from is handed on.",
            zh="变形、补齐或拷贝得到的张量没有被使用，传下去的却是原张量。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-5", "GEN-PREPARED-UNUSED"),
        cwe=(563, 688),
        evidence=Evidence.CODE,
        triggers=(".reshape(", ".view(", ".transpose(", ".permute(", ".contiguous(", "pad("),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="A local tensor gets a reshaped, permuted, padded or contiguous form of another and is never read afterwards, "
            "except for its shape or in checks, while the other tensor (or its pointer) is handed to a call further down. "
            "Assignments in loops are silent.",
            zh="局部张量存放了另一张量变形、转置、补齐或 contiguous 后的形式，此后除查询形状和检查外再未被读取，"
            "而原张量（或其指针）在后面被传给了某个调用。循环内的赋值不报。",
        ),
        why=Text(
            en="The callee reads the old order with the new sizes: out of bounds, or garbage that is finite and goes unnoticed.",
            zh="被调方按新的尺寸读取旧的数据：越界，或得到有限但错误的数值而无人察觉。",
        ),
        fix=Text(
            en="Hand on the prepared tensor, or drop the preparation.",
            zh="把准备好的张量传下去，或去掉这步准备。",
        ),
    )
    examples = (
        Example(
            path="decode.cpp",
            wrong="""\
#include <ATen/ATen.h>
void run(const at::Tensor &q, int64_t rows, int64_t heads);

void decode(const at::Tensor &q, int64_t heads, int64_t heads_kv) {
    auto q_rows = q.reshape({heads_kv, heads / heads_kv, -1}).transpose(0, 1).contiguous();  // expect: HYG417
    run(q, heads / heads_kv, heads_kv);
}
""",
            right="""\
#include <ATen/ATen.h>
void run(const at::Tensor &q, int64_t rows, int64_t heads);

void decode(const at::Tensor &q, int64_t heads, int64_t heads_kv) {
    auto q_rows = q.reshape({heads_kv, heads / heads_kv, -1}).transpose(0, 1).contiguous();
    run(q_rows, heads / heads_kv, heads_kv);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each preparation that leads nowhere."""
        for found in unused_preparations(fn.function):
            edit = Edit(found.used.place, found.name)
            yield self.at(
                found.made,
                Text(
                    en=f"`{found.name}` is prepared here and never used; `{found.source}` is handed on instead",
                    zh=f"这里准备的 `{found.name}` 再未被使用，传下去的仍是 `{found.source}`",
                ),
                confidence=Confidence.HIGH,
                related=(Step(found.used.place, Text(en="handed on here", zh="在此处传出")),),
                fix=Fix(
                    safe=False, edits=(edit,), message=Text(en="hand on the prepared tensor", zh="改传准备好的张量")
                ),
            )
