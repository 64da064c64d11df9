"""Preprocessor arms that tell arches apart: for which arches each is read, and what it grants them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hygon_lint.frontend.arch_classes import read_for
from hygon_lint.frontend.directives import Arm
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch, arch_macros, compiler_macros

_BUILTIN = re.compile(rb"\b(__builtin_(?:amdgcn|hcu)_\w+|DS_READ_MATRIX\w*|__builtin_nontemporal_\w+)")
_ASM = re.compile(rb"\b(?:asm|__asm__|__asm)\b")
_STATEMENT = re.compile(rb"[^;{}]+")
_NUMBERS = rb"(?:[-+]?[0-9][\w.]*\s*,?\s*)*"
_CONSTANT_BRACES = re.compile(rb"\{\s*(" + _NUMBERS + rb")\}")  # T{}, T{0.f, 0.f}: no block
_ZERO = rb"(?:[-+]?[0-9][\w.]*|nullptr|false|[\w:]*\s*\(\s*" + _NUMBERS + rb"\))"
_STUBS = (
    rb"\(\s*void\s*\)\s*[\w.\[\]]+",
    rb"static_cast\s*<\s*void\s*>\s*\(\w+\)",
    rb"(?:std::)?ignore\s*=\s*\w+",
    rb"return(?:\s+" + _ZERO + rb")?",
    rb"\w+\s*=\s*" + _ZERO,
    rb"(?:__builtin_)?trap\s*\(\s*\)",
    rb"assert\s*\([^;]*\)",
    rb"\w*UNREACHABLE\w*\s*\([^;]*\)",
)
_STUB = re.compile(rb"\s*(?:" + rb"|".join(_STUBS) + rb")\s*\Z")


@dataclass(frozen=True, slots=True)
class Gate:
    """An arm that some arches read and others do not.

    `archs` are those that do (whatever the project's own macros are), `host` whether the host pass may, `outer` those
    that reach the chain at all. `wave_only`: the arches it leaves out differ in nothing but their macros.
    """

    arm: Arm
    archs: frozenset[str]
    outer: frozenset[str]
    host: bool


def gates(syntax: SyntaxFile, arches: Iterable[Arch]) -> list[Gate]:
    """All arms of a file that tell arches apart, in source order."""
    arches = list(arches)
    names = _relevant(syntax)
    if not names:
        return []
    groups: dict[tuple[str | None, ...], list[Arch]] = {}
    for arch in arches:
        own = dict(arch.macros)
        groups.setdefault(tuple(own.get(name) for name in names), []).append(arch)
    readings = [(read_for(syntax, members[0]), members) for members in groups.values()]
    host = read_for(syntax, None)
    everything = frozenset(arch.name for arch in arches)
    found: list[Gate] = []
    reached: dict[int, frozenset[str]] = {}
    for chain in syntax.chains:
        outer = reached.get(id(chain.parent), everything)
        for arm in chain.arms:
            reading = frozenset(
                arch.name for one, members in readings if one.read(arm) is not False for arch in members
            )
            reached[id(arm)] = reading
            if reading != outer:
                found.append(Gate(arm, reading, outer, host.read(arm) is not False))
    return found


def _relevant(syntax: SyntaxFile) -> tuple[str, ...]:
    device = {name for name, where in compiler_macros().items() if where == "device"}
    return tuple(sorted((device | set(arch_macros())) & syntax.identifiers))


def names_arches(syntax: SyntaxFile, arm: Arm) -> bool:
    """Whether an arm's own condition spells an arch macro."""
    text = syntax.text(arm.condition)
    return any(name in arch_macros() for name in re.findall(r"\w+", text))


def builtins_in(syntax: SyntaxFile, span: Span) -> dict[str, int]:
    """Builtins used in a span, each with the offset of its first use."""
    found: dict[str, int] = {}
    for match in _BUILTIN.finditer(syntax.lexed.no_literals, span.start, span.end):
        found.setdefault(match[1].decode(), match.start(1))
    return found


def has_asm(syntax: SyntaxFile, span: Span) -> bool:
    """Whether a span holds inline assembly."""
    return _ASM.search(syntax.lexed.no_literals, span.start, span.end) is not None


def statements(syntax: SyntaxFile, span: Span) -> Iterator[bytes]:
    """The statements of a span, roughly: code between `;` and braces, preprocessor lines and comments left out."""
    code = _CONSTANT_BRACES.sub(rb"(\1)", syntax.lexed.code[span.start : span.end])
    for match in _STATEMENT.finditer(code):
        text = match[0].strip()
        if text:
            yield text


def is_stub(syntax: SyntaxFile, span: Span) -> bool:
    """Whether the code of a span does nothing of use: empty, casts to void, a constant returned."""
    return all(_STUB.match(text) for text in statements(syntax, span))
