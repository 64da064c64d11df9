"""HYG416: rows are stored with padding and read without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.frontend.nodes import Unit


class RowPitchWithoutPad(Rule):
    """The packer rounds each row up to whole blocks; the fallback kernel steps by what is in a row.

    For every length that is a multiple of the block both are right, and those are the lengths that are tested. With
    any other, each row starts a little too early, and the error grows with the row.
    """

    meta = Meta(
        id="HYG416",
        name="row-pitch-without-pad",
        summary=Text(
            en="The step between packed rows leaves out the padding to whole blocks that their size has.",
            zh="打包数据的总大小按整块补齐每一行，而读取时的行间步进没有算上补齐。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-7.3", "GEN-ROW-PITCH"),
        cwe=(131, 682),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        rests_on_names=True,
        triggers=("__global__", "__device__"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Device code that steps from row to row by `K / m` while a size in the same file counts `ceil(K / B) * C` for a "
            "row of the same K, and both are equal exactly where K is a multiple of B (`C * m == B`); and a kernel that steps by the length of a row through a tensor made with "
            "its last size rounded up. Silent when the file "
            "checks that K is a multiple of something, and for lengths of other names.",
            zh="device 代码按 `K / m` 在行间步进，而同文件中的大小计算对同名的 K 使用 `ceil(K / B) * C`，且二者恰在 K 为 B 的整数倍时相等"
            "（`C * m == B`）；或张量末维按整块取整分配，kernel 却按未补齐的行长步进。若文件中检查了 K 的整除性，或长度名称不同，则不报。",
        ),
        why=Text(
            en="For a length that is no multiple of the block the reader drifts: row n is read n times the padding too early.",
            zh="长度不是块大小整数倍时读端会漂移：第 n 行的起点偏前 n 倍的补齐量。",
        ),
        fix=Text(
            en="Compute the pitch in one function, rounded up, and use it for the size and for the step.",
            zh="把按整块向上取整的行间距写成一个函数，分配与步进共用。",
        ),
    )
    examples = (
        Example(
            path="nbit.hip",
            wrong="""\
#include <hip/hip_runtime.h>
constexpr int kBlock = 32;

inline long packed_bytes(long rows, int K) { return rows * ((K + kBlock - 1) / kBlock) * (kBlock / 2); }

__global__ void dequant(const unsigned char *w, float *y, int K) {
    const unsigned char *row = w + static_cast<long>(blockIdx.x) * (K / 2);  // expect: HYG416
    atomicAdd(&y[blockIdx.x], static_cast<float>(row[threadIdx.x]));
}
""",
            right="""\
#include <hip/hip_runtime.h>
constexpr int kBlock = 32;

__host__ __device__ inline long row_bytes(int K) { return static_cast<long>((K + kBlock - 1) / kBlock) * (kBlock / 2); }
inline long packed_bytes(long rows, int K) { return rows * row_bytes(K); }

__global__ void dequant(const unsigned char *w, float *y, int K) {
    const unsigned char *row = w + static_cast<long>(blockIdx.x) * row_bytes(K);
    atomicAdd(&y[blockIdx.x], static_cast<float>(row[threadIdx.x]));
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Tensors of the function with padded rows that a kernel walks as if they had none."""
        from hygon_lint.analysis.axis_order import unpadded_walks

        for found in unpadded_walks(fn):
            yield self.at(
                found.access,
                Text(
                    en=f"{found.kernel.name} steps by the length of a row, but the rows of this tensor are padded: "
                    f"{found.dim.text}",
                    zh=f"{found.kernel.name} 按行长步进，而该张量的每一行是补齐过的：{found.dim.text}",
                ),
                related=(Step(found.dim.place, Text(en="the padded row", zh="补齐后的行")),),
            )

    def visit_unit(self, unit: Unit) -> Iterator[Finding]:
        """Compare the steps of kernels with the sizes of the file."""
        from hygon_lint.analysis.row_pitch import short_pitches

        for found in short_pitches(unit):
            size = found.padded
            yield self.at(
                found.node,
                Text(
                    en=f"rows are {found.length} / {found.packed} apart here, but each holds whole blocks of {size.block}: "
                    f"ceil({found.length} / {size.block}) * {size.units}",
                    zh=f"这里的行间距是 {found.length} / {found.packed}，而每行按 {size.block} 补齐到整块："
                    f"ceil({found.length} / {size.block}) * {size.units}",
                ),
                related=(Step(size.node.place, Text(en="the size with padding", zh="带补齐的大小")),),
            )
