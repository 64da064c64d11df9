"""HYG312: an arch name that no arch bears."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Text
from hygon_lint.project import Project
from hygon_lint.project.unknown_names import unknown_names
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class ArchNameUnknown(Rule):
    """A question that every device answers with no.

    `get_device_name() == "gfx983"` compiles, and is false on every card there is: the route behind it is dead. In a
    build list the same slip ends the build, or is skipped with a warning.
    """

    meta = Meta(
        id="HYG312",
        name="arch-name-unknown",
        summary=Text(
            en="A host predicate or build list with an arch name that no known arch bears.",
            zh="主机侧判断或构建列表中出现了不存在的架构名。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-1", "DEBT-4"),
        cwe=(570,),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        triggers=("gfx",),
        tags=("arch", "dispatch", "build"),
    )
    doc = Doc(
        what=Text(
            en="Reports a `gfxNNN` in a comparison of host code or in a list of arches to build that is no known arch and one slip away from one "
            "that is. Macros in `#if` conditions are the business of HYG305.",
            zh="报告主机代码的比较或构建列表中并不存在、但与某个已知架构只差一处的 `gfxNNN`。`#if` 条件中的宏由 HYG305 负责。",
        ),
        why=Text(
            en="The comparison is false on every device, so the card that was meant takes another route, without a message.",
            zh="该比较在任何设备上都不成立，本应匹配的卡悄悄走了别的路由。",
        ),
        fix=Text(
            en="Write the arch that was meant. A new arch is made known with `[tool.hygon-lint.arches.gfxNNN]` in the configuration.",
            zh="改为本来要写的架构。新架构可在配置中用 `[tool.hygon-lint.arches.gfxNNN]` 声明。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#include <string>

std::string get_device_name();

bool use_fast_path() { return get_device_name() == "gfx983"; } // expect: HYG312
""",
            right="""\
#include <string>

std::string get_device_name();

bool use_fast_path() { return get_device_name() == "gfx938"; }
""",
            path="example.cpp",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each unknown name."""
        for found in unknown_names(project):
            source = project.source(found.place.path)
            text = project.context(found.place)
            fix = None
            if text.count(found.name) == 1 and found.place.line == found.place.end_line:
                edit = Edit(found.place, text.replace(found.name, found.meant))
                message = Text(en=f"write {found.meant}", zh=f"改为 {found.meant}")
                fix = Fix(safe=False, edits=(edit,), message=message)
            yield self.at(
                found.place,
                Text(
                    en=f"{found.name} is no known arch; {found.meant} is",
                    zh=f"没有 {found.name} 这个架构；最接近的是 {found.meant}",
                ),
                fix=fix,
                source=source,
            )
