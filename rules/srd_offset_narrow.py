"""HYG103: an offset multiplied in 32 bits before it meets the 64-bit base."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.narrow import NarrowOffset, narrow_offsets
from hygon_lint.analysis.steps import address_steps
from hygon_lint.analysis.wording import name_of
from hygon_lint.analysis.wrapwords import stays_wide, widen_first
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.frontend.nodes import Node
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class SrdOffsetNarrow(Rule):
    """A 64-bit sum does not help when the product is already wrong.

    The base is added in 64 bits, masked and stored as it should be, but the offset was multiplied in `int`: a tile or
    row index that comes from the grid or the sequence length, times a row stride, passes 2^31 elements long before
    the memory of a card is full. `sizeof` widens only what comes after it.
    """

    meta = Meta(
        id="HYG103",
        name="srd-offset-narrow",
        summary=Text(
            en="An offset of a descriptor's base that is multiplied in 32 bits before it meets the 64-bit base.",
            zh="描述符基址的偏移先按 32 位相乘，再与 64 位基址相加。",
        ),
        severity=Severity.ERROR,
        items=("MLS-1", "DEBT-2"),
        cwe=(190, 681),
        evidence=Evidence.CODE,
        rests_on_names=True,
        tags=("descriptor", "overflow"),
        supersedes=("HYG203", "HYG202"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a 32-bit product of a large index (row, tile, page, batch, sequence) with a run-time stride that is "
            "added to a descriptor's base, also when a local, a lambda or a helper holds it on the way. Products of ids "
            "that are small by role (lane, warp) are shown only with `--min-confidence low`.",
            zh="报告加到描述符基址上的 32 位乘积：大索引（行、tile、页、batch、序列）乘以运行时步长，经局部变量、lambda 或辅助函数中转也算。"
            "按角色可知很小的编号（lane、warp）参与的乘积只在 `--min-confidence low` 时显示。",
        ),
        why=Text(
            en="The product wraps at 2^31 or 2^32 and the wrapped value is widened and added: the load reads gigabytes away.",
            zh="乘积在 2^31 或 2^32 处回绕，回绕后的值再被扩展、相加：访存地址偏出数 GB。",
        ),
        fix=Text(
            en="Widen the first operand: `int64_t(row) * stride * sizeof(T)`.",
            zh="先扩展第一个操作数：`int64_t(row) * stride * sizeof(T)`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int token, int pitch)
{
    word4 srd = root;
    *(uint64_t*)&srd = (*(uint64_t*)&root + token * pitch * 2) & 0xffffffffffffull; // expect: HYG103
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
            right="""\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);

__device__ void fetch(word4 root, void* lds, int token, int pitch)
{
    word4 srd = root;
    *(uint64_t*)&srd = (*(uint64_t*)&root + int64_t(token) * pitch * 2) & 0xffffffffffffull;
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each narrow product on its way to a base; HYG101 speaks where the base itself is stepped in 32 bits."""
        stepped = {id(step.event.node) for step in address_steps(fn)}
        seen: set[int] = set()
        for offset in narrow_offsets(fn):
            node = offset.product.node
            if node is None or id(node) in seen or (offset.base is not None and id(offset.base.event.node) in stepped):
                continue
            seen.add(id(node))
            stays = offset.base is None or stays_wide(fn, node, offset.base.event.node)
            yield self.at(
                node,
                _message(offset, stays),
                confidence=_confidence(offset),
                flow=_flow(node, offset),
                fix=widen_first(node) if stays else None,
            )


def _confidence(offset: NarrowOffset) -> Confidence:
    if not offset.wraps:
        return Confidence.LOW
    return Confidence.MEDIUM if offset.assumed else Confidence.HIGH


def _flow(node: Node, offset: NarrowOffset) -> tuple[Step, ...]:
    bits = offset.product.bits
    steps = [Step(node.place, Text(en=f"multiplied in {bits} bits", zh=f"按 {bits} 位相乘"))]
    if offset.base is not None:
        steps.append(Step(offset.base.event.node.place, Text(en="added to the base here", zh="在此处加到基址上")))
    return tuple(steps)


def _message(offset: NarrowOffset, stays: bool) -> Text:
    product = name_of(offset.product)
    bits = offset.product.bits
    limit = f"2^{bits - 1 if offset.product.signed else bits}"
    target = offset.base.descriptor.name if offset.base is not None else "the address"
    remedy = Text(en="widen the first operand, e.g. `int64_t(...)`", zh="应先扩展第一个操作数，如 `int64_t(...)`")
    if not stays:
        remedy = Text(en="compute it in 64 bits and keep it in 64 bits", zh="应按 64 位计算，并一直用 64 位保存")
    return Text(
        en=f"`{product}` is a {bits}-bit product that is widened only when it is added to the 64-bit base of `{target}`: past "
        f"{limit} it has wrapped already; {remedy.en}",
        zh=f"`{product}` 是 {bits} 位乘积，加到 `{target}` 的 64 位基址时才扩展：超过 {limit} 时早已回绕；{remedy.zh}",
    )
