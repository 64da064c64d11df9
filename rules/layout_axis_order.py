"""HYG413: host and kernel order the axes of a tensor differently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.axis_order import Disorder
    from hygon_lint.analysis.facts import FunctionFacts


class LayoutAxisOrder(Rule):
    """The allocation says `[tokens, heads]`, the index expression `head * tokens + token`: the sizes agree.

    No bound is exceeded and no check fires, for both sides need the same number of elements. The rule reads the
    strides out of the kernel's index polynomials, writes them in the values that the host passed, and compares them
    with those of the shape that was allocated.
    """

    meta = Meta(
        id="HYG413",
        name="layout-axis-order",
        summary=Text(
            en="A tensor is allocated in one order of axes and walked by the kernel in another.",
            zh="张量按一种轴顺序分配，kernel 却按另一种顺序访问。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-7.3", "GEN-AXIS-ORDER"),
        cwe=(188,),
        evidence=Evidence.CODE,
        triggers=("data_ptr",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="A tensor made in the function (`at::empty({a, b})`, `zeros`, `view({a, b})`) whose pointer goes to a kernel of "
            "the same file. Reported when every stride the kernel uses is understood, they do not fit the shape as given, "
            "and they fit it in another order of the same dimensions. Silent when strides are passed, when the tensor is "
            "viewed or transposed afterwards, and when anything about the index is unknown.",
            zh="函数内创建的张量（`at::empty({a, b})`、`zeros`、`view({a, b})`），其指针交给同一文件中的 kernel。"
            "当 kernel 用到的步长全部可解析、与给定形状不符、却与同样各维的另一种排列相符时报告。"
            "传了 stride、之后又对张量做 view 或 transpose、或下标有任何不明之处时不报。",
        ),
        why=Text(
            en="All values are computed and stored, each at another's place; whoever reads the tensor by its shape gets "
            "the numbers of other tokens and heads.",
            zh="数值都算出来也存下来了，但位置互换；按形状读取的人拿到的是别的 token、别的 head 的数据。",
        ),
        fix=Text(
            en="Allocate in the kernel's order, change the index expression, or pass the strides.",
            zh="按 kernel 的顺序分配，或修改下标表达式，或把 stride 传给 kernel。",
        ),
    )
    examples = (
        Example(
            path="lse.hip",
            wrong="""\
#include <ATen/ATen.h>
#include <hip/hip_runtime.h>

__global__ void write_lse(const float *m, float *lse, int64_t tokens) {
    const int64_t head = blockIdx.y;
    lse[head * tokens + blockIdx.x] = m[head * tokens + blockIdx.x];
}

at::Tensor lse_of(const at::Tensor &m, int64_t tokens, int64_t heads) {
    auto lse = at::empty({tokens, heads}, m.options());  // expect: HYG413
    write_lse<<<dim3(tokens, heads), 1>>>(m.data_ptr<float>(), lse.data_ptr<float>(), tokens);
    return lse;
}
""",
            right="""\
#include <ATen/ATen.h>
#include <hip/hip_runtime.h>

__global__ void write_lse(const float *m, float *lse, int64_t tokens) {
    const int64_t head = blockIdx.y;
    lse[head * tokens + blockIdx.x] = m[head * tokens + blockIdx.x];
}

at::Tensor lse_of(const at::Tensor &m, int64_t tokens, int64_t heads) {
    auto lse = at::empty({heads, tokens}, m.options());
    write_lse<<<dim3(tokens, heads), 1>>>(m.data_ptr<float>(), lse.data_ptr<float>(), tokens);
    return lse;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Compare what the function allocates with what its kernels walk."""
        from hygon_lint.analysis.axis_order import disorders

        seen: set[int] = set()
        for found in disorders(fn):
            if id(found.shape) in seen:
                continue
            seen.add(id(found.shape))
            texts = [found.dims[axis].text for axis in found.order]
            edits = tuple(
                Edit(dim.place, text) for dim, text in zip(found.dims, texts, strict=True) if dim.text != text
            )
            yield self.at(
                found.shape,
                _message(found, ", ".join(texts)),
                confidence=Confidence.HIGH,
                related=(Step(found.access.place, Text(en="the kernel's index", zh="kernel 的下标")),),
                fix=Fix(safe=False, edits=edits, message=Text(en="allocate in that order", zh="按该顺序分配")),
            )


def _message(found: Disorder, order: str) -> Text:
    given = ", ".join(dim.text for dim in found.dims)
    return Text(
        en=f"{found.kernel.name} walks this tensor as [{order}], but it is [{given}]: sizes agree, places do not",
        zh=f"{found.kernel.name} 按 [{order}] 访问该张量，而它的形状是 [{given}]：总大小一致，位置却对不上",
    )
