"""HYG409: a gate that takes an option and does not look at it, while its siblings decide by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Finding, Severity, Step, Text
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Unit


class GateIgnoresOption(Rule):
    """`(void)window_size_left;` silences the compiler, and with it the question whether the kernel knows windows.

    Gates of one family decide which route a call may take. Where one tests an option and another, for the next arch or
    operation, takes it and throws it away, calls with that option are let through to a kernel that computes as if it
    were not set.
    """

    meta = Meta(
        id="HYG409",
        name="gate-ignores-option",
        summary=Text(
            en="A gate takes an option that its siblings test, and never looks at it.",
            zh="某个准入判断接收了选项却从不检查，而同族的判断都据此决定。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-1", "GEN-IGNORED-OPTION"),
        cwe=(561, 1164),
        evidence=Evidence.CODE,
        confidence=Confidence.MEDIUM,
        rests_on_names=True,
        triggers=("bool",),
        needs_work=True,
    )
    doc = Doc(
        what=Text(
            en="A function that returns bool and decides by some of its parameters has a named one that it does not read, or "
            "only casts to void, while a sibling (a name that differs in the arch, the data type or the operation) reads the "
            "parameter of the same name. Silent for unnamed parameters, for stubs, and where no sibling reads it.",
            zh="返回 bool 且据部分参数做判断的函数，有一个具名参数没有读取，或只写了 `(void)`；"
            "而同族函数（名称只在架构、数据类型或操作上不同）读取了同名参数。无名参数、桩函数、没有同族读取该参数时不报。",
        ),
        why=Text(
            en="The kernel behind the gate gets inputs that it was not written for: a window that is ignored is a wrong result "
            "without an error.",
            zh="该判断后面的 kernel 会拿到并不支持的输入：窗口被忽略时，结果错误却没有报错。",
        ),
        fix=Text(
            en="Test the option as the siblings do, or, where this kernel supports it, pass it on and drop the parameter from "
            "the gate.",
            zh="像同族一样检查该选项；若此 kernel 确实支持，就把它传下去，并从判断函数中去掉该参数。",
        ),
    )
    examples = (
        Example(
            path="gates.cpp",
            wrong="""\
static bool can_use_938_fwd(int head_dim, int window_left) {
    return head_dim == 128 && window_left < 0;
}

static bool can_use_92a_fwd(int head_dim, int window_left) {
    (void)window_left;  // expect: HYG409
    return head_dim == 128;
}
""",
            right="""\
static bool can_use_938_fwd(int head_dim, int window_left) {
    return head_dim == 128 && window_left < 0;
}

static bool can_use_92a_fwd(int head_dim, int window_left) {
    return head_dim == 128 && window_left < 0;
}
""",
        ),
    )

    def visit_unit(self, unit: Unit) -> Iterator[Finding]:
        """Compare the gates of a file."""
        from hygon_lint.analysis.gates import untested_options

        for found in untested_options(unit):
            span = found.param.span
            place = found.place.place if found.place is not None else found.gate.place
            if found.place is None and span is not None:
                place = unit.source.place(span)
            tested = Text(en=f"{found.sibling.name} decides by it", zh=f"{found.sibling.name} 据此判断")
            yield self.at(
                place,
                Text(
                    en=f"{found.gate.name} takes `{found.param.name}` and never looks at it; {found.sibling.name} tests it",
                    zh=f"{found.gate.name} 接收 `{found.param.name}` 却从不检查，而 {found.sibling.name} 会检查",
                ),
                related=(Step(found.tested.place, tested),),
                context=f"{found.gate.name} {found.param.name}",
            )
