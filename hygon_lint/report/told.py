"""What each report says besides its findings: what was held back, what shaped the run, what was not analysed.

Formats with room for it take the lines from here; for those without there is one line on stderr, `aside`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hygon_lint.finding import Text
from hygon_lint.outcome import Choice, Report
from hygon_lint.report import words
from hygon_lint.report.plain import log_line, one_line
from hygon_lint.report.words import number

NO_ROOM = ("gitlab", "rdjson")
"""Formats whose definitions have no place for anything but findings."""

_RULES = 3  # ids that are named of the rules that a choice switches off
_LONGEST = 160  # characters of a configured value that are shown in a line


def held_back(report: Report, lang: str) -> Iterator[str]:
    """Counts of the findings that do not count, by what did it."""
    for kind, count in report.held_back.items():
        yield _held(kind, count).get(lang)


def _held(kind: str, count: int) -> Text:
    what = words.HELD_BACK.get(kind, Text(f"by {kind}", f"由 {kind}"))
    return Text(f"Held back {what.en}: {number(count)}", f"未列出（{what.zh}）：{number(count)}")


def sources(report: Report, lang: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The files that shaped the run; below the configuration, what it decides about findings."""
    for source in report.sources:
        label = words.SOURCE.get(source.kind, Text(source.kind, source.kind)).get(lang)
        below = tuple(choice_line(one, lang) for one in report.configured) if source.kind == "configuration" else ()
        yield f"{label}: {one_line(source.path)}", below


def choice_line(choice: Choice, lang: str) -> str:
    """A configured key, its value, and the rules that are off for it."""
    value = choice.value if len(choice.value) <= _LONGEST else choice.value[:_LONGEST] + "..."
    return f"{choice.key}: {one_line(value)}{_off(choice.rules).get(lang)}"


def _off(rules: Sequence[str]) -> Text:
    if not rules:
        return Text("", "")
    some = ", ".join(map(one_line, rules[:_RULES])) + (", ..." if len(rules) > _RULES else "")
    count = number(len(rules))
    return Text(f" ({count} rule{'s' * (len(rules) != 1)} off: {some})", f"（关闭 {count} 条规则：{some}）")


def lines(report: Report, lang: str) -> Iterator[str]:
    """All of it, a statement a line; nothing where nothing was held back, shaped or missed."""
    yield from held_back(report, lang)
    for text, below in sources(report, lang):
        yield _with(text, below)
    for note in report.notes:
        if not note.path:
            yield one_line(note.text)
    yield from _missed(report, lang)


def _with(text: str, below: Sequence[str]) -> str:
    return f"{text} ({'; '.join(below)})" if below else text


def _missed(report: Report, lang: str) -> Iterator[str]:
    if report.errors:
        first = report.errors[0]
        example = ": ".join(part for part in (one_line(report.shown(first.path)), one_line(first.reason)) if part)
        count = number(len(report.errors))
        yield Text(f"Not analysed: {count} ({example})", f"未分析：{count} 处（{example}）").get(lang)
    if report.blind:
        count = number(len(report.blind))
        yield Text(f"Blind spots: {count}", f"盲区：{count} 处").get(lang)
    about_files = sum(bool(note.path) for note in report.notes)
    if about_files:
        yield Text(
            f"Notes on single files: {number(about_files)}", f"针对单个文件的说明：{number(about_files)} 条"
        ).get(lang)


def aside(report: Report, lang: str, *, quiet: bool) -> str:
    """One line for stderr, or nothing.

    With `quiet` only what the configuration takes away: a comment or a baseline is no news to whoever asked for
    findings alone, a rule that never ran is.
    """
    if quiet:
        taken = report.held_back.get("configuration", 0)
        said = [_held("configuration", taken).get(lang)] if taken else []
        said += [_with(text, below) for text, below in sources(report, lang) if below]
    else:
        said = list(lines(report, lang))
    return log_line(f"hygon-lint: {'; '.join(said)}") if said else ""
