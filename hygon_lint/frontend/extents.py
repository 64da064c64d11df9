"""Where functions begin and end, by brace matching over the lexical skeleton.

Works on files that no parser accepts: comments, literals and preprocessor lines are blanks by now, unknown macros are
just words, and where arms of an `#if` open or close different braces the first live arm decides how it goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.heads import classify
from hygon_lint.frontend.source import Span

_ANY = re.compile(rb"[{}();]")
_BRACES = re.compile(rb"[{}]")
_HEAD_PIECES = 200  # a head cut into more pieces than these is no declaration
_WORD = re.compile(rb"\S")


@dataclass(frozen=True, slots=True)
class FunctionExtent:
    """A function with a body. `span` starts at its first word, `body` includes both braces.

    `name` is as written last (`operator()`, `~Foo`); `scope` the namespaces and classes around it, outermost first.
    `is_lambda` tells a lambda bound to a variable at namespace or class scope. `closed` is false where the file
    (or the scope around it) ended before the closing brace.
    """

    name: str
    span: Span
    body: Span
    scope: tuple[str, ...]
    is_lambda: bool
    closed: bool

    @property
    def qualified(self) -> str:
        """The name with its scopes, joined by `::`."""
        return "::".join((*(s for s in self.scope if s), self.name))


@dataclass(frozen=True, slots=True)
class _Scope:
    kind: str  # "open" (declarations follow), "function", "skip"
    name: str
    head: tuple[Span, ...]  # pieces of the text that introduced it
    brace: int
    parens: int  # depth of parentheses around the brace
    is_lambda: bool = False


@dataclass(frozen=True, slots=True)
class _State:
    """Where the scan stands; immutable, so that arms can start from the same one."""

    stack: tuple[_Scope, ...] = ()
    parens: int = 0
    head: tuple[Span, ...] = ()  # finished pieces of the current head
    start: int = 0  # where its unfinished piece begins
    depth: int = 0  # braces inside the innermost function or skipped scope


def function_extents(code: bytes, chains: list[Chain], dead: Iterable[Arm]) -> tuple[FunctionExtent, ...]:
    """All function bodies of a file, in source order. `code` is `Lexed.code`."""
    dead_ids = {id(arm) for arm in dead}
    best = _Scan(code, chains, dead_ids, last_arm=False)
    best.run()
    if best.unbalanced and chains:
        other = _Scan(code, chains, dead_ids, last_arm=True)
        other.run()
        if other.unbalanced < best.unbalanced:
            best = other
    widest: dict[int, FunctionExtent] = {}  # several arms may each close the same body
    for function in best.found:
        known = widest.get(function.body.start)
        if known is None or known.body.end < function.body.end:
            widest[function.body.start] = function
    return tuple(sorted(widest.values(), key=lambda f: (f.span.start, f.body.start)))


@dataclass(slots=True)
class _OpenChain:
    before: _State
    chosen: _State | None = None


class _Scan:
    def __init__(self, code: bytes, chains: list[Chain], dead: set[int], last_arm: bool) -> None:
        self.code = code
        self.found: list[FunctionExtent] = []
        self.unbalanced = 0
        self._events = sorted(_events(chains), key=lambda e: e[0])
        self._dead = dead
        self._deadness: dict[int, bool] = {}  # of arms, those around them counted in
        self._last_arm = last_arm

    def run(self) -> None:
        state = _State()
        open_chains: list[_OpenChain] = []
        live = True
        position = 0
        for start, end, what, arm in self._events:
            if live:
                state = self._segment(state, position, start)
            state = _cut(state, start, end)
            if what == "if":
                open_chains.append(_OpenChain(state))
            elif what == "else":
                chain = open_chains[-1]
                if live and (chain.chosen is None or self._last_arm):
                    chain.chosen = state
                before = chain.before
                state = _State(before.stack, before.parens, before.head, end, before.depth)
            else:
                chain = open_chains.pop()
                if live and (chain.chosen is None or self._last_arm):
                    chain.chosen = state
                chosen = chain.chosen or chain.before
                state = _State(chosen.stack, chosen.parens, chosen.head, end, chosen.depth)
            live = arm is None or not self._is_dead(arm)
            position = end
        if live:
            state = self._segment(state, position, len(self.code))
        for scope in reversed(state.stack):
            self.unbalanced += 1
            if scope.kind == "function":
                self._close(scope, state.stack, len(self.code), closed=False)

    def _is_dead(self, arm: Arm) -> bool:
        path: list[Arm] = []
        outer: Arm | None = arm
        while outer is not None and id(outer) not in self._deadness:
            path.append(outer)
            outer = outer.chain.parent
        dead = outer is not None and self._deadness[id(outer)]
        for one in reversed(path):
            dead = self._deadness[id(one)] = dead or id(one) in self._dead
        return dead

    def _segment(self, state: _State, start: int, end: int) -> _State:
        """Scan code without conditional lines from `start` to `end`."""
        code = self.code
        stack, parens, head, begin, depth = state.stack, state.parens, state.head, state.start, state.depth
        position = start
        while True:
            inside = bool(stack) and stack[-1].kind != "open"
            match = (_BRACES if inside else _ANY).search(code, position, end)
            if match is None:
                return _State(stack, parens, head, begin, depth)
            at = match.start()
            position = at + 1
            byte = code[at]
            if inside:
                if byte == 0x7B:
                    depth += 1
                elif depth:
                    depth -= 1
                else:
                    scope = stack[-1]
                    stack = stack[:-1]
                    parens = scope.parens
                    if scope.kind == "function":
                        self._close(scope, stack, position, closed=True)
                        head, begin = (), position
                    else:
                        head, begin = (*scope.head[-_HEAD_PIECES:], Span(scope.brace, position)), position
            elif byte == 0x28:
                parens += 1
            elif byte == 0x29:
                parens = max(0, parens - 1)
            elif byte == 0x3B:
                if not parens:
                    head, begin = (), position
            elif byte == 0x7B:
                pieces = (*head, Span(begin, at))
                kind, name, is_lambda = ("skip", "", False) if parens else self._classify(pieces)
                stack = (*stack, _Scope(kind, name, pieces, at, parens, is_lambda))
                head, begin, parens, depth = (), position, 0, 0
            else:
                parens = 0
                head, begin = (), position
                if stack:
                    parens = stack[-1].parens
                    stack = stack[:-1]
                else:
                    self.unbalanced += 1

    def _classify(self, pieces: tuple[Span, ...]) -> tuple[str, str, bool]:
        # A finished initialiser stays in the head as a pair of braces: a constructor may have several.
        text = b" ".join(
            b"{}" if self.code[s.start : s.start + 1] == b"{" else self.code[s.start : s.end] for s in pieces
        )
        return classify(text.decode("utf-8", "replace"))

    def _close(self, scope: _Scope, stack: tuple[_Scope, ...], end: int, closed: bool) -> None:
        words = (_WORD.search(self.code, piece.start, piece.end) for piece in scope.head)
        first = next((word.start() for word in words if word is not None), scope.brace)
        names = tuple(s.name for s in stack if s is not scope and s.kind == "open" and s.name)
        self.found.append(
            FunctionExtent(scope.name, Span(first, end), Span(scope.brace, end), names, scope.is_lambda, closed)
        )


def _cut(state: _State, start: int, end: int) -> _State:
    """The state with the piece of the head before a conditional line finished, the next one behind the line."""
    piece = (Span(state.start, start),) if state.start < start else ()
    return _State(state.stack, state.parens, state.head[-_HEAD_PIECES:] + piece, end, state.depth)


def _events(chains: list[Chain]) -> Iterator[tuple[int, int, str, Arm | None]]:
    for chain in chains:
        for index, arm in enumerate(chain.arms):
            yield arm.directive.start, arm.directive.end, "else" if index else "if", arm
        if chain.endif is not None:
            yield chain.endif.start, chain.endif.end, "endif", chain.parent


def block_covers(code: bytes, outer: Span, inner: Span) -> bool:
    """Whether the block around `outer` is also around `inner`."""
    if outer.start < inner.start:
        depth = 0
        for match in _BRACES.finditer(code, outer.end, inner.start):
            depth += 1 if match[0] == b"{" else -1
            if depth < 0:
                return False
        return True
    depth = lowest = 0
    for match in _BRACES.finditer(code, inner.end, outer.start):
        depth += 1 if match[0] == b"{" else -1
        lowest = min(lowest, depth)
    return depth == lowest
