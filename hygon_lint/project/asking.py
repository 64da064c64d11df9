"""Where a checkout names arches, as the matrix shows it: each place with the arches it is for and those it shuts out.

An arch is named by itself, or by a prefix, a range or a family macro that holds many. What is named in such a broad way
counts for the arches that the checkout names by themselves somewhere; a matrix of every arch of a family says little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.finding import Fact, Place
from hygon_lint.model.arches import arch_macros
from hygon_lint.project.checkout import Project, place_of
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.predicates import Tree, leaf_place

_FEW = 3  # a helper that holds on so few arches names them


@dataclass(frozen=True, slots=True)
class Mention:
    """A place and the arches it names. `exact`: by themselves. `shuts`: it is for all but these."""

    place: Place
    archs: frozenset[str]
    exact: bool
    shuts: bool = False


# ---------------------------------------------------------------- host code


def host_mentions(project: Project) -> Iterator[Mention]:
    """Conditions of host code on the arch, each at the place that asks."""
    sides = _Sides(project)
    for fact in project.facts("asked"):
        tree = fact.data["tree"]
        shuts = tree[0] == "not"
        core = tree[1] if shuts else tree
        yield from _mention(project, core, fact.place, sides.of(fact.place, shuts=shuts))
    for fact in project.facts("choice"):
        for arm in fact.data["arms"]:
            for part, shuts in _parts(arm["tree"], False):
                if part[0] == "named":
                    yield from _mention(project, part, place_of(fact.place.path, arm["place"]), shuts)


def _mention(project: Project, tree: Tree, place: Place, shuts: bool) -> Iterator[Mention]:
    if tree[0] == "number" and tree[1] == "!=":
        tree, shuts = ["number", "==", *tree[2:]], not shuts
    if not project.logic.tells_apart(tree):
        return
    holds = project.logic.can_hold(tree)
    exact = tree[0] == "arch" or (tree[0] == "number" and tree[1] == "==") or len(holds) <= _FEW
    if holds and len(holds) < len(project.arches):
        yield Mention(place, holds, exact, shuts)


class _Sides:
    """Whether a test lets its arches through or shuts them out, by the conditions that it is part of.

    What a function returns decides; else a test that a guard, a choice or the test itself asks for positively is for
    its arches (`if (!is_gfx938()) return;` leaves the rest of the function to gfx938).
    """

    def __init__(self, project: Project) -> None:
        self.returned: dict[Place, bool] = {}
        self.positive: set[Place] = set()
        for fact in project.facts("function"):
            if fact.data["tree"] is not None:
                for place, shuts in _tests(fact, fact.data["tree"]):
                    self.returned[place] = shuts and self.returned.get(place, True)
            self._take(fact, fact.data["guards"])
        for fact in project.facts("variable"):
            self._take(fact, [fact.data["tree"]])
        for fact in project.facts("choice"):
            self._take(fact, [arm["tree"] for arm in fact.data["arms"]])

    def _take(self, fact: Fact, trees: list[Tree]) -> None:
        self.positive.update(place for tree in trees for place, shuts in _tests(fact, tree) if not shuts)

    def of(self, place: Place, *, shuts: bool) -> bool:
        """True for a test that shuts its arches out; `shuts` is what it says by itself."""
        return self.returned.get(place, shuts and place not in self.positive)


def _tests(fact: Fact, tree: Tree) -> Iterator[tuple[Place, bool]]:
    for part, shuts in _parts(tree, False, inside=True):
        if part[0] in ("arch", "prefix", "number", "call"):
            yield place_of(fact.place.path, leaf_place(part)), shuts


def _parts(tree: Tree, negated: bool, *, inside: bool = False) -> Iterator[tuple[Tree, bool]]:
    """The leaves of a tree and whether each stands under a negation; variables as they are, or by what they hold."""
    if tree[0] in ("and", "or"):
        for part in tree[1:]:
            yield from _parts(part, negated, inside=inside)
    elif tree[0] == "not":
        yield from _parts(tree[1], not negated, inside=inside)
    elif tree[0] == "named" and inside:
        yield from _parts(tree[2], negated, inside=True)
    else:
        yield tree, negated


# ---------------------------------------------------------------- conditions of the preprocessor


def gate_mentions(project: Project) -> Iterator[Mention]:
    """Arms of `#if`: for which arches they are read where that is known, else the arches they spell."""
    read = {fact.place: frozenset(fact.data["archs"]) for fact in project.facts("gate")}
    families = _families(project)
    for fact in project.facts("gate_mention"):
        known = read.get(fact.place)
        for key, shuts in (("asked", False), ("shut", True)):
            for name in fact.data[key]:
                archs = families.get(name) or frozenset(archs_in_name(name))
                exact = len(archs) == 1 or name not in families
                if known is not None and not shuts:
                    archs = archs & known or archs  # an arm that nothing reaches still names them
                if archs:
                    yield Mention(fact.place, archs, exact, shuts)
        if known is not None and not fact.data["asked"]:
            yield Mention(fact.place, known, True)


def _families(project: Project) -> dict[str, frozenset[str]]:
    """Each arch macro, and each macro of the project's that arms for some arches define, to the arches that have it."""
    found: dict[str, set[str]] = {}
    for fact in project.facts("gate"):
        for name in fact.data["macros"]:
            found.setdefault(name, set()).update(fact.data["archs"])
    own = {name: frozenset(archs) for name, archs in found.items()}
    return own | {name: frozenset(archs) for name, archs in arch_macros().items()}


# ---------------------------------------------------------------- conditions of build files


def build_mentions(project: Project) -> Iterator[Mention]:
    """Conditions and keys of build files that name arches."""
    for build in project.builds:
        for test in build.tests:
            yield Mention(test.place, frozenset(test.archs), test.exact, test.shuts)
