"""HYG304: a supported arch that a default build list lacks."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.support import Gap, gaps
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class ArchMissingFromBuild(Rule):
    """Supported, dispatched to, and never compiled.

    A chip that the dispatch accepts, that has a folder of kernels or stands in another build list, gets no code when
    the list that decides what is built by default leaves it out: the wheel does not run there, and no CI run compiles
    what was written for it, so that other faults live long.
    """

    meta = Meta(
        id="HYG304",
        name="arch-missing-from-build",
        summary=Text(
            en="A default build list without an arch that the sources, the dispatch or another build list support.",
            zh="默认构建列表缺少源码、分发逻辑或其它构建列表所支持的架构。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-4",),
        cwe=(1068,),
        evidence=Evidence.CODE,
        triggers=("gfx", "92", "93", "94"),
        tags=("arch", "build"),
    )
    doc = Doc(
        what=Text(
            en="Compares each default arch list of the build files (setup.py, CMake, make, shell; variables and their defaults, "
            "`--offload-arch`) with what the checkout supports: host predicates and dispatch, folders and files named for an arch, other build "
            "lists, `#if` arms in two or more files. One finding a list names all that is missing. Lists for debugging or for a single card, "
            "arches older than gfx928 and arches whose class is an open question are left out.",
            zh="把构建文件（setup.py、CMake、make、shell，变量及其默认值，`--offload-arch`）中的每个默认架构列表，与代码库实际支持的架构相互对照："
            "主机侧判断与分发、以架构命名的目录和文件、其它构建列表、出现在两个以上文件中的 `#if` 分支。每个列表报告一次，列出全部缺失的架构。"
            "调试或单卡列表、早于 gfx928 的架构以及规格未定的架构不计。",
        ),
        why=Text(
            en="On that arch the installed package has no device code: loading fails, or everything falls back. And since nothing "
            "of it is compiled in CI, its routes rot unseen.",
            zh="安装包里没有该架构的设备代码：要么加载失败，要么全部走回退路径。由于 CI 从不编译它，相关代码的错误也无人察觉。",
        ),
        fix=Text(
            en="Add the arch to the list, or remove its kernels and its dispatch if it is no longer supported.",
            zh="把该架构加入列表；若已不再支持，则清理对应的算子与分发代码。",
        ),
    )
    examples = (
        Example(
            wrong="""\
import os

SHIPPED = [f"--offload-arch={a}" for a in ("gfx936", "gfx938", "gfx92a")]
GFX_VERSION = os.environ.get("GFX_VERSION", "938;936")  # expect: HYG304
""",
            right="""\
import os

SHIPPED = [f"--offload-arch={a}" for a in ("gfx936", "gfx938", "gfx92a")]
GFX_VERSION = os.environ.get("GFX_VERSION", "938;936;92a")
""",
            path="setup.py",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each default list with a gap."""
        for gap in gaps(project):
            yield self.at(
                gap.list.place,
                _message(gap),
                confidence=Confidence.HIGH,
                archs=tuple(arch for arch, _ in gap.missing),
                related=tuple(
                    Step(place, Text(en=f"{arch} is supported here", zh=f"此处支持 {arch}"))
                    for arch, place in gap.missing
                ),
                source=project.source(gap.list.place.path),
            )


def _message(gap: Gap) -> Text:
    missing = listed(arch for arch, _ in gap.missing)
    name = gap.list.name
    return Text(
        en=f"the default arch list `{name}` lacks {missing}, which the checkout supports",
        zh=f"默认架构列表 `{name}` 缺少代码库所支持的 {missing}",
    )
