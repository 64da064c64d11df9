"""Names that build files and sources were meant to share, and that differ by a letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hygon_lint.finding import Place
from hygon_lint.project import words
from hygon_lint.project.checkout import Project

_SHORTEST = 8


@dataclass(frozen=True, slots=True)
class Misspelt:
    """A name that nothing else knows, the one that was meant, and where (or by which tool) that is read.

    kind: "variable" of the environment or the build, "macro" of the command line.
    """

    name: str
    place: Place
    meant: str
    reader: Place | None
    tool: str
    kind: str
    how: str  # "set" | "read"


def misspelt_variables(project: Project) -> Iterator[Misspelt]:
    """Build variables that are set or read under a name that nobody uses on the other side."""
    places: dict[str, dict[str, Place]] = {}
    for one in project.variables:
        side = "read" if one.how == "read" else "set"
        places.setdefault(one.name, {}).setdefault(side, one.place)
    known = words.known_variables()
    familiar = set(known) | words.other_variables()
    for name, sides in sorted(places.items()):
        if name in familiar or len(name) < _SHORTEST or len(sides) == 2:
            continue
        if "set" in sides:
            wanted = [other for other, theirs in places.items() if "read" in theirs and "set" not in theirs]
            meant = _nearest(name, [other for other in wanted if other != name])
            if meant is not None:
                yield Misspelt(name, sides["set"], meant, places[meant]["read"], "", "variable", "set")
                continue
        meant = _nearest(name, known)
        side = next(iter(sides))
        if meant is not None and not (side == "read" and {name, meant} == {meant.rstrip("S"), meant.rstrip("S") + "S"}):
            yield Misspelt(name, sides[side], meant, None, known[meant], "variable", side)


def misspelt_macros(project: Project) -> Iterator[Misspelt]:
    """Macros of the command line that no source knows, beside one that sources test and nobody defines."""
    tested: dict[str, Place] = {}
    known: set[str] = set()
    for fact in project.facts("macros"):
        for name in fact.data["tested"]:
            tested.setdefault(name, fact.place)
        known.update(fact.data["defined"])
    given = {define.name for define in project.defines}
    orphans = [name for name in tested if name not in known and name not in given]
    seen: set[str] = set()
    for define in project.defines:
        name = define.name
        if name in seen or name in tested or name in known or len(name) < _SHORTEST:
            continue
        seen.add(name)
        meant = _nearest(name, orphans)
        if meant is not None and project.first_use(name) is None:
            place = project.first_use(meant) or tested[meant]
            yield Misspelt(name, define.place, meant, place, "", "macro", "set")


def _nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The only candidate that differs by one slip: a letter more, less, other, or two swapped."""
    near = [one for one in candidates if one != name and len(one) >= _SHORTEST and _one_slip(name, one)]
    return near[0] if len(near) == 1 else None


def _one_slip(left: str, right: str) -> bool:
    if abs(len(left) - len(right)) > 1:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    a, b = left[start:], right[start:]
    if len(a) == len(b):
        if any(one.isdigit() for one in a[:1] + b[:1]):
            return False  # names in a series differ by a digit on purpose
        return a[1:] == b[1:] or (len(a) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:])
    long, short = (a, b) if len(a) > len(b) else (b, a)
    return long[1:] == short and not long[:1].isdigit()
