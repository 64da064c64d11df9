"""HYG116: a whole block of rows is stored through a descriptor that ends nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.store_windows import OpenWindow, open_windows
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class StoreWindowWithoutEnd(Rule):
    """A window with no end keeps nothing out.

    A descriptor drops the rows past its length, and that is how a ragged block is cut off. With a length of all ones
    every row of the block is written, those behind the last one too: into the next sequence, or into no page at all.
    """

    meta = Meta(
        id="HYG116",
        name="store-window-without-end",
        summary=Text(
            en="A block of constant height is stored through a descriptor without an end, beside a row count that is not used.",
            zh="按固定行数写出的 block 使用没有边界的描述符，而手边的实际行数没有用上。",
        ),
        severity=Severity.ERROR,
        items=("GEN-WINDOW", "MLS-2"),
        cwe=(787,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("descriptor", "tail"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a buffer descriptor whose length is all ones and whose base is moved to a computed first row, when a "
            "store goes through it for a constant number of rows with no runtime condition, and the function has a row count "
            "that it does nothing with (a parameter or a variable that is never read), or compares the same first row with "
            "a length elsewhere.",
            zh="描述符长度为全 1、基址移到计算出的起始行，经它按固定行数无条件写出，而函数手里有一个从未使用的计数（参数或变量），"
            "或在别处用同一起始行与长度比较过，报告该描述符。",
        ),
        why=Text(
            en="The rows past the end of a ragged block reach the memory behind it.",
            zh="不满的 block 会把末尾之后的行写进后面的内存。",
        ),
        fix=Text(
            en="Give the descriptor the bytes of the rows that exist: `min(end - begin, rows) * row_bytes`.",
            zh="把描述符长度设为实际行数的字节数：`min(end - begin, rows) * row_bytes`。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef int words __attribute__((ext_vector_type(4)));
void raw_buffer_store(float v, words r, uint32_t voffset, uint32_t soffset, int aux);

__device__ void flush(float* out, const float* acc, uint32_t begin, uint32_t end)
{
    const uint64_t a = reinterpret_cast<uint64_t>(out + begin * 128ull);
    words r;
    r[0] = int(a);
    r[1] = int(uint32_t(a >> 32) & 0xffffu);
    r[2] = -1; // expect: HYG116
    r[3] = 0x00020000;
    for (int i = 0; i < 32; ++i)
        raw_buffer_store(acc[i], r, i * 512u + threadIdx.x * 4u, 0, 0);
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdint.h>
typedef int words __attribute__((ext_vector_type(4)));
void raw_buffer_store(float v, words r, uint32_t voffset, uint32_t soffset, int aux);

__device__ void flush(float* out, const float* acc, uint32_t begin, uint32_t end)
{
    const uint64_t a = reinterpret_cast<uint64_t>(out + begin * 128ull);
    words r;
    r[0] = int(a);
    r[1] = int(uint32_t(a >> 32) & 0xffffu);
    r[2] = int(min(end - begin, 32u) * 512u);
    r[3] = 0x00020000;
    for (int i = 0; i < 32; ++i)
        raw_buffer_store(acc[i], r, i * 512u + threadIdx.x * 4u, 0, 0);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each open window."""
        seen: set[int] = set()
        for found in open_windows(fn):
            if id(found.node) in seen:
                continue
            seen.add(id(found.node))
            yield self.at(
                found.node,
                _message(found),
                related=(Step(found.store.event.node.place, Text(en="the rows are stored here", zh="在此写出各行")),),
            )


def _message(found: OpenWindow) -> Text:
    name = found.descriptor.name
    return Text(
        en=f"`{name}` has no end, and `{found.store.name}` stores a whole block of rows through it, while `{found.count}` is not "
        "used to limit them: rows past the end of a ragged block are written; set the length to the rows that exist",
        zh=f"`{name}` 没有边界，`{found.store.name}` 经它写出整个 block 的行，而 `{found.count}` 没有用来限制：不满的 block 会写出末尾之后的行；"
        "应按实际行数设置长度",
    )
