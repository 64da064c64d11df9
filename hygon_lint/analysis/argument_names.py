"""What an argument of a call is called: by the parameter it is passed for, and by the comments beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from hygon_lint.frontend.lexing import COMMENT
from hygon_lint.frontend.nodes import Call, Decl, Expr
from hygon_lint.frontend.source import Span

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Passed(NamedTuple):
    """An argument, the parameter it is for (None where the callee is unseen) and the names comments give it."""

    expr: Expr
    param: Decl | None
    comment: tuple[str, ...]


def passed(call: Call) -> Iterator[Passed]:
    """The arguments of a call as written."""
    params = call.decl.params if call.decl is not None else []
    comments = _comments(call)
    for index, arg in enumerate(call.args):
        param = params[index] if index < len(params) else None
        yield Passed(arg, param, comments[index] if index < len(comments) else ())


def _comments(call: Call) -> list[tuple[str, ...]]:
    """For each argument the words of the comments between the commas around it."""
    if not call.args or call.macro is not None:
        return []
    source, spans = call.source, [arg.span for arg in call.args]
    if any(a.end > b.start for a, b in pairwise(spans)):
        return []
    found: list[list[str]] = [[] for _ in spans]
    gaps = [Span(_opening(call, spans[0]), spans[0].start)]
    gaps += [Span(a.end, b.start) for a, b in pairwise(spans)]
    gaps.append(Span(spans[-1].end, max(call.span.end - 1, spans[-1].end)))
    for position, gap in enumerate(gaps):
        text = source.text(gap)
        comma = _comma(text)
        for match in COMMENT.finditer(text):
            owner = position if match.start() > comma or position == 0 else position - 1
            found[min(owner, len(found) - 1)] += _WORD.findall(match.group())
    return [tuple(words) for words in found]


def _opening(call: Call, first: Span) -> int:
    """The end of the parenthesis that opens the argument list."""
    head = call.source.data[call.span.start : first.start].decode("utf-8", "replace")
    plain = COMMENT.sub(lambda match: " " * len(match.group()), head)
    at = plain.rfind("(")
    return first.start if at < 0 else call.span.start + len(head[: at + 1].encode("utf-8"))


def _comma(text: str) -> int:
    """Where the comma between two arguments stands, comments left out; -1 without one."""
    plain = COMMENT.sub(lambda match: " " * len(match.group()), text)
    return plain.find(",")
