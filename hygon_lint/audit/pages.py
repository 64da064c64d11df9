"""A page for a rule, a page for an item: what `explain` shows and what the generated documentation holds.

Everything comes from the rule modules, the catalogue and the descriptor model; `link` turns the id of a rule or item
into a reference to its page, or leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hygon_lint.audit import essays, labels
from hygon_lint.audit.catalogue import Item, items
from hygon_lint.audit.markdown import capital, cell, document, table
from hygon_lint.finding import Text
from hygon_lint.report import words
from hygon_lint.report.rule_help import HEADINGS, language_of, unmarked

if TYPE_CHECKING:
    from hygon_lint.rule import Example, Rule

Block = Sequence[str]
Link = Callable[[str], str]


def plain(key: str) -> str:
    """A link that is none."""
    return key


def rule_page(rule: Rule, lang: str, link: Link = plain) -> str:
    """All that is to be said about a rule, as Markdown."""
    return document(_rule_blocks(rule, lang, link))


def item_page(item: Item, rules: Iterable[Rule], lang: str, link: Link = plain) -> str:
    """All that is to be said about an item, as Markdown; `rules` are those that look for it."""
    return document(_item_blocks(item, tuple(rules), lang, link))


# ---------------------------------------------------------------- rules


def _rule_blocks(rule: Rule, lang: str, link: Link) -> Iterator[Block]:
    meta, doc = rule.meta, rule.doc
    yield [f"# {meta.id} {meta.name}"]
    yield [meta.summary.get(lang)]
    yield _facts(_rule_facts(rule, lang, link), lang)
    for key, text in (("what", doc.what), ("why", doc.why)):
        yield [f"## {HEADINGS[key].get(lang)}"]
        yield text.get(lang).strip().splitlines()
    for number, example in enumerate(rule.examples, 1):
        yield from _example(example, number if len(rule.examples) > 1 else 0, lang)
    yield [f"## {HEADINGS['fix'].get(lang)}"]
    yield doc.fix.get(lang).strip().splitlines()
    yield from _essay_blocks(essays.essays_of(meta.items), lang)
    if meta.items:
        yield [f"## {HEADINGS['evidence'].get(lang)}"]
        yield [_evidence_line(meta.evidence.value, lang)]
        yield [f"- {_item_line(key, lang, link)}" for key in meta.items]
    public = [reference for key in meta.items if key in items() for reference in items()[key].references]
    links = [*doc.references, *(reference.url for reference in dict.fromkeys(public))]
    if links:
        yield [f"## {Text('Links', '参考').get(lang)}"]
        yield [f"- {_url(text)}" for text in dict.fromkeys(links)]
    yield [f"## {Text('When it is wrong here', '确属误报时').get(lang)}"]
    yield [
        Text(
            "Silence one place with the reason beside it; HYG001 tells when the comment is no longer needed.",
            "在该处写明理由加以抑制；一旦不再需要，HYG001 会提示。",
        ).get(lang)
    ]
    yield _suppression(rule, lang)


def _suppression(rule: Rule, lang: str) -> Block:
    """How to silence one place, in the language of the rule's first example."""
    why = Text("why it is right here", "此处为何无误").get(lang)
    language = language_of(rule.examples[0].path) if rule.examples else "cpp"
    if language == "cpp":
        return _fence(f"// NOLINT({rule.meta.id}): {why}", language)
    return _fence(f"# hygon-lint: ignore[{rule.meta.id}] {why}", language)


def _rule_facts(rule: Rule, lang: str, link: Link) -> Iterator[tuple[str, str]]:
    meta = rule.meta
    yield Text("Severity", "严重程度").get(lang), words.SEVERITY[meta.severity].get(lang)
    yield Text("Confidence", "置信度").get(lang), _confidence(rule, lang)
    yield Text("Audit items", "审计条目").get(lang), ", ".join(link(key) for key in meta.items) or "-"
    if meta.cwe:
        yield "CWE", ", ".join(f"[CWE-{n}](https://cwe.mitre.org/data/definitions/{n}.html)" for n in meta.cwe)
    if meta.aliases:
        yield Text("Also called", "别名").get(lang), ", ".join(meta.aliases)
    if meta.supersedes:
        yield Text("Speaks instead of", "取代").get(lang), ", ".join(link(key) for key in meta.supersedes)
    if meta.preview:
        yield Text("Preview", "预览").get(lang), Text("runs only with `--preview`", "仅在 `--preview` 下运行").get(lang)


def _confidence(rule: Rule, lang: str) -> str:
    text = words.CONFIDENCE[rule.meta.confidence].get(lang)
    if rule.meta.rests_on_names:
        text += Text("; lower where the verdict leans on names", "；凭名称判断时降低").get(lang)
    return text


def _example(example: Example, number: int, lang: str) -> Iterator[Block]:
    suffix = f" {number}" if number else ""
    for key, source in (("wrong", example.wrong), ("right", example.right)):
        yield [f"## {HEADINGS[key].get(lang)}{suffix}"]
        yield _fence(unmarked(source), language_of(example.path))


def _item_line(key: str, lang: str, link: Link) -> str:
    item = items().get(key)
    if item is None:
        return link(key)
    colon = "：" if lang == "zh" else ": "
    evidence = labels.EVIDENCE[item.evidence].get(lang)
    tail = f"（{evidence}）" if lang == "zh" else f" ({evidence})"
    return f"{link(key)}{colon}{item.title.get(lang)}{tail}"


# ---------------------------------------------------------------- items


def _item_blocks(item: Item, rules: Sequence[Rule], lang: str, link: Link) -> Iterator[Block]:
    yield [f"# {item.id} {item.title.get(lang)}"]
    yield _facts(_item_facts(item, rules, lang, link), lang)
    if item.trigger is not None:
        yield from _section(Text("When it strikes", "触发条件"), item.trigger, lang)
    yield from _section(Text("What goes wrong", "机理"), item.mechanism, lang)
    yield from _section(Text("What follows", "后果"), item.consequence, lang)
    if item.inferred is not None:
        yield from _section(Text("What is inferred", "属于推断的部分"), item.inferred, lang)
    if item.invariants:
        yield [f"## {Text('Invariants', '违反的不变量').get(lang)}"]
        colon = "：" if lang == "zh" else ": "
        yield [f"- **{entry.name.get(lang)}**{colon}{entry.says.get(lang)}" for entry in item.invariants]
    yield from _essay_blocks(item.essays, lang)
    yield from _where(item, lang)
    if item.decides is not None:
        yield from _section(Text("What would decide it", "如何才能确认"), item.decides, lang)
    yield from _section(Text("Remedy", "修复建议"), item.remedy, lang)
    yield from _section(Text("How to verify", "验证方法"), item.verification, lang)
    yield from _looked_for(item, rules, lang, link)
    if item.references:
        yield [f"## {Text('Public sources', '公开来源').get(lang)}"]
        yield [f"- [{reference}]({reference.url})" for reference in item.references]


def _item_facts(item: Item, rules: Sequence[Rule], lang: str, link: Link) -> Iterator[tuple[str, str]]:
    yield Text("Source", "来源").get(lang), labels.SOURCE[item.source].get(lang)
    yield Text("Severity", "严重程度").get(lang), labels.SEVERITY[item.severity].get(lang)
    yield Text("As audited", "审计时状态").get(lang), labels.AUDITED[item.status].get(lang)
    yield Text("Evidence", "依据").get(lang), labels.EVIDENCE[item.evidence].get(lang)
    for role in ("introduced", "fixed"):
        commits = [f"`{commit.id}`" for commit in item.commits if commit.role == role]
        if commits:
            yield capital(labels.ROLE[role].get(lang)), ", ".join(commits)
    yield Text("Rules", "规则").get(lang), ", ".join(link(rule.meta.id) for rule in rules) or "-"
    if item.see:
        yield Text("See also", "相关条目").get(lang), ", ".join(link(key) for key in item.see)


def _where(item: Item, lang: str) -> Iterator[Block]:
    if item.places:
        yield [f"## {Text('Where it was seen', '审计时的位置').get(lang)}"]
        yield [f"- `{place}`" for place in item.places]
    if item.counts and item.counted is not None:
        colon = "：" if lang == "zh" else ": "
        yield [f"{capital(item.counted.get(lang))}{colon}{item.total}"]
        head = (Text("file", "文件").get(lang), Text("count", "数量").get(lang))
        yield table(head, [(f"`{entry.file}`", str(entry.count)) for entry in item.counts])


def _looked_for(item: Item, rules: Sequence[Rule], lang: str, link: Link) -> Iterator[Block]:
    yield [f"## {Text('Rules that look for it', '检查它的规则').get(lang)}"]
    if rules:
        colon = "：" if lang == "zh" else ": "
        yield [f"- {link(rule.meta.id)} {rule.meta.name}{colon}{rule.meta.summary.get(lang)}" for rule in rules]
    elif item.no_rule is not None:
        yield [item.no_rule.get(lang)]
    else:
        yield [Text("None in this installation.", "当前安装中没有。").get(lang)]


# ---------------------------------------------------------------- parts


def _facts(rows: Iterable[tuple[str, str]], lang: str) -> Block:
    head = (Text("fact", "项目").get(lang), Text("value", "内容").get(lang))
    return [f"| {head[0]} | {head[1]} |", "|---|---|", *(f"| {name} | {cell(value)} |" for name, value in rows)]


def _section(title: Text, text: Text, lang: str) -> Iterator[Block]:
    yield [f"## {title.get(lang)}"]
    yield text.get(lang).splitlines()


def _essay_blocks(names: Sequence[str], lang: str) -> Iterator[Block]:
    for name in names:
        for block in essays.essay(name, lang):
            yield [line[1:] if line.startswith("### ") else line for line in block]


def _evidence_line(evidence: str, lang: str) -> str:
    text = labels.EVIDENCE[evidence].get(lang)
    return Text(f"The fault this rule looks for is {text}.", f"本规则所查的错误：{text}。").get(lang)


def _fence(source: str, language: str) -> Block:
    return [f"```{language}", *source.splitlines(), "```"]


def _url(text: str) -> str:
    return f"<{text}>" if text.startswith(("http://", "https://")) else text
