"""From a syntax file and an arch class to typed nodes: buffer, arguments, parse, lowering.

The file's own bytes are parsed with its `#include` lines blanked out in place, so every offset stays true; what the
includes would have brought comes from the shims and the project prelude as forced includes. Where real headers are
followed, the lines name texts that are handed to clang with the file: it opens no file itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hygon_lint.frontend import clang
from hygon_lint.frontend.compilation import renamed
from hygon_lint.frontend.lower import lower
from hygon_lint.frontend.obeyed import closed, disobeyed
from hygon_lint.frontend.other_arms import PLATFORM
from hygon_lint.frontend.shims import UNKNOWN_CLASS, core_text

if TYPE_CHECKING:
    from hygon_lint.frontend.arch_classes import ArchClass
    from hygon_lint.frontend.compilation import Followed
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.source import Span
    from hygon_lint.frontend.syntax import SyntaxFile

# No digraphs: `%:include` is a line that the lexer of this program takes for none, and clang would open the file.
_ARGUMENTS = (
    "-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-nostdinc", "-Wno-everything", "-ferror-limit=0",
    "-fno-delayed-template-parsing", "-fno-digraphs", "-fno-trigraphs",
    *(f"-D{name}={value}" for name, value in PLATFORM),
)  # fmt: skip
_ARCH_MACRO = re.compile(rb"(!?)\s*(?:\bdefined\s*\(?\s*)?\b__(gfx[0-9a-f]+)__")
_FOLDER = "/hygon-lint/"
_BUFFER = f"{_FOLDER}source.hip"
_SHIMS = f"{_FOLDER}shims.h"
_PRELUDE = f"{_FOLDER}prelude.h"
_STUBS = f"{_FOLDER}stubs.h"
STANDARD = "c++17"


def arguments(arch_class: ArchClass, standard: str = "") -> list[str]:
    """clang's arguments for one arch class, forced includes left out."""
    undefines = (f"-U{name}" for name in arch_class.undefines)  # clang's default target is an arch of its own
    return [
        *_ARGUMENTS,
        f"-std={standard or STANDARD}",
        *undefines,
        *(f"-D{name}={value}" for name, value in arch_class.defines),
    ]


def buffer_of(syntax: SyntaxFile, without: tuple[str, ...] = (), named: Mapping[int, str] | None = None) -> bytes:
    """The file's bytes with the include lines, and the `#define` lines of some names, blanked out; offsets stay.

    `named` are the include lines (by their start) that name a header that clang is given, and what it is called.
    """
    lines = {include.span: (named or {}).get(include.span.start, "") for include in syntax.includes}
    lines.update((define.span, "") for define in syntax.defines if define.name in without)
    lines.update((span, "") for span in disobeyed(syntax))
    return closed(renamed(syntax.source.data, lines), named or {})


def parse(
    syntax: SyntaxFile,
    arch_class: ArchClass,
    prelude: str = "",
    stubs: str = "",
    followed: Followed | None = None,
    standard: str = "",
) -> clang.TranslationUnit:
    """clang's reading of a file for one arch class, with the real headers of `followed`.

    Raises clang.ClangError when libclang fails altogether.
    """
    prelude += "".join(
        f"#undef {name}\n" + (f"#define {name} {value}\n" if value is not None else "")
        for name, value in arch_class.overrides
    )
    headers: list[tuple[str, str | bytes]] = [(_SHIMS, core_text()), (_PRELUDE, prelude), (_STUBS, stubs)]
    headers = [(name, text) for name, text in headers if text]
    args = arguments(arch_class, standard)
    for name, _ in headers:
        args += ["-include", name]
    named: Mapping[int, str] = {}
    if followed is not None:
        args += [word for name in followed.forced for word in ("-include", f"{_FOLDER}{name}")]
        headers += [(f"{_FOLDER}{header.name}", header.text) for header in followed.headers]
        named = followed.lines
    return clang.TranslationUnit(_BUFFER, buffer_of(syntax, arch_class.without, named), args, headers)


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
