"""HYG407: an assert that can never fail, or checks less than it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Text
from hygon_lint.frontend.source import Span
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.vacuous import Flaw
    from hygon_lint.frontend.syntax import SyntaxFile


class AssertChecksLess(Rule):
    """An assert whose condition is a string, or was cut short by operator precedence, guards nothing.

    It looks like a check to everybody who reads it, which is worse than none. The shapes are those that slip in when
    asserts are rewritten for other hardware: the condition is deleted and the text stays, a second allowed value is
    added as `|| 64`, a divisor is spelt as a product without parentheses.
    """

    meta = Meta(
        id="HYG407",
        name="assert-checks-less",
        summary=Text(
            en="An assert that can never fail, or whose condition says less than was meant.",
            zh="断言永远不会失败，或者条件比本意更弱。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-5",),
        cwe=(571, 783),
        evidence=Evidence.CODE,
        triggers=("assert", "ASSERT", "CHECK", "REQUIRE", "ENFORCE"),
    )
    doc = Doc(
        what=Text(
            en='A condition that is only a string (`static_assert("text")`) or a literal true beside a message; a string or a nonzero constant as an '
            "operand of `||` (`n == 32 || 64`); `a % b * c == 0`, which is `(a % b) * c`; a range written as "
            "`lo < x < hi`; an assignment; a comparison of a thing with itself. Run-time checks alike. Also a check macro that is defined to nothing, "
            "under no condition.",
            zh='条件只是一个字符串（`static_assert("文字")`），或写成恒真字面量却带着说明；`||` 的某一侧是字符串或非零常量（`n == 32 || 64`）；'
            "`a % b * c == 0`（实际为 `(a % b) * c`）；写成 `lo < x < hi` 的区间；赋值；自己与自己比较。运行期检查同样适用；"
            "无条件定义为空的检查宏也在此列。",
        ),
        why=Text(
            en="The check is read as protection by all who come later, while any shape compiles and runs.",
            zh="后来者会以为这里有保护，而实际上任何形状都能编译和运行。",
        ),
        fix=Text(
            en="Write the condition that was meant: compare each alternative, put the divisor in parentheses.",
            zh="写出真正想要的条件：每个备选值都要比较，除数加括号。",
        ),
    )
    examples = (
        Example(
            path="tiles.h",
            wrong="""\
template <int kRows, int kGroup, int kWaves>
struct Tiles {
    static_assert("rows must split over the waves");  // expect: HYG407
    static_assert(kGroup == 32 || 64, "group of 32 or 64");  // expect: HYG407
    static_assert(kRows % kGroup * kWaves == 0, "whole groups for each wave");  // expect: HYG407
};
""",
            right="""\
template <int kRows, int kGroup, int kWaves>
struct Tiles {
    static_assert(kRows % kWaves == 0 && "rows must split over the waves");
    static_assert(kGroup == 32 || kGroup == 64, "group of 32 or 64");
    static_assert(kRows % (kGroup * kWaves) == 0, "whole groups for each wave");
};
""",
        ),
    )

    def visit_file(self, file: SyntaxFile) -> Iterator[Finding]:
        """Judge the condition of every active assert."""
        from hygon_lint.analysis.asserts import active_asserts
        from hygon_lint.analysis.vacuous import emptied_checks, flaw_of

        for define in emptied_checks(file):
            message = Text(
                en=f"{define.name} is defined to nothing, so every use of it checks nothing",
                zh=f"{define.name} 被定义为空，所有使用处都不做检查",
            )
            yield self.at(
                file.source.place(define.name_span), message, confidence=Confidence.MEDIUM, context=define.name
            )

        for found in active_asserts(file):
            flaw = flaw_of(found)
            if flaw is None or (flaw.kind == "true" and any(d.span.contains(found.span) for d in file.defines)):
                continue  # in a macro it is there to want a semicolon
            fix = None
            if flaw.product is not None:
                span = Span(found.span.start + flaw.product[0], found.span.start + flaw.product[1])
                edit = Edit(file.source.place(span), f"({file.text(span)})")
                fix = Fix(safe=False, edits=(edit,), message=Text(en="divide by the product", zh="改为对乘积取余"))
            place = file.source.place(found.span)
            yield self.at(place, _message(found.name, flaw), fix=fix, context=found.claim.normal[:400])


def _message(name: str, flaw: Flaw) -> Text:
    part = flaw.part
    return {
        "string": Text(
            en=f"{name} has only a text as its condition and never fails",
            zh=f"{name} 的条件只是一段文字，永远不会失败",
        ),
        "true": Text(
            en=f"{name} is given `{part}` as its condition and never fails",
            zh=f"{name} 的条件写成了 `{part}`，永远不会失败",
        ),
        "constant": Text(
            en=f"`|| {part}` is always true, so {name} never fails; compare each alternative",
            zh=f"`|| {part}` 恒为真，{name} 永远不会失败；每个备选值都应写成比较",
        ),
        "precedence": Text(
            en=f"`{part}` is the remainder times a factor, not the remainder by the product; {name} checks less than it says",
            zh=f"`{part}` 先取余再相乘，而不是对乘积取余；{name} 检查的比字面上少",
        ),
        "chain": Text(
            en=f"`{part}` compares a truth value (0 or 1) with the second bound and is always true",
            zh=f"`{part}` 是拿真值（0 或 1）与第二个界比较，恒为真",
        ),
        "assignment": Text(
            en=f"`{part}` assigns instead of comparing, so {name} does not check it",
            zh=f"`{part}` 是赋值而不是比较，{name} 没有检查到它",
        ),
        "self": Text(
            en=f"`{part}` compares a thing with itself, so {name} never fails",
            zh=f"`{part}` 是自己与自己比较，{name} 永远不会失败",
        ),
    }[flaw.kind]
