"""Exact comparisons with the runtime's arch name, which carries feature suffixes (`gfx936:sramecc+:xnack-`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Confidence
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.project.suspects import Suspect

_FIELD = rb"(?:[\w.\[\]]|->|::|\(\))*\bgcnArchName"
_WRAPPED = rb"(?:(?:std::)?(?:string|string_view)\s*[({]\s*)?" + _FIELD + rb"\s*[)}]?"
_HOLDER = re.compile(
    rb"(?:(?:std::)?string(?:_view)?|auto|(?:const\s+)?char\s*(?:const\s*)?\*)\s*(?:const\s*)?&?\s*(\w+)\s*"
    rb"(?:=\s*" + _WRAPPED + rb"|[({]\s*" + _FIELD + rb"\s*[)}])\s*;"
)
_RETURNS = re.compile(rb"\breturn\s+" + _WRAPPED + rb"\s*;")
_LITERAL = re.compile(r'"gfx[0-9a-f]+(?:-generic)?"\Z')
_CHANGES = rb"\b(?:%s)\s*(?:=(?!=)|\.\s*(?:erase|resize|replace|pop_back)\b)"


def compared_whole(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Comparisons of the whole name with one arch, in the file that reads the name."""
    if b"gcnArchName" not in syntax.source.data:
        return
    code = syntax.lexed.code
    names = {match[1] for match in _HOLDER.finditer(code)}
    names = {name for name in names if not re.search(_CHANGES % re.escape(name), _without_holder(code, name))}
    functions = {f.name.encode() for f in syntax.functions if _RETURNS.search(code, *f.body)}
    words = [
        _WRAPPED,
        *(re.escape(n) for n in sorted(names)),
        *(re.escape(f) + rb"\s*\([^()]*\)" for f in sorted(functions)),
    ]
    subject = rb"(?<![\w.>:])(?:" + rb"|".join(words) + rb")"
    before = re.compile(subject + rb"\s*[=!]=\s*\Z")
    after = re.compile(rb"\s*[=!]=\s*" + subject + rb"(?![\w.(\[])")
    compare = re.compile(rb"\b(?:std::)?strcmp\s*\(\s*" + subject + rb"(?:\s*\.\s*c_str\s*\(\s*\))?\s*,\s*\Z")
    for literal in syntax.strings:
        text = syntax.text(literal.span)
        if not _LITERAL.match(text):
            continue
        start = max(0, literal.span.start - 200)
        for pattern in (before, compare):
            match = pattern.search(code, start, literal.span.start)
            if match is not None:
                yield Suspect("whole-name", Span(match.start(), literal.span.end), (text,), confidence=Confidence.HIGH)
                break
        else:
            match = after.match(code, literal.span.end)
            if match is not None:
                yield Suspect("whole-name", Span(literal.span.start, match.end()), (text,), confidence=Confidence.HIGH)


def _without_holder(code: bytes, name: bytes) -> bytes:
    """The code with the declarations of the holder taken out, which are no changes of it."""
    return _HOLDER.sub(lambda m: b" " if m[1] == name else m[0], code)
