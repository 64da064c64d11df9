"""HYG408: two arguments of one type that stand in each other's places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.analysis.swapped import swapped_arguments
from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts
    from hygon_lint.analysis.swapped import Swapped


class ArgumentsSwapped(Rule):
    """A call of thirty integers in a row is checked by nobody, least of all by the compiler.

    Where a local is called exactly like one parameter and passed for another, and the local of that other name is
    passed for the first, the two have changed places. Lengths of queries and keys, head counts, strides: all are `int`,
    all fit, and for self-attention both are even equal, so that the tests pass.
    """

    meta = Meta(
        id="HYG408",
        name="arguments-swapped",
        summary=Text(
            en="Two arguments of like type are passed for each other's parameters, as their names show.",
            zh="两个同类型实参互换了位置：它们的名字正好是对方的形参名。",
        ),
        severity=Severity.ERROR,
        items=("DEBT-7.3", "GEN-SWAPPED-ARGUMENTS"),
        cwe=(683, 628),
        evidence=Evidence.CODE,
        rests_on_names=True,
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="A call (or kernel launch) in which exactly two arguments are variables or members named like each other's "
            "parameters, of types that convert without a word. Silent for short names, where two or more pairs are exchanged "
            "(a call that turns something on purpose), where a name around it speaks of transposing, swapping or reversing, "
            "where a comment labels the argument, and where the callee's declaration is not seen.",
            zh="一次调用（或 kernel 启动）中恰有两个实参是变量或成员，名字正好是对方的形参名，且类型可以悄悄互相转换。"
            "名字过短、同时交换了两对以上（有意转置）、周围名称带有转置、交换、反转之意、实参旁有注释标明、或看不到被调函数声明时不报。",
        ),
        why=Text(
            en="The kernel runs with lengths, counts or strides exchanged: out of bounds, or wrong numbers, on exactly the "
            "inputs where the two differ.",
            zh="kernel 用互换了的长度、数量或步长运行：恰好在两者不相等的输入上越界或算错。",
        ),
        fix=Text(
            en="Exchange the two arguments; for long lists consider a struct with named fields.",
            zh="把两个实参换回来；参数很多时可改用具名字段的结构体。",
        ),
    )
    examples = (
        Example(
            path="launch.cpp",
            wrong="""\
void run_fwd(void *q, void *k, int seqlen_q, int seqlen_k, int heads);

void forward(void *q, void *k, int seqlen_q, int seqlen_k, int heads) {
    run_fwd(q, k, seqlen_k, seqlen_q, heads);  // expect: HYG408
}
""",
            right="""\
void run_fwd(void *q, void *k, int seqlen_q, int seqlen_k, int heads);

void forward(void *q, void *k, int seqlen_q, int seqlen_k, int heads) {
    run_fwd(q, k, seqlen_q, seqlen_k, heads);
}
""",
        ),
    )

    def visit_function(self, fn: FunctionFacts) -> Iterator[Finding]:
        """Each call with an exchanged pair."""
        for found in swapped_arguments(fn.function):
            edits = (Edit(found.first.place, found.second.text), Edit(found.second.place, found.first.text))
            yield self.at(
                found.first,
                _message(found),
                confidence=Confidence.HIGH,
                related=(Step(found.second.place, Text(en="the other of the two", zh="被互换的另一个")),),
                fix=Fix(safe=False, edits=edits, message=Text(en="exchange them", zh="换回来")),
            )


def _message(found: Swapped) -> Text:
    one, other = found.first.text, found.second.text
    return Text(
        en=f"`{one}` is passed to {found.call.name} as `{found.first_param.name}`, and `{other}` as `{found.second_param.name}`",
        zh=f"传给 {found.call.name} 时，`{one}` 占了 `{found.first_param.name}` 的位置，`{other}` 占了 `{found.second_param.name}` 的位置",
    )
