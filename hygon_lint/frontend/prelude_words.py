"""Which words of a declaration may name another declaration of a namespace.

What a declaration only introduces (its parameters, its members) and what it reaches through an object names nothing
outside it; looked up all the same, a parameter `size` brings a function `size` and all that hangs on it.
"""

from __future__ import annotations

import re
from itertools import pairwise

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|\.?[0-9](?:[\w.\']|[eEpP][+-])*|::|->\*?|\S')
_WORD = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset(
    ("const", "constexpr", "consteval", "constinit", "static", "inline", "extern", "virtual", "explicit", "friend",
     "mutable", "typedef", "typename", "class", "struct", "union", "enum", "template", "using", "namespace", "operator",
     "return", "new", "delete", "throw", "else", "do", "case", "goto", "sizeof", "alignof", "decltype", "noexcept",
     "requires", "volatile", "register", "thread_local", "public", "private", "protected", "and", "or", "not", "if",
     "while", "for", "switch", "co_return", "co_await", "co_yield", "alignas", "default", "concept")
)  # fmt: skip
_ENDS_A_NAME = frozenset((",", ")", ";", "=", "[", "{", "("))
_OPENED = re.compile(r"\bnamespace\s+(?:\[\[[^\]]*\]\]\s*)?(?:\w+\s*=\s*)?(\w+(?:\s*::\s*\w+)*)|(\w+)\s*(?=::)")
_OWN_PARAMETER = re.compile(r"(\w+)\s*(?:=[^,<>]*)?[,>]")


def outer_words(text: str) -> set[str]:
    """The identifiers of a declaration but for those that can only name something in it."""
    tokens = _TOKEN.findall(text)
    out: set[str] = set()
    before = ""
    for token, after in pairwise((*tokens, "")):
        if token[0] == "_" or token[0].isalpha():
            introduced = after in _ENDS_A_NAME and (
                before == ">" or (before.isidentifier() and before not in _KEYWORDS)
            )
            if not introduced and before not in (".", "->"):
                out.add(token)
        before = token
    return out


def opened(text: str) -> frozenset[str]:
    """The names that a text uses as those of namespaces: before `::` and after `namespace`."""
    found: set[str] = set()
    for named, before in _OPENED.findall(text):
        found.update(_WORD.findall(named) if named else (before,))
    return frozenset(found)


def operands(text: str) -> frozenset[str]:
    """The words of an operator's parameters, but for those that its own template parameters name."""
    head = text.split("{")[0]
    start = head.find("operator")
    return frozenset(_WORD.findall(head[start:])).difference(_OWN_PARAMETER.findall(head[:start]))
