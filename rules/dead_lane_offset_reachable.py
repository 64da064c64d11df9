"""HYG115: the offset that dead lanes are sent to can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.buffers import DeadOffset, dead_offsets
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class DeadLaneOffsetReachable(Rule):
    """An offset that is meant to miss must miss for every input.

    Lanes without work are sent past the end of a buffer, where the hardware drops them. That holds only when the
    offset is a multiple of the access (else it is rounded, or refused), stays above the length after whatever is added
    to it, and does not wrap round to a small number.
    """

    meta = Meta(
        id="HYG115",
        name="dead-lane-offset-reachable",
        summary=Text(
            en="The offset that dead lanes of a buffer access are sent to is unaligned, wraps, or lies inside the buffer.",
            zh="buffer 访问中无效 lane 使用的偏移未对齐、会回绕，或落在缓冲区之内。",
        ),
        severity=Severity.ERROR,
        items=("GEN-SENTINEL", "MLS-2"),
        cwe=(125, 787),
        evidence=Evidence.CODE,
        confidence=Confidence.HIGH,
        tags=("descriptor", "tail"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a condition that selects a large constant as (part of) the offset of a buffer access, when the constant "
            "is no multiple of the access, when it is added to another offset and the sum passes 2^32, or when the "
            "descriptor's constant length is larger than it. `0x80000000` with an unknown length, and all ones selected "
            "instead of added, are right.",
            zh="条件选择一个大常量作为 buffer 访问的偏移（或其一部分），当该常量不是访问宽度的倍数、与其他偏移相加会越过 2^32、"
            "或小于描述符的常量长度时，报告该选择。长度未知时的 `0x80000000`，以及直接选择（而非相加）的全 1，都是正确的。",
        ),
        why=Text(
            en="A masked lane then reads or writes real memory: a neighbour's element, or the start of the buffer.",
            zh="被屏蔽的 lane 于是读写了真实内存：相邻元素，或缓冲区开头。",
        ),
        fix=Text(
            en="Select the offset instead of adding to it, and use a multiple of the access at or above the length: "
            "`live ? offset : 0x80000000u`, or the length itself.",
            zh="直接选择偏移而不是相加，并取不小于长度、按访问宽度对齐的值：`live ? offset : 0x80000000u`，或长度本身。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef int words __attribute__((ext_vector_type(4)));
float raw_buffer_load(words r, uint32_t voffset, uint32_t soffset, int aux);

__device__ float element(words r, uint32_t offset, bool live)
{
    const uint32_t away = live ? 0u : 0x7fffffffu; // expect: HYG115
    return raw_buffer_load(r, offset + away, 0, 0);
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef int words __attribute__((ext_vector_type(4)));
float raw_buffer_load(words r, uint32_t voffset, uint32_t soffset, int aux);

__device__ float element(words r, uint32_t offset, bool live)
{
    return raw_buffer_load(r, live ? offset : 0x80000000u, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each marker that can be reached."""
        for found in dead_offsets(fn):
            yield self.at(
                found.node,
                _message(found),
                related=(
                    Step(
                        found.load.event.node.place,
                        Text(en=f"the offset of `{found.load.name}`", zh=f"作为 `{found.load.name}` 的偏移"),
                    ),
                ),
            )


def _message(found: DeadOffset) -> Text:
    marker = f"{found.marker:#x}"
    if found.kind == "unaligned":
        why_en = f"it is no multiple of the {found.align} bytes of the access"
        why_zh = f"它不是访问宽度 {found.align} 字节的倍数"
    elif found.kind == "wraps":
        why_en = "it is added to another offset, and the sum passes 2^32 and becomes a small offset"
        why_zh = "它与另一个偏移相加，越过 2^32 后变成很小的偏移"
    else:
        why_en = f"it lies below the length of the descriptor, {found.length:#x}"
        why_zh = f"它小于描述符的长度 {found.length:#x}"
    return Text(
        en=f"dead lanes are sent to offset `{marker}`, but {why_en}: the access can still go out; select an aligned offset at "
        "or above the length",
        zh=f"无效 lane 的偏移取 `{marker}`，但{why_zh}：访问仍可能发出；应选择不小于长度的对齐偏移",
    )
