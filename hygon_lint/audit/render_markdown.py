"""`audit --format markdown`: pastes into an issue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hygon_lint.audit import labels, phrases
from hygon_lint.audit.lines import by_rule, spans
from hygon_lint.audit.markdown import code, document, table
from hygon_lint.audit.status import Audit, Standing, rows
from hygon_lint.finding import Text
from hygon_lint.report.options import Options
from hygon_lint.urls import item_page, rule_page

_LINES = 12

Block = Sequence[str]


def render(audit: Audit, options: Options) -> str:
    """The audit as Markdown: a table of all items, then each open one in full."""
    return document(_blocks(audit, options))


def _blocks(audit: Audit, options: Options) -> Iterator[Block]:
    lang = options.lang
    yield [f"# {Text('Audit report', '审计报告').get(lang)}"]
    yield [phrases.headline(audit, lang)]
    caveat = phrases.caveat(audit, lang)
    if caveat:
        yield [f"> {caveat}"]
    yield _overview(audit, lang)
    for standing in audit.standings:
        if options.verbose or phrases.worth_detail(standing):
            yield from _details(standing, audit, lang)


def _overview(audit: Audit, lang: str) -> Block:
    head = [
        Text(en, zh).get(lang)
        for en, zh in (
            ("item", "条目"),
            ("state", "状态"),
            ("severity", "严重程度"),
            ("found", "发现"),
            ("title", "标题"),
        )
    ]
    body = [
        (
            f"[{standing.item.id}]({item_page(standing.item.id)})",
            labels.STATE[standing.state.value].get(lang),
            labels.SEVERITY[standing.item.severity].get(lang),
            phrases.found(standing, lang) or standing.reason.get(lang),
            standing.item.title.get(lang),
        )
        for standing in audit.standings
    ]
    return table(head, body)


def _details(standing: Standing, audit: Audit, lang: str) -> Iterator[Block]:
    item = standing.item
    yield [f"## {item.id} {item.title.get(lang)}"]
    yield [f"- {name}{'：' if lang == 'zh' else ': '}{value}" for name, value in _facts(standing, audit, lang) if value]
    places = [
        (
            code(audit.report.shown(row.path) if row.found else row.path),
            spans(row.audited) or (Text("whole file", "整个文件").get(lang) if row.audited else "-"),
            "<br>".join(by_rule(row.found, _LINES)) or "-",
        )
        for row in rows(standing)
    ]
    head = (Text("file", "文件"), Text("lines as audited", "审计时行号"), Text("found now", "现在的位置"))
    yield table([text.get(lang) for text in head], places)
    counts = [(code(path), str(then), str(now)) for path, then, now in phrases.counts_by_file(standing)]
    if counts:
        head = (Text("file", "文件"), Text("counted as audited", "审计时数量"), Text("now", "现在"))
        yield table([text.get(lang) for text in head], counts)
    for title, text in (
        (Text("Remedy", "修复建议"), item.remedy),
        (Text("How to verify", "验证方法"), item.verification),
    ):
        yield [f"**{title.get(lang)}** {text.get(lang)}"]


def _facts(standing: Standing, audit: Audit, lang: str) -> Iterator[tuple[str, str]]:
    item = standing.item
    state = labels.STATE[standing.state.value].get(lang)
    yield Text("state", "状态").get(lang), phrases.with_remark(state, standing.reason.get(lang), lang)
    yield Text("as audited", "审计时").get(lang), labels.AUDITED[item.status].get(lang)
    yield Text("severity", "严重程度").get(lang), labels.SEVERITY[item.severity].get(lang)
    yield Text("evidence", "依据").get(lang), labels.EVIDENCE[item.evidence].get(lang)
    rules = [f"[{rule}]({rule_page(rule)})" for rule in standing.rules]
    yield Text("rules", "规则").get(lang), ", ".join(rules)
    yield Text("rules that did not run", "未运行的规则").get(lang), ", ".join(standing.idle)
    yield Text("found", "发现").get(lang), phrases.found(standing, lang)
    yield Text("progress", "进展").get(lang), phrases.progress(standing, audit, lang)
    yield Text("suppressed", "已抑制").get(lang), str(standing.suppressed) if standing.suppressed else ""
    yield Text("counted", "统计").get(lang), phrases.counted(standing, lang)
    yield Text("not scanned", "未扫描").get(lang), phrases.elsewhere(standing, lang)
    if item.decides is not None:
        yield Text("would decide it", "如何确认").get(lang), item.decides.get(lang)
    yield Text("stated in the configuration", "配置中已声明").get(lang), ", ".join(map(code, standing.answers))
