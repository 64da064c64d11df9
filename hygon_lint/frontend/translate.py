"""From a syntax file and an arch class to typed nodes: buffer, arguments, parse, lowering.

The file's own bytes are parsed with its `#include` lines blanked out in place, so every offset stays true; what the
includes would have brought comes from the shims and the project prelude as forced includes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hygon_lint.frontend import clang
from hygon_lint.frontend.lower import lower
from hygon_lint.frontend.other_arms import PLATFORM
from hygon_lint.frontend.shims import UNKNOWN_CLASS, core_text

if TYPE_CHECKING:
    from hygon_lint.frontend.arch_classes import ArchClass
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.source import Span
    from hygon_lint.frontend.syntax import SyntaxFile

_ARGUMENTS = (
    "-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-std=c++17", "-Wno-everything", "-ferror-limit=0",
    "-fno-delayed-template-parsing", *(f"-D{name}={value}" for name, value in PLATFORM),
)  # fmt: skip
_ARCH_MACRO = re.compile(rb"(!?)\s*(?:\bdefined\s*\(?\s*)?\b__(gfx[0-9a-f]+)__")
_BUFFER = "/hygon-lint/source.hip"
_SHIMS = "/hygon-lint/shims.h"
_PRELUDE = "/hygon-lint/prelude.h"
_STUBS = "/hygon-lint/stubs.h"


def arguments(arch_class: ArchClass) -> list[str]:
    """clang's arguments for one arch class, forced includes left out."""
    undefines = (f"-U{name}" for name in arch_class.undefines)  # clang's default target is an arch of its own
    return [*_ARGUMENTS, *undefines, *(f"-D{name}={value}" for name, value in arch_class.defines)]


def buffer_of(syntax: SyntaxFile, without: tuple[str, ...] = ()) -> bytes:
    """The file's bytes with the include lines (and the `#define` lines of some names) blanked out; offsets stay."""
    data = bytearray(syntax.source.data)
    lines = [include.span for include in syntax.includes]
    lines += [define.span for define in syntax.defines if define.name in without]
    for span in lines:
        for i in range(span.start, span.end):
            if data[i] not in b"\r\n":
                data[i] = 0x20
    return bytes(data)


def parse(syntax: SyntaxFile, arch_class: ArchClass, prelude: str = "", stubs: str = "") -> clang.TranslationUnit:
    """clang's reading of a file for one arch class. Raises clang.ClangError when libclang fails altogether."""
    headers = [(_SHIMS, core_text()), (_PRELUDE, prelude), (_STUBS, stubs)]
    headers = [(name, text) for name, text in headers if text]
    args = arguments(arch_class)
    for name, _ in headers:
        args += ["-include", name]
    return clang.TranslationUnit(_BUFFER, buffer_of(syntax, arch_class.without), args, headers)


def translate(syntax: SyntaxFile, arch_class: ArchClass, prelude: str = "") -> Unit:
    """The typed nodes of a file for one arch class. Raises clang.ClangError when libclang fails altogether."""
    return lowered(syntax, arch_class, parse(syntax, arch_class, prelude))


def lowered(
    syntax: SyntaxFile, arch_class: ArchClass, unit: clang.TranslationUnit, stubs: frozenset[str] = frozenset()
) -> Unit:
    """Our tree of a parsed file. `stubs` are names whose types say nothing."""
    out = lower(syntax.source, unit, arch_class, stubs | {UNKNOWN_CLASS})
    out.arch_arms = _arch_arms(syntax)
    return out


def _arch_arms(syntax: SyntaxFile) -> list[tuple[Span, tuple[str, ...]]]:
    """The preprocessor arms that are for arches by name, outermost first."""
    out = []
    for chain in syntax.chains:
        for arm in chain.arms:
            named = _ARCH_MACRO.findall(syntax.source.data[arm.condition.start : arm.condition.end])
            archs = tuple(dict.fromkeys(name.decode() for negated, name in named if not negated))
            if archs:
                out.append((arm.body, archs))
    return out
