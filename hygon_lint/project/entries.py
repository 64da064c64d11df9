"""Which functions the outside world calls: those bound to Python, and those that nothing in the checkout calls."""

from __future__ import annotations

import re

from hygon_lint.project.checkout import Project

_NO_TYPES = frozenset(
    (b"return", b"else", b"co_return", b"throw", b"and", b"or", b"not", b"case", b"do", b"in", b"await", b"yield")
)
_WORD_BEFORE = re.compile(rb"(\w+)\s*\Z")
_COMMENTS = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)


def is_public_entry(project: Project, name: str) -> bool:
    """Whether a function is bound to Python, or called by nobody in the checkout."""
    word = re.escape(name.encode())
    bound = re.compile(rb"\b(?:def|impl)\s*\(\s*[^;]*?&\s*(?:\w+::)*" + word + rb"\b")
    called = re.compile(rb"(?<![\w.>])" + word + rb"\s*(?:<[^;{}()]*>)?\s*\(")
    anybody = False
    for path in project.sources:
        source = project.source(path)
        if source is None or name.encode() not in source.data:
            continue
        text = _COMMENTS.sub(b" ", source.data)
        if bound.search(text) is not None:
            return True
        anybody = anybody or any(_is_call(text, match.start()) for match in called.finditer(text))
    return not anybody


def _is_call(text: bytes, at: int) -> bool:
    """Whether a name in front of parentheses is called there, and not declared."""
    before = text[max(0, at - 80) : at].rstrip()
    qualifier = re.search(rb"(?:\w+\s*::\s*)+\Z", before)
    if qualifier is not None:
        before = before[: qualifier.start()].rstrip()
    word = _WORD_BEFORE.search(before)
    if word is not None:
        return word[1] in _NO_TYPES
    return not before.endswith((b">", b"]]"))
