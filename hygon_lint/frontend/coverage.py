"""How much of a file's function bodies was analysed: typed and seen lines, and the blind spots with their reasons.

Every significant token of a code line belongs to the innermost node of our tree that covers it. A line is seen when all
of its tokens belong to a node, and typed when none of these nodes depends on an unknown type, a stub or an error. A
line counts as what it is in its best arch class. `docs/coverage.md` has the definitions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from hygon_lint.finding import BlindSpot, Coverage
from hygon_lint.frontend.inclusions import IN_A_BODY, in_bodies
from hygon_lint.frontend.nodes import (
    Block,
    Call,
    Decl,
    Expr,
    For,
    Function,
    If,
    Lambda,
    Name,
    Node,
    Opaque,
    Stmt,
    Switch,
    Type,
    Unit,
    Unseen,
    VarDecl,
    While,
)
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.frontend.syntax import SyntaxFile

UNSEEN, SEEN, TYPED = 0, 1, 2

UNKNOWN_TYPE = "unknown type: what it rests on is declared nowhere here, or fails to parse beside it"
CUT_OFF = "analysis cut off: the function needs too many steps"

_TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.']*|[\"']|[-+*/%&|^=<>!?~]+|\.\.\.|\.")
_ATTRIBUTE = re.compile(rb"\[\[[^\[\]]*\]\]|\balignas\s*\((?:[^()]|\([^()]*\))*\)")
_PASSIVE = frozenset((b"else", b"do", b"try", b"public", b"private", b"protected", b"default"))
_NODE_MARK = {SEEN: b"\x01", TYPED: b"\x02"}
_WITH_BODY = (If, For, While, Switch, Lambda)
_OPENING, _CLOSING = b"()"
_SHORT = 120  # characters of a message kept in a reason


def measure(syntax: SyntaxFile, units: Sequence[Unit]) -> tuple[Coverage, tuple[BlindSpot, ...]]:
    """Coverage and blind spots of one file over its arch classes. Without units nothing was needed."""
    lines = body_lines(syntax)
    foreign = in_bodies(syntax)
    if not units:
        coverage = Coverage(code_lines=len(lines) + len(foreign), not_needed_lines=len(lines))
        return coverage, tuple(_brought_in(syntax, foreign))
    best = dict.fromkeys(lines, UNSEEN)
    for unit in units:
        for line, level in _Paint(syntax, unit).levels(lines).items():
            best[line] = max(best[line], level)
    coverage = Coverage(
        code_lines=len(lines) + len(foreign),
        typed_lines=sum(1 for level in best.values() if level == TYPED),
        seen_lines=sum(1 for level in best.values() if level >= SEEN),
    )
    return coverage, tuple(sorted((*_blind(syntax, units, best), *_brought_in(syntax, foreign)), key=lambda b: b.line))


def _brought_in(syntax: SyntaxFile, lines: Iterable[int]) -> Iterable[BlindSpot]:
    return (BlindSpot(syntax.source.path, line, line, IN_A_BODY) for line in lines)


def body_lines(syntax: SyntaxFile) -> dict[int, list[int]]:
    """Line -> offsets of the significant tokens, for the code lines inside function bodies.

    Brackets, separators and words such as `else` belong to the statement around them and make no line a code line.
    """
    code = bytearray(syntax.lexed.code)
    directives = sorted((directive.span for directive in syntax.lexed.directives), reverse=True)
    for literal in syntax.literals:  # a literal is a token, outside directives; its inside is none
        while directives and directives[-1].end <= literal.span.start:
            directives.pop()
        if directives and directives[-1].start <= literal.span.start:
            continue
        if code[literal.span.start : literal.span.end].strip() or not code[literal.span.start : literal.span.end]:
            continue
        code[literal.span.start : literal.span.start + 1] = b'"'
    for span in syntax.dead:
        code[span.start : span.end] = bytes(b if b in b"\r\n" else 0x20 for b in code[span.start : span.end])
    for match in _ATTRIBUTE.finditer(code):
        code[match.start() : match.end()] = b" " * (match.end() - match.start())
    source = syntax.source
    out: dict[int, list[int]] = {}
    for function in syntax.functions:
        start, end = function.body.start + 1, function.body.end - 1
        for match in _TOKEN.finditer(code, start, max(start, end)):
            if match.group() not in _PASSIVE:
                offsets = out.setdefault(source.line_of(match.start()), [])
                if not offsets or offsets[-1] < match.start():
                    offsets.append(match.start())
    return out


class _Paint:
    """One byte a source byte: what the innermost node that covers it knows."""

    def __init__(self, syntax: SyntaxFile, unit: Unit) -> None:
        self._source = syntax.source
        self._unit = unit
        self._cells = bytearray(len(syntax.source.data) + 1)
        self._expansions = sorted(unit.expansions)
        self._starts = [span.start for span in self._expansions]
        self._statements: list[Span] = []
        self._unreliable: set[int] = set()
        self._bad_lines: set[int] = set()

    def levels(self, lines: dict[int, list[int]]) -> dict[int, int]:
        """The level of each line."""
        bodies = [node for function in self._functions() for node in function.children()]
        bodies += self._unit.globals  # lambdas stand there
        self._read_errors(bodies)
        for body in bodies:
            self._walk(body)
        silent = self._unit.silent
        for span in silent:
            self._fill(span, TYPED)
        for body in bodies if silent else ():  # the methods of local types speak for themselves
            if isinstance(body, Block) and any(span.contains(body.span) for span in silent):
                self._walk(body)
        self._expand()
        self._spread_errors()
        cut = _lines_of(self._source, self._unit.cut_off)
        cells = self._cells
        out = {}
        for line, offsets in lines.items():
            values = [cells[offset] for offset in offsets]
            level = min(values)
            out[line] = SEEN if level == TYPED and (line in self._bad_lines or line in cut) else level
        return out

    def _expand(self) -> None:
        """What a macro's use says beyond its nodes (its name, words it pastes) was read by the preprocessor."""
        if not self._expansions:
            return
        errors = sorted(offset for offset, _ in self._unit.errors)
        inside = [(f.span.start, f.span.end) for f in (*self._functions(), *self._unit.globals)]
        for use in self._expansions:
            if bisect_right(errors, use.end - 1) > bisect_right(errors, use.start - 1):
                continue
            if any(start <= use.start < end for start, end in inside):
                part = self._cells[use.start : use.end]
                self._cells[use.start : use.end] = part.replace(b"\x00", _NODE_MARK[TYPED])

    def _functions(self) -> Iterable[Function]:
        return self._unit.functions

    def _fill(self, span: Span, level: int) -> None:
        if span.end > span.start:
            self._cells[span.start : span.end] = _NODE_MARK[level] * (span.end - span.start)

    def _walk(self, node: Node) -> None:
        self._draw(node)
        for child in node.children():
            self._walk(child)

    def _draw(self, node: Node) -> None:
        span = node.span
        own_text = node.macro is None or node.macro.from_argument
        if isinstance(node, Block):
            if own_text:
                self._cells[span.start : span.end] = bytes(span.end - span.start)
            return
        if isinstance(node, Unseen):
            self._fill(span, SEEN)
            return
        level = TYPED if self._known(node) else SEEN
        if own_text:
            self._fill(span, level)
        elif level == SEEN or not self._cells[span.start]:
            # tokens of a macro's body: the use as a whole stands for them, its arguments speak for themselves
            self._fill(Span(span.start, self._name_end(span)) if level == SEEN else span, level)

    def _name_end(self, use: Span) -> int:
        text = self._source.data[use.start : use.end]
        match = _TOKEN.match(text)
        return use.start + (match.end() if match else len(text))

    def _known(self, node: Node) -> bool:
        if isinstance(node, VarDecl):
            return _reliable(node.decl) and id(node.decl) not in self._unreliable
        if isinstance(node, Expr):
            if not _known_type(node.type) or (self._unit.errors and _is_error(node)):
                return False
            if isinstance(node, Name | Call) and node.decl is not None:
                return node.decl.real and id(node.decl) not in self._unreliable
        return True

    # ------------------------------------------------------------ errors

    def _read_errors(self, bodies: Sequence[Node]) -> None:
        """Note the declarations whose type clang could not read: their uses are not typed."""
        if not self._unit.errors:
            return
        declared: list[tuple[Span, int, Decl]] = []
        for function in self._functions():
            declared += [(span, span.end, p) for span, p in self._parameters(function)]
        for body in bodies:
            for node in body.walk():
                if isinstance(node, VarDecl):
                    declared.append((node.span, node.init.span.start if node.init else node.span.end, node.decl))
                if isinstance(node, Stmt) and not isinstance(node, Block | For | While | Switch | If):
                    self._statements.append(node.span)
                elif isinstance(node, If | While) and isinstance(node.condition, Expr):
                    self._statements.append(node.condition.span)
        for offset, _ in self._unit.errors:
            for span, end, decl in declared:
                if span.start <= offset < end:
                    self._unreliable.add(id(decl))

    def _parameters(self, function: Function) -> Iterable[tuple[Span, Decl]]:
        """The parameters of a function with where they are declared: from the one before, or the parenthesis, on."""
        start = -1
        for param in function.params:
            if param.span is None or not function.span.contains(param.span):
                continue
            if start < 0:
                start = _open_paren(self._source.data, function.span.start, param.span.start)
            yield Span(start, param.span.end), param
            start = param.span.end

    def _spread_errors(self) -> None:
        """An error makes the lines of the innermost statement around it untyped."""
        line_of = self._source.line_of
        for offset, _ in self._unit.errors:
            around = min(
                (span for span in self._statements if span.start <= offset < span.end),
                key=lambda span: span.end - span.start,
                default=None,
            )
            if around is None or b"{" in self._source.data[around.start : around.end]:
                self._bad_lines.add(line_of(offset))
            else:
                self._bad_lines.update(range(line_of(around.start), line_of(around.end - 1) + 1))


def _open_paren(data: bytes, first: int, at: int) -> int:
    """Where the parenthesis around `at` opens, not before `first`."""
    depth = 0
    for i in range(at - 1, first - 1, -1):
        depth += (data[i] == _CLOSING) - (data[i] == _OPENING)
        if depth < 0:
            return i
    return first


def _is_error(node: Expr) -> bool:
    """What clang puts in place of an expression it could not read at all."""
    lost = isinstance(node, Opaque) and not node.parts and node.type.kind == "dependent"
    return lost and not node.text.startswith("__builtin")  # clang shows no operands of these


def _known_type(type_: Type) -> bool:
    seen: Type | None = type_
    while seen is not None:
        if seen.kind == "unknown":
            return False
        seen = seen.element
    return True


def _reliable(decl: Decl) -> bool:
    return decl.real and _known_type(decl.type)


# ---------------------------------------------------------------- blind spots


def _blind(syntax: SyntaxFile, units: Sequence[Unit], best: dict[int, int]) -> list[BlindSpot]:
    messages = _messages(syntax, units)
    dropped = _dropped(syntax, units)
    cut = {line for unit in units for line in _lines_of(syntax.source, unit.cut_off)}
    reached = [node.span for unit in units for node in (*unit.functions, *unit.globals)]
    out: list[BlindSpot] = []
    ordered = sorted(best)
    following = dict(pairwise(ordered))
    last_line = 0
    for line in ordered:
        level = best[line]
        if level == TYPED:
            continue
        reason = _reason(syntax, line, level, messages, reached, dropped)
        if line in cut and reason == UNKNOWN_TYPE:
            reason = CUT_OFF
        if out and out[-1].reason == reason and following.get(last_line) == line:
            out[-1] = BlindSpot(out[-1].path, out[-1].line, line, reason)
        else:
            out.append(BlindSpot(syntax.source.path, line, line, reason))
        last_line = line
    return out


def _messages(syntax: SyntaxFile, units: Sequence[Unit]) -> tuple[list[int], list[str]]:
    found = sorted({(syntax.source.line_of(offset), message) for unit in units for offset, message in unit.errors})
    return [line for line, _ in found], [message for _, message in found]


def _lines_of(source: SourceText, spans: Iterable[Span]) -> set[int]:
    """All lines that the spans touch."""
    return {line for s in spans for line in range(source.line_of(s.start), source.line_of(max(s.end - 1, s.start)) + 1)}


def _dropped(syntax: SyntaxFile, units: Sequence[Unit]) -> set[int]:
    """The lines of statements that only the syntax tree has, in every class."""
    line_of = syntax.source.line_of
    lines: set[int] = set()
    for unit in units:
        for function in unit.functions if unit.errors else ():
            for node in function.walk():
                if isinstance(node, Unseen):
                    lines.update(range(line_of(node.span.start), line_of(max(node.span.end - 1, 0)) + 1))
    return lines


def _reason(
    syntax: SyntaxFile,
    line: int,
    level: int,
    messages: tuple[list[int], list[str]],
    reached: Sequence[Span],
    dropped: set[int],
) -> str:
    lines, texts = messages
    index = bisect_right(lines, line) - 1
    near = shortened(texts[index]) if index >= 0 and lines[index] == line else ""
    if level == SEEN:
        if line in dropped:
            return f"statement not parsed: {near}" if near else "statement not parsed"
        return f"unknown type: {near}" if near else UNKNOWN_TYPE
    start = syntax.source.line_start(line)
    if syntax.arm_at(start) is not None and not near:
        return "unreached arm"
    if not any(span.start <= start < span.end for span in reached):
        return f"function not seen: {near}" if near else "function not seen"
    return f"statement not seen: {near}" if near else "statement not seen"


def shortened(message: str) -> str:
    """A long message cut between words, and in front of a quotation or parenthesis that the cut would leave open."""
    if len(message) <= _SHORT:
        return message
    head = message[: _SHORT + 1].rpartition(" ")[0] or message[:_SHORT]
    opened = [head.rfind("'")] if head.count("'") % 2 else []
    if head.count("(") > head.count(")"):
        opened.append(head.rfind("("))
    return f"{head[: min(opened, default=len(head))].rstrip()} ..."
