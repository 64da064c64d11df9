"""HYG001: a suppression that hides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Edit, Finding, Fix, Severity, Step, Suppression, Text
from hygon_lint.rule import Doc, Evidence, Meta, Rule

if TYPE_CHECKING:
    from hygon_lint.silencer import Use


class UnusedSuppression(Rule):
    """A comment that silences a finding outlives the fault it was written for.

    Left in place it will silence the next fault at that spot, which nobody has looked at. Only words that name rules
    of this program are judged; a bare NOLINT and names of other linters may serve somebody else.
    """

    meta = Meta(
        id="HYG001",
        name="unused-suppression",
        summary=Text(
            en="A suppression that hides nothing, names no known rule, or cannot work.",
            zh="抑制注释没有屏蔽任何告警、写了不存在的规则，或者本身无效。",
        ),
        severity=Severity.WARNING,
        items=(),
        evidence=Evidence.CODE,
    )
    doc = Doc(
        what=Text(
            en="Reports `NOLINT(...)`, `NOLINTNEXTLINE`, `NOLINTBEGIN/END` and `hygon-lint: ignore[...]` comments "
            "whose rules report nothing there, whose rule does not exist, whose BEGIN has no END, or, with "
            "`require-reason`, that give no reason.",
            zh="报告下列抑制注释：所列规则在该处并无告警；规则不存在；BEGIN 没有对应的 END；"
            "或在启用 `require-reason` 时没有写明理由。",
        ),
        why=Text(
            en="A suppression that is no longer needed hides the next fault at the same place before anybody sees it.",
            zh="已经不需要的抑制注释会在同一位置出现新缺陷时把它悄悄盖住。",
        ),
        fix=Text(
            en="Delete the comment, or the rule that is named in vain; `hygon-lint scan --fix` does it.",
            zh="删除该注释，或删掉其中多余的规则名；`hygon-lint scan --fix` 可自动完成。",
        ),
    )

    def visit_suppression(self, use: Use) -> Iterator[Finding]:
        """Called once for each suppression that something is wrong with."""
        suppression = use.suppression
        if suppression.flaw:
            yield self.at(suppression.place, _FLAWS[suppression.flaw], context=suppression.flaw)
            return
        if use.without_reason:
            yield self.at(suppression.place, _NO_REASON, context=f"reason {','.join(suppression.words)}")
        vain = use.idle + use.unknown
        if vain:
            context = f"idle {','.join(vain)}"
            yield self.at(suppression.place, _message(use), related=_spoken_of(use), fix=_fix(use), context=context)


_NO_REASON = Text(
    en="this suppression gives no reason, so it hides nothing; write why after it",
    zh="该抑制注释没有写明理由，因此不生效；请在其后写明原因",
)

_FLAWS = {
    "begin without end": Text(
        en="NOLINTBEGIN has no NOLINTEND of the same rules",
        zh="NOLINTBEGIN 没有规则相同的 NOLINTEND",
    ),
    "end without begin": Text(
        en="NOLINTEND has no NOLINTBEGIN of the same rules",
        zh="NOLINTEND 没有规则相同的 NOLINTBEGIN",
    ),
}


def _message(use: Use) -> Text:
    idle = ", ".join(word for word in use.idle if word)
    if use.unknown:
        unknown = ", ".join(use.unknown)
        meant = ", ".join(dict.fromkeys(use.close.values()))
        return Text(
            en=f"no rule is called {unknown}" + (f"; did you mean {meant}?" if meant else ""),
            zh=f"不存在名为 {unknown} 的规则" + (f"，是否想写 {meant}？" if meant else ""),
        )
    if idle:
        return Text(en=f"nothing of {idle} is hidden here", zh=f"此处没有 {idle} 的告警可屏蔽")
    return Text(en="nothing is hidden here", zh="此处没有可屏蔽的告警")


def _spoken_of(use: Use) -> tuple[Step, ...]:
    """The lines that make it idle, where they are not those of the comment: a change to them is a cause."""
    place, covers = use.suppression.place, use.suppression.covers
    if covers.line == covers.end_line == place.line:
        return ()
    return (Step(covers, Text(en="what it speaks of", zh="它所针对的代码")),)


def _fix(use: Use) -> Fix:
    """Take the whole comment away, or only the words in vain."""
    suppression: Suppression = use.suppression
    message = Text(en="remove what hides nothing", zh="删除无效的抑制")
    if use.every_word:
        return Fix(safe=True, edits=tuple(Edit(place, "") for place in suppression.removal), message=message)
    vain = {*use.idle, *use.unknown}
    kept = ", ".join(word for word in suppression.words if word not in vain)
    return Fix(safe=True, edits=tuple(Edit(place, kept) for place in suppression.listed), message=message)
