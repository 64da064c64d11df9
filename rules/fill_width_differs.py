"""HYG122: the zero fill of a predicated copy has another width than the copy."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.fill_widths import FillWidth, fill_widths
from hygon_lint.finding import Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class FillWidthDiffers(Rule):
    """The two arms of a predicated copy write the same bytes, or one of them is wrong.

    A fill that is wider than the copy wipes what neighbours have just written; one that is narrower leaves part of the
    old data in place.
    """

    meta = Meta(
        id="HYG122",
        name="fill-width-differs",
        summary=Text(
            en="One arm of a predicated copy writes data, the other zeros of another width.",
            zh="条件拷贝的一个分支写数据，另一个分支填零的宽度却不同。",
        ),
        severity=Severity.ERROR,
        items=("GEN-FILL-WIDTH", "MLS-3"),
        cwe=(787, 131),
        evidence=Evidence.CODE,
        tags=("lds",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports an assignment of zeros in one arm of an `if` whose other arm assigns data to the same place in another "
            "width. Silent where an arm holds several assignments to that memory, which may add up.",
            zh="`if` 的一个分支向某处写零，另一个分支以不同宽度向同一处写数据，报告写零的语句。某个分支对该内存有多次写入（可能合起来等宽）时不报。",
        ),
        why=Text(
            en="Zeros past the copied element overwrite what other lanes wrote; zeros short of it leave stale bytes behind.",
            zh="填零超出所拷贝的元素，会覆盖其他 lane 刚写入的数据；不足则残留旧字节。",
        ),
        fix=Text(
            en="Fill with the type that is copied.",
            zh="用与拷贝相同的类型填零。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__device__ void copy_word(void* to, const void* from, bool live)
{
    if (live)
        *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
    else
        *static_cast<uint4*>(to) = make_uint4(0, 0, 0, 0); // expect: HYG122
}
""",
            right="""\
#include <hip/hip_runtime.h>

__device__ void copy_word(void* to, const void* from, bool live)
{
    if (live)
        *static_cast<unsigned*>(to) = *static_cast<const unsigned*>(from);
    else
        *static_cast<unsigned*>(to) = 0u;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each fill of another width."""
        for found in fill_widths(fn):
            yield self.at(
                found.fill,
                _message(found),
                related=(Step(found.copy.place, Text(en="the copy", zh="拷贝在此")),),
            )


def _message(found: FillWidth) -> Text:
    wider = found.filled > found.copied
    effect_en = "wiping what stands behind it" if wider else "leaving the rest as it was"
    effect_zh = "会抹掉其后的数据" if wider else "其余部分仍是旧数据"
    return Text(
        en=f"this arm writes {found.filled // 8} bytes of zeros where the other copies {found.copied // 8} bytes, {effect_en}; fill "
        "with the type that is copied",
        zh=f"此分支写入 {found.filled // 8} 字节的零，而另一分支拷贝 {found.copied // 8} 字节，{effect_zh}；应使用与拷贝相同的类型",
    )
