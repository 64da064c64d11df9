"""Conditions of `#if`, `#elif`, `#ifdef` and their kin as expression trees, each atom with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.frontend.directives import Arm
from hygon_lint.frontend.source import Span

_TOKEN = re.compile(
    rb"(?:[ \t\f\v\r\n]|\\[ \t\f\v]*(?:\r\n|\n|\r))*"
    rb"(?:(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)|(?P<char>(?:u8|[uUL])?'(?:[^'\\]|\\.)*')"
    rb'|(?P<text>"(?:[^"\\]|\\.)*")|(?P<op>&&|\|\||<=>|<<|>>|[=!<>]=|\#\#|[^\s\w]))'
)
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)[uUlLzZ]*\Z")
_WORD_OPERATORS = {b"and": b"&&", b"or": b"||", b"not": b"!", b"bitand": b"&", b"bitor": b"|", b"xor": b"^"}
_LEVELS = (("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))
_STRENGTH = {op.encode(): level for level, ops in enumerate(_LEVELS) for op in ops}
_DEEPEST = 40
_LONGEST = 200  # operators of one arithmetic chain


@dataclass(frozen=True, slots=True)
class Condition:
    """Base of the nodes. `span` covers the node's own text."""

    span: Span

    def parts(self) -> tuple[Condition, ...]:
        """The operands, in order."""
        return ()

    def walk(self) -> Iterator[Condition]:
        """This node and all below it, in source order."""
        yield self
        for part in self.parts():
            yield from part.walk()


@dataclass(frozen=True, slots=True)
class Number(Condition):
    """An integer; `value` is None for a spelling we do not read (character constants)."""

    value: int | None


@dataclass(frozen=True, slots=True)
class Defined(Condition):
    """`defined(X)`, or the X of `#ifdef`, `#ifndef`. `name_span` is X alone."""

    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class Name(Condition):
    """A macro used for its value."""

    name: str


@dataclass(frozen=True, slots=True)
class MacroCall(Condition):
    """`F(...)`, `__has_include(<x>)`: a value we do not know. `arguments` is the text between the parentheses."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Unary(Condition):
    """`!`, `-`, `+`, `~`."""

    op: str
    operand: Condition

    def parts(self) -> tuple[Condition, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Logic(Condition):
    """`a && b && ...` or `a || b || ...`, any number of operands."""

    op: str
    operands: tuple[Condition, ...]

    def parts(self) -> tuple[Condition, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Arithmetic(Condition):
    """Comparison, shift, bit and number arithmetic."""

    op: str
    left: Condition
    right: Condition

    def parts(self) -> tuple[Condition, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Choice(Condition):
    """`a ? b : c`."""

    condition: Condition
    then: Condition
    other: Condition

    def parts(self) -> tuple[Condition, ...]:
        return (self.condition, self.then, self.other)


@dataclass(frozen=True, slots=True)
class Unparsed(Condition):
    """Text that is no expression; its value is unknown."""


def condition_of(arm: Arm, text: bytes) -> Condition | None:
    """The condition of an arm; None for `#else`. `text` is the file without comments (`Lexed.no_comments`)."""
    span = arm.condition
    if arm.kind == "else":
        return None
    if arm.kind in ("if", "elif"):
        return parse_condition(text, span)
    match = _TOKEN.match(text, span.start, span.end)
    if match is None or match["name"] is None:
        return Unparsed(span)
    name_span = Span(*match.span("name"))
    defined = Defined(name_span, match["name"].decode(), name_span)
    return Unary(span, "!", defined) if arm.kind in ("ifndef", "elifndef") else defined


def parse_condition(text: bytes, span: Span) -> Condition:
    """The expression that stands at `span` of `text`."""
    parser = _Parser(text, span)
    try:
        node = parser.choice()
    except _NoExpressionError:
        return Unparsed(span)
    return node if parser.at_end else Unparsed(span)


class _NoExpressionError(Exception):
    pass


class _Parser:
    def __init__(self, text: bytes, span: Span) -> None:
        self._text = text
        self._tokens = list(_TOKEN.finditer(text, span.start, span.end))
        self._index = 0
        self._depth = 0
        self._end = span.end

    @property
    def at_end(self) -> bool:
        return self._index >= len(self._tokens)

    def _peek(self) -> bytes:
        if self.at_end:
            return b""
        token = self._tokens[self._index]
        word = token[token.lastgroup or 0]
        return _WORD_OPERATORS.get(word, word)

    def _next(self) -> re.Match[bytes]:
        if self.at_end:
            raise _NoExpressionError
        self._index += 1
        return self._tokens[self._index - 1]

    def _take(self, symbol: bytes) -> Span:
        if self._peek() != symbol:
            raise _NoExpressionError
        token = self._next()
        return Span(*token.span(token.lastgroup or 0))

    def choice(self) -> Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _NoExpressionError
        condition = self._logic(b"||")
        if self._peek() == b"?":
            self._next()
            then = self.choice()
            self._take(b":")
            other = self.choice()
            condition = Choice(Span(condition.span.start, other.span.end), condition, then, other)
        self._depth -= 1
        return condition

    def _logic(self, op: bytes) -> Condition:
        operands = [self._operand_of(op)]
        while self._peek() == op:
            self._next()
            operands.append(self._operand_of(op))
        if len(operands) == 1:
            return operands[0]
        return Logic(Span(operands[0].span.start, operands[-1].span.end), op.decode(), tuple(operands))

    def _operand_of(self, op: bytes) -> Condition:
        return self._logic(b"&&") if op == b"||" else self._binary(0)

    def _binary(self, weakest: int) -> Condition:
        left = self._unary()
        links = 0
        while (level := _STRENGTH.get(self._peek(), -1)) >= weakest:
            links += 1
            if links > _LONGEST:
                raise _NoExpressionError
            op = self._peek().decode()
            self._next()
            right = self._binary(level + 1)
            left = Arithmetic(Span(left.span.start, right.span.end), op, left, right)
        return left

    def _unary(self) -> Condition:
        symbol = self._peek()
        if symbol in (b"!", b"-", b"+", b"~"):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise _NoExpressionError
            token = self._next()
            operand = self._unary()
            self._depth -= 1
            return Unary(Span(token.start(token.lastgroup or 0), operand.span.end), symbol.decode(), operand)
        return self._primary()

    def _primary(self) -> Condition:
        token = self._next()
        group = token.lastgroup or "op"
        span = Span(*token.span(group))
        word: bytes = token[group]
        if group == "number":
            return Number(span, _integer(word.decode("ascii", "replace")))
        if group == "char":
            return Number(span, None)
        if word == b"(":
            inner = self.choice()
            self._take(b")")
            return inner
        if group != "name" or word in _WORD_OPERATORS:
            raise _NoExpressionError
        name = word.decode()
        if name == "defined":
            return self._defined(span)
        if name in ("true", "false"):
            return Number(span, int(name == "true"))
        if self._peek() == b"(":
            return self._call(name, span)
        return Name(span, name)

    def _defined(self, span: Span) -> Condition:
        opened = self._peek() == b"("
        if opened:
            self._next()
        token = self._next()
        if token["name"] is None:
            raise _NoExpressionError
        name_span = Span(*token.span("name"))
        end = self._take(b")").end if opened else name_span.end
        return Defined(Span(span.start, end), token["name"].decode(), name_span)

    def _call(self, name: str, span: Span) -> Condition:
        start = self._take(b"(").end
        depth = 1
        while depth:
            token = self._next()
            symbol = token["op"]
            depth += (symbol == b"(") - (symbol == b")")
        close = Span(*token.span("op"))
        return MacroCall(Span(span.start, close.end), name, self._text[start : close.start].decode("utf-8", "replace"))


def _integer(spelling: str) -> int | None:
    match = _NUMBER.match(spelling.replace("'", ""))
    if match is None or len(match[1]) > 40:
        return None
    digits = match[1]
    if digits[:2] in ("0x", "0X", "0b", "0B"):
        return int(digits, 0)
    try:
        return int(digits, 8 if digits.startswith("0") else 10)
    except ValueError:
        return None
