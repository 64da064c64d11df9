"""HYG401: an assert that a comment or an `#if 0` switched off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Confidence, Edit, Finding, Fix, Severity, Step, Text
from hygon_lint.frontend.source import Span
from hygon_lint.rule import Doc, Evidence, Example, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.analysis.asserts import Disabled
    from hygon_lint.frontend.syntax import SyntaxFile

_MARK = re.compile(r"//+[ \t]*")


class CommentedOutStaticAssert(Rule):
    """An assert in a comment states what the code below needs, and lets everybody break it.

    Asserts are commented out when a port to other hardware makes them fire: the warp is 64 lanes wide, the matrix
    instruction has another shape. That the code still compiles afterwards is the damage, not the cure. Comments are
    parsed as code, so prose, examples and an assert that an active one replaces are left alone.
    """

    meta = Meta(
        id="HYG401",
        name="commented-out-static-assert",
        summary=Text(
            en="An assert switched off by a comment or an `#if 0`.",
            zh="断言被注释掉，或被 `#if 0` 关闭。",
        ),
        severity=Severity.WARNING,
        items=("DEBT-5",),
        cwe=(617,),
        evidence=Evidence.CODE,
        triggers=("assert", "ASSERT", "CHECK", "REQUIRE", "ENFORCE"),
    )
    doc = Doc(
        what=Text(
            en="Text in a comment (line, block, several lines, inside a macro) or under `#if 0` that parses as "
            "`static_assert` is a warning; run-time checks (`assert`, `TORCH_CHECK`, check macros of the project) are "
            "notes. Silent: prose, documentation comments, code announced as an example, placeholders, an assert "
            "whose condition follows from an active one in the same scope or that live code branches on, questions "
            "about constants that the code answers anyway, asserts inside a function, or about a variable, that is "
            "switched off with them. Asserts amid other code that is off (the `#if 0` version "
            "of live code, a block in a comment) have low confidence.",
            zh="注释（行注释、块注释、跨多行、宏内）或 `#if 0` 中能按 `static_assert` 解析的文本报警告；运行期检查"
            "（`assert`、`TORCH_CHECK`、项目自有检查宏）报提示。以下情况不报：普通文字、文档注释、注明为示例的代码、"
            "占位写法、同一作用域内已有等价或更严的有效断言、有效代码已对该条件分支处理、代码本身已能回答的编译期询问、随所在函数或所涉变量一起被关闭的断言；"
            "混在其他被关闭代码中的断言（`#if 0` 里的另一版本、被注释的整个代码块）置信度低，默认不显示。",
        ),
        why=Text(
            en="Upstream attention templates assert warp width, tensor-core shapes and accumulator layouts. On a "
            "64-lane wave some of them are false; commenting them out also switches off those that are still needed, "
            "and a wrong tile shape then compiles without a word and computes wrong numbers.",
            zh="上游模板用断言约束 warp 宽度、Tensor Core 形状与累加器布局。在 64 lane 的 wave 上有些确实不成立，"
            "但整批注释会把仍然必要的约束一并关掉，之后错误的 tile 形状也能悄悄编译通过并算出错误结果。",
        ),
        fix=Text(
            en="Restate the condition for the hardware at hand and switch it on again; where it is obsolete, delete it.",
            zh="按当前硬件重写条件并重新启用；若确已不适用，则删除。",
        ),
    )
    examples = (
        Example(
            path="kernel_traits.h",
            wrong="""\
template <int kRows, int kWaves>
struct TileTraits {
    // static_assert(kRows % (16 * kWaves) == 0, "each wave owns whole groups of 16 rows");  // expect: HYG401
    static constexpr int kRowsPerWave = kRows / kWaves;
};
""",
            right="""\
template <int kRows, int kWaves>
struct TileTraits {
    static_assert(kRows % (16 * kWaves) == 0, "each wave owns whole groups of 16 rows");
    static constexpr int kRowsPerWave = kRows / kWaves;
};
""",
        ),
    )

    def visit_file(self, file: SyntaxFile) -> Iterator[Finding]:
        """Report each assert that is switched off and has no active successor."""
        from hygon_lint.analysis.asserts import disabled_asserts

        for disabled in disabled_asserts(file):
            if disabled.successor is not None or disabled.needless:
                continue
            found = disabled.assertion
            yield self.at(
                file.source.place(found.span),
                _message(disabled),
                severity=Severity.WARNING if found.kind == "static" else Severity.NOTE,
                confidence=_confidence(disabled),
                related=_related(file, disabled),
                fix=_fix(file, disabled),
                context=f"{found.name} {found.claim.normal}"[:400],
            )


def _message(disabled: Disabled) -> Text:
    found = disabled.assertion
    name, condition = found.name, found.claim.spelling
    if found.claim.is_plain and found.kind == "runtime":  # what is checked is in the macro's name
        condition = f"{name}({condition})"
    if disabled.how == "dead":
        return Text(
            en=f"{name} under `#if 0`: `{condition}` is no longer asserted; restore it, or delete it if it need not hold",
            zh=f"{name} 处于 `#if 0` 中：不再断言 `{condition}`；请恢复，若已不必成立则删除",
        )
    return Text(
        en=f"{name} is commented out: `{condition}` is no longer asserted; restore it, or delete it if it need not hold",
        zh=f"{name} 被注释掉：不再断言 `{condition}`；请恢复，若已不必成立则删除",
    )


def _confidence(disabled: Disabled) -> Confidence:
    if disabled.with_code:
        return Confidence.LOW
    if disabled.surely and (disabled.assertion.kind == "static" or disabled.relied_on is not None):
        return Confidence.HIGH
    return Confidence.MEDIUM


def _related(file: SyntaxFile, disabled: Disabled) -> tuple[Step, ...]:
    if disabled.relied_on is None:
        return ()
    message = Text(en="this computation relies on it", zh="此处的计算依赖该条件")
    return (Step(file.source.place(disabled.relied_on), message),)


def _fix(file: SyntaxFile, disabled: Disabled) -> Fix | None:
    """Take the comment marks off, where the comment holds the assert and nothing else."""
    if not disabled.surely or disabled.with_code or not disabled.comments:
        return None
    span = disabled.assertion.span
    source = file.source
    text = source.text(span)
    edits: list[Edit] = []
    if not text.endswith(";"):
        return None
    for comment in disabled.comments:
        start, end = comment.span
        if disabled.how == "block":
            inner = source.data[start + 2 : end - 2].strip()
            if inner != source.data[span.start : span.end] or b"*" in inner.split(b"\n", 1)[-1]:
                return None
            edits.append(Edit(source.place(comment.span), text))
        elif end > span.start and start < span.end and (mark := _MARK.match(source.text(comment.span))) is not None:
            edits.append(Edit(source.place(Span(start, start + len(mark[0]))), ""))
    return Fix(safe=False, edits=tuple(edits), message=Text(en="switch the assert on again", zh="重新启用该断言"))
