"""HYG203: an offset into global memory that is computed or kept in 32 bits."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.offsets import NarrowOffset, narrow_offsets
from hygon_lint.analysis.wrapwords import stays_wide, type_name, widen_first, wrap_size
from hygon_lint.finding import Finding, Fix, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class NarrowGlobalOffset(Rule):
    """An index is an int, a tensor is not.

    Tokens, rows, pages and blocks each fit an `int`; times a stride they do not: 262,144 tokens of 64 heads by 128 are
    2^31 elements. The offset turns negative before it reaches the pointer, and the pointer being 64 bits wide does not
    help. Upstream kernels carry strides as `int64_t`; forks that narrow them to `int` lose that.
    """

    meta = Meta(
        id="HYG203",
        name="narrow-global-offset",
        summary=Text(
            en="An offset into global memory (index times runtime stride) is computed or kept in 32 bits.",
            zh="访问全局内存的偏移（索引乘以运行时步长）按 32 位计算或保存。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-2", "GEN-PAGE-OFFSET"),
        cwe=(190, 681),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("*", "<<", "+="),
        tags=("overflow", "address"),
        supersedes=("HYG202",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports, in device code, a pointer sum, a subscript or a buffer offset whose value contains a 32-bit product of "
            "a large index (token, row, page, block, batch, `blockIdx`) with a runtime stride, also through locals, helpers and "
            "sums carried round a loop; and the field of a parameter struct in which a 64-bit stride is kept as an int that is "
            "multiplied later. Shared memory, ids within a block, constant bounds, and the plain thread id are "
            "silent; a launch has at most 65,535 blocks in y and z.",
            zh="报告 device 代码中的指针加法、下标或 buffer 偏移，其值含有大索引（token、行、页、block、batch、`blockIdx`）与运行时步长的 32 位乘积，"
            "经局部变量、辅助函数或循环累加中转也算；以及把 64 位 stride 存成 int、之后又参与乘法的参数结构体字段。shared memory、block 内编号、常量界限、"
            "普通线程编号不报；y、z 方向最多 65,535 个 block。",
        ),
        why=Text(
            en="Past 2^31 elements the offset is negative or starts over: a page fault of the card at best, silently wrong reads "
            "and writes at worst. It shows only with long contexts, large batches or large caches.",
            zh="超过 2^31 个元素后偏移变成负数或从头开始：轻则 Page Fault，重则静默读写错误数据。只有长上下文、大 batch 或大缓存时才会暴露。",
        ),
        fix=Text(
            en="Widen the index before multiplying, `int64_t(row) * stride`, and keep strides as `int64_t` in parameter structs.",
            zh="先扩展索引再相乘：`int64_t(row) * stride`；参数结构体中的步长保持 `int64_t`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void gather(const float* pool, const int* table, float* out, int pitch)
{
    const int page = table[blockIdx.x];
    out[blockIdx.x] = pool[page * pitch + threadIdx.x]; // expect: HYG203
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdint.h>

__global__ void gather(const float* pool, const int* table, float* out, int pitch)
{
    const int64_t page = table[blockIdx.x];
    out[blockIdx.x] = pool[page * pitch + threadIdx.x];
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each narrow product in an offset, where it is multiplied."""
        if not fn.function.device:
            return
        for found in narrow_offsets(fn):
            yield self.at(
                found.product.node,
                _message(fn, found),
                confidence=found.confidence,
                related=_related(found),
                fix=_fix(fn, found),
            )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each field that keeps a 64-bit stride in 32 bits and is multiplied in a kernel, where it is declared."""
        narrowed = {(f.data["owner"], f.data["name"]): f.place for f in reversed(project.facts("narrowed_stride"))}
        multiplied = {(f.data["owner"], f.data["name"]): f.place for f in reversed(project.facts("multiplied_field"))}
        for field in project.facts("narrow_field"):
            name, type_ = field.data["name"], field.data["type"]
            key = (field.data["owner"], name)
            if key not in narrowed or key not in multiplied:
                continue
            yield self.at(
                field.place,
                Text(
                    en=f"field `{name}` keeps a 64-bit stride in 32 bits (`{type_}`) and is multiplied with an index afterwards: from "
                    "2^31 elements on the offset wraps; declare it `int64_t`",
                    zh=f"字段 `{name}` 用 32 位（`{type_}`）保存 64 位 stride，之后又与索引相乘：超过 2^31 个元素偏移就会回绕；应声明为 `int64_t`",
                ),
                related=(
                    Step(narrowed[key], Text(en="narrowed here", zh="在此处截短")),
                    Step(multiplied[key], Text(en="multiplied here", zh="在此处相乘")),
                ),
                context=field.data["context"],
            )


_HOW = {
    "product": Text(en="is multiplied in {bits} bits (`{type}`)", zh="按 {bits} 位（`{type}`）相乘"),
    "narrowed": Text(en="is kept in {bits} bits (`{type}`)", zh="只用 {bits} 位（`{type}`）保存"),
    "sum": Text(en="is added up over a loop in {bits} bits (`{type}`)", zh="在循环中按 {bits} 位（`{type}`）累加"),
}


def _message(fn: FunctionFacts, found: NarrowOffset) -> Text:
    product = found.product
    size, how = wrap_size(fn, product), _HOW[product.kind]
    words = {"bits": product.bits, "type": type_name(product)}
    return Text(
        en=f"`{product.node.text}` {how.en.format(**words)} and becomes an offset into global memory: {size.en}; "
        "compute the offset in 64 bits",
        zh=f"`{product.node.text}` {how.zh.format(**words)}，用作全局内存的偏移：{size.zh}；偏移应按 64 位计算",
    )


def _fix(fn: FunctionFacts, found: NarrowOffset) -> Fix | None:
    product = found.product
    whole = product.kind == "product" and stays_wide(fn, product.node, found.use)
    return widen_first(product.node) if whole else None


def _related(found: NarrowOffset) -> tuple[Step, ...]:
    steps = []
    if not found.use.span.contains(found.product.node.span):
        steps.append(Step(found.use.place, Text(en="used as an offset here", zh="在此处用作偏移")))
    if found.sibling is not None:
        steps.append(
            Step(found.sibling.place, Text(en="a similar product is widened first", zh="类似的乘积是先扩展的"))
        )
    steps += [Step(call.place, Text(en="called from here", zh="由此处调用")) for call in reversed(found.chain)]
    return tuple(steps)
