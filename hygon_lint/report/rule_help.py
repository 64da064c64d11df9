"""What pages about rules share, wherever they are shown: headings, and examples as a reader should see them."""

from __future__ import annotations

import re

from hygon_lint.finding import Text
from hygon_lint.rule import Rule

_MARK = r"expect(?:@\+\d+)?:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*"
_WHOLE_LINE = re.compile(rf"^[ \t]*(?://|#|/\*)[ \t]*{_MARK}[ \t]*(?:\*/)?[ \t]*$\n?", re.M)
_TRAILING = re.compile(rf"[ \t]*(?://|#|/\*)[ \t]*{_MARK}[ \t]*(?:\*/)?[ \t]*$", re.M)
_LANGUAGES = {"py": "python", "txt": "cmake", "cmake": "cmake", "sh": "shell", "toml": "toml"}

HEADINGS = {
    "what": Text("What it finds", "检查什么"),
    "why": Text("Why it matters", "为什么要紧"),
    "fix": Text("How to fix", "修复方法"),
    "wrong": Text("Wrong", "错误写法"),
    "right": Text("Right", "正确写法"),
    "evidence": Text("Evidence", "依据"),
}


def unmarked(source: str) -> str:
    """An example without its `expect:` comments; lines that held nothing else are gone."""
    return _TRAILING.sub("", _WHOLE_LINE.sub("", source)).strip("\n")


def language_of(path: str) -> str:
    """The name of a file's language in a code fence."""
    return _LANGUAGES.get(path.rpartition(".")[2].lower(), "cpp")


def help_text(rule: Rule, lang: str) -> str:
    """What, why and how to fix, as plain paragraphs."""
    doc = rule.doc
    parts = [doc.what.get(lang), doc.why.get(lang), f"{HEADINGS['fix'].get(lang)}: {doc.fix.get(lang)}"]
    return "\n\n".join(part.strip() for part in parts)
