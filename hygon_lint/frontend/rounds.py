"""One file through all its arch classes: parse, read clang's messages, declare what is missing, parse again.

What a round learns serves the classes after it, so that most are parsed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.frontend import clang, fallback, other_arms, translate
from hygon_lint.frontend.repair import MAX_ROUNDS, Repair

if TYPE_CHECKING:
    from hygon_lint.frontend.arch_classes import ArchClass
    from hygon_lint.frontend.compilation import Followed
    from hygon_lint.frontend.compile_flags import Flags
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.prelude import Prelude
    from hygon_lint.frontend.syntax import SyntaxFile


class Rounds:
    """Translates one file. Not for reuse."""

    def __init__(
        self,
        syntax: SyntaxFile,
        prelude: Prelude | None,
        flags: Flags | None = None,
        followed: Followed | None = None,
    ) -> None:
        """`flags` are those of the file's compile command; `followed` the headers to give clang themselves."""
        self._syntax = syntax
        self._prelude = prelude
        self._macros = flags.header() if flags is not None else ""
        self._settled = frozenset(name for name, _ in flags.macros) if flags is not None else frozenset()
        self._standard = flags.standard if flags is not None else ""
        self._followed = followed
        self._repair = Repair(syntax.source.data, prelude.project.by_name if prelude is not None else {})
        self._header = self._made()
        self._stubs = ""

    @property
    def settled(self) -> frozenset[str]:
        """The macros that the file's compile command decides."""
        return self._settled

    @property
    def header(self) -> str:
        """What stands before the file, as far as it is known: macros of its compile command, and the prelude."""
        if self._followed is None or self._prelude is None:
            return self._header
        return self._macros + self._prelude.header_for(self._syntax)

    def _made(self) -> str:
        """The prelude for clang; of headers that it is given themselves nothing."""
        if self._prelude is None:
            return self._macros
        read = self._followed.headers if self._followed is not None else ()
        return self._macros + self._prelude.header_for(self._syntax, self._repair.wanted, read)

    def unit(self, arch_class: ArchClass) -> Unit:
        """The typed nodes of the file for one arch class. Raises clang.ClangError when libclang fails altogether."""
        unit = self._parse(arch_class)
        errors = _errors(unit)
        for _ in range(MAX_ROUNDS):
            wanted = self._repair.wanted
            if not errors or not self._repair.learn(errors):
                break
            before = self._header, self._stubs
            if self._repair.wanted != wanted:
                self._header = self._made()
            self._stubs = self._repair.text()
            again = self._parse(arch_class)
            left = _errors(again)
            if len(left) > len(errors):
                self._header, self._stubs = before
                break
            unit, errors = again, left
        stubs = self._repair.stubs if self._stubs else frozenset()
        out = translate.lowered(self._syntax, arch_class, unit, stubs)
        if out.errors:
            fallback.fill(self._syntax, out, other_arms.reading(self._syntax, arch_class, self.header))
        return out

    def _parse(self, arch_class: ArchClass) -> clang.TranslationUnit:
        return translate.parse(self._syntax, arch_class, self._header, self._stubs, self._followed, self._standard)


def _errors(unit: clang.TranslationUnit) -> list[tuple[int, str]]:
    return [(d.offset, d.message) for d in unit.diagnostics() if d.severity >= 3 and d.in_main_file]
