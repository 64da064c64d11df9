"""The static part of a SARIF log: rules, notifications, and the two taxonomies (audit catalogue, CWE)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from hygon_lint.audit import catalogue, pages
from hygon_lint.audit.labels import EVIDENCE
from hygon_lint.finding import Severity, Text
from hygon_lint.report.rule_help import help_text
from hygon_lint.rule import Rule
from hygon_lint.urls import HOMEPAGE, cwe_page, item_page, rule_page

AUDIT = "hygon-audit"
CWE = "CWE"
BLIND_SPOT = "HYG002"
ANALYSIS_ERROR = "analysis-error"
RUN_NOTE = "run-note"
RESULT_LIMIT = "result-limit"

_PROBLEM = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "recommendation"}
_SECURITY = {Severity.ERROR: "7.5", Severity.WARNING: "5.0", Severity.NOTE: "2.0"}
_TEXT_LIMIT = 1024
_TAG_LIMIT = 20


def shortened(text: str, limit: int = _TEXT_LIMIT) -> str:
    """At most `limit` characters, cut at a word."""
    text = text.strip()
    if len(text) <= limit:
        return text
    return text[: limit - 4].rsplit(" ", 1)[0] + " ..."


def sentence(text: str) -> str:
    """The text with a full stop; never empty, which some consumers refuse."""
    text = text.strip()
    if not text:
        return "-"
    if text[-1] in ".!?。！？…":
        return text
    return text + ("。" if ord(text[-1]) > 0x2E80 else ".")


def symbol(name: str) -> str:
    """`srd-word-arithmetic` as `SrdWordArithmetic`, the form viewers expect of a rule's name."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("-"))


class Taxonomies:
    """The audit catalogue whole, and the CWEs that the rules name; both know their indices."""

    def __init__(self, rules: Sequence[Rule], lang: str) -> None:
        self._lang = lang
        self._items = {item: index for index, item in enumerate(catalogue.items())}
        numbers = sorted({number for rule in rules for number in rule.meta.cwe})
        self._cwes = {number: index for index, number in enumerate(numbers)}

    def references(self, items: Sequence[str], cwes: Sequence[int]) -> list[dict[str, Any]]:
        """References into both for a result; items of other people's catalogues are left out."""
        found = [self._reference(AUDIT, 0, item, self._items[item]) for item in items if item in self._items]
        return found + [
            self._reference(CWE, 1, f"CWE-{number}", self._cwes[number]) for number in cwes if number in self._cwes
        ]

    @staticmethod
    def _reference(taxonomy: str, at: int, key: str, index: int) -> dict[str, Any]:
        return {"id": key, "index": index, "toolComponent": {"name": taxonomy, "index": at, "guid": _guid(taxonomy)}}

    def components(self, version: str) -> list[dict[str, Any]]:
        """The two tool components."""
        entries = [self._item(item) for item in catalogue.items().values()]
        audit = {
            "name": AUDIT,
            "guid": _guid(AUDIT),
            "version": version,
            "organization": "hygon-lint",
            "informationUri": f"{HOMEPAGE}/blob/main/docs/audit",
            "shortDescription": {"text": "Audit items of FlashAttention for Hygon DCUs."},
            "isComprehensive": True,
            "taxa": entries,
        }
        cwe = {
            "name": CWE,
            "guid": _guid(CWE),
            "organization": "MITRE",
            "informationUri": "https://cwe.mitre.org/",
            "shortDescription": {"text": "The MITRE Common Weakness Enumeration."},
            "taxa": [{"id": f"CWE-{number}", "helpUri": cwe_page(number)} for number in self._cwes],
        }
        return [audit, cwe]

    def _item(self, item: catalogue.Item) -> dict[str, Any]:
        lang = self._lang
        story = f"{item.mechanism.get(lang)} {item.consequence.get(lang)}"
        return {
            "id": item.id,
            "shortDescription": {"text": sentence(shortened(item.title.get(lang)))},
            "fullDescription": {"text": sentence(shortened(story))},
            "help": {"text": sentence(item.remedy.get(lang))},
            "helpUri": item_page(item.id, lang),
            "properties": {"severity": item.severity, "evidence": EVIDENCE[item.evidence].get(lang)},
        }


def _guid(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{HOMEPAGE}/taxonomies/{name}"))


def rule_descriptor(rule: Rule, lang: str, taxonomies: Taxonomies) -> dict[str, Any]:
    """A rule as a reporting descriptor."""
    meta = rule.meta
    tags = list(meta.tags) + ["security"] * bool(meta.cwe) + [f"audit/{item}" for item in meta.items]
    tags += [f"external/cwe/cwe-{number}" for number in meta.cwe]
    properties: dict[str, Any] = {
        "tags": list(dict.fromkeys(tags))[:_TAG_LIMIT] or ["maintainability"],
        "precision": meta.confidence.value,
        "problem.severity": _PROBLEM[meta.severity],
        "evidence": EVIDENCE[meta.evidence.value].get(lang),
    }
    if meta.cwe:
        properties["security-severity"] = _SECURITY[meta.severity]
    page = pages.rule_page(rule, lang, partial(_link, lang))
    descriptor: dict[str, Any] = {
        "id": meta.id,
        "name": symbol(meta.name),
        "deprecatedNames": list(meta.aliases),
        "shortDescription": {"text": sentence(shortened(meta.summary.get(lang)))},
        "fullDescription": {"text": sentence(shortened(rule.doc.what.get(lang)))},
        "help": {"text": sentence(help_text(rule, lang)), "markdown": page},
        "helpUri": rule_page(meta.id, lang),
        "defaultConfiguration": {"level": meta.severity.value, "enabled": not meta.preview},
        "relationships": [
            {"target": target, "kinds": ["superset"]} for target in taxonomies.references(meta.items, meta.cwe)
        ],
        "properties": properties,
    }
    return {key: value for key, value in descriptor.items() if value != []}


def _link(lang: str, key: str) -> str:
    """The id of an item or a rule as a Markdown link to its page."""
    return f"[{key}]({item_page(key, lang) if key in catalogue.items() else rule_page(key, lang)})"


def notification_descriptors(lang: str) -> list[dict[str, Any]]:
    """What the invocation can tell besides results."""
    return [
        {
            "id": key,
            "name": name,
            "shortDescription": {"text": short.get(lang)},
            "fullDescription": {"text": short.get(lang)},
            "help": {"text": help_.get(lang)},
            "defaultConfiguration": {"level": level},
        }
        for key, (name, short, help_, level) in _NOTIFICATIONS.items()
    ]


_NOTIFICATIONS = {
    BLIND_SPOT: (
        "BlindSpot",
        Text("Code that could not be analysed.", "未能分析的代码。"),
        Text("Nothing was concluded about these lines.", "对这些行没有得出任何结论。"),
        "note",
    ),
    ANALYSIS_ERROR: (
        "AnalysisFailed",
        Text("A file or a rule whose analysis failed.", "分析失败的文件或规则。"),
        Text("The rest of the report stands; the command repeats the failure.", "报告其余部分有效；可用所附命令重现。"),
        "error",
    ),
    RUN_NOTE: (
        "RunNote",
        Text("Something worth knowing that is no fault.", "值得知道、但不是问题的情况。"),
        Text("Nothing needs to be done.", "无需处理。"),
        "note",
    ),
    RESULT_LIMIT: (
        "TooManyResults",
        Text("More results than a log may hold.", "结果数量超出日志上限。"),
        Text("Use a baseline, or scan parts of the checkout.", "请使用基线，或分部分扫描。"),
        "warning",
    ),
}
