"""HYG414: sizes read from fixed dimensions although a layout flag moves those dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts


class SizesBeforeLayout(Rule):
    """Where a flag decides which dimension is which, `size(1)` by itself is an opinion.

    A cache writer takes both `[blocks, page, heads, dim]` and `[blocks, heads, page, dim]` and picks the strides by a
    flag, but the page size was read from dimension 1 before anybody asked. The second layout came later, and the
    lines above the flag were not touched.
    """

    meta = Meta(
        id="HYG414",
        name="sizes-before-layout",
        summary=Text(
            en="A dimension is read without asking the layout flag that moves it.",
            zh="布局标志会改变维度含义，这里却按固定维度读取。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-7.3", "GEN-FIXED-DIMS"),
        cwe=(188, 1284),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=(".size(", ".stride(", "->size(", "->stride("),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="A function reads sizes or strides of one tensor from dimensions that a condition chooses (an index "
            "`flag ? 1 : 2`, a choice between two reads, two arms of an `if`), and reads one of those dimensions elsewhere "
            "with a plain number. Needs two dimensions that trade places, or a flag named for a layout. Silent when the read "
            "stands, or its value is used, under the flag, when the tensor is brought into one order first, and in checks.",
            zh="函数对某张量的尺寸或步长按条件选择维度（下标 `flag ? 1 : 2`、两次读取二选一、`if` 两臂分别读取），"
            "又在别处用固定数字读取其中某一维。要求有两个维度互换，或标志名称表明是布局。"
            "若该读取或其值只在标志判断之内使用、张量已先统一顺序、或仅用于检查，则不报。",
        ),
        why=Text(
            en="In the other layout heads and tokens change places: the kernel gets a wrong page size and writes across "
            "the wrong axis.",
            zh="另一种布局下 head 与 token 互换：kernel 得到错误的页大小，沿错误的轴写入。",
        ),
        fix=Text(
            en="Choose the dimension by the flag once, and read all sizes and strides through it.",
            zh="先按标志选定维度下标，所有尺寸与步长都经由它读取。",
        ),
    )
    examples = (
        Example(
            path="cache_api.cpp",
            wrong="""\
#include <ATen/ATen.h>
void launch_write(void *cache, int64_t page, int64_t tok_stride, int64_t head_stride);

void write_cache(at::Tensor &cache, bool head_major) {
    const int64_t page = cache.size(1);  // expect: HYG414
    const int64_t tok_stride = cache.stride(head_major ? 2 : 1);
    const int64_t head_stride = cache.stride(head_major ? 1 : 2);
    launch_write(cache.data_ptr(), page, tok_stride, head_stride);
}
""",
            right="""\
#include <ATen/ATen.h>
void launch_write(void *cache, int64_t page, int64_t tok_stride, int64_t head_stride);

void write_cache(at::Tensor &cache, bool head_major) {
    const int tok_dim = head_major ? 2 : 1;
    const int head_dim = head_major ? 1 : 2;
    launch_write(cache.data_ptr(), cache.size(tok_dim), cache.stride(tok_dim), cache.stride(head_dim));
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each read that does not ask."""
        from hygon_lint.analysis.layout_choice import unasked_reads

        for found in unasked_reads(fn):
            yield self.at(
                found.read,
                Text(
                    en=f"dimension {found.dim} of {found.tensor} depends on `{found.flag}`, which is not asked here",
                    zh=f"{found.tensor} 的第 {found.dim} 维取决于 `{found.flag}`，这里却没有判断它",
                ),
                confidence=Confidence.HIGH if found.both else Confidence.MEDIUM,
                related=(
                    Step(
                        found.choice.node.place,
                        Text(
                            en=f"here it is dimension {found.choice.first} or {found.choice.second}",
                            zh=f"此处取第 {found.choice.first} 维或第 {found.choice.second} 维",
                        ),
                    ),
                ),
            )
