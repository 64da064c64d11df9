"""Preprocessor lines put in order: conditional chains with their arms, macro definitions, includes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hygon_lint.frontend.lexing import SPLICE, Lexed
from hygon_lint.frontend.source import Span

_OPENERS = frozenset(("if", "ifdef", "ifndef"))
_FOLLOWERS = frozenset(("elif", "elifdef", "elifndef", "else"))
_DEFINE = re.compile(rb"(?:[ \t\f\v]|\\[ \t\f\v]*(?:\r\n|\n|\r))*([A-Za-z_]\w*)")
_INCLUDE = re.compile(rb'[ \t\f\v]*(?:<([^>\r\n]*)>|"([^"\r\n]*)")')
_FALSE = re.compile(rb"(?:\(*(?:0+[uUlL]*|false|0x0+)\)*|\(*(?:0|false)\)*&&[^|]*|[^|]*&&\(*(?:0|false)\)*)\Z")
_TRUE = re.compile(rb"\(*(?:0*[1-9]\d*[uUlL]*|true|0[xX]0*[1-9a-fA-F][0-9a-fA-F]*)\)*\Z")

_FOREIGN = re.compile(
    r"(?:[^/]+|(?:hip|hsa|rocm|hipcub|rocprim|rocblas|hipblas\w*|cuda|cub|thrust|torch|ATen|c10|pybind11|sys|linux|bits)/.*)\Z"
)


def is_foreign(header: str) -> bool:
    """Whether a header in angle brackets is one of the system or of a toolkit, none of the project's."""
    return _FOREIGN.match(header) is not None


@dataclass(eq=False, slots=True)
class Arm:
    """One arm of a chain. `kind` is the directive's name; `condition` is empty for `else`.

    `directive` is the line from `#` on, `body` runs from behind that line to the next `#` of the chain.
    """

    kind: str
    directive: Span
    condition: Span
    body: Span
    chain: Chain

    @property
    def index(self) -> int:
        """Position in its chain, from 0."""
        return self.chain.arms.index(self)


@dataclass(eq=False, slots=True)
class Chain:
    """`#if` ... `#endif`. `endif` is None when the file ends before it; `parent` is the arm around it."""

    arms: list[Arm]
    span: Span
    endif: Span | None
    parent: Arm | None
    depth: int

    @property
    def has_else(self) -> bool:
        """Whether a plain `#else` closes the chain."""
        return self.arms[-1].kind == "else"


@dataclass(frozen=True, slots=True)
class Define:
    """`#define`. `params` is None for object-like macros; `body` is the replacement (splices and comments included)."""

    name: str
    params: tuple[str, ...] | None
    body: Span
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Undef:
    """`#undef`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Include:
    """`#include`, `system` when in `<>`; `span` covers the line.

    `target` is "" where no header is named: when a macro does it, and for `#embed`.
    """

    target: str
    system: bool
    span: Span


@dataclass(slots=True)
class Directives:
    """All preprocessor lines of a file by kind, each list in source order (chains: by their `#if`)."""

    chains: list[Chain] = field(default_factory=list)
    defines: list[Define] = field(default_factory=list)
    undefs: list[Undef] = field(default_factory=list)
    includes: list[Include] = field(default_factory=list)
    stray: list[Span] = field(default_factory=list)  # #else, #elif, #endif without an #if


def read_directives(lexed: Lexed) -> Directives:
    """Sort the preprocessor lines of a lexed file."""
    out = Directives()
    text = lexed.no_comments
    open_chains: list[Chain] = []
    for directive in lexed.directives:
        name, span, rest = directive.name, directive.span, directive.rest
        if name in _OPENERS:
            parent = open_chains[-1].arms[-1] if open_chains else None
            chain = Chain([], Span(span.start, len(text)), None, parent, len(open_chains))
            chain.arms.append(Arm(name, span, _trim(text, rest), Span(span.end, len(text)), chain))
            out.chains.append(chain)
            open_chains.append(chain)
        elif name in _FOLLOWERS:
            if not open_chains:
                out.stray.append(span)
                continue
            chain = open_chains[-1]
            last = chain.arms[-1]
            last.body = Span(last.body.start, span.start)
            condition = Span(rest.start, rest.start) if name == "else" else _trim(text, rest)
            chain.arms.append(Arm(name, span, condition, Span(span.end, len(text)), chain))
        elif name == "endif":
            if not open_chains:
                out.stray.append(span)
                continue
            chain = open_chains.pop()
            last = chain.arms[-1]
            last.body = Span(last.body.start, span.start)
            chain.endif = span
            chain.span = Span(chain.span.start, span.end)
        elif name == "define":
            define = _read_define(text, span, rest)
            if define is not None:
                out.defines.append(define)
        elif name == "undef":
            match = _DEFINE.match(text, rest.start, rest.end)
            if match is not None:
                out.undefs.append(Undef(match[1].decode(), span))
        elif name in ("include", "include_next", "import"):
            match = _INCLUDE.match(text, rest.start, rest.end)
            target = (match[1] or match[2] or b"") if match is not None else b""
            out.includes.append(Include(target.decode("utf-8", "replace"), bool(match and match[1]), span))
        elif name == "embed":
            out.includes.append(Include("", False, span))
    return out


def dead_arms(chains: list[Chain], text: bytes) -> list[Arm]:
    """Arms no compiler ever sees: a literally false condition, or behind a literally true one. In source order."""
    dead: list[Arm] = []
    for chain in chains:
        taken = False
        for arm in chain.arms:
            if taken:
                dead.append(arm)
                continue
            literal = SPLICE.sub(b"", text[arm.condition.start : arm.condition.end]).replace(b" ", b"")
            if arm.kind not in ("if", "elif"):
                continue
            if _FALSE.match(literal):
                dead.append(arm)
            elif _TRUE.match(literal):
                taken = True
    return sorted(dead, key=lambda arm: arm.directive.start)


def _read_define(text: bytes, span: Span, rest: Span) -> Define | None:
    match = _DEFINE.match(text, rest.start, rest.end)
    if match is None:
        return None
    params: tuple[str, ...] | None = None
    position = match.end()
    if text[position : position + 1] == b"(":
        close = text.find(b")", position, rest.end)
        if close < 0:
            close = rest.end
        listed = SPLICE.sub(b"", text[position + 1 : close]).decode("utf-8", "replace")
        params = tuple(p.strip() for p in listed.split(",") if p.strip())
        position = min(close + 1, rest.end)
    return Define(match[1].decode(), params, _trim(text, Span(position, rest.end)), span, Span(*match.span(1)))


def _trim(text: bytes, span: Span) -> Span:
    """The span without blanks and splices at its ends."""
    piece = text[span.start : span.end]
    stripped = piece.lstrip(b" \t\f\v\r\n\\")
    start = span.end - len(stripped)
    return Span(start, start + len(stripped.rstrip(b" \t\f\v\r\n")))
