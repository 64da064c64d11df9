"""HYG308: two macros that the sources treat as alternatives, both set by the build."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.macros import Together, set_together
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class ExclusiveMacrosTogether(Rule):
    """Both formats on, so the first one wins everywhere.

    A header chooses with `#if defined(A) ... #elif defined(B) ...` and gives the same names another meaning in each
    arm. A build script that defines A and B for every compile has made the choice for all arches at once, whatever the
    second macro was meant for.
    """

    meta = Meta(
        id="HYG308",
        name="exclusive-macros-together",
        summary=Text(
            en="Two macros that the sources treat as alternatives, both defined by one build.",
            zh="源码中互斥的两个宏，在同一构建中被同时定义。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-3", "GEN-EXCLUSIVE-MACROS"),
        cwe=(1068,),
        evidence=Evidence.CODE,
        triggers=("#if", "# if"),
        tags=("build", "preprocessor"),
    )
    doc = Doc(
        what=Text(
            en="Reports a macro that a build defines together with another one (same list, same condition, same compiler) although a chain in "
            "the sources tests them as alternatives and both arms define the same names, or refuses the pair with `#error`.",
            zh="若源码用同一条 `#if`/`#elif` 链把两个宏当作二选一（两个分支定义相同的名字，或用 `#error` 拒绝同时出现），而构建脚本在同一列表、同一条件、同一编译器下同时定义它们，则报告。",
        ),
        why=Text(
            en="The arm of the first macro is taken in every compile; what the second stands for (a number format, a layout, a tile "
            "size) is never used, also on the cards that need it.",
            zh="每次编译都只会进入第一个宏的分支；第二个宏所代表的数值格式、布局或 tile 尺寸永远用不上，哪怕目标卡正需要它。",
        ),
        fix=Text(
            en="Define one of them, per arch (`-Xarch_gfx942 -DA`), or let the sources ask for the arch instead.",
            zh="只定义其中一个，或按架构分别定义（`-Xarch_gfx942 -DA`），或改为在源码中判断架构。",
        ),
    )
    examples = (
        Example(
            wrong="""\
#pragma once
#define FA_FP8_FNUZ 1
#define FA_FP8_OCP 1 // expect: HYG308

#if defined(FA_FP8_FNUZ)
constexpr float kLargest = 240.f;
#elif defined(FA_FP8_OCP)
constexpr float kLargest = 448.f;
#endif
""",
            right="""\
#pragma once
#define FA_FP8_OCP 1

#if defined(FA_FP8_FNUZ)
constexpr float kLargest = 240.f;
#elif defined(FA_FP8_OCP)
constexpr float kLargest = 448.f;
#endif
""",
            path="example.h",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each pair that meets in one compile."""
        for pair in set_together(project):
            related = [
                Step(
                    pair.chosen.place, Text(en=f"`{pair.chosen.name}` is set here", zh=f"`{pair.chosen.name}` 在此定义")
                )
            ]
            related.append(Step(pair.chain, Text(en="tested first", zh="先判断它")))
            if pair.other_arm is not None:
                related.append(Step(pair.other_arm, Text(en="this arm is never read", zh="这个分支永远读不到")))
            yield self.at(
                pair.other.place,
                _message(pair),
                related=tuple(related),
                source=project.source(pair.other.place.path),
            )


def _message(pair: Together) -> Text:
    first, second = pair.chosen.name, pair.other.name
    if not pair.names:
        return Text(
            en=f"`{second}` is defined together with `{first}`, a pair that the sources refuse with #error",
            zh=f"`{second}` 与 `{first}` 被同时定义，而源码用 #error 拒绝这种组合",
        )
    names = ", ".join(f"`{name}`" for name in pair.names[:3])
    return Text(
        en=f"`{second}` is defined together with `{first}`: the sources take the first, so its {names} are used in every compile",
        zh=f"`{second}` 与 `{first}` 被同时定义：源码先判断后者，每次编译用到的都是它的 {names}",
    )
