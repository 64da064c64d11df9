"""Conditions both of whose arms are the same text."""

from __future__ import annotations

import re
from itertools import pairwise

from hygon_lint.frontend.lexing import COMMENT
from hygon_lint.frontend.nodes import Block, ExprStmt, If, Jump, Literal, Node, Return, Select, Stmt, plain

_DIRECTIVE = re.compile(r"^[ \t]*#", re.MULTILINE)
_BLANKS = re.compile(r"\s+")


def equal_arms(node: If | Select) -> bool:
    """Whether a condition chooses between two copies of one thing."""
    if node.other is None or node.macro is not None:
        return False
    if isinstance(node, Select):
        if isinstance(plain(node.then), Literal):
            return False
    elif isinstance(node.other, If) or _trivial(node.then):
        return False
    spans = (node.condition.span, node.then.span, node.other.span)
    if any(before.end > after.start for before, after in pairwise(spans)):
        return False  # all from one macro
    whole = node.source.text(node.span)
    if _DIRECTIVE.search(whole) is not None:
        return False
    return bool(_words(node.then)) and _words(node.then) == _words(node.other)


def _words(node: Node) -> str:
    """The text of an arm without comments, blanks and the braces around it."""
    text = COMMENT.sub(" ", node.source.text(node.span))
    text = _BLANKS.sub(" ", text).strip()
    while text.startswith("{") and text.endswith("}"):
        text = text[1:-1].strip()
    return text.rstrip("; ")


def _trivial(arm: Stmt) -> bool:
    """Whether an arm only leaves something, or is empty."""
    while isinstance(arm, Block) and len(arm.body) == 1:
        arm = arm.body[0]
    if isinstance(arm, Block):
        return not arm.body
    if isinstance(arm, Return):
        return arm.value is None
    return isinstance(arm, Jump) or (isinstance(arm, ExprStmt) and isinstance(plain(arm.expr), Literal))
