"""HYG310: a macro that a build gives one value for the host compiler and another for the device compiler."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.macros import differing
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class HostDeviceMacroDiffers(Rule):
    """The launch counts in one number, the kernel in another.

    A build script has one list of flags for the host compiler and one for the device compiler. A `-D` that is changed
    in one of them only compiles the same header twice with different sizes, layouts or formats.
    """

    meta = Meta(
        id="HYG310",
        name="host-device-macro-differs",
        summary=Text(
            en="A `-D` macro with one value for the host compiler and another for the device compiler.",
            zh="同一个 `-D` 宏传给主机编译器与设备编译器的值不同。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-3",),
        cwe=(758,),
        evidence=Evidence.CODE,
        triggers=("-D",),
        tags=("build",),
    )
    doc = Doc(
        what=Text(
            en="Compares the macros that a build gives to the host and to the device compiler (`cxx` and `nvcc` in extra_compile_args, "
            "`$<COMPILE_LANGUAGE:...>`, CMAKE_CXX_FLAGS and CMAKE_HIP_FLAGS) and reports those whose values differ.",
            zh="对照构建脚本传给主机编译器与设备编译器的宏（extra_compile_args 的 `cxx` 与 `nvcc`、`$<COMPILE_LANGUAGE:...>`、CMAKE_CXX_FLAGS 与 CMAKE_HIP_FLAGS），报告取值不同者。",
        ),
        why=Text(
            en="Grid, shared memory and struct layouts are computed with the host's number and used with the device's: rows are left out, or memory "
            "is overrun.",
            zh="网格、共享内存和结构体布局按主机侧的值计算，却按设备侧的值使用：要么漏行，要么越界。",
        ),
        fix=Text(
            en="Put the macro into a list that both compilers get, or into a header.",
            zh="把该宏放进两个编译器共用的列表，或写进头文件。",
        ),
    )
    examples = (
        Example(
            wrong="""\
from torch.utils.cpp_extension import CUDAExtension

ext = CUDAExtension(
    "fa",
    ["fa.cu"],
    extra_compile_args={
        "cxx": ["-O3", "-DROWS_PER_BLOCK=64"],
        "nvcc": ["-O3", "-DROWS_PER_BLOCK=128"],  # expect: HYG310
    },
)
""",
            right="""\
from torch.utils.cpp_extension import CUDAExtension

SHARED = ["-O3", "-DROWS_PER_BLOCK=128"]
ext = CUDAExtension("fa", ["fa.cu"], extra_compile_args={"cxx": SHARED, "nvcc": SHARED})
""",
            path="setup.py",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Macros of the command line."""
        for found in differing(project):
            name, host, device = found.host.name, found.host.value, found.device.value
            related = [Step(found.host.place, Text(en=f"{host} for the host", zh=f"主机侧为 {host}"))]
            if found.use is not None:
                related.append(Step(found.use, Text(en="used here", zh="在此使用")))
            yield self.at(
                found.device.place,
                Text(
                    en=f"the device compiler gets `{name}` as {device}, the host compiler as {host}",
                    zh=f"设备编译器得到的 `{name}` 为 {device}，而主机编译器为 {host}",
                ),
                confidence=Confidence.HIGH if found.use is not None else Confidence.MEDIUM,
                related=tuple(related),
                source=project.source(found.device.place.path),
            )
