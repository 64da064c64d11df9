"""`--format text`: for people, on a terminal or in a log.

A place starts its line as `path:line:column`, which terminals and editors turn into a link. All foreign text passes
through `plain` before it is shown, and nothing here interprets markup.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hygon_lint.finding import Confidence, Finding, Place, Step, Text
from hygon_lint.outcome import Report
from hygon_lint.report import words
from hygon_lint.report.cells import marked_line, wrapped
from hygon_lint.report.excerpt import Gap, excerpt
from hygon_lint.report.options import NEW, Options
from hygon_lint.report.paint import Paint
from hygon_lint.report.plain import harmless, log_line, one_line
from hygon_lint.report.summary import summary

_UNWRAPPED_ROOM = 200  # cells of a source line where no terminal limits it
_LEAST_ROOM = 12  # a terminal narrower than this and its margin is written over


def render(report: Report, options: Options) -> str:
    """The report as text, each line ended; empty when there is nothing to say and `quiet` is set."""
    view = _View(report, options, Paint(options.color))
    lines = view.quietly() if options.quiet else view.fully()
    return "".join(f"{log_line(line)}\n" for line in lines)


@attrs.frozen
class _View:
    report: Report
    options: Options
    paint: Paint

    def say(self, text: Text) -> str:
        return text.get(self.options.lang)

    def path(self, place: Place) -> str:
        return f"{one_line(self.report.shown(place.path))}:{place.line}:{place.column}"

    # ------------------------------------------------------------ one line a finding

    def quietly(self) -> Iterator[str]:
        for finding in self.options.shown(self.report, NEW):
            yield f"{self.header(finding)}: {one_line(self.say(finding.message))}"
        for error in self.report.errors:
            label = self.paint("bad", self.say(Text("not analysed", "未分析")))
            yield f"{one_line(self.report.shown(error.path))}: {label}: {one_line(error.reason)}"

    def header(self, finding: Finding) -> str:
        level = self.paint(finding.severity.value, self.say(words.SEVERITY[finding.severity]))
        rule = self.paint("rule", f"{finding.rule} {finding.name}")
        state = "" if finding.state == "new" else f" [{self.say(words.STATE[finding.state])}]"
        return f"{self.paint('path', self.path(finding.place))}: {level}: {rule}{state}"

    # ------------------------------------------------------------ in full

    def fully(self) -> Iterator[str]:
        for finding in self.options.shown(self.report, NEW):
            yield from self.finding(finding)
            yield ""
        yield from summary(self.report, self.options, self.paint)

    def finding(self, finding: Finding) -> Iterator[str]:
        yield self.header(finding)
        gutter = len(str(finding.place.end_line)) + 1
        yield from self.source(finding.place, finding.severity.value, gutter)
        yield from self.hanging(f"{'':{gutter}} = ", self.say(finding.message))
        yield from self.hanging(f"{'':{gutter}} = ", self.facts(finding), style="dim")
        if self.options.verbose:
            yield from self.steps(Text("related", "相关位置"), finding.related, gutter, numbered=False)
            yield from self.steps(Text("flow", "数据流"), finding.flow, gutter, numbered=True)
        yield from self.fix(finding, gutter)

    def facts(self, finding: Finding) -> str:
        parts = []
        if finding.audit:
            parts.append(f"{self.say(Text('audit', '审计条目'))} {', '.join(finding.audit)}")
        if finding.archs:
            parts.append(f"{self.say(Text('arch', '架构'))} {', '.join(map(one_line, finding.archs))}")
        if finding.cwe:
            parts.append(", ".join(f"CWE-{number}" for number in finding.cwe))
        if finding.confidence is not Confidence.HIGH:
            parts.append(f"{self.say(Text('confidence', '置信度'))} {self.say(words.CONFIDENCE[finding.confidence])}")
        return "; ".join(parts)

    def steps(self, title: Text, steps: tuple[Step, ...], gutter: int, *, numbered: bool) -> Iterator[str]:
        for index, step in enumerate(steps, 1):
            label = f"{self.say(title)} {index}/{len(steps)}" if numbered else self.say(title)
            where = self.paint("path", self.path(step.place))
            yield from self.hanging(f"{'':{gutter}} = ", f"{label}: {self.say(step.message)}")
            yield f"{'':{gutter}}   {where}"
            yield from self.source(step.place, "note", max(gutter, len(str(step.place.end_line)) + 1))

    def fix(self, finding: Finding, gutter: int) -> Iterator[str]:
        if finding.fix is None:
            return
        how = Text("fix (safe)", "修复（安全）") if finding.fix.safe else Text("fix (review it)", "修复（需人工确认）")
        yield from self.hanging(f"{'':{gutter}} = ", f"{self.say(how)}: {self.say(finding.fix.message)}")
        if self.options.verbose:
            for edit in finding.fix.edits:
                yield f"{'':{gutter}}   {self.paint('path', self.path(edit.place))}"
                for line in edit.text.split("\n"):
                    yield f"{'':{gutter}}   {self.paint('good', '+ ' + one_line(line))}".rstrip()

    # ------------------------------------------------------------ parts

    def hanging(self, lead: str, text: str, style: str | None = None) -> Iterator[str]:
        """A paragraph whose further lines stand under its first word."""
        if not text:
            return
        room = None if self.options.width is None else max(self.options.width - len(lead), _LEAST_ROOM)
        for index, line in enumerate(wrapped(harmless(text), room)):
            shown = self.paint(style, line) if style else line
            yield (self.paint("gutter", lead) if index == 0 else " " * len(lead)) + shown

    def source(self, place: Place, style: str, gutter: int) -> Iterator[str]:
        source = self.options.read(place.path)
        if source is None:
            return
        whole = self.options.width or _UNWRAPPED_ROOM + gutter + 3
        room = max(whole - gutter - 3, _LEAST_ROOM)
        for part in excerpt(source, place):
            if isinstance(part, Gap):
                more = Text(f"... {part.count} more lines", f"…… 省略 {part.count} 行")
                yield self.paint("gutter", f"{'':{gutter}} | ") + self.paint("dim", self.say(more))
                continue
            text, begin, length = marked_line(part.text, part.start, part.end, room)
            yield (self.paint("gutter", f"{part.number:{gutter}} | ") + text).rstrip()
            if part.end > part.start or part.number == place.line:
                length = max(min(length, room - begin), 1)
                yield self.paint("gutter", f"{'':{gutter}} | ") + " " * begin + self.paint(style, "^" * length)
