"""Numeric arch constants that are no arch: `#define CC_CDNA2 (BASE + 0x910)` where gfx90a is 0x90a."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch, known_arches
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.suspects import Suspect

_NUMBER = re.compile(rb"(?<![\w.])(?:0[xX][0-9a-fA-F]{3,4}|[69][0-9]{2}|1[0-3][0-9]{2})(?=[uUlL]*\b(?![.']))")
_BEFORE = re.compile(
    rb"\s*(?:#[ \t]*define[ \t]+|(?:[A-Za-z_]\w*\s+){0,5})(?P<name>[A-Za-z_]\w*)"
    rb"(?P<value>\s*=?\s*\(?\s*(?:[A-Za-z_]\w*\s*[+|]\s*)?)\Z"
)
_BEHIND = re.compile(rb"(?P<value>[uUlL]*\s*\)?)\s*(?:[,;}\r\n]|//|/\*|\Z)")
_START = re.compile(rb"[;,{}]")
_ARCH_RANGE = ((0x600, 0x9FF), (0x1000, 0x13FF))
_DECIMAL_RANGE = ((600, 999), (1000, 1399))
_LIKELY = re.compile(rb"\b(?:0[xX](?:[689][0-9a-fA-F]{2}|1[0-3][0-9a-fA-F]{2})|9[0-9]{2}|1[0-2][0-9]{2})\b")
_TOPIC = re.compile(rb"GFX|Gfx|gfx|ARCH|Arch|CDNA|RDNA|Cdna|Rdna|VEGA|NAVI|_CC_")
_LONGEST = 200  # characters of a definition in front of its number
_FEWEST = 3  # known arches that a group of constants must hold before the odd one is a slip


@dataclass(frozen=True, slots=True)
class _Constant:
    name: str
    shape: str  # what stands around the number
    spelling: str
    span: Span

    @property
    def arch(self) -> Arch | None:
        """The arch whose number it is: hexadecimal digits are the name's, decimal ones what host code compares."""
        if self.spelling[:2] in ("0x", "0X"):
            return known_arches().get(f"gfx{int(self.spelling, 16):x}")
        named = known_arches().get(f"gfx{self.spelling}")
        return named or next((a for a in known_arches().values() if int(self.spelling) in a.numbers), None)


def odd_constants(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Members of a list of arch numbers that are no arch, or not the arch of their name."""
    groups: dict[str, list[_Constant]] = {}
    for constant in _constants(syntax):
        groups.setdefault(constant.shape, []).append(constant)
    for members in groups.values():
        real = [c for c in members if c.arch is not None]
        if len(real) < _FEWEST or 3 * len(real) < 2 * len(members) or not any(_means_arch(c.name) for c in members):
            continue
        for constant in members:
            found = constant.arch
            named = archs_in_name(constant.name)
            meant = named or _family_arches(constant.name)
            if found is None and meant and (named or constant.spelling[:2] in ("0x", "0X")):
                yield Suspect("no-arch", constant.span, (constant.name, constant.spelling, meant[0]))
            elif found is not None and named and not _same(found, named):
                names = (constant.name, constant.spelling, found.name, named[0])
                yield Suspect("other-arch", constant.span, names)


def _same(found: Arch, named: tuple[str, ...]) -> bool:
    """Whether the number's arch is one of the name's. Members of a family share code on purpose; Hygon's do not."""
    if found.name in named:
        return True
    return not found.hygon and found.family in {known_arches()[name].family for name in named}


def _constants(syntax: SyntaxFile) -> Iterator[_Constant]:
    data = syntax.source.data
    if not _TOPIC.search(data) or len(_LIKELY.findall(data)) <= _FEWEST:
        return
    text = syntax.lexed.no_literals
    for match in _NUMBER.finditer(text):
        spelling = match[0].decode()
        hexadecimal = spelling[:2] in ("0x", "0X")
        number = int(spelling, 16 if hexadecimal else 10)
        if not any(low <= number <= high for low, high in (_ARCH_RANGE if hexadecimal else _DECIMAL_RANGE)):
            continue
        before, behind = _BEFORE.match(_head(text, match.start())), _BEHIND.match(text, match.end())
        if before is not None and behind is not None:
            shape = b"".join((before["value"] + (b"0x#" if hexadecimal else b"#") + behind["value"]).split())
            yield _Constant(before["name"].decode(), shape.decode("ascii", "replace"), spelling, Span(*match.span()))


def _head(text: bytes, number: int) -> bytes:
    """The definition in front of a number: from its first word on, or from the `#` of its own line."""
    head = _START.split(text[max(0, number - _LONGEST) : number])[-1]
    mark = head.rfind(b"#")
    if mark < 0:
        return head
    end = head.replace(b"\r", b"\n").find(b"\n", mark)
    return head[mark:] if end < 0 else head[end + 1 :]


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
