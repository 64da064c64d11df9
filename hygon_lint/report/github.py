"""`--format github`: workflow commands that a run's page shows as annotations.

The page shows ten of a level and step, so the most severe and surest ten of each level are annotated; what is left
out is said. Paths are relative to the root of the checkout.
"""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Finding, Place, Severity, Text
from hygon_lint.outcome import Report
from hygon_lint.report import told
from hygon_lint.report.options import NEW, Options
from hygon_lint.report.plain import log_line, one_line
from hygon_lint.report.words import number, percent, with_items

LIMIT = 10
_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report, options: Options) -> str:
    """One command a line."""
    return "".join(f"{line}\n" for line in _lines(report, options))


def _lines(report: Report, options: Options) -> Iterator[str]:
    ranked = sorted(options.shown(report, NEW), key=lambda f: (-f.severity.rank, -f.confidence.rank))
    given = dict.fromkeys(_COMMAND.values(), 0)
    failures = report.errors[: LIMIT // 2]
    for error in failures:
        title = Text("not analysed", "未分析").get(options.lang)
        yield _command("error", error.reason, file=error.path, title=f"hygon-lint: {title}")
        given["error"] += 1
    left_out = len(report.errors) - len(failures)
    for finding in ranked:
        command = _COMMAND[finding.severity]
        if given[command] < LIMIT - (command == "notice"):  # one notice is kept for the summary
            given[command] += 1
            yield _command(command, with_items(finding, options.lang), **_where(finding.place), title=_title(finding))
        else:
            left_out += 1
    if left_out:
        en = f"hygon-lint: {number(left_out)} more are not annotated; another --format lists them all"
        zh = f"hygon-lint：另有 {number(left_out)} 条未标注；其他 --format 会全部列出"
        yield log_line(Text(en, zh).get(options.lang))
    said = [_summary(report).get(options.lang), *told.lines(report, options.lang)]
    yield _command("notice", "\n".join(said), title="hygon-lint")


def _title(finding: Finding) -> str:
    return f"{finding.rule} {finding.name}"


def _where(place: Place) -> dict[str, str]:
    where = {"file": place.path, "line": str(place.line), "endLine": str(place.end_line), "col": str(place.column)}
    if place.end_line == place.line:  # columns of two lines are refused
        where["endColumn"] = str(max(place.end_column, place.column))
    return where


def _summary(report: Report) -> Text:
    total = sum(report.counts()["by_severity"].values())
    en = f"{number(total)} finding{'s' * (total != 1)}; "
    en += f"{number(report.analysed)} of {number(report.files)} files analysed"
    zh = f"共 {number(total)} 个问题；已分析 {number(report.files)} 个文件中的 {number(report.analysed)} 个"
    if report.typed_ratio is not None and report.seen_ratio is not None:
        en += f", {percent(report.typed_ratio)} of code lines typed, {percent(report.seen_ratio)} seen"
        zh += f"，代码行 {percent(report.typed_ratio)} 类型完整、{percent(report.seen_ratio)} 可见"
    return Text(en, zh)


def _command(command: str, message: str, **properties: str) -> str:
    parts = [f"{key}={_property(value)}" for key, value in properties.items() if value]
    return f"::{command} {','.join(parts)}::{_data(message)}"


def _data(text: str) -> str:
    """Line ends and per cent signs as the runner decodes them; other controls harmless."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "%0A".join(one_line(line).replace("%", "%25") for line in lines)


def _property(text: str) -> str:
    return one_line(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
