"""Which arches a checkout supports, and on what evidence: dispatch, folders, build lists, arms in several files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hygon_lint.finding import Place
from hygon_lint.model.arches import Arch
from hygon_lint.project.build import ArchList
from hygon_lint.project.checkout import Project, place_of
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.predicates import TRUE, Tree
from hygon_lint.project.wording import turned_round

_MANY = 24
_GIVING_UP = (
    "throw",
    "return false",
    "return 0",
    "return nullptr",
    "abort",
    "std::abort",
    "exit",
    "return;",
    "return -1",
)


@dataclass(slots=True)
class Support:
    """The evidence for one arch; each a place with what stands there."""

    built: list[Place] = field(default_factory=list)
    asked: list[Place] = field(default_factory=list)
    files: list[Place] = field(default_factory=list)
    arms: dict[str, Place] = field(default_factory=dict)  # file -> the first arm in it

    def first(self, scope: str, *, without: Place | None = None) -> Place | None:
        """The strongest evidence below the folder `scope`, a build list left aside; arms count from two files on."""
        for place in (*self.asked, *self.built, *self.files):
            if place != without and place.path.startswith(scope):
                return place
        arms = [place for place in self.arms.values() if place.path.startswith(scope)]
        return arms[0] if len(arms) > 1 else None


def support(project: Project) -> dict[str, Support]:
    """The evidence for each arch that has any."""
    found: dict[str, Support] = {}

    def of(arch: str) -> Support:
        return found.setdefault(arch, Support())

    for one in project.lists:
        if one.role in ("default", "conditional"):
            for arch in (*one.archs, *one.additions):
                of(arch).built.append(one.place)
    for place, archs in asked_for(project):
        for arch in archs:
            of(arch).asked.append(place)
    for fact in project.facts("named"):
        if fact.data["what"] == "file":
            for arch in fact.data["archs"]:
                of(arch).files.append(fact.place)
    for fact in project.facts("gate"):
        if not fact.data["error"] and (fact.data["macros"] or not fact.data["stub"]):
            for arch in fact.data["archs"]:
                of(arch).arms.setdefault(fact.place.path, fact.place)
    return found


def asked_for(project: Project) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Host predicates that let some arches through: where, and which."""
    for fact in project.facts("function"):
        tree = fact.data["tree"]
        if fact.data["device"] or turned_round(fact.data["name"]):
            continue
        trees: list[Tree] = [tree] if tree is not None else fact.data["guards"]
        for one in trees:
            archs = _named_by(project, one)
            if archs:
                yield fact.place, archs
    for fact in project.facts("choice"):
        for arm in fact.data["arms"]:
            if arm["tree"] == TRUE or arm["text"].startswith(_GIVING_UP):
                continue
            archs = _named_by(project, arm["tree"])
            if archs:
                yield place_of(fact.place.path, arm["place"]), archs


def _named_by(project: Project, tree: Tree) -> tuple[str, ...]:
    """The arches a condition holds on, when they are few."""
    holds = project.logic.can_hold(tree)
    return project.in_order(holds) if 0 < len(holds) < _MANY else ()


@dataclass(frozen=True, slots=True)
class Gap:
    """A default build list and the supported arches it lacks, each with its evidence."""

    list: ArchList
    missing: tuple[tuple[str, Place], ...]


def gaps(project: Project) -> Iterator[Gap]:
    """Default build lists that lack an arch which the checkout supports."""
    evidence = support(project)
    for one in project.lists:
        if one.role != "default" or archs_in_name(one.name) or archs_in_name(one.function):
            continue
        arches = [project.arches[name] for name in one.archs if name in project.arches]
        hygon = any(arch.hygon and not _also_amd(arch) for arch in arches)
        held = {*one.archs, *one.additions}
        missing = []
        for name, found in evidence.items():
            arch = project.arches.get(name)
            if arch is None or name in held or arch.legacy or arch.hygon != hygon or _covered(name, held):
                continue
            scope = _scope(one.place.path)
            place = found.first(scope, without=one.place)
            if arch.open:
                place = _inside(found.built, scope, one.place)
            elif not hygon and _inside(found.asked, scope) is None:
                place = None  # AMD's processors are many: without a dispatch that names it, nobody promised it
            if place is not None:
                missing.append((name, place))
        if missing:
            order = dict(missing)
            yield Gap(one, tuple((name, order[name]) for name in project.in_order(order)))


def _scope(path: str) -> str:
    """The folder that a build file builds: its own, for the files that stand beside what they build."""
    folder, _, name = path.rpartition("/")
    beside = name in ("setup.py", "CMakeLists.txt", "Makefile", "GNUmakefile") or name.startswith("setup_")
    return f"{folder}/" if folder and beside else ""


def _inside(places: list[Place], scope: str, without: Place | None = None) -> Place | None:
    return next((place for place in places if place != without and place.path.startswith(scope)), None)


def _also_amd(arch: Arch) -> bool:
    return arch.name == "gfx906"


def _covered(name: str, held: set[str]) -> bool:
    """Whether a generic target in the list stands for the arch."""
    token = name.removeprefix("gfx")
    for generic in held:
        if generic.endswith("-generic"):
            stem = generic.removeprefix("gfx").removesuffix("-generic").replace("-", "")
            if token.startswith(stem):
                return True
    return False
