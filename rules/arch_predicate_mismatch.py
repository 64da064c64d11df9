"""HYG301: a thing named for one arch asks for another."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.routes import Mismatch, mismatches
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class ArchPredicateMismatch(Rule):
    """The name says one chip, the test says another.

    `can_use_..._92a_...` that returns `is_gfx938() && ...` is never true on gfx92a: the chip silently loses its route,
    and nothing fails, because a slower one takes over. Predicates are evaluated for each known arch, through helpers,
    name comparisons, prefixes and numeric ids, so a superset that includes the named arch is right.
    """

    meta = Meta(
        id="HYG301",
        name="arch-predicate-mismatch",
        summary=Text(
            en="A function, variable or file named for one arch whose run-time predicate asks for another.",
            zh="名称对应某一架构的函数、变量或文件，其运行时判断却是另一架构。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-1",),
        cwe=(480, 670),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("gfx", "arch", "Arch", "92", "93", "94"),
        tags=("arch", "dispatch"),
    )
    doc = Doc(
        what=Text(
            en="Reports a run-time predicate that can never hold on the arch that its function, variable or file is named "
            "for. The arch in a name is `gfxNNN`, or its number as a whole word between underscores.",
            zh="报告在其名称所指架构上永远不成立的运行时判断。名称中的架构写作 `gfxNNN`，或者是下划线之间的独立编号。",
        ),
        why=Text(
            en="On the named arch the route is dead: the call falls through to a generic kernel, with no message and no failing test. "
            "On the arch that is asked for, a route meant for another chip is taken.",
            zh="在名称所指的架构上，这条路由成了死分支：调用悄悄落到通用算子上，既没有提示也没有失败的用例；而在被误判的架构上，走的却是为另一颗芯片准备的路由。",
        ),
        fix=Text(
            en="Ask for the arch in the name, and take over the dtype and head-dim checks of that arch; or rename the thing "
            "after what it asks for. Exclusions (`is_gfx92a() && !is_gfx938()`) and names with both arches are understood.",
            zh="改为判断名称中的架构，并同时换用该架构的 dtype 与 head dim 检查；或者按实际判断的架构改名。排除式写法（`is_gfx92a() && !is_gfx938()`）与同时写明两个架构的名称不会误报。",
        ),
    )
    examples = (
        Example(
            wrong="""\
bool is_gfx938();
bool is_gfx92a();

static bool can_use_92a_decode(int head_dim)
{
    return is_gfx938() && head_dim == 128; // expect: HYG301
}
""",
            right="""\
bool is_gfx938();
bool is_gfx92a();

static bool can_use_92a_decode(int head_dim)
{
    return is_gfx92a() && head_dim == 128;
}
""",
            path="example.cpp",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each predicate that shuts out the arch its owner is named for."""
        for found in mismatches(project):
            source = project.source(found.place.path)
            yield self.at(
                found.place,
                _message(found),
                confidence=Confidence.MEDIUM if found.what == "file" else Confidence.HIGH,
                archs=found.missing,
                related=(Step(found.named_at, Text(en=f"`{found.name}` stands here", zh=f"`{found.name}` 在此")),),
                fix=_fix(project, found),
                source=source,
            )


def _message(found: Mismatch) -> Text:
    missing = listed(found.missing)
    asks = listed(found.asks) or "-"
    if found.what == "file":
        return Text(
            en=f"the file is for {missing}, but its code gives up there: the guard lets only {asks} through",
            zh=f"该文件对应 {missing}，代码却在该架构上直接返回：这个判断只放行 {asks}",
        )
    return Text(
        en=f"`{found.name}` is named for {missing}, but this holds on {asks} only: it is never true on {missing}",
        zh=f"`{found.name}` 的名称对应 {missing}，这里的判断却只在 {asks} 上成立：在 {missing} 上恒为假",
    )


def _fix(project: Project, found: Mismatch) -> Fix | None:
    """Put the named arch where the other one is spelt, when it is spelt once."""
    if len(found.missing) != 1 or len(found.asks) != 1:
        return None
    text = project.context(found.place)
    other, own = found.asks[0].removeprefix("gfx"), found.missing[0].removeprefix("gfx")
    if text.count(other) != 1:
        return None
    message = Text(en=f"ask for {found.missing[0]}", zh=f"改为判断 {found.missing[0]}")
    return Fix(safe=False, edits=(Edit(found.place, text.replace(other, own)),), message=message)
