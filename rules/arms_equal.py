"""HYG410: a condition whose two arms do the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.analysis.equal_arms import equal_arms
from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.frontend.nodes import If, Select
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts


class ArmsEqual(Rule):
    """Whoever wrote a condition meant to tell two things apart.

    Two arms that read the same are a copy whose second half was never changed: the tile for the other arch, the window
    for the other mask, the other operand. The condition is computed, and nothing hangs on it.
    """

    meta = Meta(
        id="HYG410",
        name="arms-equal",
        summary=Text(
            en="Both arms of a condition are the same.",
            zh="条件的两个分支完全相同。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-1", "GEN-EQUAL-ARMS"),
        cwe=(1164,),
        evidence=Evidence.CODE,
        triggers=("?", "else"),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="`c ? x : x`, and an `if` whose two arms are the same text but for blanks and comments. Silent in macros, where "
            "preprocessor lines stand between (the arms then differ for some build), for empty arms, for arms that only leave "
            "a loop or return nothing, and for choices between plain literals.",
            zh="`c ? x : x`，以及两个分支除空白和注释外完全相同的 `if`。以下不报：宏内、其间有预处理行（某些构建下两臂不同）、"
            "空分支、只是跳出循环或无值返回的分支、两臂都是字面量的三元。",
        ),
        why=Text(
            en="One of the two cases is treated like the other: a tile shape that was tuned for another arch, an operand that "
            "is used twice.",
            zh="两种情形被一样对待：沿用了别的架构的 tile 形状，或同一操作数被用了两次。",
        ),
        fix=Text(
            en="Write what the other arm was meant to be, or drop the condition.",
            zh="写出另一分支本来的内容，或去掉该条件。",
        ),
    )
    examples = (
        Example(
            path="launch.cpp",
            wrong="""\
int block_rows(bool is_938, int seqlen) {
    const int rows = is_938 ? seqlen / 64 : seqlen / 64;  // expect: HYG410
    return rows;
}
""",
            right="""\
int block_rows(bool is_938, int seqlen) {
    const int rows = is_938 ? seqlen / 128 : seqlen / 64;
    return rows;
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each choice and each `if`."""
        for node in fn.function.walk():
            if isinstance(node, (If, Select)):
                yield from self._judge(node)

    def _judge(self, node: If | Select) -> Iterator[Finding]:
        if not equal_arms(node) or node.other is None:
            return
        yield self.at(
            node.condition,
            Text(
                en=f"both arms of `{_short(node.condition.text)}` are the same; the condition decides nothing",
                zh=f"`{_short(node.condition.text)}` 的两个分支相同，该条件不起作用",
            ),
            confidence=Confidence.HIGH,
            related=(Step(node.other.place, Text(en="the second arm", zh="第二个分支")),),
            context=f"{node.condition.text} {node.then.text}"[:400],
        )


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
