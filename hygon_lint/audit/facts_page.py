"""The page on the descriptor: its words, its widths, what a matrix load knows, and how others stay safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hygon_lint.audit import essays, labels
from hygon_lint.audit.markdown import document, table
from hygon_lint.finding import Text
from hygon_lint.model import descriptor

Block = Sequence[str]


def render(lang: str) -> str:
    """The page as Markdown."""
    return document(_blocks(lang))


def _blocks(lang: str) -> Iterator[Block]:
    def say(en: str, zh: str) -> str:
        return Text(en, zh).get(lang)

    def evidence(name: str) -> str:
        return labels.EVIDENCE[name].get(lang)

    yield [f"# {say('The descriptor of a matrix load', '矩阵加载的描述符')}"]
    yield [
        say(
            "Every statement carries its class: confirmed by code or experiment, confirmed by official documentation, "
            "or inferred. The data stands in `hygon_lint/model/descriptor.toml`.",
            "每条陈述都标明类别：代码/实验可确认、官方文档可确认、推断。数据见 `hygon_lint/model/descriptor.toml`。",
        )
    ]
    yield from _essay("base-field", lang)
    yield [f"## {say('Widths by arch', '各架构的位宽')}"]
    head = (
        say("arches named", "架构名前缀"),
        say("field", "字段"),
        say("bits", "位数"),
        say("evidence", "依据"),
        say("source", "出处"),
    )
    bases = [
        (f"`{w.prefix}*`", say("base address", "基地址"), str(w.width_bits), evidence(w.evidence), w.source.get(lang))
        for w in descriptor.base_widths()
    ]
    filters = [
        (f"`{w.prefix}*`", say("row filter", "行过滤"), str(w.width_bits), evidence(w.evidence), w.source.get(lang))
        for w in descriptor.filter_widths()
    ]
    yield table(head, bases + filters)
    yield [f"## {say('What a matrix load knows of the tensor', '矩阵加载对张量知道多少')}"]
    yield table(
        (say("about", "内容"), say("knows", "知道程度"), say("why", "原因"), say("evidence", "依据")),
        [
            (k.title.get(lang), labels.VERDICT[k.verdict].get(lang), k.why.get(lang), evidence(k.evidence))
            for k in descriptor.knowledge()
        ],
    )
    for name in ("layers", "zero-times-nan", "carry"):
        yield from _essay(name, lang)


def _essay(name: str, lang: str) -> Iterator[Block]:
    for block in essays.essay(name, lang):
        yield [line[1:] if line.startswith("### ") else line for line in block]
