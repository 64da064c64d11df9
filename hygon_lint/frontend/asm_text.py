"""Inline assembly as text: template, constraints, clobbers. libclang shows only the operand expressions."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|R"\((?:.|\n)*?\)"|//[^\n]*|/\*.*?\*/|\s+|::|[A-Za-z_]\w*|.', re.S)
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class AsmText:
    """`operands` are (name, constraint, is output) in order, outputs first."""

    template: str
    operands: tuple[tuple[str, str, bool], ...]
    clobbers: tuple[str, ...]


def parse_asm(text: str) -> AsmText | None:
    """Take an `asm ... ( ... )` statement's text apart; None when it is not one."""
    tokens = [m.group() for m in _TOKEN.finditer(text) if not m.group().isspace() and m.group()[:2] not in ("//", "/*")]
    try:
        position = tokens.index("(")
    except ValueError:
        return None
    sections: list[list[str]] = [[]]
    depth = 1
    for token in tokens[position + 1 :]:
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
            if depth == 0:
                break
        if depth == 1 and token in (":", "::"):
            sections.extend([] for _ in token)
            continue
        sections[-1].append(token)
    template = "".join(_unquote(t) for t in sections[0] if t.startswith(('"', 'R"')))
    operands: list[tuple[str, str, bool]] = []
    for index, output in ((1, True), (2, False)):
        if index < len(sections):
            operands += [(name, constraint, output) for name, constraint in _operands(sections[index])]
    clobbers = tuple(_unquote(t) for t in (sections[3] if len(sections) > 3 else ()) if t.startswith('"'))
    return AsmText(template, tuple(operands), clobbers)


def _operands(tokens: list[str]) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    depth = 0
    name = ""
    for i, token in enumerate(tokens):
        if depth == 0 and token.startswith('"'):
            out.append((name, _unquote(token)))
            name = ""
        elif depth == 0 and token == "[" and i + 2 < len(tokens) and tokens[i + 2] == "]":
            name = tokens[i + 1]
        depth += (token in "([") - (token in ")]")
    return out


def _unquote(token: str) -> str:
    if token.startswith("R"):
        return token[3:-2]
    return _ESCAPE.sub(lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), token[1:-1])
