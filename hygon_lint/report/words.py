"""The labels of the reports in both languages."""

from __future__ import annotations

from hygon_lint.finding import Confidence, Finding, Severity, Text

SEVERITY = {
    Severity.ERROR: Text("error", "错误"),
    Severity.WARNING: Text("warning", "警告"),
    Severity.NOTE: Text("note", "提示"),
}
SEVERITY_COUNT = {
    Severity.ERROR: (Text("error", "个错误"), Text("errors", "个错误")),
    Severity.WARNING: (Text("warning", "个警告"), Text("warnings", "个警告")),
    Severity.NOTE: (Text("note", "个提示"), Text("notes", "个提示")),
}
CONFIDENCE = {
    Confidence.HIGH: Text("high", "高"),
    Confidence.MEDIUM: Text("medium", "中"),
    Confidence.LOW: Text("low", "低"),
}
STATE = {
    "new": Text("new", "新增"),
    "baseline": Text("baseline", "基线已有"),
    "suppressed": Text("suppressed", "已抑制"),
}
HELD_BACK = {
    "nolint": Text("by a comment in the source", "由源码注释抑制"),
    "suppressed": Text("by a comment in the source", "由源码注释抑制"),
    "baseline": Text("by the baseline", "已在基线中"),
    "configuration": Text("by the configuration", "被配置文件排除"),
    "unchanged": Text("on unchanged lines", "位于未改动的行"),
}
SOURCE = {
    "configuration": Text("Configuration", "配置文件"),
    "baseline": Text("Baseline", "基线文件"),
    "compile-database": Text("Compile database", "编译数据库"),
}


def with_items(finding: Finding, lang: str) -> str:
    """The message, and in brackets the audit items that explain it."""
    message = finding.message.get(lang)
    return f"{message} ({', '.join(finding.audit)})" if finding.audit else message


def number(count: int) -> str:
    """A count with thousands separated."""
    return f"{count:,}"


def percent(ratio: float) -> str:
    """A ratio as per cent, never rounded up to 100."""
    tenths = int(ratio * 1000 + 1e-9)
    return f"{tenths / 10:.1f}%"
