"""HYG204: a limit on a launch's threads that leaves out a grid dimension."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.launch_guards import LaunchGuard, launch_guards
from hygon_lint.analysis.wording import name_of
from hygon_lint.analysis.wrapwords import short
from hygon_lint.finding import Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

_USUAL = 65_535  # the largest y or z extent that every device takes


class LaunchGuardMissesDimension(Rule):
    """A grid has three sides.

    HIP refuses, or wraps, launches of 2^32 threads or more, so host code caps `grid.x` by `0xffffffff / threads`. When
    the launch also has a `grid.y`, the cap bounds one row of the grid and the launch is as many times larger as there
    are rows.
    """

    meta = Meta(
        id="HYG204",
        name="launch-guard-misses-dimension",
        summary=Text(
            en="A limit on the threads of a launch leaves out a grid dimension that the launch has.",
            zh="限制启动线程总数的检查漏掉了实际启动用到的某个 grid 维度。",
        ),
        severity=Severity.WARNING,
        items=("GEN-LAUNCH", "DEBT-2"),
        cwe=(190, 1284),
        evidence=Evidence.CODE,
        triggers=("<<<", "hipLaunchKernelGGL"),
        tags=("overflow", "launch"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Reports a guard (`blocks * threads < 2^32`) or a cap (`min(blocks, 0xffffffff / threads)`) of a launch's threads, "
            "behind which a grid is launched with a further dimension that is not 1 and not in the product. Limits of one dimension "
            "by itself, and limits of the data, are silent.",
            zh="报告对启动线程总数的检查（`blocks * threads < 2^32`）或截断（`min(blocks, 0xffffffff / threads)`），而实际启动的 grid "
            "还有一个不为 1 且未计入乘积的维度。单独限制某一维、或限制数据规模的检查不报。",
        ),
        why=Text(
            en="With the dimension left out the total still passes 2^32 threads: the launch fails, or runs with a grid that has "
            "wrapped, and only for large batches.",
            zh="漏掉的维度乘进去后总线程数仍可超过 2^32：启动失败，或以回绕后的 grid 运行，而且只在大 batch 时出现。",
        ),
        fix=Text(
            en="Put every dimension into the product: `0xffffffff / (int64_t(threads) * grid_y)`.",
            zh="把所有维度都乘进去：`0xffffffff / (int64_t(threads) * grid_y)`。",
        ),
    )
    examples = (
        Example(
            path="launch.hip",
            wrong="""\
#include <hip/hip_runtime.h>
#include <stdexcept>
#include <stdint.h>

__global__ void fill(float* p, int64_t n);

void launch(float* p, int64_t n, int64_t bx, int64_t by)
{
    if (bx * 256 > 0xffffffffll) // expect: HYG204
        throw std::runtime_error("launch too large");
    fill<<<dim3(bx, by), 256>>>(p, n);
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdexcept>
#include <stdint.h>

__global__ void fill(float* p, int64_t n);

void launch(float* p, int64_t n, int64_t bx, int64_t by)
{
    if (bx * by * 256 > 0xffffffffll)
        throw std::runtime_error("launch too large");
    fill<<<dim3(bx, by), 256>>>(p, n);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each incomplete limit, where it is computed."""
        if fn.function.device:
            return
        for found in launch_guards(fn):
            yield self.at(
                found.node,
                _message(found),
                related=(Step(found.launch.node.place, Text(en="launched here", zh="在此处启动")),),
            )


def _message(found: LaunchGuard) -> Text:
    which = ", ".join(f"grid.{axis} = `{short(name_of(size))}`" for axis, size in found.missing)
    power = (found.limit + 1).bit_length() - 1
    return Text(
        en=f"this bounds the threads of the launch of `{found.launch.name}` by 2^{power} without {which}: with {_USUAL:,} there the "
        f"launch is {_USUAL:,} times as large; put every grid dimension into the product",
        zh=f"这里把 `{found.launch.name}` 的启动线程数限制在 2^{power} 以内，却没有计入 {which}：该维取 {_USUAL:,} 时实际线程数是其 {_USUAL:,} 倍；"
        "应把所有 grid 维度都乘进去",
    )
