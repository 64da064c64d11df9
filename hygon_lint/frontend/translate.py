"""From a syntax file and an arch class to typed nodes: buffer, arguments, parse, lowering.

The file's own bytes are parsed with its `#include` lines blanked out in place, so every offset stays true; what the
includes would have brought comes from the shims and the project prelude as forced includes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.frontend import clang
from hygon_lint.frontend.lower import lower
from hygon_lint.frontend.shims import core_text

if TYPE_CHECKING:
    from hygon_lint.frontend.arch_classes import ArchClass
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.syntax import SyntaxFile

_ARGUMENTS = (
    "-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-std=c++17", "-Wno-everything", "-ferror-limit=0",
    "-fno-delayed-template-parsing",
)  # fmt: skip
_BUFFER = "/hygon-lint/source.hip"
_SHIMS = "/hygon-lint/shims.h"
_PRELUDE = "/hygon-lint/prelude.h"


def arguments(arch_class: ArchClass) -> list[str]:
    """clang's arguments for one arch class, forced includes left out."""
    undefines = (f"-U{name}" for name in arch_class.undefines)  # clang's default target is an arch of its own
    return [*_ARGUMENTS, *undefines, *(f"-D{name}={value}" for name, value in arch_class.defines)]


def buffer_of(syntax: SyntaxFile) -> bytes:
    """The file's bytes with the include lines blanked out; offsets and line ends stay."""
    data = bytearray(syntax.source.data)
    for include in syntax.includes:
        for i in range(include.span.start, include.span.end):
            if data[i] not in b"\r\n":
                data[i] = 0x20
    return bytes(data)


def translate(syntax: SyntaxFile, arch_class: ArchClass, prelude: str = "") -> Unit:
    """The typed nodes of a file for one arch class. Raises clang.ClangError when libclang fails altogether."""
    headers = [(name, text) for name, text in ((_SHIMS, core_text()), (_PRELUDE, prelude)) if text]
    args = arguments(arch_class)
    for name, _ in headers:
        args += ["-include", name]
    unit = clang.TranslationUnit(_BUFFER, buffer_of(syntax), args, headers)
    return lower(syntax.source, unit, arch_class)
