"""Arch names that no known arch bears, where a name decides something: host predicates and build lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.finding import Place
from hygon_lint.model.arches import nearest
from hygon_lint.project.checkout import Project, place_of
from hygon_lint.project.predicates import Tree, leaf_place, leaves


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that is no arch, and the one it is a slip away from."""

    name: str
    meant: str
    place: Place
    where: str  # "predicate" | "list"


def unknown_names(project: Project) -> Iterator[UnknownName]:
    """Each place with such a name, once."""
    seen: set[tuple[Place, str]] = set()
    for place, name, where in _names(project):
        if name in project.arches or name.endswith("-generic") or (place, name) in seen:
            continue
        seen.add((place, name))
        meant = nearest(name, project.arches)
        if meant is not None:
            yield UnknownName(name, meant, place, where)


def _names(project: Project) -> Iterator[tuple[Place, str, str]]:
    for path, tree in _trees(project):
        for leaf in leaves(tree):
            if leaf[0] == "arch":
                for name in leaf[1]:
                    yield place_of(path, leaf_place(leaf)), name, "predicate"
    for one in project.lists:
        if one.role in ("default", "conditional", "addition"):
            for name in one.archs:
                yield one.place, name, "list"


def _trees(project: Project) -> Iterator[tuple[str, Tree]]:
    for fact in project.facts("function"):
        yield from ((fact.place.path, tree) for tree in (fact.data["tree"], *fact.data["guards"]) if tree is not None)
    for fact in project.facts("variable"):
        yield fact.place.path, fact.data["tree"]
    for fact in project.facts("choice"):
        yield from ((fact.place.path, arm["tree"]) for arm in fact.data["arms"])
