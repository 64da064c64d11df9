"""Asserts that are switched off and that nothing misses: what they demand is given, or both cases are dealt with."""

from __future__ import annotations

import re
from functools import lru_cache

from hygon_lint.analysis.implication import Claim
from hygon_lint.frontend.extents import block_covers
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.asserts import asks_compiler, asks_constancy

_FLAG = re.compile(rb"\bbool[ \t]+([A-Za-z_]\w*)[ \t]*(?:=([^;]*)|\{([^;]*)\}[ \t]*);")
_CALL_OR_TEMPLATE = re.compile(r"([A-Za-z_]\w*)\s*[<(]")
_INNERMOST = re.compile(r"[<(]\s*([A-Za-z_]\w*)\s*[>)]")
_CONSTANT = r"\bconstexpr\b[^;(){{}}=]*\b{name}\s*[={{]"
_FUNCTION_BYTES = 60_000  # how far a use of a flag is looked for


def needless(syntax: SyntaxFile, claim: Claim, region: Span) -> bool:
    """Whether the code around a switched-off assert cannot be wrong for want of it.

    That is so when live code branches on the asserted condition (both cases are dealt with), when it only asks
    whether constants of this file are constants, or when it asks the compiler for a builtin that the file then uses.
    """
    parts = claim.operands("&&")
    return bool(parts) and all(
        _constancy(syntax, part) or _builtin_in_use(syntax, part) or _branched_on(syntax, part, region)
        for part in parts
    )


def _constancy(syntax: SyntaxFile, claim: Claim) -> bool:
    asked = _CALL_OR_TEMPLATE.search(claim.spelling)
    subject = _INNERMOST.search(claim.spelling)
    if asked is None or subject is None or not asks_constancy(asked[1]):
        return False
    constant = re.compile(_CONSTANT.format(name=re.escape(subject[1])).encode())
    return constant.search(syntax.lexed.code) is not None


def _builtin_in_use(syntax: SyntaxFile, claim: Claim) -> bool:
    asked = _CALL_OR_TEMPLATE.match(claim.spelling)
    subject = _INNERMOST.search(claim.spelling)
    return asked is not None and subject is not None and asks_compiler(asked[1]) and subject[1] in syntax.identifiers


def _branched_on(syntax: SyntaxFile, claim: Claim, region: Span) -> bool:
    """Whether a flag that is, or is initialised with, the condition decides something in live code."""
    code = syntax.lexed.code
    if claim.is_plain:
        name = claim.normal.encode()
        uses = (use for use in _decisions(syntax, name) if region.end <= use < region.end + _FUNCTION_BYTES)
        return any(block_covers(code, region, Span(use, use)) for use in uses)
    return any(_decisions(syntax, flag) for flag in _flags(syntax).get(claim.normal, ()))


@lru_cache(maxsize=4)
def _flags(syntax: SyntaxFile) -> dict[str, tuple[bytes, ...]]:
    """The flags of a file by what initialises them, white space left out."""
    found: dict[str, tuple[bytes, ...]] = {}
    for match in _FLAG.finditer(syntax.lexed.code):
        text = "".join((match[2] or match[3]).decode("utf-8", "replace").split())
        found[text] = (*found.get(text, ()), match[1])
    return found


def _decisions(syntax: SyntaxFile, name: bytes) -> list[int]:
    """Where live code decides by a flag: an `if`, an operand of `&&` and `||`, the condition of a `?:`."""
    flag = rb"!?[ \t]*(?<![\w.])" + re.escape(name) + rb"\b"
    in_front = rb"\bif[ \t]*(?:constexpr[ \t]*)?\([ \t]*|(?:&&|\|\|)\s*"
    decides = re.compile(rb"(?:" + in_front + rb")" + flag + rb"|" + flag + rb"\s*(?:&&|\|\||\?)")
    dead = syntax.dead
    at = (match.start() for match in decides.finditer(syntax.lexed.code))
    return [start for start in at if not any(span.start <= start < span.end for span in dead)]
