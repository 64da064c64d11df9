"""Macros that limit an address by a mask, and the arguments they get: facts for the rule on bare macro arguments.

Kinds and their data:

* `mask_macro`: a function-like macro of one parameter that ANDs it, unparenthesised, with a mask of 40 bits or more.
  name, param, bits.
* `loose_argument`: a call of a capitalised one-argument macro whose argument has an operator that binds looser than
  `&` at its top level. macro, operator, argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.finding import Fact
from hygon_lint.frontend.source import Span

if TYPE_CHECKING:
    from hygon_lint.frontend.syntax import SyntaxFile

_MASK = re.compile(r"0[xX]0*([fF]{10,16})[uUlL]*\b|1[uUlL]*\s*<<\s*(4[0-9]|5[0-9]|6[0-3])")
_CALL = re.compile(rb"\b([A-Z][A-Z0-9_]{2,})\s*\(")
_LOOSE = re.compile(r"\|\||&&|\?|\||\^|(?<![=!<>+\-*/%&|^])=(?!=)")


def mask_macro_facts(syntax: SyntaxFile) -> Iterator[Fact]:
    """The facts of one file."""
    source = syntax.source
    for define in syntax.defines:
        if define.params is None or len(define.params) != 1:
            continue
        body = source.text(define.body)
        mask = _MASK.search(body)
        if mask is None or not _is_bare(body, define.params[0]):
            continue
        bits = 4 * len(mask.group(1)) if mask.group(1) else int(mask.group(2))
        data = {"name": define.name, "param": define.params[0], "bits": bits, "body": " ".join(body.split())}
        yield Fact("mask_macro", source.place(Span(define.name_span.start, define.body.end)), data)
    if b"&" in source.data or b"|" in source.data or b"?" in source.data:
        yield from _loose_arguments(syntax)


def _is_bare(body: str, param: str) -> bool:
    """Whether the parameter stands next to `&` without parentheses of its own."""
    name = re.escape(param)
    return re.search(rf"&\s*{name}\b(?!\s*[(\[.])|(?<![\w(]){name}\s*&(?!&)|\(\s*{name}\s*&(?!&)", body) is not None


def _loose_arguments(syntax: SyntaxFile) -> Iterator[Fact]:
    code = syntax.lexed.no_literals  # macro bodies pass arguments on as well
    for match in _CALL.finditer(code):
        argument = _argument(code, match.end())
        if argument is None:
            continue
        operator = _loose_operator(code[argument.start : argument.end].decode("utf-8", "replace"))
        if operator:
            span = Span(match.start(), argument.end + 1)
            text = " ".join(syntax.source.text(argument).split())[:120]
            data = {"macro": match.group(1).decode(), "operator": operator, "argument": text}
            if _in_own_definition(syntax, match.start()):
                continue
            yield Fact("loose_argument", syntax.source.place(span), data)


def _in_own_definition(syntax: SyntaxFile, position: int) -> bool:
    """Whether this is the head of a macro's definition, not a use."""
    return any(define.name_span.start == position for define in syntax.defines)


def _argument(code: bytes, start: int) -> Span | None:
    """The sole argument of a call, or None when there are several or none."""
    depth = 0
    for position in range(start, min(len(code), start + 2000)):
        char = code[position]
        if char in b"([{":
            depth += 1
        elif char in b")]}":
            if depth == 0:
                return Span(start, position) if code[start:position].strip() else None
            depth -= 1
        elif char == 0x2C and depth == 0:
            return None
    return None


def _loose_operator(argument: str) -> str:
    flat, depth = "", 0
    for char in argument:
        depth += (char in "([{") - (char in ")]}")
        flat += char if depth == 0 and char not in ")]}" else " "
    found = _LOOSE.search(flat)
    return "?:" if found and found.group() == "?" else found.group() if found else ""
