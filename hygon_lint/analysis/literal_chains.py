"""Conditions that a literal decides: `false && x`, `x && 0`, `true || x`, `if (false) { ... }`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.checks import is_check
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.frontend.syntax_masks import close_paren
from hygon_lint.model.asserts import assert_kind
from hygon_lint.model.host import is_word

_OFF = rb"(?:false\b|0(?![\w.'])|FALSE\b)"
_ON = rb"(?:true\b|1(?![\w.'])|TRUE\b)"
_AND, _OR = rb"(?:&&|\band\b)", rb"(?:\|\||\bor\b)"
_LEADING = re.compile(rb"(?<![\w.])(?:(?P<off>%s)\s*%s|(?P<on>%s)\s*%s)" % (_OFF, _AND, _ON, _OR))
_TRAILING = re.compile(rb"(?:%s\s*(?P<off>%s)|%s\s*(?P<on>%s))" % (_AND, _OFF, _OR, _ON))
_ALONE = re.compile(rb"\bif\s*(?:constexpr\s*)?\(\s*(?:false|0|FALSE)\s*\)")
_OPENS = re.compile(rb"(?:[(,?:{;]|&&|\|\||(?<![=!<>+\-*/%&|^])=|\b(?:return|and|or))\s*\Z")
_CLOSES = re.compile(rb"\s*(?:[),;?:}]|&&|\|\||\band\b|\bor\b)")
_CALL = re.compile(rb"([A-Za-z_]\w*)\s*(?:<<<|\()")
_IF = re.compile(rb"\bif\s*(?:constexpr\s*)?\Z")
_ELSE = re.compile(rb"\s*else\b")
_NAME = re.compile(rb"([A-Za-z_]\w*)\s*\Z")
_FURTHEST = 3000  # bytes in front of a literal in which the call around it is looked for


@dataclass(frozen=True, slots=True)
class Decided:
    """A condition with a constant outcome. `literal` and its operator are `span`; `condition` the words around it."""

    span: Span
    literal: str
    condition: str
    holds: bool
    alone: bool  # the literal is the whole condition


def decided_conditions(file: SyntaxFile) -> Iterator[Decided]:
    """All of a file, in code that is compiled."""
    code = file.lexed.code
    dead = file.dead
    for pattern in (_LEADING, _TRAILING):
        for match in pattern.finditer(code):
            span = Span(*match.span())
            if any(arm.contains(span) for arm in dead):
                continue
            leading = pattern is _LEADING
            if _stands(code, match, leading) and not _excused(file, span, leading):
                kind = "off" if match["off"] else "on"
                literal = match[kind].decode()
                yield Decided(span, literal, _condition(file, span), kind == "on", alone=False)
    for match in _ALONE.finditer(code):
        span = Span(*match.span())
        if not any(arm.contains(span) for arm in dead) and _switches_code_off(code, span.end):
            yield Decided(span, "false", file.text(span), False, alone=True)


def _stands(code: bytes, match: re.Match[bytes], leading: bool) -> bool:
    """Whether the literal is an operand by itself, and not part of a comparison or of a name."""
    if leading:
        return _OPENS.search(code, max(0, match.start() - 40), match.start()) is not None
    return _CLOSES.match(code, match.end()) is not None


def _excused(file: SyntaxFile, span: Span, leading: bool) -> bool:
    """Whether it is a message of an assert, or only decides what is printed."""
    code = file.lexed.code
    beside = code[span.end : span.end + 40].lstrip() if leading else code[max(0, span.start - 40) : span.start].rstrip()
    if beside.startswith(b'"') if leading else beside.endswith(b'"'):
        return True
    depth = 0
    floor = max(0, span.start - _FURTHEST)
    for at in range(span.start - 1, floor, -1):
        byte = code[at : at + 1]
        if byte in b")]}":
            depth += 1
        elif byte in b"([{" and depth:
            depth -= 1
        elif byte == b"(":
            name = _NAME.search(code, max(0, at - 80), at)
            word = name[1].decode() if name is not None else ""
            if is_check(word) or assert_kind(word):
                return True
            if _IF.search(code, max(0, at - 40), at) is not None:
                return _only_prints(code, close_paren(code, at + 1))
        elif byte in b";{" and not depth:
            break
    return False


def _statement(code: bytes, start: int) -> bytes:
    """The statement that a condition controls."""
    while start < len(code) and code[start : start + 1].isspace():
        start += 1
    depth = 0
    for at in range(start, min(len(code), start + 20_000)):
        byte = code[at : at + 1]
        if byte in b"({[":
            depth += 1
        elif byte in b")}]":
            depth -= 1
            if depth == 0 and byte == b"}":
                return code[start : at + 1]
        elif byte == b";" and depth == 0:
            return code[start : at + 1]
    return code[start:]


def _only_prints(code: bytes, after: int) -> bool:
    called = [name.decode() for name in _CALL.findall(_statement(code, after))]
    called = [name for name in called if name not in ("if", "for", "while")]
    return bool(called) and all(is_word(name, "logging") for name in called)


def _switches_code_off(code: bytes, after: int) -> bool:
    """Whether code that does something stands behind the condition, and no other arm."""
    body = _statement(code, after)
    if not body.strip(b"{}; \t\r\n\f\v") or _only_prints(code, after):
        return False
    start = code.index(body, after) if body else after
    return _ELSE.match(code, start + len(body)) is None


def _condition(file: SyntaxFile, span: Span) -> str:
    """The condition around a literal, for the message."""
    code = file.lexed.code
    start, depth = span.start, 0
    while start > 0:
        byte = code[start - 1 : start]
        depth += byte in b")]}"
        if (byte in b"([{" and not depth) or byte in b";=\n" or (byte == b"," and not depth):
            break
        depth -= byte in b"([{"
        start -= 1
    end, depth = span.end, 0
    while end < len(code):
        byte = code[end : end + 1]
        if (byte in b")]}" and not depth) or byte == b";" or (byte in b",?:" and not depth):
            break
        depth += (byte in b"([{") - (byte in b")]}")
        end += 1
    text = " ".join(file.text(Span(start, end)).split()).removeprefix("return ")
    return text if len(text) <= 80 else text[:77] + "..."
