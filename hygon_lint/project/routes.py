"""What rules ask about host predicates: what a named thing requires, and which arm of a choice can never win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.finding import Fact, Place
from hygon_lint.project.arch_logic import Logic, named_parts, satisfiable
from hygon_lint.project.checkout import Project, place_of
from hygon_lint.project.names import archs_in_name, archs_in_path
from hygon_lint.project.predicates import TRUE, Tree, both, leaf_place, negated
from hygon_lint.project.wording import turned_round


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A thing named for arches that can never have its way on some of them.

    `place` is the test to change, `asks` the arches on which that test can hold, `missing` those it shuts out.
    """

    name: str
    what: str  # "function" | "variable" | "file"
    place: Place
    named_at: Place
    missing: tuple[str, ...]
    asks: tuple[str, ...]


def mismatches(project: Project) -> Iterator[Mismatch]:
    """Functions, variables and files named for one arch whose predicate asks for another."""
    for fact in project.facts("function"):
        if fact.data["device"]:
            continue
        tree = fact.data["tree"] if fact.data["tree"] is not None else both(*fact.data["guards"])
        found = _mismatch(project, fact, tree, archs_in_name(fact.data["name"]), "function")
        if found is not None:
            yield found
    for fact in project.facts("variable"):
        found = _mismatch(project, fact, fact.data["tree"], archs_in_name(fact.data["name"]), "variable")
        if found is not None:
            yield found
    yield from _files(project)


def _mismatch(project: Project, fact: Fact, tree: Tree, named: tuple[str, ...], what: str) -> Mismatch | None:
    name = fact.data["name"]
    if not named or turned_round(name) or not project.logic.tells_apart(tree):
        return None
    holds = project.logic.can_hold(tree)
    missing = [arch for arch in named if arch not in holds]
    if not missing:
        return None
    culprit = next(_culprits(project.logic, tree, missing[0], True), None)
    if culprit is None or (culprit[0] == "call" and set(archs_in_name(culprit[1])) & set(missing)):
        return None  # a helper of the right name: the fault, if any, is the helper's
    return Mismatch(
        name=name,
        what=what,
        place=place_of(fact.place.path, leaf_place(culprit)),
        named_at=fact.place,
        missing=tuple(missing),
        asks=project.in_order(project.logic.can_hold(culprit)),
    )


def _files(project: Project) -> Iterator[Mismatch]:
    """Files in an arch's folder whose every guarded function gives up on that arch."""
    by_path: dict[str, list[Fact]] = {}
    for fact in project.facts("function"):
        if fact.data["guards"] and not fact.data["device"] and not archs_in_name(fact.data["name"]):
            by_path.setdefault(fact.place.path, []).append(fact)
    for path, functions in by_path.items():
        named = archs_in_path(path)
        if not named:
            continue
        found = [_mismatch_of_file(project, fact, named) for fact in functions]
        if all(found):
            yield from (one for one in found if one is not None)


def _mismatch_of_file(project: Project, fact: Fact, named: tuple[str, ...]) -> Mismatch | None:
    guards = both(*fact.data["guards"])
    holds = project.logic.can_hold(guards)
    if not project.logic.tells_apart(guards) or any(arch in holds for arch in named):
        return None
    culprit = next(_culprits(project.logic, guards, named[0], True), None)
    if culprit is None:
        return None
    return Mismatch(
        name=fact.place.path,
        what="file",
        place=place_of(fact.place.path, leaf_place(culprit)),
        named_at=fact.place,
        missing=named,
        asks=project.in_order(project.logic.can_hold(culprit)),
    )


def _culprits(logic: Logic, tree: Tree, arch: str, wanted: bool) -> Iterator[Tree]:
    """The tests in a tree that keep it from being `wanted` on an arch."""
    kind = tree[0]
    if kind == "not":
        yield from _culprits(logic, tree[1], arch, not wanted)
    elif kind in ("and", "or"):
        for part in tree[1:]:
            yield from _culprits(logic, part, arch, wanted)
    elif kind == "named":
        yield from _culprits(logic, tree[2], arch, wanted)
    elif kind in ("arch", "prefix", "number", "call"):
        decided = logic.on(tree, arch)
        blocked = not satisfiable(decided) if wanted else not satisfiable(negated(decided))
        if blocked:
            yield tree


# ---------------------------------------------------------------- choices


@dataclass(frozen=True, slots=True)
class Shadow:
    """An arm that can never win. `winner` is the condition that wins instead."""

    place: Place
    winner: Place
    function: str
    archs: tuple[str, ...]  # where the later arm could have won
    named: tuple[str, ...] = ()  # the later arm's arches, when the verdict rests on names
    winner_named: tuple[str, ...] = ()


def shadows(project: Project) -> Iterator[Shadow]:
    """Arms of choices between arch routes that can never win."""
    for fact in project.facts("choice"):
        yield from _Choice(project, fact).shadows()


class _Choice:
    def __init__(self, project: Project, fact: Fact) -> None:
        self.project = project
        self.logic = project.logic
        self.fact = fact
        self.context: Tree = fact.data["context"]
        self.arms = fact.data["arms"]

    def shadows(self) -> Iterator[Shadow]:
        before: Tree = TRUE
        for index, arm in enumerate(self.arms):
            if index:
                shadow = self._covered(index, before) or self._taken_by_name(index)
                if shadow is not None:
                    yield shadow
                    if arm["tree"] == TRUE:
                        return
            before = both(before, negated(arm["tree"]))

    def _covered(self, index: int, before: Tree) -> Shadow | None:
        """The arm holds on some arches, and on each of them an earlier one holds whenever it does."""
        tree = self.arms[index]["tree"]
        if tree == TRUE or not self.logic.tells_apart(tree):
            return None
        alone = both(self.context, tree)
        could = [arch for arch in self.logic.arches if satisfiable(self.logic.on(alone, arch))]
        if not could or any(satisfiable(self.logic.on(both(alone, before), arch)) for arch in could):
            return None
        for winner in range(index):
            other = self.arms[winner]["tree"]
            if self.logic.tells_apart(other) and any(satisfiable(self.logic.on(other, arch)) for arch in could):
                return self._shadow(index, winner, could)
        return None

    def _taken_by_name(self, index: int) -> Shadow | None:
        """The arms are named for different arches, and the earlier one can hold only on the later one's."""
        later = self._names(index)
        if not later:
            return None
        for winner in range(index):
            tree = self.arms[winner]["tree"]
            earlier = {arch for name, _ in named_parts(tree) for arch in archs_in_name(name)}
            if not earlier or earlier & later or any(turned_round(name) for name, _ in named_parts(tree)):
                continue
            holds = self.logic.can_hold(both(self.context, tree))
            if holds and holds <= later:
                return self._shadow(index, winner, holds, tuple(sorted(later)), tuple(sorted(earlier)))
        return None

    def _names(self, index: int) -> set[str]:
        """The arches a later arm is named for: in its condition; for an `else`, in the alternative, or in its value."""
        arm = self.arms[index]
        own = {arch for name, _ in named_parts(arm["tree"]) for arch in archs_in_name(name)}
        if own or arm["tree"] != TRUE:
            return own
        used = {name for one in self.arms[:index] for name, _ in named_parts(one["tree"])}
        beside = {arch for name, _ in named_parts(self.context) if name not in used for arch in archs_in_name(name)}
        return beside or set(archs_in_name(arm["text"]))

    def _shadow(
        self,
        index: int,
        winner: int,
        archs: object,
        named: tuple[str, ...] = (),
        winner_named: tuple[str, ...] = (),
    ) -> Shadow:
        arm = self.arms[index]
        numbers = arm["value"] if arm["tree"] == TRUE and arm["value"] else arm["place"]
        path = self.fact.place.path
        return Shadow(
            place=place_of(path, numbers),
            winner=place_of(path, self.arms[winner]["place"]),
            function=self.fact.data["function"],
            archs=self.project.in_order(archs),  # type: ignore[arg-type]
            named=named,
            winner_named=winner_named,
        )
