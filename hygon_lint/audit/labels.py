"""Words of the audit in both languages."""

from __future__ import annotations

from hygon_lint.finding import Text

EVIDENCE = {
    "code": Text("confirmed by code or experiment", "代码/实验可确认"),
    "documentation": Text("confirmed by official documentation", "官方文档可确认"),
    "inferred": Text("inferred, not established", "推断，未证实"),
}
SEVERITY = {
    "high": Text("high", "高"),
    "medium": Text("medium", "中"),
    "low": Text("low", "低"),
    "record": Text("on record", "记录"),
}
AUDITED = {
    "open": Text("open", "未修复"),
    "fixed": Text("fixed in its history", "历史上已修复"),
    "question": Text("open question", "待确认"),
    "recorded": Text("recorded from public bugs", "取自公开缺陷"),
}
SOURCE = {
    "audit": Text("debt list", "缺陷与技术债清单"),
    "study": Text("study of the matrix-load path", "MLS 访存缺陷研究"),
    "public": Text("public bug reports", "公开缺陷报告"),
}
ROLE = {
    "introduced": Text("introduced by", "引入提交"),
    "fixed": Text("fixed by", "修复提交"),
}
VERDICT = {
    "unknown": Text("unknown", "不知道"),
    "partial": Text("in part", "部分知道"),
    "static": Text("fixed by the instruction", "由指令固定"),
    "assisted": Text("helped by mode bits", "由模式位辅助"),
    "coarse": Text("whole rows only", "只到整行"),
}
GUARANTEE = {
    "hardware": Text("hardware", "硬件"),
    "compiler": Text("compiler", "编译器"),
    "software": Text("software", "软件"),
}
STATE = {
    "open": Text("open", "未修复"),
    "undecided": Text("not decidable", "待确认"),
    "clear": Text("clear", "未发现"),
    "not-present": Text("not present", "不涉及"),
    "not-checked": Text("not checked", "未检查"),
}
