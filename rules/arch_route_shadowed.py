"""HYG302: a choice between arch routes whose later arm can never win."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.project import Project
from hygon_lint.project.routes import Shadow, shadows
from hygon_lint.project.wording import listed
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule


class ArchRouteShadowed(Rule):
    """The first arm always wins.

    Routes are tried in order: a ternary, an else-if chain, early returns, thresholds. When an earlier condition holds
    on every arch where a later one does, the later route is dead code that still looks alive. Each condition is
    evaluated per known arch, with every other condition left free, so a further condition in front shadows nothing.
    """

    meta = Meta(
        id="HYG302",
        name="arch-route-shadowed",
        summary=Text(
            en="A choice between arch routes in which an earlier arm wins wherever a later one could.",
            zh="架构路由的选择中，后面的分支在其能成立的架构上总被前面的分支抢先。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-1",),
        cwe=(561, 570),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("gfx", "arch", "Arch", "92", "93", "94"),
        tags=("arch", "dispatch"),
    )
    doc = Doc(
        what=Text(
            en="Reports the arm of a ternary, an else-if chain or a row of early returns that no arch can reach: earlier arms "
            "hold on all arches on which it does; or the arms are named for different arches and the earlier one can hold only on "
            "the arch of the later.",
            zh="报告三元表达式、else-if 链或连续提前返回中任何架构都到不了的分支：它能成立的架构上，前面的分支都已成立；或者两个分支按名称对应不同架构，"
            "而前一个只可能在后一个的架构上成立。",
        ),
        why=Text(
            en="The later route is what somebody tuned for its arch, and it never runs: parameters, kernels and checks of another "
            "arch are used instead.",
            zh="后面的路由是专门为该架构调优的，却永远不会执行：实际使用的是另一架构的参数、算子和检查。",
        ),
        fix=Text(
            en="Put the narrower condition first (`>= 938` before `>= 936`), or let each arm ask for its own arch.",
            zh="把更窄的条件放在前面（`>= 938` 先于 `>= 936`），或让每个分支判断自己的架构。",
        ),
    )
    examples = (
        Example(
            wrong="""\
int get_arch_id();
void run_gfx938();
void run_gfx936();

void dispatch()
{
    const int arch = get_arch_id();
    if (arch >= 936) {
        run_gfx936();
    } else if (arch >= 938) { // expect: HYG302
        run_gfx938();
    }
}
""",
            right="""\
int get_arch_id();
void run_gfx938();
void run_gfx936();

void dispatch()
{
    const int arch = get_arch_id();
    if (arch >= 938) {
        run_gfx938();
    } else if (arch >= 936) {
        run_gfx936();
    }
}
""",
            path="example.cpp",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Each arm that can never win."""
        for shadow in shadows(project):
            yield self.at(
                shadow.place,
                _message(shadow),
                confidence=Confidence.MEDIUM if shadow.named else Confidence.HIGH,
                archs=shadow.archs,
                related=(Step(shadow.winner, Text(en="this arm wins", zh="总是这个分支胜出")),),
                source=project.source(shadow.place.path),
            )


def _message(shadow: Shadow) -> Text:
    archs = listed(shadow.archs)
    if shadow.named:
        later, earlier = listed(shadow.named), listed(shadow.winner_named)
        return Text(
            en=f"this arm is the route of {later}, but the arm for {earlier} in front of it holds on {archs} only and takes its place",
            zh=f"这个分支是 {later} 的路由，但它前面 {earlier} 的分支只会在 {archs} 上成立，抢走了它的位置",
        )
    return Text(
        en=f"this arm can never win: wherever it holds ({archs}) an earlier arm has already been taken",
        zh=f"这个分支永远不会被选中：在它成立的架构（{archs}）上，前面的分支都已先成立",
    )
