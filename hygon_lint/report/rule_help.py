"""A rule's documentation as plain text and Markdown, for reports that carry it along."""

from __future__ import annotations

import re

from hygon_lint.finding import Text
from hygon_lint.report.items import title
from hygon_lint.rule import Evidence, Example, Rule
from hygon_lint.urls import item_page, rule_page

_MARK = re.compile(r"[ \t]*(?://|#)[ \t]*expect(?:@\+\d+)?:[^\n]*")
_LANGUAGE = {"py": "python", "txt": "cmake", "cmake": "cmake"}

HEADINGS = {
    "what": Text("What it finds", "查什么"),
    "why": Text("Why it matters", "为什么要紧"),
    "fix": Text("How to fix", "怎样修"),
    "wrong": Text("Wrong", "错误写法"),
    "right": Text("Right", "正确写法"),
    "items": Text("Audit items", "审计条目"),
    "evidence": Text("Evidence", "证据"),
}
EVIDENCE = {
    Evidence.CODE: Text("confirmed by code or experiment", "由代码或实验确认"),
    Evidence.DOCUMENTATION: Text("confirmed by official documentation", "由官方文档确认"),
    Evidence.INFERRED: Text("inferred, not confirmed", "推断，未经证实"),
}


def unmarked(source: str) -> str:
    """An example without its expectation marks (a line that held only a mark goes whole)."""
    lines = [(line, _MARK.sub("", line)) for line in source.strip("\n").split("\n")]
    return "\n".join(rest for line, rest in lines if rest.strip() or not line.strip())


def help_text(rule: Rule, lang: str) -> str:
    """What, why and how to fix, as paragraphs."""
    doc = rule.doc
    parts = [doc.what.get(lang), doc.why.get(lang), f"{HEADINGS['fix'].get(lang)}: {doc.fix.get(lang)}"]
    return "\n\n".join(part.strip() for part in parts)


def help_markdown(rule: Rule, lang: str) -> str:
    """The whole page: what, why, how to fix, the first example, audit items, evidence."""
    meta, doc = rule.meta, rule.doc
    parts = [f"# {meta.id} {meta.name}", meta.summary.get(lang)]
    for key, text in (("what", doc.what), ("why", doc.why), ("fix", doc.fix)):
        parts += [f"## {HEADINGS[key].get(lang)}", text.get(lang).strip()]
    for example in rule.examples[:1]:
        parts += [f"## {HEADINGS['wrong'].get(lang)}", _fenced(example, example.wrong)]
        parts += [f"## {HEADINGS['right'].get(lang)}", _fenced(example, example.right)]
    if meta.items:
        links = [f"- [{item}]({item_page(item)}) {title(item, lang)}".rstrip() for item in meta.items]
        parts += [f"## {HEADINGS['items'].get(lang)}", "\n".join(links)]
    parts.append(
        f"{HEADINGS['evidence'].get(lang)}: {EVIDENCE[meta.evidence].get(lang)}. [{meta.id}]({rule_page(meta.id)})"
    )
    return "\n\n".join(parts) + "\n"


def _fenced(example: Example, source: str) -> str:
    suffix = example.path.rpartition(".")[2]
    return f"```{_LANGUAGE.get(suffix, 'cpp')}\n{unmarked(source)}\n```"
