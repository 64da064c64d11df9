"""Suppressions in build files: Python, CMake, make and shell all comment with `#`."""

from __future__ import annotations

import io
import re
import tokenize
from bisect import bisect_right

from hygon_lint.finding import Suppression
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.suppression import Remark, collect

_PIECE = re.compile(rb"\"(?:[^\"\\]|\\.)*\"|'[^'\n]*'|\[(=*)\[.*?\]\1\]|#[^\r\n]*|[()\r\n]", re.S)

Lines = list[tuple[int, int]]


def of_build_file(source: SourceText) -> tuple[Suppression, ...]:
    """The suppressions of a build file."""
    if b"NOLINT" not in source.data and b"hygon-lint" not in source.data:
        return ()
    pieces = _python(source) if source.path.endswith(".py") else None
    remarks, lines = pieces if pieces is not None else _plain(source)
    firsts = [first for first, _ in lines]

    def around(line: int) -> tuple[int, int]:
        at = bisect_right(firsts, line) - 1
        return lines[at] if at >= 0 and lines[at][1] >= line else (line, line)

    def after(line: int) -> tuple[int, int]:
        at = bisect_right(firsts, line)
        return lines[at] if at < len(lines) else (line + 1, line + 1)

    return collect(source, remarks, around, after)


def _python(source: SourceText) -> tuple[list[Remark], Lines] | None:
    """Comments and logical lines of Python; None for what Python itself cannot tokenise."""
    remarks: list[Remark] = []
    lines: Lines = []
    first = 0
    skipped = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    text = source.data.decode("utf-8", "replace")
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            row, column = token.start
            if token.type == tokenize.COMMENT:
                start = source.offset(row, column + 1)
                alone = not token.line[:column].strip()
                remarks.append(Remark(Span(start, start + len(token.string.encode("utf-8"))), alone))
            elif token.type == tokenize.NEWLINE:
                lines.append((first or row, row))
                first = 0
            elif token.type not in skipped and not first:
                first = row
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    return remarks, lines


def _plain(source: SourceText) -> tuple[list[Remark], Lines]:
    """Comments outside quotes, and commands that run on over parentheses or a backslash at the line's end."""
    data = source.data
    remarks: list[Remark] = []
    lines: Lines = []
    depth = 0
    start = 0
    for match in _PIECE.finditer(data):
        piece = match.group()
        if piece.startswith(b"#"):
            before = data[source.line_start(source.line_of(match.start())) : match.start()]
            if not before or before[-1:].isspace() or before.endswith((b")", b"(", b";")):
                remarks.append(Remark(Span(*match.span()), not before.strip()))
        elif piece == b"(":
            depth += 1
        elif piece == b")":
            depth = max(0, depth - 1)
        elif piece in (b"\n", b"\r") and depth == 0 and not data[: match.start()].endswith((b"\\", b"\\\r")):
            _add(lines, source, start, match.start())
            start = match.end()
    _add(lines, source, start, len(data))
    return remarks, lines


def _add(lines: Lines, source: SourceText, start: int, end: int) -> None:
    text = source.data[start:end]
    code = text.lstrip()
    if not code or code.startswith(b"#"):
        return
    lines.append((source.line_of(start + len(text) - len(code)), source.line_of(end)))
