"""HYG121: a tile is filled where a condition holds and read where it may not."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.stale_tiles import StaleRegister, StaleTile, stale_registers, stale_tiles
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class TilePartlyFilled(Rule):
    """Memory keeps what was there.

    A copy that skips the rows past the end leaves the rows of the last tile, of the last block, of the last kernel in
    their place, in shared memory as in registers. Whoever reads the whole tile afterwards computes with them; weights
    of 0 do not help, for what was there may be NaN.
    """

    meta = Meta(
        id="HYG121",
        name="tile-partly-filled",
        summary=Text(
            en="A tile in shared memory or registers is written only where a runtime condition holds, and read where it may not.",
            zh="共享内存或寄存器中的 tile 只在运行时条件成立处写入，读取时却没有同样的条件。",
        ),
        severity=Severity.ERROR,
        items=("GEN-STALE-LDS", "MLS-3"),
        cwe=(908,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        tags=("lds", "tail"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a store to a shared array, or to a register without initialiser, under a runtime condition (a row below "
            "the length, an index that is not -1) with no store for the other case, when a read over a constant range is "
            "under no such condition and its value reaches a result unmasked. Silent where an else arm or an earlier pass writes the rest, where "
            "the reads or the results are under a condition on the same length or table, where scores are replaced by a "
            "select, and where only the number of the thread or wave decides who writes.",
            zh="在运行时条件下写入共享数组或没有初值的寄存器（行号小于长度、索引不为 -1 等）且另一种情况没有写入，而按固定范围读取时没有同类条件、"
            "读到的值未经屏蔽就进入结果，报告该写入。else 分支或之前的遍历补齐了其余部分、读取或结果带有关于同一长度/表的条件、"
            "得分被 select 替换、条件只涉及线程号或 wave 号时，不报。",
        ),
        why=Text(
            en="Stale bytes take part in the sum. 0 * NaN is NaN, so a weight of 0 for the missing rows does not keep them out.",
            zh="残留字节参与了求和；0 * NaN 仍是 NaN，给缺失行乘以 0 权重并不能排除它们。",
        ),
        fix=Text(
            en="Write the rest as well (`else tile[r][c] = 0;`), or read under the same condition.",
            zh="其余部分也要写（`else tile[r][c] = 0;`），或在相同条件下读取。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void sum(const float* v, const float* w, int rows, float* out)
{
    __shared__ float tile[64];
    const int row = blockIdx.x * 64 + threadIdx.x;
    if (row < rows)
        tile[threadIdx.x] = v[row]; // expect: HYG121
    __syncthreads();
    float acc = 0.f;
    for (int i = 0; i < 64; ++i)
        acc += w[i] * tile[i];
    out[blockIdx.x] = acc;
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void sum(const float* v, const float* w, int rows, float* out)
{
    __shared__ float tile[64];
    const int row = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = row < rows ? v[row] : 0.f;
    __syncthreads();
    float acc = 0.f;
    for (int i = 0; i < 64; ++i)
        acc += w[i] * tile[i];
    out[blockIdx.x] = acc;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each partial fill whose rest is read."""
        seen: set[int] = set()
        for found in stale_tiles(fn):
            if id(found.fill.node) in seen:
                continue
            seen.add(id(found.fill.node))
            chain = found.fill.event.chain
            yield self.at(
                found.fill.node,
                _message(found),
                related=(
                    *(Step(call.place, Text(en="called from here", zh="由此处调用")) for call in reversed(chain)),
                    Step(found.read.node.place, Text(en="read whatever the condition said", zh="不论条件如何都会读取")),
                    Step(found.use.node.place, Text(en="the value gets out here", zh="值在此进入结果")),
                ),
            )
        for register in stale_registers(fn):
            if id(register.fill.node) in seen:
                continue
            seen.add(id(register.fill.node))
            yield self.at(
                register.fill.node,
                _register_message(register),
                related=(
                    Step(
                        register.use.node.place, Text(en="used whatever the condition said", zh="不论条件如何都会使用")
                    ),
                ),
            )


def _register_message(found: StaleRegister) -> Text:
    name = found.register.name
    return Text(
        en=f"`{name}` has no initialiser and is set here only under a condition, but `{found.use.node.text[:80]}` uses it in any case: "
        "otherwise it holds what the register held, NaN perhaps; give it a value first",
        zh=f"`{name}` 没有初值，此处只在条件成立时赋值，而 `{found.use.node.text[:80]}` 无条件使用它：否则就是寄存器残留内容，可能是 NaN；应先赋初值",
    )


def _message(found: StaleTile) -> Text:
    test = found.guard.node.text
    return Text(
        en=f"`{found.fill.name}` is written only where `{test}` holds, but `{found.read.node.text}` reads it in any case: the rest "
        "holds what was there before, NaN perhaps, which a weight of 0 does not cancel; write the rest too, or read under "
        "the same condition",
        zh=f"`{found.fill.name}` 只在 `{test}` 成立处写入，而 `{found.read.node.text}` 无条件读取：其余部分是旧数据，可能是 NaN，乘以 0 也无法消除；"
        "应补写其余部分，或在相同条件下读取",
    )
