"""HYG403: a head dimension that one dispatch supports and its sibling leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.project.checkout import Project
    from hygon_lint.project.head_dim_routes import Gap


class HeadDimRoutedAway(Rule):
    """One number taken out of a list is how a kernel that misbehaved for one model was made to go away.

    The gate of one arch lists the head dimensions it serves, its sibling the same ones but for 72. Whoever runs a model
    with that dimension gets the slow general path on one card and the tuned one on another, and nothing says so. The
    rule compares gates, lists, switches, macros and explicit instantiations of one family of names.
    """

    meta = Meta(
        id="HYG403",
        name="head-dim-routed-away",
        summary=Text(
            en="A head dimension that one dispatch supports and a sibling of it leaves out.",
            zh="某个 head dim 在一处分发中受支持，在同族的另一处却被剔除。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-5",),
        evidence=Evidence.CODE,
        rests_on_names=True,
        triggers=("head_dim", "head_size", "headdim", "hdim", "HeadDim", "HEADDIM", "HEAD_DIM", "HeadSize", "Headdim"),
    )
    doc = Doc(
        what=Text(
            en="Siblings are functions, lists, switches, `if` chains, macros or explicit instantiations whose names differ "
            "in the arch, the data type or the operation. Reported is the one that lacks one or two values of a sibling: "
            "with high confidence where it names them to shut them out (`head_dim != 72`), with medium where they are "
            "missing in the middle of its values; at the end of its range (a limit by design) only with low. Larger "
            "differences are silent.",
            zh="同族指名称只在架构、数据类型或操作上不同的函数、列表、switch、`if` 链、宏或显式实例化。"
            "比同族少一两个取值的一方会被报告：点名排除（`head_dim != 72`）置信度高，缺在取值中间置信度中，"
            "缺在取值范围两端（多为设计上限）置信度低、默认不显示。差异更大的视为设计，不报。",
        ),
        why=Text(
            en="The dimension falls to a general path without tuned instructions, or to none. The gap is usually what is "
            "left of a workaround, and nobody measures a path that is never taken.",
            zh="该 head dim 只能落到未做专门优化的通用路径，甚至无路可走。这类缺口多是临时规避留下的，而不走的路径没人会去测。",
        ),
        fix=Text(
            en="Let the gate take the dimension again and test it against the reference; where the kernel really cannot do "
            "it, say so in a comment and refuse it with a clear message.",
            zh="重新放行该 head dim，并与参考实现比对；若 kernel 确实不支持，请写明原因，并给出明确的报错。",
        ),
    )
    examples = (
        Example(
            path="gates.cpp",
            wrong="""\
static inline bool is_fast_938_head_dim(const int head_dim) {
    return head_dim != 72  // expect: HYG403
        && (head_dim == 64 || head_dim == 96 || head_dim == 128);
}

static inline bool is_fast_92a_head_dim(const int head_dim) {
    return head_dim == 64 || head_dim == 72 || head_dim == 96 || head_dim == 128;
}
""",
            right="""\
static inline bool is_fast_938_head_dim(const int head_dim) {
    return head_dim == 64 || head_dim == 72 || head_dim == 96 || head_dim == 128;
}

static inline bool is_fast_92a_head_dim(const int head_dim) {
    return head_dim == 64 || head_dim == 72 || head_dim == 96 || head_dim == 128;
}
""",
        ),
    )

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Report each piece of dispatch that a sibling shows to have a gap."""
        from hygon_lint.project.head_dim_routes import gaps

        for gap in gaps(project):
            there = Text(en=f"{gap.sibling} supports it", zh=f"{gap.sibling} 支持该取值")
            yield self.at(
                gap.place,
                _message(gap),
                confidence=gap.confidence,
                related=(Step(gap.sibling_place, there),),
                context=f"{gap.name} {gap.missing} {gap.sibling}",
            )


def _message(gap: Gap) -> Text:
    dims = " and ".join(map(str, gap.missing))
    dims_zh = "、".join(map(str, gap.missing))
    if gap.by_name:
        return Text(
            en=f"{gap.name} shuts out head dimension {dims}, which {gap.sibling} supports",
            zh=f"{gap.name} 点名排除了 head dim {dims_zh}，而 {gap.sibling} 支持它",
        )
    return Text(
        en=f"{gap.name} lacks head dimension {dims}, which {gap.sibling} supports",
        zh=f"{gap.name} 缺少 head dim {dims_zh}，而 {gap.sibling} 支持它",
    )
