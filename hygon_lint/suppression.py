"""Comments that silence findings, read from text: `NOLINT(HYG101): why` and `hygon-lint: ignore[HYG304] why`.

A comment speaks of the whole statement that has a part on its line, so it may stand at any line of it; alone on a
line, our own form speaks of the statement below. Names of other linters are kept apart and never judged; a bare
NOLINT silences every linter, this one included. `silencer` says what they do to findings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hygon_lint.finding import Place, Suppression
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.frontend.statements import Statements
from hygon_lint.frontend.syntax import SyntaxFile

_NOLINT = re.compile(r"\bNOLINT(?P<kind>NEXTLINE|BEGIN|END)?(?![A-Za-z0-9_])(?:\((?P<list>[^()\r\n]*)\))?")
_OWN = re.compile(r"\bhygon-lint:\s*ignore(?![A-Za-z0-9_-])(?:\[(?P<list>[^\[\]\r\n]*)\])?")
_LEAD = re.compile(r"^[\s:,;.\-\u2013\u2014\uff1a]+")
_CLOSE = re.compile(r"\s*\*/\s*$")


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment of a file: `span` in its text, `alone` when there is no code on its line(s)."""

    span: Span
    alone: bool


@dataclass(frozen=True, slots=True)
class _Word:
    """One directive inside a comment."""

    kind: str  # "", "NEXTLINE", "BEGIN", "END"
    own: bool
    words: tuple[str, ...]
    reason: str
    span: Span  # of the directive, without its reason
    listed: Span | None
    remark: Remark
    whole: bool  # the comment says nothing else


def of_syntax(syntax: SyntaxFile) -> tuple[Suppression, ...]:
    """The suppressions of a C++ file."""
    data = syntax.source.data
    if b"NOLINT" not in data and b"hygon-lint" not in data:
        return ()
    remarks = [Remark(comment.span, syntax.alone_on_line(comment)) for comment in syntax.comments]
    statements = Statements(syntax)
    return collect(syntax.source, remarks, statements.around, statements.after)


def collect(
    source: SourceText,
    remarks: Iterable[Remark],
    around: Callable[[int], tuple[int, int]],
    after: Callable[[int], tuple[int, int]],
) -> tuple[Suppression, ...]:
    """The suppressions among the comments of a text. `around` and `after` give the lines of statements."""
    result: list[Suppression] = []
    open_words: list[_Word] = []
    for word in (word for remark in remarks for word in _directives(source, remark)):
        line = source.line_of(word.span.start)
        if word.kind == "BEGIN":
            open_words.append(word)
        elif word.kind == "END":
            partner = next((w for w in reversed(open_words) if w.words == word.words), None)
            if partner is None:
                result.append(_made(source, [word], line, line, "end without begin"))
            else:
                open_words.remove(partner)
                result.append(_made(source, [partner, word], source.line_of(partner.span.start), line))
        else:
            first, last = around(line)
            within = first < line  # a comment alone on its line, inside a statement
            if word.kind == "NEXTLINE" or (word.own and word.remark.alone and not within):
                first, last = after(source.line_of(word.remark.span.end - 1))
            result.append(_made(source, [word], first, last))
    for word in open_words:
        line = source.line_of(word.span.start)
        result.append(_made(source, [word], line, line, "begin without end"))
    return tuple(sorted(result, key=lambda suppression: suppression.place))


def _directives(source: SourceText, remark: Remark) -> Iterable[_Word]:
    text = source.text(remark.span)
    found = sorted([*_NOLINT.finditer(text), *_OWN.finditer(text)], key=lambda match: match.start())
    for number, match in enumerate(found):
        own = match.re is _OWN
        end = found[number + 1].start() if number + 1 < len(found) else len(text)
        reason = _CLOSE.sub("", text[match.end() : end]).split("\n")[0].strip()
        head = text[: found[0].start()].strip("/*#! \t\r\n")
        listed = match["list"]
        yield _Word(
            kind="" if own else match["kind"] or "",
            own=own,
            words=tuple(word for word in (part.strip() for part in (listed or "").split(",")) if word),
            reason=_LEAD.sub("", reason).strip(),
            span=_bytes(source, remark, match.start(), match.end()),
            listed=_bytes(source, remark, *match.span("list")) if listed is not None else None,
            remark=remark,
            whole=not head and len(found) == 1,
        )


def _bytes(source: SourceText, remark: Remark, start: int, end: int) -> Span:
    """Characters of a comment's text as bytes of the file."""
    text = source.text(remark.span)
    offset = remark.span.start + len(text[:start].encode("utf-8"))
    return Span(offset, offset + len(text[start:end].encode("utf-8")))


def _made(source: SourceText, words: Sequence[_Word], first: int, last: int, flaw: str = "") -> Suppression:
    word = words[0]
    return Suppression(
        place=source.place(word.span),
        words=word.words,
        reason=word.reason,
        own=word.own,
        covers=_lines(source, first, last),
        removal=tuple(_removal(source, one) for one in words),
        listed=tuple(source.place(one.listed) for one in words if one.listed is not None),
        flaw=flaw,
    )


def _lines(source: SourceText, first: int, last: int) -> Place:
    """The text of whole lines, without the blanks before it and the last line end."""
    text = source.line_text(first).encode("utf-8")
    start = source.line_start(first) + len(text) - len(text.lstrip(b" \t"))
    return source.place(Span(start, source.line_start(last) + len(source.line_text(last).encode("utf-8"))))


def _removal(source: SourceText, word: _Word) -> Place:
    """What to delete: the whole comment with the blanks (or the line) around it, or the directive alone."""
    if not word.whole:
        return source.place(word.span)
    start, end = word.remark.span
    data = source.data
    while start > 0 and data[start - 1] in b" \t":
        start -= 1
    at_line_start = start == 0 or data[start - 1] in b"\r\n"
    if word.remark.alone and at_line_start and (end == len(data) or data[end] in b"\r\n"):
        end += 2 if data[end : end + 2] == b"\r\n" else 1 if end < len(data) else 0
    elif end < len(data) and data[end] not in b"\r\n":
        start = word.remark.span.start  # code goes on behind a block comment: leave the blanks before it
    return source.place(Span(start, end))
