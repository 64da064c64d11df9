"""Kernels that are compiled for an arch with an empty body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.finding import Place
from hygon_lint.project.checkout import Project
from hygon_lint.project.names import archs_in_name, archs_in_path
from hygon_lint.project.support import asked_for


@dataclass(frozen=True, slots=True)
class EmptyKernel:
    """A kernel without a body on `missing`, which the list at `built` builds for."""

    kernel: str
    place: Place
    missing: tuple[str, ...]
    built: Place


def empty_kernels(project: Project) -> Iterator[EmptyKernel]:
    """Kernels that do nothing on an arch that is built by default, and that nothing keeps away from them."""
    lists = [one for one in project.lists if one.role == "default"]
    if not lists:
        return
    asked = [set(archs) for _, archs in asked_for(project)]
    for fact in project.facts("empty_kernel"):
        if archs_in_name(fact.data["name"]) or archs_in_path(fact.place.path):
            continue
        served, stubbed = set(fact.data["served"]), set(fact.data["stubbed"])
        for one in lists:
            missing = [arch for arch in one.archs if arch in stubbed and not _kept_away(arch, served, asked)]
            if missing and served & set(one.archs) and _builds(one.place.path, fact.place.path):
                yield EmptyKernel(fact.data["name"], fact.place, tuple(missing), one.place)
                break


def short_tables(project: Project) -> Iterator[EmptyKernel]:
    """Kernel tables that hold most arches of a default build list, and not all."""
    for table in project.tables:
        for one in project.lists:
            if one.role != "default" or not _builds(one.place.path, table.place.path):
                continue
            known = [arch for arch in one.archs if arch in project.arches]
            missing = [arch for arch in known if arch not in table.archs]
            if missing and len(missing) < len(known) - len(missing) and len(known) - len(missing) > 1:
                yield EmptyKernel(table.name, table.place, tuple(missing), one.place)
                break


def _kept_away(arch: str, served: set[str], asked: list[set[str]]) -> bool:
    """Whether some host predicate lets arches of the kernel through and not this one."""
    return any(arch not in archs and archs & served for archs in asked)


def _builds(build_file: str, path: str) -> bool:
    folder = build_file.rpartition("/")[0]
    return not folder or path.startswith(f"{folder}/")
