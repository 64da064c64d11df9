"""HYG114: the length word of a buffer descriptor that does not say how long the buffer is."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.buffers import LengthFault, length_faults
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.wording import name_of
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class DescriptorLengthWrong(Rule):
    """The length of a buffer is what its loads are checked against.

    A buffer access whose offset is not below the length in word 2 is dropped: a load gives 0, a store does nothing, and
    nobody is told. A length that is too small loses data in silence, one that is too large protects nothing.
    """

    meta = Meta(
        id="HYG114",
        name="descriptor-length-wrong",
        summary=Text(
            en="The length word of a buffer descriptor is a lane marker, a count cut to 32 bits, or a count of elements.",
            zh="buffer 描述符的长度字写成了 lane 丢弃标记、被截断到 32 位的字节数，或元素个数。",
        ),
        severity=Severity.ERROR,
        items=("GEN-LENGTH", "MLS-1a"),
        cwe=(197, 131),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("descriptor",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a store to the length word of a buffer descriptor that cannot be the length in bytes: the constant "
            "that the same file sends dead lanes to; a product of runtime sizes computed in 64 bits and stored in 32 with "
            "no limit; a product of counts whose offsets carry the element size and which does not. Descriptors with a "
            "stride in word 1 count records, and are left out.",
            zh="报告写入 buffer 描述符长度字、但不可能是字节长度的值：同一文件用来“丢弃 lane”的常量；按 64 位计算的运行时大小之积未经限制就存入 32 位；"
            "偏移乘了元素大小而长度没有乘。word 1 带 stride 的描述符按记录计数，不在此列。",
        ),
        why=Text(
            en="Accesses past the length are dropped by the hardware without an error: outputs beyond 2 GiB or 4 GiB, or three "
            "quarters of an array of floats, silently stay what they were.",
            zh="超过长度的访问会被硬件静默丢弃：2 GiB 或 4 GiB 之后的输出、或一个 float 数组的后四分之三，悄悄保持原样。",
        ),
        fix=Text(
            en="Store the number of bytes, limited to what 32 bits hold (`min(bytes, 0xfffffffcull)`), and keep markers for dead "
            "lanes to offsets.",
            zh="写入字节数，并限制在 32 位可表示的范围内（`min(bytes, 0xfffffffcull)`）；丢弃 lane 的标记只用于偏移。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef int words __attribute__((ext_vector_type(4)));
void raw_buffer_store(float v, words r, uint32_t voffset, uint32_t soffset, int aux);

__device__ void put(void* base, uint64_t rows, uint64_t row_bytes, float v)
{
    const uint64_t a = reinterpret_cast<uint64_t>(base);
    words r;
    r[0] = int(a);
    r[1] = int(uint32_t(a >> 32) & 0xffffu);
    r[2] = int(rows * row_bytes); // expect: HYG114
    r[3] = 0x00020000;
    raw_buffer_store(v, r, threadIdx.x * 4u, 0, 0);
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef int words __attribute__((ext_vector_type(4)));
void raw_buffer_store(float v, words r, uint32_t voffset, uint32_t soffset, int aux);

__device__ void put(void* base, uint64_t rows, uint64_t row_bytes, float v)
{
    const uint64_t a = reinterpret_cast<uint64_t>(base);
    const uint64_t bytes = rows * row_bytes;
    words r;
    r[0] = int(a);
    r[1] = int(uint32_t(a >> 32) & 0xffffu);
    r[2] = int(bytes < 0xfffffffcull ? bytes : 0xfffffffcull);
    r[3] = 0x00020000;
    raw_buffer_store(v, r, threadIdx.x * 4u, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each length that is none."""
        for fault in length_faults(fn):
            related = [Step(c.place, Text(en="called from here", zh="由此处调用")) for c in reversed(fault.event.chain)]
            if fault.other is not None:
                related.append(Step(fault.other.place, _RELATED[fault.kind]))
            yield self.at(
                fault.event.node,
                _message(fault),
                confidence=Confidence.HIGH if fault.kind == "marker" else Confidence.MEDIUM,
                related=tuple(related),
            )


_RELATED = {
    "marker": Text(en="the same constant drops a lane here", zh="同一常量在此用于丢弃 lane"),
    "elements": Text(en="the offset is in bytes here", zh="此处的偏移以字节计"),
}


def _message(fault: LengthFault) -> Text:
    name, value = fault.name, name_of(fault.value)
    if fault.kind == "marker":
        return Text(
            en=f"the length word of `{name}` is set to `{value}`, the constant that dead lanes are sent to: accesses past "
            f"{(fault.value.value or 0) % (1 << 32):,} bytes are dropped in silence; store the real length",
            zh=f"`{name}` 的长度字写成了用来丢弃 lane 的常量 `{value}`：{(fault.value.value or 0) % (1 << 32):,} 字节之后的访问会被静默丢弃；"
            "应写入真实长度",
        )
    if fault.kind == "cut":
        return Text(
            en=f"the 64-bit length `{value}` is cut to the 32-bit length word of `{name}`: from 4 GiB on only the remainder "
            "counts, and accesses past it are dropped in silence; limit it first",
            zh=f"64 位长度 `{value}` 被截断写入 `{name}` 的 32 位长度字：达到 4 GiB 后只剩余数有效，其后的访问被静默丢弃；应先限制其上限",
        )
    return Text(
        en=f"the length word of `{name}` is `{value}` elements, while offsets count bytes ({fault.scale} an element): accesses "
        f"past 1/{fault.scale} of the buffer are dropped in silence; multiply by the element size",
        zh=f"`{name}` 的长度字 `{value}` 是元素个数，而偏移以字节计（每元素 {fault.scale} 字节）：缓冲区 1/{fault.scale} 之后的访问被静默丢弃；"
        "应乘以元素大小",
    )
