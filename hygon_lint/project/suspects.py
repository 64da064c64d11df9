"""Preprocessor conditions that cannot mean what they say: what the checks of arch macros have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from hygon_lint.finding import Confidence
from hygon_lint.frontend.arch_classes import arch_lookup
from hygon_lint.frontend.conditions import Condition, Defined, Name, condition_of
from hygon_lint.frontend.directives import Arm
from hygon_lint.frontend.preprocess import UNKNOWN, Lookup, Macro
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch, arch_macros, compiler_macros, known_arches

# Names that stand for an arch or look as if they did: __gfx938__, __GFX938__, _gfx_938, gfx938, __gfx11__.
ARCH_LIKE = re.compile(r"_*(?:gfx|GFX|Gfx)_?[0-9](?:_?[0-9a-fA-F])*(?:_generic)?_*\Z")


@dataclass(frozen=True, slots=True)
class Suspect:
    """One thing that looks wrong. `kind` says which check found it, `names` what its message names.

    `related` are further places, each with the key of its note.
    """

    kind: str
    span: Span
    names: tuple[str, ...] = ()
    related: tuple[tuple[Span, str], ...] = ()
    archs: tuple[str, ...] = ()
    confidence: Confidence = field(default=Confidence.HIGH)


@lru_cache(maxsize=4)
def live_arms(syntax: SyntaxFile) -> tuple[tuple[Arm, Condition], ...]:
    """The arms with a condition that some compiler may ask, in source order."""
    found: list[tuple[Arm, Condition]] = []
    dead = syntax.dead
    for chain in syntax.chains:
        if any(body.start <= chain.span.start < body.end for body in dead):
            continue
        for arm in chain.arms:
            condition = condition_of(arm, syntax.lexed.no_comments)
            if condition is not None:
                found.append((arm, condition))
    return tuple(found)


def atoms(condition: Condition) -> Iterator[Defined | Name]:
    """The macros a condition asks for."""
    for node in condition.walk():
        if isinstance(node, Defined | Name):
            yield node


def asks_for_arch(condition: Condition) -> bool:
    """Whether a condition names an arch or family macro."""
    return any(atom.name in arch_macros() for atom in atoms(condition))


@lru_cache(maxsize=1)
def device_macros() -> frozenset[str]:
    """Macros that only the device pass of a HIP compile defines."""
    return frozenset(arch_macros()) | {name for name, where in compiler_macros().items() if where == "device"}


def compiles(syntax: SyntaxFile, arches: Iterable[Arch] | None = None) -> list[list[Arch | None]]:
    """All compiles of a file (None: the host pass), those together that define the same of the names it uses."""
    names = sorted(device_macros() & syntax.identifiers)
    groups: dict[tuple[str | None, ...], list[Arch | None]] = {}
    for arch in (*(arches if arches is not None else known_arches().values()), None):
        own = dict(arch.macros) if arch is not None else {}
        groups.setdefault(tuple(own.get(name) for name in names), []).append(arch)
    return list(groups.values())


def open_lookup(arch: Arch | None) -> Lookup:
    """What a compile defines, with the macros of other compilers left open, as are arches nobody knows."""
    known = arch_lookup(arch)
    own = {name for name, _ in arch.macros} if arch is not None else set()

    def lookup(name: str) -> Macro:
        if name in own or name in arch_macros() or name in _AMD_DEVICE:
            return known(name)
        return UNKNOWN

    return lookup


_AMD_DEVICE = ("__HIP_DEVICE_COMPILE__", "__AMDGCN__", "__AMDGPU__", "__amdgcn__", "__AMDGCN_WAVEFRONT_SIZE__")


def one_line(syntax: SyntaxFile, span: Span) -> str:
    """The text of a span without comments and splices, on one line."""
    text = syntax.lexed.no_comments[span.start : span.end].decode("utf-8", "replace")
    return " ".join(text.replace("\\\n", " ").replace("\\\r\n", " ").split())
