"""The lexical skeleton of a C++ file: comments, literals and preprocessor lines, exactly and fast.

One pass of regular expressions that stops only where one of these may begin. It keeps the compiler's rules: raw
strings, digit separators, line splices (also after a backslash followed by blanks), literals that end with their
line, CRLF and lone CR, `/* */` in front of a `#`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from hygon_lint.frontend.source import Span

_STOP = re.compile(rb"[\"'#]|/[/*\\]")
_STOP_IN_DIRECTIVE = re.compile(rb"[\"'\n\r\\]|/[/*\\]")
SPLICE = re.compile(rb"\\[ \t\f\v]*(?:\r\n|\n|\r)")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)  # in a piece of code without literals, as text
_SPLIT_COMMENT = re.compile(rb"/(?:\\[ \t\f\v]*(?:\r\n|\n|\r))+([/*])")
_LINE_COMMENT_REST = re.compile(rb"[^\r\n\\]*(?:\\(?:[ \t\f\v]*(?:\r\n|\n|\r))?[^\r\n\\]*)*")
_STRING_REST = re.compile(rb'[^"\\\r\n]*(?:\\(?:[ \t\f\v]*(?:\r\n|\n|\r)|[^\r\n])[^"\\\r\n]*)*\\?"?')
_CHAR_REST = re.compile(rb"[^'\\\r\n]*(?:\\(?:[ \t\f\v]*(?:\r\n|\n|\r)|[^\r\n])[^'\\\r\n]*)*\\?'?")
_RAW_PREFIX = re.compile(rb"(?:u8|[uUL])?R\Z")
_RAW_OPEN = re.compile(rb'"([^ ()\\\t\v\f\r\n"]{0,16})\(')
_PREFIX = re.compile(rb"(?:u8|[uUL])\Z")
_NUMBER = re.compile(rb"(?<![\w.])\.?\d[\w.']*\Z")
_WORD_TAIL = re.compile(rb"\w{1,3}\Z")
_DIRECTIVE_NAME = re.compile(
    rb"(?:[ \t\f\v]|\\[ \t\f\v]*(?:\r\n|\n|\r)|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*([A-Za-z_]\w*)?"
)
_HEADER_NAME = re.compile(rb"[ \t]*<[^>\r\n]*>")
_NOT_LINE_END = re.compile(rb"[^\r\n]")
_BLANKS = b" \t\f\v"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment. `kind` is "line", "block" or "doc"; `line` tells `//` forms from `/* */` forms of a doc comment."""

    span: Span
    kind: str
    line: bool


@dataclass(frozen=True, slots=True)
class Literal:
    """A string or character literal, its prefix included. `kind` is "string", "raw" or "char"."""

    span: Span
    kind: str


@dataclass(frozen=True, slots=True)
class Directive:
    """A preprocessor line, spliced lines joined. `name` is "" for a lone `#`.

    `span` runs from `#` to the line end (not included), `rest` from behind the name.
    """

    name: str
    span: Span
    rest: Span


class Lexed:
    """The outcome of one lexical pass over `data`."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.comments: list[Comment] = []
        self.literals: list[Literal] = []
        self.directives: list[Directive] = []
        _Lexer(self).run()

    @cached_property
    def no_comments(self) -> bytes:
        """The text with comments turned into blanks; same length, same lines."""
        return blank(self.data, [c.span for c in self.comments])

    @cached_property
    def no_literals(self) -> bytes:
        """`no_comments` with the insides of literals turned into blanks (their quotes stay)."""
        inner = [Span(s.start + 1, s.end - 1) for s in (_quotes(self.data, lit) for lit in self.literals)]
        return blank(self.no_comments, [s for s in inner if s.start < s.end])

    @cached_property
    def code(self) -> bytes:
        """`no_literals` with preprocessor lines turned into blanks as well."""
        return blank(self.no_literals, [d.span for d in self.directives])


def blank(data: bytes, spans: list[Span]) -> bytes:
    """`data` with the spans (in order, disjoint) overwritten by blanks; line ends stay."""
    parts: list[bytes] = []
    last = 0
    for start, end in spans:
        parts.append(data[last:start])
        piece = data[start:end]
        if b"\n" in piece or b"\r" in piece:
            parts.append(_NOT_LINE_END.sub(b" ", piece))
        else:
            parts.append(b" " * (end - start))
        last = end
    parts.append(data[last:])
    return b"".join(parts)


def _quotes(data: bytes, literal: Literal) -> Span:
    """The literal from its opening quote on (prefix left out)."""
    quote = b"'" if literal.kind == "char" else b'"'
    start = data.index(quote, literal.span.start)
    closed = literal.span.end - start > 1 and data[literal.span.end - 1 : literal.span.end] == quote
    return Span(start, literal.span.end if closed else literal.span.end + 1)


class _Lexer:
    def __init__(self, out: Lexed) -> None:
        self.out = out
        self.data = out.data

    def run(self) -> None:
        data = self.data
        position = 0
        while (match := _STOP.search(data, position)) is not None:
            start = match.start()
            byte = data[start]
            if byte == 0x23:  # '#'
                position = self._directive(start) if self._first_on_line(start) else start + 1
            else:
                position = self._token(start)

    def _token(self, start: int) -> int:
        """Read the comment or literal at `start`; where to go on."""
        data = self.data
        byte = data[start]
        if byte == 0x2F:  # '/'
            return self._comment(start)
        if byte == 0x22:  # '"'
            tail = _WORD_TAIL.search(data, max(0, start - 4), start)
            if tail is not None and data[start - 1] == 0x52:  # 'R'
                prefix = _RAW_PREFIX.search(data, tail.start(), start)
                opened = _RAW_OPEN.match(data, start)
                if prefix is not None and prefix.start() == tail.start() and opened is not None:
                    close = data.find(b")" + opened[1] + b'"', opened.end())
                    end = len(data) if close < 0 else close + len(opened[1]) + 2
                    self.out.literals.append(Literal(Span(prefix.start(), end), "raw"))
                    return end
            return self._quoted(start, tail, _STRING_REST, "string")
        tail = _WORD_TAIL.search(data, max(0, start - 4), start)
        if tail is not None and _NUMBER.search(data, max(0, start - 80), start) is not None:
            return start + 1  # a digit separator
        return self._quoted(start, tail, _CHAR_REST, "char")

    def _quoted(self, start: int, tail: re.Match[bytes] | None, rest: re.Pattern[bytes], kind: str) -> int:
        match = rest.match(self.data, start + 1)
        assert match is not None  # the pattern accepts nothing
        begin = start
        if tail is not None:
            prefix = _PREFIX.search(self.data, tail.start(), start)
            if prefix is not None and prefix.start() == tail.start():
                begin = prefix.start()
        self.out.literals.append(Literal(Span(begin, match.end()), kind))
        return match.end()

    def _comment(self, start: int) -> int:
        data = self.data
        mark = start + 1
        if data[mark] == 0x5C:  # a splice between the two characters that open a comment
            split = _SPLIT_COMMENT.match(data, start)
            if split is None:
                return start + 1
            mark = split.start(1)
        if data[mark] == 0x2F:
            match = _LINE_COMMENT_REST.match(data, mark + 1)
            assert match is not None
            end = match.end()
            head = data[mark + 1 : mark + 3]
            doc = head[:1] == b"!" or (head[:1] == b"/" and head != b"//")
            self.out.comments.append(Comment(Span(start, end), "doc" if doc else "line", True))
            return end
        close = data.find(b"*/", mark + 1)
        end = len(data) if close < 0 else close + 2
        head = data[mark + 1 : mark + 3]
        doc = end - mark > 3 and (head[:1] == b"!" or (head[:1] == b"*" and head not in (b"**", b"*/")))
        self.out.comments.append(Comment(Span(start, end), "doc" if doc else "block", False))
        return end

    def _first_on_line(self, position: int) -> bool:
        """Whether only blanks and block comments stand between the line's start and `position`."""
        data = self.data
        comments = self.out.comments
        index = len(comments) - 1
        while position > 0:
            byte = data[position - 1]
            if byte in _BLANKS:
                position -= 1
            elif byte in b"\r\n":
                if not self._spliced(position):
                    return True
                position = data.rindex(b"\\", 0, position)
            elif index >= 0 and comments[index].span.end == position:
                if comments[index].line:
                    return True
                position = comments[index].span.start
                index -= 1
            else:
                return False
        return True

    def _spliced(self, line_start: int) -> bool:
        """Whether the line end just before `line_start` is escaped by a backslash."""
        data = self.data
        end = line_start - 1
        if data[end] == 0x0A and end > 0 and data[end - 1] == 0x0D:
            end -= 1
        while end > 0 and data[end - 1] in _BLANKS:
            end -= 1
        return end > 0 and data[end - 1] == 0x5C

    def _directive(self, start: int) -> int:
        data = self.data
        named = _DIRECTIVE_NAME.match(data, start + 1)
        assert named is not None
        name = (named[1] or b"").decode("ascii", "replace")
        position = rest = named.end() if name else start + 1
        if name:  # comments between # and the name still count as comments
            self._comments_between(start + 1, named.start(1))
        if name in ("include", "include_next", "import"):
            header = _HEADER_NAME.match(data, position)
            if header is not None:
                position = header.end()
        while True:
            match = _STOP_IN_DIRECTIVE.search(data, position)
            if match is None:
                end = len(data)
                break
            at = match.start()
            byte = data[at]
            if byte in b"\r\n":
                end = at
                break
            if byte == 0x5C:
                splice = SPLICE.match(data, at)
                position = splice.end() if splice is not None else at + 1
            else:
                position = self._token(at)
        self.out.directives.append(Directive(name, Span(start, end), Span(rest, end)))
        return end

    def _comments_between(self, start: int, end: int) -> None:
        position = self.data.find(b"/*", start, end)
        while position >= 0:
            position = self.data.find(b"/*", self._comment(position), end)
