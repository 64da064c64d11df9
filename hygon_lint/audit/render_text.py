"""`audit --format text`: a line an item, then each open one in full."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hygon_lint.audit import labels, phrases
from hygon_lint.audit.lines import by_rule, spans
from hygon_lint.audit.status import Audit, Standing, State, rows
from hygon_lint.finding import Text
from hygon_lint.report.cells import width, wrapped
from hygon_lint.report.options import Options
from hygon_lint.report.paint import Paint
from hygon_lint.report.plain import harmless, log_line, one_line

_STYLE = {
    State.OPEN: "error",
    State.UNDECIDED: "warning",
    State.CLEAR: "good",
    State.ABSENT: "dim",
    State.UNCHECKED: "note",
}
_LINES = 8  # line numbers shown for a rule in a file
_NARROWEST = 20  # cells that a paragraph keeps on any terminal


def render(audit: Audit, options: Options) -> str:
    """The audit for people, on a terminal or in a log."""
    view = _View(audit, options, Paint(options.color))
    return "".join(f"{log_line(line)}\n" for line in view.lines())


@attrs.frozen
class _View:
    audit: Audit
    options: Options
    paint: Paint

    def say(self, en: str, zh: str) -> str:
        return Text(en, zh).get(self.options.lang)

    def lines(self) -> Iterator[str]:
        yield from self.overview()
        if self.options.quiet:
            return
        for standing in self.audit.standings:
            if self.options.verbose or phrases.worth_detail(standing):
                yield ""
                yield from self.details(standing)
        yield ""
        yield from self.end()

    # ------------------------------------------------------------ a line an item

    def overview(self) -> Iterator[str]:
        lang = self.options.lang
        states = {state: labels.STATE[state.value].get(lang) for state in State}
        ids = max((len(standing.item.id) for standing in self.audit.standings), default=0)
        room = max(width(text) for text in states.values())
        severities = max(width(text.get(lang)) for text in labels.SEVERITY.values())
        for standing in self.audit.standings:
            state = states[standing.state]
            severity = labels.SEVERITY[standing.item.severity].get(lang)
            lead = f"{standing.item.id:<{ids}}  {state}{' ' * (room - width(state))}  "
            lead += f"{severity}{' ' * (severities - width(severity))}  "
            title = standing.item.title.get(lang)
            remark = one_line(phrases.remark(standing, lang))
            text = phrases.with_remark(title, remark, lang)
            for index, line in enumerate(self.fit(text, width(lead))):
                if index:
                    yield " " * width(lead) + line
                else:
                    yield lead.replace(state, self.paint(_STYLE[standing.state], state), 1) + line

    # ------------------------------------------------------------ an item in full

    def details(self, standing: Standing) -> Iterator[str]:
        item, lang = standing.item, self.options.lang
        state = self.paint(_STYLE[standing.state], labels.STATE[standing.state.value].get(lang))
        yield f"{self.paint('rule', item.id)} {state}: {standing.reason.get(lang)}"
        yield from self.paragraph("", item.title.get(lang))
        yield from self.paragraph(
            "",
            self.join(
                self.say("severity ", "严重程度") + labels.SEVERITY[item.severity].get(lang),
                labels.EVIDENCE[item.evidence].get(lang),
                self.say("as audited: ", "审计时：") + labels.AUDITED[item.status].get(lang),
                self.say("rules ", "规则 ") + (", ".join(standing.rules) or "-"),
                self.say("not run: ", "未运行：") + ", ".join(standing.idle) if standing.idle else "",
                phrases.progress(standing, self.audit, lang),
                self.say(f"{standing.suppressed} suppressed", f"已抑制 {standing.suppressed} 处")
                if standing.suppressed
                else "",
            ),
        )
        yield from self.places(standing)
        yield from self.counts(standing)
        if item.decides is not None:
            yield from self.paragraph(self.say("would decide it: ", "如何确认："), item.decides.get(lang))
        if standing.answers:
            yield from self.paragraph(self.say("stated: ", "配置声明："), one_line(", ".join(standing.answers)))
        yield from self.paragraph(self.say("remedy: ", "修复建议："), item.remedy.get(lang))
        yield from self.paragraph(self.say("verify: ", "验证方法："), item.verification.get(lang))

    def places(self, standing: Standing) -> Iterator[str]:
        listed = rows(standing)
        if listed:
            yield "  " + self.paint("head", self.say("as audited -> found now", "审计时 -> 现在"))
        for row in listed:
            path = self.audit.report.shown(row.path) if row.found else row.path
            yield f"    {self.paint('path', one_line(path))}"
            most = None if self.options.verbose else _LINES
            now = "; ".join(by_rule(row.found, most)) or "-"
            whole = self.say("whole file", "整个文件") if row.audited else "-"
            yield from self.paragraph(f"    {spans(row.audited) or whole} -> ", now)
        missing = phrases.elsewhere(standing, self.options.lang)
        if missing:
            yield from self.paragraph("", missing)

    def counts(self, standing: Standing) -> Iterator[str]:
        text = phrases.counted(standing, self.options.lang)
        if not text:
            return
        yield "  " + self.paint("head", text)
        table = phrases.counts_by_file(standing)
        for path, then, now in table:
            yield f"    {then:>4} -> {now:<4} {one_line(self.audit.report.shown(path) if now else path)}"

    # ------------------------------------------------------------ parts

    def end(self) -> Iterator[str]:
        yield self.paint("head", phrases.headline(self.audit, self.options.lang))
        report = self.audit.report
        yield self.say(
            f"Looked at {report.files} C++/HIP and {report.build_files} build files.",
            f"检查了 {report.files} 个 C++/HIP 文件和 {report.build_files} 个构建文件。",
        )
        caveat = phrases.caveat(self.audit, self.options.lang)
        if caveat:
            yield from (self.paint("warning", line) for line in self.fit(caveat, 0))

    def join(self, *parts: str) -> str:
        return ("；" if self.options.lang == "zh" else "; ").join(part for part in parts if part)

    def paragraph(self, lead: str, text: str) -> Iterator[str]:
        indent = 2 + width(lead)
        for index, line in enumerate(self.fit(text, indent)):
            yield "  " + (lead if index == 0 else " " * width(lead)) + line

    def fit(self, text: str, indent: int) -> Iterator[str]:
        room = None if self.options.width is None else max(self.options.width - indent, _NARROWEST)
        return wrapped(harmless(text), room)
