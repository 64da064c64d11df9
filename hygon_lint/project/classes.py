"""Hardware classes: where build flags put an arch, where the sources put it, and what facts say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.finding import Fact, Place
from hygon_lint.project.build import ArchFlags
from hygon_lint.project.checkout import Project


@dataclass(frozen=True, slots=True)
class Conflict:
    """An arch that flags put in one class and sources in another.

    `own` is the value the flags give it and `mates` the arches that share it; `other` the value of the class that
    the sources put it in, with its `others`. `gates` are those source conditions. `fact` is what the model or the user
    knows (None: an open question), `stated` whether the user said so.
    """

    arch: str
    fact_name: str
    own: int
    mates: tuple[str, ...]
    other: int
    others: tuple[str, ...]
    flags: ArchFlags
    gates: tuple[Fact, ...]
    fact: int | None
    stated: bool


@dataclass(frozen=True, slots=True)
class Blanket:
    """A flag given to every arch that claims more than some of them have."""

    flags: ArchFlags
    fact_name: str
    value: int
    lacking: tuple[tuple[str, int, Place | None], ...]  # arch, what it has, where the build itself says so


def _assigned(project: Project) -> dict[str, dict[int, dict[str, ArchFlags]]]:
    """fact -> value -> arch -> the flags that say so."""
    found: dict[str, dict[int, dict[str, ArchFlags]]] = {}
    for flags in project.flags:
        for name, value in flags.hardware:
            for arch in flags.archs:
                found.setdefault(name, {}).setdefault(value, {}).setdefault(arch, flags)
    return found


def conflicts(project: Project) -> Iterator[Conflict]:
    """Arches on whose class build flags and sources disagree."""
    gates = [fact for fact in project.facts("gate") if _grants(fact)]
    for name, values in _assigned(project).items():
        for own, mates in values.items():
            for arch, flags in mates.items():
                rest = set(mates) - {arch}
                for other, others in values.items():
                    others_set = set(others)
                    if other == own or not rest or arch in others_set or not others_set:
                        continue
                    against = tuple(
                        gate
                        for gate in gates
                        if arch in gate.data["archs"]
                        and others_set <= set(gate.data["archs"])
                        and not rest & set(gate.data["archs"])
                    )
                    if against:
                        known = project.arches.get(arch)
                        yield Conflict(
                            arch=arch,
                            fact_name=name,
                            own=own,
                            mates=project.in_order(rest),
                            other=other,
                            others=project.in_order(others_set),
                            flags=flags,
                            gates=against,
                            fact=known.facts.get(name) if known is not None else None,
                            stated=known is not None and name in known.stated,
                        )


def _grants(gate: Fact) -> bool:
    """Whether an arm gives its arches something: a macro, an instruction, code of their own."""
    return not gate.data["error"] and bool(gate.data["macros"] or gate.data["asm"] or not gate.data["stub"])


def stated_conflicts(project: Project) -> Iterator[tuple[ArchFlags, str, str, int, int]]:
    """Flags that contradict a fact the user stated: (flags, arch, fact, value of the flags, value of the fact)."""
    for name, values in _assigned(project).items():
        for value, archs in values.items():
            for arch, flags in archs.items():
                known = project.arches.get(arch)
                if known is not None and name in known.stated and known.facts[name] != value:
                    yield flags, arch, name, value, known.facts[name]


def blankets(project: Project) -> Iterator[Blanket]:
    """Flags for every arch built that claim more than some of these arches have."""
    assigned = _assigned(project)
    for build in project.builds:
        built = {arch for one in build.lists if one.role in ("default", "conditional") for arch in one.archs}
        for flags in build.flags:
            if flags.archs:
                continue
            for name, value in flags.hardware:
                lacking = []
                having = False
                for arch in project.in_order(built):
                    own = next((v for v, archs in assigned.get(name, {}).items() if arch in archs), None)
                    place = assigned[name][own][arch].place if own is not None else None
                    known = project.arches[arch].facts.get(name) if own is None else own
                    if known is None:
                        continue
                    if known < value:
                        lacking.append((arch, int(known), place))
                    having = having or known >= value
                if lacking and having:
                    yield Blanket(flags, name, value, tuple(lacking))
