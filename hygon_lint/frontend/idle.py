"""Whether a file only names things: types, declarations, and calls that hand single names on.

Half of a kernel library is such files: lists of template instances, registrations, forwarding headers. Nothing is
computed, chosen, stored or converted in them, so a rule about what code does cannot find anything there, and clang need
not read them. The answer errs on one side: whatever is not plainly idle counts as work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from hygon_lint.frontend.prelude_scan import without_comments

_AT_ONCE = re.compile(r"^[ \t]+(?:if|for|while|switch)\b", re.M)  # spares most of the others the closer look
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_SPLICE = re.compile(r"\\[ \t]*\n")
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+\w+(?:\([^)\n]*\))?", re.M)
_DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*", re.M)
_ATTRIBUTE = re.compile(r"\[\[[^\[\]]*\]\]")
_ALIAS = re.compile(r"\busing\s+\w+\s*=[^;{}=]*;|\busing\s+(?:namespace\s+)?[\w:]+\s*;|\btypedef\b[^;{}=()]*;")
_CONSTANT = re.compile(r"\bconstexpr\s[\w:<>,\s]*?\w+\s*=\s*(?=[\w:]+\s*(?:\{\s*\})?\s*;)")
_ANGLES = re.compile(r"(?<=\w)\s*<[\w\s:,.&*()]*>|\btemplate\s*<[\w\s:,.=]*>")
_WORKING_TOKEN = re.compile(r"[^\w\s:;,(){}&.]|&\s*&|\.\s*\*")
_WORKING_WORD = re.compile(
    r"\b(?:if|for|while|do|switch|case|goto|asm|__asm\w*|\w*_cast|operator|new|delete|throw|try|sizeof|bool|"
    r"not|and|or|xor|compl|bit(?:and|or)|(?:and|or|xor|not)_eq|co_\w+)\b"
)
_C_CAST = re.compile(r"\)\s*(?!(?:const|noexcept|override|final)\b)\w")
_BRACE = re.compile(r"\{\s*(\})?")
_SCOPE = re.compile(r"\b(?:namespace|struct|class|union|enum|extern)\b[^;{}()]*\Z")
_BODY = re.compile(r"\)\s*(?:(?:const|noexcept|override|final)\s*)*\Z")
_GROUP = re.compile(r"\(([^()]*)\)")
_PLAIN_NAME = re.compile(r"\s*&?\s*[A-Za-z_][\w:.]*\s*")
_DECLARATION = re.compile(r"\s*[A-Za-z_][\w:]*(?:\s*&\s*|\s+)[\w\s&:]*")
_CALLED = re.compile(r"(\w+)\s*\(")
_WORD = re.compile(r"[A-Za-z_]\w*")


def is_idle(
    text: str, macros: Callable[[set[str]], Iterable[str]], telling: Callable[[set[str], set[str]], bool]
) -> bool:
    """Whether a file's text does no work.

    `macros` gives the `#define` lines of those of some words that are macros elsewhere; `telling` says whether any of
    the words, or of the words called as functions, means something by itself (see `model`).
    """
    if _AT_ONCE.search(text):
        return False
    code = _code(text)
    if not _names_only(code):
        return False
    words = set(_WORD.findall(code))
    called = set(_CALLED.findall(code))
    for line in used_macros(words, macros):
        body = _code(line)
        if not _names_only(body):
            return False
        words.update(_WORD.findall(body))
        called.update(_CALLED.findall(body))
    return not telling(words, called)


def used_macros(words: set[str], macros: Callable[[set[str]], Iterable[str]]) -> Iterator[str]:
    """The `#define` lines behind some words, and behind the words of those."""
    seen: set[str] = set()
    new = set(words)
    while new:
        seen |= new
        lines = list(macros(new))
        yield from lines
        new = {word for line in lines for word in _WORD.findall(line)} - seen


def _code(text: str) -> str:
    """What the functions and macros of a text consist of: no comments, strings, types' arguments, aliases."""
    code = _SPLICE.sub(" ", without_comments(text))
    code = _DEFINE.sub(";", code)
    code = _DIRECTIVE.sub("", code)
    code = _ATTRIBUTE.sub(" ", _STRING.sub("''", code)).replace("''", " _ ")
    count = 1
    while count:
        code, count = _ANGLES.subn(" ", code)
    return _CONSTANT.sub(" ", _ALIAS.sub(" ", code))


def _names_only(code: str) -> bool:
    if _WORKING_TOKEN.search(code) or _WORKING_WORD.search(code) or _C_CAST.search(code):
        return False
    for brace in _BRACE.finditer(code):
        before = code[max(0, brace.start() - 500) : brace.start()]
        if not (brace.group(1) or _BODY.search(before) or _SCOPE.search(before)):
            return False
    # Two names handed to one call may be exchanged, one of two parameters may go unread.
    count = 1
    while count:
        for group in _GROUP.findall(code):
            items = group.split(",")
            if sum(map(bool, map(_PLAIN_NAME.fullmatch, items))) > 1:
                return False
            if sum(map(bool, map(_DECLARATION.fullmatch, items))) > 1:
                return False
        code, count = _GROUP.subn("{}", code)
    return True
