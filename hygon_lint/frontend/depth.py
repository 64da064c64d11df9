"""How deeply a file is nested: code that no person wrote can cost a parser any time, so it is not given to one."""

from __future__ import annotations

import re

from hygon_lint.frontend.syntax import SyntaxFile

MAX_BRACKETS = 1000
MAX_CONDITIONS = 200
MAX_OPERATORS = 1500
MAX_ANGLES = 12  # clang reads `a<a<a<...` anew for each `<` that may open template arguments: twice the time for each

MAX_ANGLES_ANYWHERE = 500  # comments too: a syntax tree reads what stands behind one that is never closed

MAX_PREFIXES = 200

_PREFIXES = re.compile(rb"(?:[-!~&*+][\s\\]*){%d}" % (MAX_PREFIXES + 1))
_ANGLES = re.compile(rb"<+|[^\w\s:<]+")
_BRACKET = re.compile(rb"[()\[\]{}]")
_OPENING = b"([{"
_END = re.compile(rb"[;{}]")
_NESTING = (b"?", b"<", b"-", b"*", b"!", b"~", b"&")  # each may stand within the next, without any bracket


def too_deep(syntax: SyntaxFile) -> str:
    """Why the file is nested too deeply to be parsed; nothing for code that a person could have written."""
    conditions = _conditions(syntax)
    if conditions > MAX_CONDITIONS:
        return f"conditions are nested {conditions} deep (limit {MAX_CONDITIONS})"
    if max(syntax.source.data.count(bytes([mark])) for mark in _OPENING) > MAX_BRACKETS // 3:
        brackets = _brackets(syntax.lexed.code)
        if brackets > MAX_BRACKETS:
            return f"brackets are nested {brackets} deep (limit {MAX_BRACKETS})"
    angles = _angles(syntax.lexed.no_literals)
    if angles > MAX_ANGLES:
        return f"template brackets are nested {angles} deep (limit {MAX_ANGLES})"
    angles = _angles(syntax.source.data) if syntax.source.data.count(b"<") > MAX_ANGLES_ANYWHERE else 0
    if angles > MAX_ANGLES_ANYWHERE:
        return f"template brackets are nested {angles} deep in a comment (limit {MAX_ANGLES_ANYWHERE})"
    if _PREFIXES.search(syntax.lexed.code):
        return f"more than {MAX_PREFIXES} operators in a row"
    for mark in _NESTING:
        if syntax.source.data.count(mark) > MAX_OPERATORS:
            most = max(part.count(mark) for part in _END.split(syntax.lexed.code))
            if most > MAX_OPERATORS:
                return f"{most} of {mark.decode()} in one statement (limit {MAX_OPERATORS})"
    return ""


def _conditions(syntax: SyntaxFile) -> int:
    depth = deepest = 0
    for line in syntax.preprocessor_lines:
        if line.name in ("if", "ifdef", "ifndef"):
            depth += 1
            deepest = max(deepest, depth)
        elif line.name == "endif":
            depth = max(0, depth - 1)
    return deepest


def _brackets(code: bytes) -> int:
    depth = deepest = 0
    for match in _BRACKET.finditer(code):
        if match.group() in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth = max(0, depth - 1)
    return deepest


def _angles(text: bytes) -> int:
    """The most `<` in a row with nothing but names in between."""
    chain = longest = last = 0
    for match in _ANGLES.finditer(text):
        if match.group() != b"<":
            chain = 0
            continue
        chain = chain + 1 if text[last : match.start()].strip() else 1
        longest = max(longest, chain)
        last = match.end()
    return longest
