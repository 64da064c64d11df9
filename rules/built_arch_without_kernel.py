"""HYG311: an arch is built for, and a kernel has no body there."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.empty_kernels import EmptyKernel, empty_kernels, short_tables
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class BuiltArchWithoutKernel(Rule):
    """It compiles, it launches, it does nothing.

    A chip was added to the build list, and the `#if` around a kernel's body was not told. The kernel is compiled for
    the chip with an empty body, the launch succeeds, and the output holds what it held before.
    """

    meta = Meta(
        id="HYG311",
        name="built-arch-without-kernel",
        summary=Text(
            en="A kernel whose body is empty on an arch that the default build list holds.",
            zh="默认构建列表中的架构上，某个 kernel 的函数体为空。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-4", "DEBT-1"),
        cwe=(684,),
        evidence=Evidence.CODE,
        triggers=("__global__", "gfx"),
        tags=("arch", "build"),
    )
    doc = Doc(
        what=Text(
            en="Reports the arch condition around the whole work of a `__global__` function that leaves out an arch of a default build list, when the "
            "kernel does nothing there (no `#else`, a stub, a trap) and no host predicate of the checkout keeps that arch from it. Kernels and "
            "files named for an arch are for that arch. Also reports a table of kernels or code objects by arch (C++ initialiser, Python dictionary, "
            "`set(KERNELS_gfxNNN ...)`) that holds most arches of a default list and not all.",
            zh="若 `__global__` 函数的全部工作都包在某个架构条件内，而该条件漏掉了默认构建列表中的某个架构（在其上没有 `#else`、或只有空实现、trap），且代码库中没有主机侧判断把该架构排除，则报告。"
            "以架构命名的 kernel 和文件只针对该架构。按架构列出 kernel 或代码对象的表（C++ 初始化列表、Python 字典、`set(KERNELS_gfxNNN ...)`）若包含默认列表的大部分架构却漏掉个别架构，也会报告。",
        ),
        why=Text(
            en="The launch reports success and the output keeps its old contents: silent wrong results on a supported card.",
            zh="启动返回成功，而输出仍是旧内容：在受支持的卡上悄悄得到错误结果。",
        ),
        fix=Text(
            en="Add the arch to the condition, write its body, or turn it away on the host; an `#error` in the `#else` finds the next one at "
            "compile time.",
            zh="把该架构加入条件或补写其实现，或在主机侧拒绝它；在 `#else` 中写 `#error`，下次就能在编译时发现。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <hip/hip_runtime.h>

__global__ void scale(float* x)
{
#if defined(__gfx936__) // expect: HYG311
    x[threadIdx.x] *= 2.f;
#endif
}
""",
            right="""\
#include <hip/hip_runtime.h>

__global__ void scale(float* x)
{
#if defined(__gfx936__) || defined(__gfx938__)
    x[threadIdx.x] *= 2.f;
#endif
}
""",
            beside=(("setup.py", 'flags = ["--offload-arch=gfx936,gfx938"]\n'),),
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each kernel with a gap, then each table with one."""
        for found in empty_kernels(project):
            missing = listed(found.missing)
            message = Text(
                en=f"`{found.kernel}` has no body on {missing}, for which it is built: launched there, it does nothing",
                zh=f"`{found.kernel}` 在 {missing} 上没有实现，而构建包含该架构：在其上启动等于什么也没做",
            )
            yield self._gap(project, found, message, Confidence.HIGH)
        for found in short_tables(project):
            missing = listed(found.missing)
            message = Text(
                en=f"the kernel table `{found.kernel}` has no entry for {missing}, for which the project is built",
                zh=f"kernel 表 `{found.kernel}` 中没有 {missing} 的条目，而构建包含该架构",
            )
            yield self._gap(project, found, message, Confidence.MEDIUM)

    def _gap(self, project: Project, found: EmptyKernel, message: Text, confidence: Confidence) -> Finding:
        return self.at(
            found.place,
            message,
            confidence=confidence,
            archs=found.missing,
            related=(Step(found.built, Text(en="built for it here", zh="此处构建包含该架构")),),
            source=project.source(found.place.path),
        )
