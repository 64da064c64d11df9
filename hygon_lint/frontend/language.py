"""What language a file is really in: suffixes such as .inc and .h are shared by many."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_SURE = frozenset({".hip", ".cu", ".cuh", ".cpp", ".cc", ".cxx", ".hpp", ".hxx", ".hh"})
_HEAD = 65536  # bytes that are looked at

# Lines that a language is known by. A file is taken for it when they outnumber the lines that only C++ has.
_ASSEMBLER = (
    rb"\.(?:text|globl|global|section|macro|endm|set|equ|align|p2align|amdgcn_target|amdhsa_\w+|type|size|if|endif)\b",
    rb"[sv]_\w+[ \t]+[sv]\[?\d",
    rb"(?:ds|buffer|global|flat)_\w+[ \t]+[sv]\[?\d",
    rb"[A-Za-z_.$][\w.$]*:[ \t]*$",
)
_FORTRAN = (
    rb"(?:end[ \t]+)?(?:subroutine|program|module)\b",
    rb"implicit[ \t]+none",
    rb"(?:integer|real|logical|character)\b.*::",
    rb"call[ \t]+\w+[ \t]*\(",
)
_OBJECTIVE_C = (rb"@(?:interface|implementation|property|protocol|synthesize|end)\b",)
_PYTHON = (rb"#!.*python", rb"from[ \t]+[\w.]+[ \t]+import\b", rb"(?:def|class)[ \t]+\w+.*:[ \t]*$")
_SHELL = (rb"#!.*\b(?:ba|da|z|k)?sh\b", rb"(?:fi|done|esac)[ \t]*$")
_MAKE = (rb"[\w.$()/-]+[ \t]*:?=[ \t]", rb"\.PHONY", rb"ifeq\b", rb"\$\(call\b", rb"[\w.%/-]+:[ \t]*[\w.%/$() -]*$\n\t")
_PASCAL = (rb"(?:procedure|function)\b.*;", rb"(?:begin|end;)[ \t]*$")
_CPP_LINES = (
    rb"#[ \t]*(?:include|define|if|ifdef|ifndef|pragma|endif)\b",
    rb"(?:namespace|template|class|struct|typedef|using|static|inline|extern|constexpr|enum|union)\b",
    rb"//|/\*",
    rb".*[;{}][ \t]*(?://.*)?$",
)


def _lines(forms: tuple[bytes, ...], flags: int = 0) -> re.Pattern[bytes]:
    return re.compile(rb"^[ \t]*(?:" + rb"|".join(forms) + rb")", re.MULTILINE | flags)


# What a language is known by. A file is taken for it when these lines outnumber those that only C++ has.
_SIGNS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("assembler", _lines(_ASSEMBLER)),
    ("Fortran", _lines(_FORTRAN, re.IGNORECASE)),
    ("Objective-C", _lines(_OBJECTIVE_C)),
    ("PHP", re.compile(rb"<\?php\b")),
    ("markup", re.compile(rb"\A\s*<(?:\?xml|!DOCTYPE|html)\b", re.IGNORECASE)),
    ("Python", _lines(_PYTHON)),
    ("shell", _lines(_SHELL)),
    ("make", _lines(_MAKE)),
    ("Pascal", _lines(_PASCAL, re.IGNORECASE)),
)
_CPP = _lines(_CPP_LINES)
_PLAIN = re.compile(rb"^[ \t]*(?:#[ \t]*(?:pragma once|include[ \t]*[<\"])|template[ \t]*<|namespace\b)", re.MULTILINE)


def foreign_language(path: str, data: bytes) -> str:
    """The language of a file that is no C++ in spite of its suffix; "" for C++, and where nothing speaks against it."""
    head = data[:_HEAD]
    if PurePosixPath(path).suffix.lower() in _SURE or (_PLAIN.search(head) and b"@i" not in head):
        return ""
    counts = [(len(pattern.findall(head)), name) for name, pattern in _SIGNS]
    signs, name = max(counts, key=lambda pair: pair[0])
    return name if signs and signs > len(_CPP.findall(head)) else ""
