"""HYG406: a view that is not contiguous, handed as a raw pointer to code that takes no strides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Place, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts


class ViewToDenseKernel(Rule):
    """`transpose` moves no byte: it only says that the strides are swapped, and a raw pointer cannot say that.

    Shape and `data_ptr()` of a view go to a launcher side by side, the kernel multiplies sizes to find its rows, and
    reads the order from before the transpose. Every number is there, each in another's place.
    """

    meta = Meta(
        id="HYG406",
        name="view-to-dense-kernel",
        summary=Text(
            en="The raw pointer of a transposed or strided view goes to code that takes no strides.",
            zh="把转置或带步长视图的裸指针交给不接收 stride 的代码。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-7.3", "GEN-DENSE-VIEW"),
        cwe=(188,),
        evidence=Evidence.CODE,
        triggers=("data_ptr",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="`data_ptr()` of a tensor that reaches the call through `transpose`, `permute`, `t`, `movedim` (or `slice`, "
            "`select`, `expand` beyond the first dimension), with no `contiguous()` in between, no contiguity check, and no "
            "stride, pitch or leading dimension passed or stored. Where the kernel is in the file its index expressions "
            "decide: it is silent when they follow the memory, and sure when they follow the view.",
            zh="张量经 `transpose`、`permute`、`t`、`movedim`（或在首维之外 `slice`、`select`、`expand`）之后直接取 `data_ptr()` 传出，"
            "其间没有 `contiguous()`、没有连续性检查，也没有传递或保存 stride、pitch、leading dimension。"
            "若 kernel 在同一文件中，则看其下标表达式：按内存顺序访问不报，按视图顺序访问则确认报告。",
        ),
        why=Text(
            en="The kernel reads elements in the order before the transpose: wrong numbers without any error, and only "
            "where the two axes differ in size does a shape check notice.",
            zh="kernel 按转置前的顺序读取元素：结果错误却没有任何报错，两个轴大小相同时连形状检查都发现不了。",
        ),
        fix=Text(
            en="Make the view contiguous before taking the pointer, pass its strides, or check `is_contiguous()`.",
            zh="取指针之前先 `contiguous()`，或把 stride 传下去，或检查 `is_contiguous()`。",
        ),
    )
    examples = (
        Example(
            path="scan.cpp",
            wrong="""\
#include <ATen/ATen.h>
void launch_scan(const float *x, float *out, int64_t steps, int64_t batch, int64_t width);

at::Tensor scan(const at::Tensor &in) {
    auto x = in.transpose(0, 1);  // expect: HYG406
    auto out = at::empty({x.size(1), x.size(2)}, in.options());
    launch_scan(x.data_ptr<float>(), out.data_ptr<float>(), x.size(0), x.size(1), x.size(2));
    return out;
}
""",
            right="""\
#include <ATen/ATen.h>
void launch_scan(const float *x, float *out, int64_t steps, int64_t batch, int64_t width);

at::Tensor scan(const at::Tensor &in) {
    auto x = in.transpose(0, 1).contiguous();
    auto out = at::empty({x.size(1), x.size(2)}, in.options());
    launch_scan(x.data_ptr<float>(), out.data_ptr<float>(), x.size(0), x.size(1), x.size(2));
    return out;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each disturbed view once, where it is made."""
        from hygon_lint.analysis.dense_views import dense_uses

        seen: set[Place] = set()
        for use in dense_uses(fn):
            made = use.view.steps[-1]
            if made.place in seen:
                continue
            seen.add(made.place)
            end = Place(made.place.path, *(made.place.end_line, made.place.end_column) * 2)
            fix = Fix(safe=False, edits=(Edit(end, ".contiguous()"),), message=Text(en="copy it", zh="转为连续"))
            target = getattr(use.handed.where, "name", "")
            yield self.at(
                made,
                _message(made.name, target),
                confidence=Confidence.HIGH if use.sure else Confidence.MEDIUM,
                related=(Step(use.handed.pointer.place, Text(en="its pointer is taken here", zh="在此处取裸指针")),),
                fix=fix if not made.macro else None,
            )


def _message(made: str, target: str) -> Text:
    if not target:
        return Text(
            en=f"the pointer of this `{made}` view is stored without any stride; what reads it sees the order before",
            zh=f"此 `{made}` 视图的指针被单独保存而没有保存 stride，读取方看到的是变换前的顺序",
        )
    return Text(
        en=f"{target} gets the pointer of this `{made}` view and no strides; it reads the order from before",
        zh=f"{target} 拿到此 `{made}` 视图的指针却没有 stride，读到的是变换前的顺序",
    )
