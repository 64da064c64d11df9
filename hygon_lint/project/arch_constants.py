"""Numeric arch constants that are no arch: `#define CC_CDNA2 (BASE + 0x910)` where gfx90a is 0x90a."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.finding import Confidence
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch, known_arches
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.suspects import Suspect

_CONSTANT = re.compile(
    rb"(?:^|(?<=[\n\r;,{]))[ \t]*(?:#[ \t]*define[ \t]+|(?:[A-Za-z_]\w*[ \t]+){0,5})"
    rb"(?P<name>[A-Za-z_]\w*)(?P<value>[ \t]*=?[ \t]*\(?[ \t]*(?:[A-Za-z_]\w*[ \t]*[+|][ \t]*)?"
    rb"(?P<number>0[xX][0-9a-fA-F]{3,4})[uUlL]*\b[ \t]*\)?)[ \t]*(?=[,;}\r\n]|/[/*]|\Z)",
    re.MULTILINE,
)
_ARCH_RANGE = ((0x600, 0x9FF), (0x1000, 0x13FF))
_FEWEST = 3  # known arches that a group of constants must hold before the odd one is a slip


@dataclass(frozen=True, slots=True)
class _Constant:
    name: str
    shape: str  # what stands around the number
    number: int
    span: Span
    line: Span


def odd_constants(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Members of a list of arch numbers that are no arch, or not the arch of their name."""
    groups: dict[str, list[_Constant]] = {}
    for constant in _constants(syntax):
        groups.setdefault(constant.shape, []).append(constant)
    for members in groups.values():
        real = [c for c in members if _arch_of(c.number) is not None]
        if len(real) < _FEWEST or 3 * len(real) < 2 * len(members) or not any(_means_arch(c.name) for c in members):
            continue
        for constant in members:
            found = _arch_of(constant.number)
            named = archs_in_name(constant.name)
            meant = named or _family_arches(constant.name)
            if found is None and meant:
                yield Suspect("no-arch", constant.span, (constant.name, f"0x{constant.number:x}", *meant[:1]))
            elif found is None:
                names = (constant.name, f"0x{constant.number:x}")
                yield Suspect("no-arch", constant.span, names, confidence=Confidence.MEDIUM)
            elif named and found.family not in {known_arches()[name].family for name in named}:
                other = (constant.name, f"0x{constant.number:x}", found.name, named[0])
                yield Suspect("other-arch", constant.span, other)


def _constants(syntax: SyntaxFile) -> Iterator[_Constant]:
    text = syntax.lexed.no_literals
    if not re.search(rb"0[xX](?:9|10|11|12)[0-9a-fA-F]{2}\b", text):
        return
    for match in _CONSTANT.finditer(text):
        number = int(match["number"], 16)
        if any(low <= number <= high for low, high in _ARCH_RANGE):
            shape = b"".join(match["value"].replace(match["number"], b"#").split()).decode("ascii", "replace")
            span = Span(*match.span("number"))
            yield _Constant(match["name"].decode(), shape, number, span, Span(*match.span()))


def _arch_of(number: int) -> Arch | None:
    return known_arches().get(f"gfx{number:x}")


def _words(name: str) -> str:
    return name.upper().replace("_", "")


def _family_arches(name: str) -> tuple[str, ...]:
    """The arches of the family that a name ends in, such as CDNA2."""
    tail = _words(name)
    families = {arch.family for arch in known_arches().values() if not arch.hygon}
    best = max((f for f in families if tail.endswith(f.upper().replace(".", ""))), key=len, default="")
    return tuple(arch.name for arch in known_arches().values() if best and arch.family == best)


def _means_arch(name: str) -> bool:
    return bool(archs_in_name(name) or _family_arches(name) or re.search(r"GFX|ARCH|_CC_|VEGA|NAVI", name.upper()))
