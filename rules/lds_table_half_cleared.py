"""HYG124: a table in shared memory that is cleared a row a wave, for waves of 32 lanes."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.lds_tables import half_cleared
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.model.arches import known_arches
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class LdsTableHalfCleared(Rule):
    """Thirty-two rows, sixteen waves.

    A counter table in shared memory has a row for each wave of a block, written for 32 lanes: 1024 threads, 32 rows.
    Where a wave has 64 lanes a block has 16 waves at most; each clears its own row, and the other half of the table
    starts with what the last kernel left there.
    """

    meta = Meta(
        id="HYG124",
        name="lds-table-half-cleared",
        summary=Text(
            en="A shared table whose rows are cleared one a wave, with more rows than a block of 64-lane waves has.",
            zh="共享内存表按每个 wave 清一行，而行数多于 64 lane 时一个 block 的 wave 数。",
        ),
        severity=Severity.ERROR,
        items=("GEN-WAVE-WIDTH", "MLS-3"),
        cwe=(665, 908),
        evidence=Evidence.CODE,
        confidence=Confidence.HIGH,
        triggers=("__shared__",),
        tags=("lds", "device"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a `__shared__` array of constant extent whose only zero stores are at the row of the wave (`threadIdx.x / warpSize`), when "
            "the extent is larger than the number of waves of the largest block and other rows are added to later.",
            zh="若 `__shared__` 数组（行数为常量）只在本 wave 的行（`threadIdx.x / warpSize`）处清零，而行数大于最大 block 的 wave 数，之后又对其它行做累加，则报告。",
        ),
        why=Text(
            en="The rows that no wave clears start with leftovers of earlier work: counts and sums are wrong, and differ from run to run.",
            zh="没有 wave 清零的行里是之前留下的数据：计数与求和出错，且每次运行结果不同。",
        ),
        fix=Text(
            en="Clear the table with a loop over all of its entries, a thread each, and size it by what it counts, not by waves.",
            zh="用所有线程循环清零整个表，并按计数对象而不是按 wave 数确定其大小。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void histogram(const int* key, int n, int* out)
{
    __shared__ int bins[32][8]; // expect: HYG124
    const int wave = threadIdx.x / warpSize;
    for (int i = 0; i < 8; ++i)
        bins[wave][i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[key[i] / 8][key[i] % 8], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x / 8][threadIdx.x % 8];
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void histogram(const int* key, int n, int* out)
{
    __shared__ int bins[32][8];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        bins[i / 8][i % 8] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[key[i] / 8][key[i] % 8], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x / 8][threadIdx.x % 8];
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each table that 64-lane waves cannot clear whole."""
        if not fn.function.device:
            return
        known = known_arches()
        wide = tuple(name for name in fn.archs if name not in known or known[name].wave == 64)
        if not wide:
            return
        for found in half_cleared(fn.function, 64):
            yield self.at(
                found.declared,
                Text(
                    en=f"`{found.decl.name}` has {found.rows} rows and each wave clears one: with 64 lanes a wave, a block has at most "
                    f"{found.cleared}, and the other rows keep what was there",
                    zh=f"`{found.decl.name}` 有 {found.rows} 行，每个 wave 清一行：64 lane 时一个 block 最多只有 {found.cleared} 个 wave，其余行保留旧数据",
                ),
                archs=wide,
                related=(
                    Step(found.clear.place, Text(en="cleared here, a row a wave", zh="在此清零，每个 wave 一行")),
                    Step(found.added.place, Text(en="any row is added to", zh="对任意行累加")),
                ),
            )
