"""The end of the text report: counts by rule and audit item, then what was analysed and what was not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from hygon_lint.finding import BlindSpot, Severity
from hygon_lint.outcome import Report
from hygon_lint.report import told, words
from hygon_lint.report.cells import width, wrapped
from hygon_lint.report.items import title
from hygon_lint.report.options import Options
from hygon_lint.report.paint import Paint
from hygon_lint.report.plain import harmless, one_line
from hygon_lint.report.words import number, percent

_REASONS = 5  # kinds of blind spots told apart when they are not listed one by one
_NOTES = 3  # notes on single files that are told without being asked for


def summary(report: Report, options: Options, paint: Paint) -> Iterator[str]:
    """The lines of the summary."""
    part = _Summary(report, options, paint)
    yield from part.counts()
    yield from part.tables()
    yield from part.analysed()
    yield from part.not_seen()
    yield from part.failures()
    yield from part.notes()
    yield from part.shaped_by()


@attrs.frozen
class _Summary:
    report: Report
    options: Options
    paint: Paint

    def say(self, en: str, zh: str) -> str:
        return zh if self.options.lang == "zh" else en

    def line(self, text: str, style: str = "") -> Iterator[str]:
        for index, line in enumerate(wrapped(harmless(text), self.options.width)):
            indent = "  " if index else ""
            yield indent + (self.paint(style, line) if style else line)

    def indented(self, text: str) -> Iterator[str]:
        room = None if self.options.width is None else max(self.options.width - 4, 12)
        for index, line in enumerate(wrapped(harmless(text), room)):
            yield f"  {'  ' if index else ''}{line}"

    # ------------------------------------------------------------ findings

    def counts(self) -> Iterator[str]:
        levels = self.report.counts()["by_severity"]
        total = sum(levels.values())
        if total:
            parts = []
            for severity in Severity:
                count = levels.get(severity.value, 0)
                if count:
                    word = words.SEVERITY_COUNT[severity][count != 1].get(self.options.lang)
                    parts.append(f"{number(count)} {word}")
            en = f"{number(total)} finding{'s' * (total != 1)}: " + ", ".join(parts)
            zh = f"共 {number(total)} 个问题：" + "，".join(parts)
            yield from self.line(self.say(en, zh), "head")
        else:
            yield from self.line(self.say("No findings.", "没有发现问题。"), "good" if self.clear else "head")
        for text in told.held_back(self.report, self.options.lang):
            yield from self.line(text)

    @property
    def clear(self) -> bool:
        """Nothing found and nothing missed."""
        return not (self.report.errors or self.report.blinded)

    def tables(self) -> Iterator[str]:
        counts = self.report.counts()
        names = {f.rule: f.name for f in self.report.findings}
        rules = [(rule, names[rule], count) for rule, count in counts["by_rule"].items()]
        items = [(item, title(item, self.options.lang), count) for item, count in counts["by_item"].items()]
        yield from self.table(self.say("By rule", "按规则"), rules)
        yield from self.table(self.say("By audit item", "按审计条目"), items)

    def table(self, head: str, rows: list[tuple[str, str, int]]) -> Iterator[str]:
        """Count, id and name of each row; the names come last, so that long ones push nothing out of line."""
        if not rows:
            return
        yield self.paint("head", head)
        left = max(len(number(count)) for _, _, count in rows)
        middle = max(width(key) for key, _, _ in rows)
        for key, name, count in rows:
            lead = f"  {number(count):>{left}}  {key}{' ' * (middle - width(key))}  "
            room = None if self.options.width is None else max(self.options.width - len(lead), 12)
            first, *more = list(wrapped(harmless(name), room))
            yield f"{lead}{first}".rstrip()
            yield from (" " * len(lead) + line for line in more)

    # ------------------------------------------------------------ coverage

    def analysed(self) -> Iterator[str]:
        report = self.report
        en = f"Analysed {number(report.analysed)} of {number(report.files)} C++/HIP file{'s' * (report.files != 1)}"
        zh = f"已分析 {number(report.files)} 个 C++/HIP 文件中的 {number(report.analysed)} 个"
        if report.build_files:
            en += f" and {number(report.build_files)} build file{'s' * (report.build_files != 1)}"
            zh += f"，构建文件 {number(report.build_files)} 个"
        if report.not_needed:
            verb = "needs" if report.not_needed == 1 else "need"
            en += f"; {number(report.not_needed)} of them {verb} no parsing for the enabled rules"
            zh += f"；其中 {number(report.not_needed)} 个无需为启用的规则做解析"
        yield from self.line(self.say(en + ".", zh + "。"))
        yield from self.coverage()

    def coverage(self) -> Iterator[str]:
        coverage, floor = self.report.coverage, self.report.min_coverage
        needed = coverage.code_lines - coverage.not_needed_lines
        if needed <= 0:
            return
        typed, seen = percent(coverage.typed_lines / needed), percent(coverage.seen_lines / needed)
        en = f"Of {number(needed)} code lines, {typed} have full types and {seen} were seen"
        zh = f"{number(needed)} 行代码中，{typed} 类型完整，{seen} 可见"
        if coverage.not_needed_lines:
            en += f"; {number(coverage.not_needed_lines)} more are not needed by any enabled rule"
            zh += f"；另有 {number(coverage.not_needed_lines)} 行不被任何启用的规则需要"
        yield from self.line(self.say(en + ".", zh + "。"))
        if self.report.blinded and floor is not None:
            en = f"Coverage is below the floor: {typed} typed, {percent(floor)} asked for."
            zh = f"覆盖率低于下限：类型完整 {typed}，要求 {percent(floor)}。"
            yield from self.line(self.say(en, zh), "bad")

    def not_seen(self) -> Iterator[str]:
        blind = self.report.blind
        if not blind:
            return
        files = len({spot.path for spot in blind})
        lines = sum(spot.end_line - spot.line + 1 for spot in blind)
        en = f"Not seen: {number(len(blind))} stretch{'es' * (len(blind) != 1)} of code ({number(lines)} line"
        en += f"{'s' * (lines != 1)}) in {number(files)} file{'s' * (files != 1)}"
        zh = f"未能分析的代码：{number(len(blind))} 处（{number(lines)} 行），涉及 {number(files)} 个文件"
        if not self.options.verbose:
            en, zh = en + "; -v lists them", zh + "；-v 逐条列出"
        yield from self.line(self.say(en, zh))
        if self.options.verbose:
            for spot in blind:
                yield f"  {self.spot(spot)}: {one_line(spot.reason)}"
            return
        reasons = Counter(spot.reason for spot in blind)
        first = {spot.reason: spot for spot in reversed(blind)}
        ranked = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        for reason, count in ranked[:_REASONS]:
            yield f"  {number(count)} x {one_line(reason)} ({self.spot(first[reason])})"
        if len(ranked) > _REASONS:
            rest = len(ranked) - _REASONS
            yield self.say(f"  and {number(rest)} more reasons", f"  另有 {number(rest)} 种原因")

    def spot(self, spot: BlindSpot) -> str:
        return f"{one_line(self.report.shown(spot.path))}:{spot.line}"

    def failures(self) -> Iterator[str]:
        for error in self.report.errors:
            rule = f" ({one_line(error.rule)})" if error.rule else ""
            label = self.paint("bad", self.say("Not analysed", "未分析"))
            yield f"{label}: {one_line(self.report.shown(error.path))}{rule}: {one_line(error.reason)}"
            if error.command:
                yield self.paint("dim", f"  {self.say('repeat with', '重现命令')}: {one_line(error.command)}")

    def notes(self) -> Iterator[str]:
        about_files = [note for note in self.report.notes if note.path]
        for note in self.report.notes:
            if not note.path:
                yield from self.line(f"{self.say('Note', '说明')}: {one_line(note.text)}")
        if self.options.verbose or len(about_files) <= _NOTES:
            for note in about_files:
                shown = one_line(self.report.shown(note.path))
                yield f"{self.say('Note', '说明')}: {shown}: {one_line(note.text)}"
        else:
            count = len(about_files)
            en = f"{number(count)} notes on single files; -v lists them"
            yield from self.line(self.say(en, f"另有 {number(count)} 条针对单个文件的说明；-v 逐条列出"))

    def shaped_by(self) -> Iterator[str]:
        for text, below in told.sources(self.report, self.options.lang):
            yield text
            for choice in below:
                yield from self.indented(choice)
        if self.report.stale:
            count = len(self.report.stale)
            en = f"Baseline entries that match nothing any more: {number(count)} (hygon-lint baseline prune drops them)"
            zh = f"基线中已不再匹配任何问题的记录：{number(count)}（用 hygon-lint baseline prune 清理）"
            yield from self.line(self.say(en, zh))
            for entry in self.report.stale if self.options.verbose else ():
                yield f"  {one_line(self.report.shown(entry.path))}: {one_line(entry.rule)} x {entry.count}"
