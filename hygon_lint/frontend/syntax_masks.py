"""What may be blanked in a kernel source so that a plain C++ grammar reads the rest.

Each function gives candidates; whether they help is for the caller to try. All work on the text without comments
and literals, so that nothing inside them is taken for code.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.source import Span

_ATTRIBUTE = re.compile(
    rb"\b(?:__(?:global|device|host|forceinline|noinline|shared|constant|managed|grid_constant|extension)__"
    rb"|__forceinline|__(?:launch_bounds|align|cluster_dims|maxnreg|block_size)__(?=\s*\()"
    rb"|__attribute__(?=\s*\()|__declspec(?=\s*\())"
)
_WITH_ARGUMENTS = re.compile(rb"\s*\(")
_TAKES_ARGUMENTS = re.compile(
    rb"(?:__(?:launch_bounds|align|cluster_dims|maxnreg|block_size|attribute)__|__declspec)\Z"
)
_EXPRESSION_WORD = re.compile(rb"\btypename\b|(?:(?<=\.)|(?<=->))template\b")
_IN_EXPRESSION = re.compile(rb"(?:[=({?:&|!+*/.>-]|\breturn|\busing)\s*\Z")
_DECLTYPE = re.compile(rb"\bdecltype\s*\(")
_CALLED_OPERATOR = re.compile(rb"(?:->|\.)\s*(operator\s*[^\w\s(]+|operator\s*\(\s*\))(?=\s*\()")
_SPECIAL_OPERATOR = re.compile(rb"\boperator\s*\(\s*\)\s*(<[^;{}()]*>)(?=\s*\()")
_SMALL_ERROR = 200  # bytes; a larger one says little about its cause
_PAREN = re.compile(rb"[()]")
_REACH = 4096  # bytes between two parentheses; what is farther apart costs too much to look for
_NOT_WORD = re.compile(rb"[^\w\r\n]")
_LAUNCH = re.compile(rb"<<<")
_PREFIX = re.compile(
    rb"(?<![\w.>:#])([A-Z][A-Z0-9_]{2,}|_{0,2}[a-z]\w*(?:inline|INLINE|device|DEVICE)\w*)(?=\s+[A-Za-z_~\[])"
)
_BARE_CALL = re.compile(rb"(?:^|(?<=[;{}\r\n]))[ \t]*([A-Z_][A-Z0-9_]{2,})[ \t]*\(", re.MULTILINE)
_ANOTHER_CALL = re.compile(rb"\s*[A-Z_][A-Z0-9_]{2,}[ \t]*\(")
_AFTER_CALL = re.compile(rb"\s*([^\s\w#]?)")


def joined(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, overlapping ones united."""
    out: list[Span] = []
    for span in sorted(spans):
        if out and span.start <= out[-1].end:
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        else:
            out.append(span)
    return out


def attributes(text: bytes) -> Iterator[Span]:
    """Function and variable attributes of HIP and CUDA, and compiler attributes with their arguments."""
    for match in _ATTRIBUTE.finditer(text):
        end = match.end()
        if _TAKES_ARGUMENTS.match(match[0]):
            opened = _WITH_ARGUMENTS.match(text, end)
            if opened is not None:
                end = close_paren(text, opened.end())
        yield Span(match.start(), end)


def launches(text: bytes) -> Iterator[Span]:
    """The `<<<...>>>` of kernel launches."""
    for match in _LAUNCH.finditer(text):
        end = text.find(b">>>", match.end())
        if 0 <= end < match.end() + 2000:
            yield Span(match.start(), end + 3)


def arms(chains: Sequence[Chain], dead: Sequence[Arm], errors: Sequence[Span]) -> Iterator[Span]:
    """The directives of chains that touch an error, and all their arms but the first live one."""
    dead_ids = {id(arm) for arm in dead}
    for chain in chains:
        if not _touches(chain.span, errors, slack=1):
            continue
        live = next((arm for arm in chain.arms if id(arm) not in dead_ids), None)
        for arm in chain.arms:
            yield arm.directive
            if arm is not live:
                yield arm.body
        if chain.endif is not None:
            yield chain.endif


def prefix_macros(text: bytes, errors: Sequence[Span]) -> Iterator[Span]:
    """Macros in front of declarations: words in capitals before another word, if they do so near an error."""
    uses: dict[bytes, list[Span]] = {}
    suspects: set[bytes] = set()
    for match in _PREFIX.finditer(text):
        span = Span(*match.span(1))
        uses.setdefault(match[1], []).append(span)
        if _touches(span, errors, slack=80):
            suspects.add(match[1])
    for name in suspects:
        yield from uses[name]


def bare_calls(text: bytes, errors: Sequence[Span]) -> Iterator[Span]:
    """Macro calls that stand as statements or declarations with no semicolon behind, near an error."""
    for match in _BARE_CALL.finditer(text):
        end = close_paren(text, match.end())
        while (another := _ANOTHER_CALL.match(text, end)) is not None:
            end = close_paren(text, another.end())
        span = Span(match.start(1), end)
        follow = _AFTER_CALL.match(text, end)
        if follow is not None and follow[1] in (b"", b"}", b"[", b"~") and _touches(span, errors, slack=80):
            yield span


def expression_words(text: bytes, errors: Sequence[Span]) -> Iterator[Span]:
    """Near an error: `typename` and `template` inside expressions, template arguments of a specialised `operator()`."""
    small = [error for error in errors if error.end - error.start <= _SMALL_ERROR]
    for match in _EXPRESSION_WORD.finditer(text):
        span = Span(*match.span())
        if _touches(span, small, slack=4) or (
            _touches(span, errors, slack=4) and _IN_EXPRESSION.search(text, max(0, span.start - 40), span.start)
        ):
            yield span
    for match in _SPECIAL_OPERATOR.finditer(text):
        if _touches(Span(*match.span()), errors, slack=200):
            yield Span(*match.span(1))


def nameable(text: bytes, errors: Sequence[Span]) -> Iterator[Span]:
    """Near an error: `decltype(...)` as a value's type and operators called by name; a plain word can replace them."""
    for match in _CALLED_OPERATOR.finditer(text):
        if _touches(Span(*match.span()), errors, slack=4):
            yield Span(*match.span(1))
    for match in _DECLTYPE.finditer(text):
        span = Span(match.start(), close_paren(text, match.end()))
        if _touches(span, errors, slack=4):
            yield span


def as_word(text: bytes) -> bytes:
    """`text` with all that no identifier may hold turned into underscores; line ends stay."""
    return _NOT_WORD.sub(b"_", text)


def close_paren(text: bytes, position: int) -> int:
    """Behind the `)` that closes a parenthesis opened just before `position`; `position` when none does nearby."""
    depth = 1
    for match in _PAREN.finditer(text, position, position + _REACH):
        depth += 1 if match[0] == b"(" else -1
        if depth == 0:
            return match.end()
    return position


def _touches(span: Span, errors: Sequence[Span], slack: int) -> bool:
    """Whether an error (in order, disjoint) lies within `slack` bytes of the span."""
    index = bisect_right(errors, span.end + slack, key=lambda e: e.start) - 1
    first = bisect_left(errors, span.start - slack, key=lambda e: e.end)
    return first <= index
