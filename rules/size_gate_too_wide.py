"""HYG418: a gate on a size that is wider than the kernel behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.wrapwords import short
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.project.size_gates import Narrow


class SizeGateTooWide(Rule):
    """What the gate lets in, the kernel has to hold.

    A check on the host is raised to 256 heads because a new model has them; the table in shared memory behind it still
    has 128 entries, the block still 128 threads, the switch still no case. Nothing fails where the check is: the kernel
    writes past its table, or leaves the rest out.
    """

    meta = Meta(
        id="HYG418",
        name="size-gate-too-wide",
        summary=Text(
            en="A gate lets a size through that the kernel or the choice behind it does not work for.",
            zh="尺寸检查放行了后面的 kernel 或分支并不支持的取值。",
        ),
        severity=Severity.ERROR,
        items=("GEN-SIZE-GATE",),
        cwe=(1284, 787),
        evidence=Evidence.CODE,
        tags=("dispatch", "guard"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="Follows a size from the checks and conditions of host code (`n <= 256`, `n % 4 == 0`, `d == 64 || d == 128`) through "
            "calls, also into other files, to a kernel's parameter, and reports where the gate is wider than the kernel: an array "
            "of constant size that is indexed up to the parameter; a block of constant size that covers the parameter in one pass; "
            "a kernel that stores nothing beyond a constant; whole vectors of a size that the checked divisor is not a multiple "
            "of; a block of more than 1,024 threads. Also a choice of kernels by that size (`if ... else if`, `switch`) with no "
            "arm for a value let through and no `else`. Sizes without a gate, kernels that limit the index themselves, and "
            "launches behind a narrower condition are silent.",
            zh="从 host 代码的检查与条件（`n <= 256`、`n % 4 == 0`、`d == 64 || d == 128`）出发，沿调用（可跨文件）追踪该尺寸到 kernel 参数，"
            "报告检查比 kernel 宽的地方：以该参数为上界访问的定长数组；只用一轮线程、block 大小固定却要覆盖该参数；"
            "超过某常量就什么也不写的 kernel；整向量读写的宽度不被检查的除数整除；block 超过 1,024 线程。"
            "按该尺寸选择 kernel 的 `if ... else if` 或 `switch` 没有对应分支又没有 `else` 时也报。没有检查的尺寸、kernel 自己限制了下标、"
            "或 launch 外层条件更窄的情况不报。",
        ),
        why=Text(
            en="The check says that the size is supported. The kernel then writes past its array, computes only the first part, or does "
            "not run at all, and the result is used.",
            zh="检查等于宣称支持该尺寸；而 kernel 会越界写数组、只算前一部分，或者根本没有启动，结果却照常被使用。",
        ),
        fix=Text(
            en="Lower the gate to what the kernel holds, or enlarge the kernel; best, take both from one constant. Give every choice "
            "an `else` that fails.",
            zh="把检查收紧到 kernel 支持的范围，或扩大 kernel；最好两边共用一个常量。每个分支选择都要有会报错的 `else`。",
        ),
    )
    examples = (
        Example(
            path="scale.hip",
            wrong="""\
#include <hip/hip_runtime.h>
#include <stdexcept>

__global__ void scale(const float* in, const float* factor, float* out, int heads)
{
    __shared__ float table[128];
    for (int h = threadIdx.x; h < heads; h += blockDim.x)
        table[h] = factor[h];
    __syncthreads();
    for (int h = threadIdx.x; h < heads; h += blockDim.x)
        out[h] = in[h] * table[heads - 1 - h];
}

void run(const float* in, const float* factor, float* out, int heads)
{
    if (heads > 256) // expect: HYG418
        throw std::runtime_error("too many heads");
    scale<<<1, 64>>>(in, factor, out, heads);
}
""",
            right="""\
#include <hip/hip_runtime.h>
#include <stdexcept>

__global__ void scale(const float* in, const float* factor, float* out, int heads)
{
    __shared__ float table[256];
    for (int h = threadIdx.x; h < heads; h += blockDim.x)
        table[h] = factor[h];
    __syncthreads();
    for (int h = threadIdx.x; h < heads; h += blockDim.x)
        out[h] = in[h] * table[heads - 1 - h];
}

void run(const float* in, const float* factor, float* out, int heads)
{
    if (heads > 256)
        throw std::runtime_error("too many heads");
    scale<<<1, 64>>>(in, factor, out, heads);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each choice that lacks an arm, at what it chooses by."""
        if fn.function.device:
            return
        from hygon_lint.analysis.size_choices import gaps

        for gap in gaps(fn):
            gate = short(gap.gate.text)
            yield self.at(
                gap.node,
                Text(
                    en=f"this choice has no arm for `{gap.name}` = {gap.value} and no `else`, though `{gate}` lets it through: nothing "
                    "runs, and nothing fails",
                    zh=f"这里的分支没有处理 `{gap.name}` = {gap.value}，也没有 `else`，而 `{gate}` 放行了它：什么都不会执行，也不会报错",
                ),
                related=(Step(gap.gate.place, Text(en="let through here", zh="在此处放行")),),
            )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each gate that is wider than a kernel behind it, at the gate."""
        from hygon_lint.project.size_gates import narrow

        for found in narrow(project):
            inside = [Step(found.place, Text(en="in the kernel", zh="kernel 中"))] if found.place is not None else []
            sure = found.kind in ("array", "block")
            yield self.at(
                found.gate.place,
                _message(found),
                confidence=Confidence.HIGH if sure else Confidence.MEDIUM,
                related=(*inside, *found.route.steps),
                context=found.gate.text,
            )


_FIX_EN = "; lower the gate or enlarge the kernel"
_FIX_ZH = "；应收紧检查，或扩大 kernel 的支持范围"


def _message(found: Narrow) -> Text:
    name, most, kernel = found.name, f"{found.most:,}", found.route.kernel.data["name"]
    up_en, up_zh = (
        f"`{name}` may be up to {found.gate.value:,} here, but ",
        f"此处允许 `{name}` 取到 {found.gate.value:,}，但",
    )
    if found.kind == "array":
        en = f"`{kernel}` behind it indexes `{found.what}`, which holds it up to {most}, up to `{found.param}`"
        zh = f"其后的 `{kernel}` 以 `{found.param}` 为上界访问 `{found.what}`，后者只够容纳到 {most}"
    elif found.kind == "threads":
        en = f"`{kernel}` is launched with {most} threads and covers `{found.param}` in one pass: the rest is left out"
        zh = f"`{kernel}` 只以 {most} 个线程启动，且只用一轮覆盖 `{found.param}`：其余部分没有处理"
    elif found.kind == "return":
        en = f"`{kernel}` behind it stores nothing where `{found.param}` is above {most}"
        zh = f"`{found.param}` 超过 {most} 时，其后的 `{kernel}` 什么也不写"
    elif found.kind == "block":
        en = f"`{kernel}` is launched with that many threads in a block, which has at most {most}"
        zh = f"`{kernel}` 以它为 block 线程数启动，而 block 最多 {most} 个线程"
    else:
        return Text(
            en=f"`{name}` need only be a multiple of {found.gate.value} here, but `{kernel}` behind it takes `{found.param}` in whole "
            f"groups of {most} and nothing handles the rest{_FIX_EN}",
            zh=f"此处只要求 `{name}` 是 {found.gate.value} 的倍数，但其后的 `{kernel}` 按整组 {most} 个处理 `{found.param}`，余下的没有处理{_FIX_ZH}",
        )
    return Text(en=up_en + en + _FIX_EN, zh=up_zh + zh + _FIX_ZH)
