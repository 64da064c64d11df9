"""Which preprocessor lines are obeyed: a file must not change how another one reads behind its back.

Declarations from elsewhere are handed to clang with their conditions and macros and with no other directive: no
`#include` that would open a file, no `#pragma` or `#line` that would act on what follows. No macro changes a word of
the language, neither that of a header nor of a file itself, whether or not a compile would ever meet it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache
from typing import TYPE_CHECKING

from hygon_lint.frontend.notes import some_of
from hygon_lint.model.reserved import is_word, pattern

if TYPE_CHECKING:
    from hygon_lint.frontend.source import Span
    from hygon_lint.frontend.syntax import SyntaxFile

BOTH_SIDES_BEGIN = "#pragma clang force_cuda_host_device begin"
BOTH_SIDES_END = "#pragma clang force_cuda_host_device end"


def obeyed(header: str) -> str:
    """Declarations from elsewhere, with the lines blanked that clang must not obey."""
    return closed(_others().sub(_blank, header).encode("utf-8", "replace")).decode("utf-8")


@cache
def _others() -> re.Pattern[str]:
    """Directives that are neither conditions nor definitions of a free name (written out on one line).

    A lone carriage return ends a line for clang. A name that goes on behind a splice is not known by its beginning.
    """
    blank = r"[ \t\f\v]"
    conditions = r"(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b"
    definitions = rf"(?:define|undef){blank}+(?!{pattern()})[A-Za-z_]\w*(?!\w|\\(?:\r\n|\n|\r)\w)"
    own = "|".join(re.escape(line.removeprefix("#")) for line in (BOTH_SIDES_BEGIN, BOTH_SIDES_END))
    line = r"(?:[^\n\r\\]|\\(?:\r\n|[\s\S]))*"
    return re.compile(rf"(?:(?<=[\n\r])|\A){blank}*#{blank}*(?!{conditions}|{definitions}|(?:{own})\n){line}")


def _blank(match: re.Match[str]) -> str:
    return "\n" * match.group().count("\n")


def closed(text: bytes, known: Container[int] = ()) -> bytes:
    """A text without lines that would open a file; its offsets stay. `known` are where those begin that may.

    Include lines are taken out by the lexer's word. It reads no word and no comment's end that goes on behind a splice,
    as clang does, so a line break must not hide one.
    """

    def blank(match: re.Match[bytes]) -> bytes:
        return match.group() if match.start() in known else re.sub(rb"[^\\\s]", b" ", match.group())

    return _SPLIT_COMMENT.sub(lambda match: b" " + match.group()[1:], _OPENS.sub(blank, text))


_SPLICE = rb"(?:\\[ \t\f\v]*(?:\r\n|\n|\r))"
_OPENERS = (b"include", b"import", b"embed", b"__include")
_OPENS = re.compile(
    rb"#(?:[ \t\f\v]|" + _SPLICE + rb")*(?:"
    + b"|".join((_SPLICE + b"*").join(bytes([c]) for c in word) for word in _OPENERS)
    + b")"
)  # fmt: skip
_SPLIT_COMMENT = re.compile(rb"\*" + _SPLICE + rb"+/(?!\*)|/" + _SPLICE + rb"+[*/]")


def disobeyed(syntax: SyntaxFile) -> list[Span]:
    """The lines of a file that define a word of the language."""
    return [define.span for define in syntax.defines if is_word(define.name)]


def about_disobeyed(syntax: SyntaxFile) -> Iterator[str]:
    """What is to be said of them."""
    names = list(dict.fromkeys(define.name for define in syntax.defines if is_word(define.name)))
    if names:
        yield f"macros that would change words of the language are not obeyed: {some_of(names)}"
