"""The flags of one compile command, in the few forms that matter to a reading: macros, header folders, the standard.

Flags of hipcc, clang and nvcc are taken apart here. A command is data: nothing of it is run, and no flag is handed on
to clang as it stands. What would load code, read an arbitrary file or change the compiler is refused; what is not
known is dropped; both are told.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

import msgspec

from hygon_lint.model.reserved import is_word

REFUSED, DROPPED = "refused", "not known, dropped"

Told = tuple[str, str]
"""(REFUSED or DROPPED, the flag)."""


class Flags(msgspec.Struct, frozen=True, kw_only=True):
    """What a compile command says about how its file reads. Folders and files are absolute paths, not checked yet."""

    macros: tuple[tuple[str, str | None], ...] = ()  # name (with its parameters) and value; None: undefined
    folders: tuple[str, ...] = ()  # where headers are looked for, in order
    quoted: tuple[str, ...] = ()  # the same, for "..." only and first
    forced: tuple[str, ...] = ()  # files included before the first line
    standard: str = ""  # "c++20"

    def header(self) -> str:
        """The macros as the lines that stand before the file."""
        lines = (f"#undef {name}" if value is None else f"#define {name} {value}" for name, value in self.macros)
        return "".join(f"{line}\n" for line in lines)


_VALUE = {
    "-D": "define", "--define-macro": "define", "-U": "undefine", "--undefine-macro": "undefine",
    "-I": "folder", "--include-path": "folder", "--include-directory": "folder",
    "-isystem": "system", "--system-include": "system", "-idirafter": "after", "-iquote": "quoted",
    "-include": "forced", "--include": "forced", "--pre-include": "forced",
    "-std": "standard", "--std": "standard",
    "-x": "", "--x": "", "-o": "", "--output-file": "", "-MF": "", "-MT": "", "-MQ": "", "-target": "", "--target": "",
    "-L": "", "-l": "", "-T": "", "-mllvm": "", "-arch": "", "--gpu-architecture": "", "--gpu-code": "", "-code": "",
    "--offload-arch": "", "--amdgpu-target": "", "--cuda-gpu-arch": "", "-gencode": "", "--generate-code": "",
    "-Xcompiler": "", "--compiler-options": "", "-Xptxas": "", "--ptxas-options": "", "-Xlinker": "", "-Xnvlink": "",
    "-Xassembler": "", "-ccbin": "", "--compiler-bindir": "", "-isysroot": "", "--sysroot": "", "--threads": "",
    "-iprefix": "", "-idirprefix": "", "--param": "", "-dumpbase": "", "-dumpdir": "", "-diag-suppress": "",
    "--diag-suppress": "", "-t": "", "-u": "", "-z": "", "-framework": "",
}  # fmt: skip
"""Flags with a value, joined, behind `=`, or as the next word; "" is for those that do not change how a file reads."""

_REFUSED = re.compile(
    r"@|-f(?:pass-)?plugin|-fmodule|-fprebuilt-module|--?load|-Xclang\Z|-(?:add-)?plugin|-B|-F|-wrapper|--?specs|--config"
    r"|-i?vfsoverlay|-resource-dir|-working-directory|-imacros|-include-pch|-iframework|-optf|--options-file|-fuse-ld|--ld-path"
)
_REFUSED_WITH_VALUE = frozenset(
    ("-load", "--load", "-Xclang", "-plugin", "-add-plugin", "-B", "-F", "-wrapper", "-specs", "--config",
     "-ivfsoverlay", "-resource-dir", "-working-directory", "-imacros", "-include-pch", "-iframework", "-optf",
     "--options-file")
)  # fmt: skip
_HARMLESS = re.compile(
    r"-(?:[cSEvwgM]|O\w*|g\w*|W.*|M[DMGPJ]*|f.*|m.*|p\w*|no\w*|rdc.*|ansi|pedantic.*|s|shared|static.*|dc|dw|G|"
    r"lineinfo|keep|dlink|cudart.*|time|use_fast_math|arch.*|save-temps.*|Q\w*|Xarch_\w+|stdlib.*|Xcuda.*|cuid.*|target.*)\Z"
    r"|--(?:offload.*|hip-.*|rocm-.*|cuda-.*|gpu.*|expt-.*|extended-lambda|use_fast_math|no-.*|relocatable-.*|driver-.*|"
    r"fmad.*|ftz.*|prec-.*|maxrregcount.*|keep.*|generate.*|resource-usage|source-in-ptx|device-.*|compile|debug|"
    r"optimize.*|dryrun|verbose|extra-device-.*|default-stream.*|cudart.*|gcc-.*|display.*|Werror.*|Wno.*|std.*|rtlib.*|"
    r"save-temps.*|diag.*|threads.*|split-compile.*|time.*|lib|version|shared|static.*|forward-.*)\Z"
)
_JOINED = ("-isystem", "-idirafter", "-iquote", "-D", "-U", "-I", "-x", "-L", "-l")
_MACRO = re.compile(r"([A-Za-z_]\w*(?:\([\w\s,.]*\))?)(?:=([\s\S]*))?\Z")
_STANDARD = re.compile(r"(?:c|gnu)\+\+(\w\w)\Z")
_STANDARDS = frozenset(("26", "2c", "23", "2b", "20", "2a", "17", "1z"))  # the bundled declarations need C++17
_ARCH_MACRO = re.compile(r"__(?:gfx|GFX)\w+__\Z")


def read_flags(words: Sequence[str], folder: str, told: list[Told]) -> Flags:
    """The flags of a command that runs in `folder`; what is refused or dropped goes to `told`."""
    reading = _Reading(folder, told)
    rest = iter(words)
    for word in rest:
        reading.word(word, rest)
    return reading.flags()


class _Reading:
    def __init__(self, folder: str, told: list[Told]) -> None:
        self._folder = folder
        self._told = told
        self._macros: list[tuple[str, str | None]] = []
        self._plain: list[str] = []
        self._system: list[str] = []
        self._after: list[str] = []
        self._quoted: list[str] = []
        self._forced: list[str] = []
        self._standard = ""

    def word(self, word: str, rest: Iterator[str]) -> None:
        """One word of the command line; `rest` gives those behind it."""
        flag, joined = _split(word)
        if flag:
            value = next(rest, "") if joined is None else joined
            self._keep(_VALUE[flag], value, f"{flag} {value}")
        elif _REFUSED.match(word):
            value = f" {next(rest, '')}" if word in _REFUSED_WITH_VALUE else ""
            self._told.append((REFUSED, f"{word}{value}"))
        elif word.startswith("-") and len(word) > 1 and not _HARMLESS.match(word):
            self._told.append((DROPPED, word))

    def _keep(self, what: str, value: str, flag: str) -> None:
        if what == "define":
            self._define(value, flag)
        elif what == "undefine":
            if value.isidentifier() and not _of_an_arch(value):
                self._macros.append((value, None))
        elif what == "standard":
            match = _STANDARD.match(value)
            self._standard = f"c++{match.group(1)}" if match and match.group(1) in _STANDARDS else self._standard
        elif what:
            lists = {"folder": self._plain, "system": self._system, "after": self._after, "quoted": self._quoted}
            target = lists.get(what, self._forced)
            for one in [value] if what == "forced" else value.split(","):
                if one and "\0" not in one:
                    target.append(os.path.normpath(os.path.join(self._folder, one)))

    def _define(self, text: str, flag: str) -> None:
        match = _MACRO.match(text)
        if match is None:
            self._told.append((DROPPED, flag))
            return
        name, value = match.group(1), match.group(2)
        value = "1" if value is None else " ".join(value.split()).rstrip("\\")
        if "/*" in value:
            self._told.append((DROPPED, flag))
        elif is_word(name.partition("(")[0]):
            self._told.append((REFUSED, flag))
        elif not _of_an_arch(name):
            self._macros.append((name, value))

    def flags(self) -> Flags:
        """All that was read."""
        return Flags(
            macros=tuple(self._macros),
            folders=tuple(dict.fromkeys((*self._plain, *self._system, *self._after))),
            quoted=tuple(dict.fromkeys(self._quoted)),
            forced=tuple(dict.fromkeys(self._forced)),
            standard=self._standard,
        )


def _split(word: str) -> tuple[str, str | None]:
    """A flag of the table and its value, None when this is the next word; ("", None) for other words."""
    name, equals, value = word.partition("=")
    if word in _VALUE:
        return word, None
    if equals and name in _VALUE:
        return name, value
    for flag in _JOINED:
        if word.startswith(flag):
            return flag, word[len(flag) :]
    return "", None


def _of_an_arch(macro: str) -> bool:
    """Whether a macro says which arch a compile is for: the arch classes decide that."""
    from hygon_lint.model.arches import compiler_macros

    name = macro.partition("(")[0]
    return _ARCH_MACRO.match(name) is not None or name in compiler_macros()
