"""Digraphs (`<%` for `{`, `%:` for `#`, ...) written plainly, so that every reader after this one sees the brackets."""

from __future__ import annotations

import re
from bisect import bisect_right

from hygon_lint.frontend.lexing import Lexed
from hygon_lint.frontend.source import SourceText

_PLAIN = {b"<%": b"{ ", b"%>": b"} ", b"<:": b"[ ", b":>": b"] ", b"%:": b"# "}
_DIGRAPH = re.compile(rb"<%|%>|<:(?!:[^:>])|:>|%:")


def without_digraphs(source: SourceText) -> SourceText:
    """The text with its digraphs replaced, outside of comments and literals; offsets stay."""
    if _DIGRAPH.search(source.data) is None:
        return source
    lexed = Lexed(source.data)
    texts = sorted((*(c.span for c in lexed.comments), *(literal.span for literal in lexed.literals)))
    starts = [span.start for span in texts]

    def plain(match: re.Match[bytes]) -> bytes:
        before = bisect_right(starts, match.start()) - 1
        inside = before >= 0 and match.start() < texts[before].end
        return match.group() if inside else _PLAIN[match.group()]

    return SourceText(source.path, _DIGRAPH.sub(plain, source.data), source.encoding)
