"""HYG309: a build variable or macro under a name that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.spelling import Misspelt, misspelt_macros, misspelt_variables
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class BuildNameMisspelt(Rule):
    """Set, and read by nobody.

    `PYTORCH_ROCM_ARCHS` is as silent as a comment: the tool reads `PYTORCH_ROCM_ARCH`, finds nothing, and builds for
    its default. The same goes for a macro whose `-D` and `#ifdef` differ by a letter.
    """

    meta = Meta(
        id="HYG309",
        name="build-name-misspelt",
        summary=Text(
            en="A build variable or macro that differs by one letter from the name that is read.",
            zh="构建变量或宏的名字与实际读取的名字相差一个字母。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-4",),
        cwe=(1068,),
        evidence=Evidence.CODE,
        triggers=("#if", "# if"),
        tags=("build",),
    )
    doc = Doc(
        what=Text(
            en="Reports a variable that build files set and nothing reads, or read and nothing sets, when it is one slip away from a name "
            "that the other side uses or a tool is known to read (`PYTORCH_ROCM_ARCH`, `AMDGPU_TARGETS`, ...); and a `-D` macro that no source "
            "contains beside a tested macro that nobody defines.",
            zh="若构建文件设置了无人读取（或读取了无人设置）的变量，而它与另一侧使用的名字或已知工具读取的名字（`PYTORCH_ROCM_ARCH`、`AMDGPU_TARGETS` 等）只差一个字母，则报告；"
            "命令行 `-D` 的宏在源码中不存在、而源码判断的某个近似宏无人定义时也报告。",
        ),
        why=Text(
            en="The setting has no effect, and no message says so: the default arches are built, the feature stays off.",
            zh="该设置不起作用，也没有任何提示：构建的仍是默认架构，功能仍未打开。",
        ),
        fix=Text(en="Use the name that is read.", zh="改用实际读取的名字。"),
    )
    examples = (
        Example(
            wrong="""\
import os

os.environ["PYTORCH_ROCM_ARCHS"] = "gfx936;gfx938"  # expect: HYG309
""",
            right="""\
import os

os.environ["PYTORCH_ROCM_ARCH"] = "gfx936;gfx938"
""",
            path="setup.py",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each name that misses its reader."""
        for found in [*misspelt_variables(project), *misspelt_macros(project)]:
            related: tuple[Step, ...] = ()
            if found.reader is not None:
                note = Text(en=f"`{found.meant}` is read here", zh=f"这里读取的是 `{found.meant}`")
                related = (Step(found.reader, note),)
            yield self.at(
                found.place,
                _message(found),
                confidence=Confidence.MEDIUM if found.tool and found.how == "read" else Confidence.HIGH,
                related=related,
                source=project.source(found.place.path),
            )


def _message(found: Misspelt) -> Text:
    name, meant = found.name, found.meant
    if found.kind == "macro":
        return Text(
            en=f"no source knows `{name}`; the sources test `{meant}`, which nobody defines",
            zh=f"源码中没有 `{name}`；源码判断的是无人定义的 `{meant}`",
        )
    if found.tool:
        return Text(
            en=f"`{name}` is known to nothing here; {found.tool} reads `{meant}`",
            zh=f"这里没有谁认识 `{name}`；{found.tool} 读取的是 `{meant}`",
        )
    return Text(
        en=f"`{name}` is set and never read; `{meant}` is read and never set",
        zh=f"`{name}` 只设置不读取；而 `{meant}` 只读取不设置",
    )
