"""Sentences that several formats of the audit report share."""

from __future__ import annotations

from hygon_lint.audit import labels
from hygon_lint.audit.status import Audit, Standing, State
from hygon_lint.finding import Text


def headline(audit: Audit, lang: str) -> str:
    """How many items stand in each state, states without any left out."""
    parts = []
    for state, count in audit.counts().items():
        if count:
            parts.append(f"{count} {labels.STATE[state.value].get(lang)}")
    comma = "，" if lang == "zh" else ", "
    total = len(audit.standings)
    head = Text(f"{total} item{'s' * (total != 1)}: ", f"共 {total} 个条目：").get(lang)
    return head + comma.join(parts)


def caveat(audit: Audit, lang: str) -> str:
    """What limits the verdicts: files or rules that failed, and code that was not seen; empty when nothing does."""
    report = audit.report
    files = len({error.path for error in report.errors if error.path and not error.rule})
    parts = []
    if files:
        parts.append(Text(f"{files} file{'s' * (files != 1)} not analysed", f"{files} 个文件未能分析").get(lang))
    failed = sorted({error.rule for error in report.errors if error.rule})
    if failed:
        parts.append(Text(f"rules that failed: {', '.join(failed)}", f"出错的规则：{'、'.join(failed)}").get(lang))
    if report.blind:
        count = len(report.blind)
        parts.append(
            Text(f"{count} stretch{'es' * (count != 1)} of code not seen", f"{count} 处代码未能看到").get(lang)
        )
    if not parts:
        return ""
    joined = ("；" if lang == "zh" else "; ").join(parts)
    return Text(f"Clear means: as far as was seen ({joined}).", f"“未发现”仅就看到的代码而言（{joined}）。").get(lang)


def found(standing: Standing, lang: str) -> str:
    """How much was found, in one phrase."""
    count = len(standing.findings)
    files = len(standing.by_file)
    if not count:
        return ""
    return Text(
        f"{count} finding{'s' * (count != 1)} in {files} file{'s' * (files != 1)}",
        f"{files} 个文件中共 {count} 处",
    ).get(lang)


def remark(standing: Standing, lang: str) -> str:
    """What stands behind the title in a list of items: how much was found, or what configuration answered."""
    return found(standing, lang) or ", ".join(standing.answers)


def with_remark(text: str, remark: str, lang: str) -> str:
    """A text and a remark on it in parentheses, those of the language."""
    return (f"{text}（{remark}）" if lang == "zh" else f"{text} ({remark})") if remark else text


def progress(standing: Standing, audit: Audit, lang: str) -> str:
    """What changed since the baseline; empty without one."""
    if not audit.since:
        return ""
    new, known, gone = standing.new, standing.known, standing.gone
    return Text(
        f"since the baseline: {new} new, {known} known, {gone} gone",
        f"与基线相比：新增 {new}，已知 {known}，消失 {gone}",
    ).get(lang)


def counted(standing: Standing, lang: str) -> str:
    """What the audit counted beside what is counted now; empty when it counted nothing."""
    item = standing.item
    if item.counted is None:
        return ""
    then = sum(entry.count for entry in item.counts if entry.file not in standing.elsewhere)
    now = sum(standing.counted.values())
    colon = "：" if lang == "zh" else ": "
    audited = Text(f"{then} as audited, {now} now", f"审计时 {then}，现在 {now}").get(lang)
    if not then:
        audited = Text(f"{now} now", f"现在 {now}").get(lang)
    more = sum(standing.superseded.values())
    if more:
        files = len(standing.superseded)
        audited += Text(
            f"; {more} more in {files} file{'s' * (files != 1)} that active asserts supersede",
            f"；另有 {more} 处（{files} 个文件）已被现有断言取代",
        ).get(lang)
    return f"{item.counted.get(lang)}{colon}{audited}"


def counts_by_file(standing: Standing) -> list[tuple[str, int, int]]:
    """(file, as audited, now) for what the audit counted file by file: its files that were scanned, then others."""
    from hygon_lint.audit.status import same_file

    now = dict(standing.counted)
    table = []
    for entry in standing.item.counts:
        matching = [path for path in now if same_file(entry.file, path)]
        if not matching and entry.file in standing.elsewhere:
            continue
        table.append((matching[0] if matching else entry.file, entry.count, sum(now.pop(path) for path in matching)))
    table.extend((path, 0, count) for path, count in now.items())
    return table


def elsewhere(standing: Standing, lang: str) -> str:
    """How many of the audited files were not scanned; empty when all were."""
    count = len(standing.elsewhere)
    if not count:
        return ""
    be = "is" if count == 1 else "are"
    return Text(
        f"{count} audited file{'s' * (count != 1)} {be} not among those scanned",
        f"审计涉及的 {count} 个文件不在本次扫描范围内",
    ).get(lang)


def worth_detail(standing: Standing) -> bool:
    """Whether the short form of a report tells the item in full."""
    return standing.state in (State.OPEN, State.UNDECIDED)
