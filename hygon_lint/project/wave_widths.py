"""Constants for the number of lanes that depend on a list of arches: who gets 32 although it has 64."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch
from hygon_lint.model.waves import words
from hygon_lint.project.gates import Gate, gates, names_arches
from hygon_lint.project.predicates import words_of

_WIDTH = re.compile(
    rb"(?:#[ \t]*define[ \t]+(?P<macro>\w+)[ \t]+\(?[ \t]*(?P<value>32|64)[uU]?[ \t]*\)?[ \t]*$"
    rb"|\b(?:constexpr|const)\b[^=;{}()#]*?\b(?P<name>\w+)\s*(?:=|\{)\s*(?P<number>32|64)[uU]?\s*\}?\s*;"
    rb"|\breturn\s+(?P<result>32|64)[uU]?\s*;)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Width:
    """A width constant that is 32 on arches with 64 lanes. `gate` is the list that lacks them."""

    name: str
    gate: Gate
    place: Span
    missing: tuple[str, ...]
    listed: tuple[str, ...]


def short_widths(syntax: SyntaxFile, arches: Iterable[Arch]) -> Iterator[Width]:
    """Chains that give 64 to listed arches and 32 to the rest, 64-lane arches of the same kind among them."""
    known = {arch.name: arch for arch in arches}
    by_chain: dict[int, list[Gate]] = {}
    for gate in gates(syntax, known.values()):
        by_chain.setdefault(id(gate.arm.chain), []).append(gate)
    for members in by_chain.values():
        widths = [(gate, *found) for gate in members for found in _widths(syntax, gate.arm.body)]
        wide = [(gate, name) for gate, name, value, _ in widths if value == 64 and names_arches(syntax, gate.arm)]
        for gate, name, value, place in widths:
            partner = next((one for one, other in wide if other == name), None)
            if value != 32 or partner is None:
                continue
            listed = [one for one in known if one in partner.archs]
            missing = _missing(known, gate.archs, partner.archs)
            if missing:
                yield Width(name, partner, place, missing, tuple(listed))


def _widths(syntax: SyntaxFile, span: Span) -> Iterator[tuple[str, int, Span]]:
    function = syntax.function_at(span.start)
    for match in _WIDTH.finditer(syntax.lexed.no_comments, span.start, span.end):
        named = match["macro"] or match["name"]
        if named is None:
            inside = syntax.function_at(match.start()) or function
            if inside is None:
                continue
            named = inside.name.encode()
        name = named.decode("ascii", "replace")
        found = words_of(name)
        if found & words("width_words") and (found & words("size_words") or name.isupper()):
            value = match["value"] or match["number"] or match["result"]
            yield name, int(value), Span(*match.span())


def _missing(known: dict[str, Arch], narrow: frozenset[str], wide: frozenset[str]) -> tuple[str, ...]:
    """The 64-lane arches that get 32 though their like are listed: Hygon's beside Hygon's, AMD's beside AMD's."""
    hygon = any(known[name].hygon and name != "gfx906" for name in wide)
    amd = any(not known[name].hygon for name in wide)
    superseded = {"gfx940", "gfx941"} if "gfx942" in wide else set()
    found = []
    for name, arch in known.items():
        if name not in narrow or arch.wave != 64 or arch.legacy or name in superseded or name.endswith("-generic"):
            continue
        if (arch.hygon and hygon) or (not arch.hygon and amd):
            found.append(name)
    return tuple(found)
