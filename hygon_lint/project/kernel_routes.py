"""From a guarded call on the host to the kernel behind it: what each of its parameters is in the caller's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple

from hygon_lint.finding import Place, Step, Text

if TYPE_CHECKING:
    from hygon_lint.finding import Fact
    from hygon_lint.project.checkout import Project

Label = int | str
Factors = tuple[Label, ...]

_MOST_CALLS = 3


@dataclass(frozen=True, slots=True)
class Known:
    """A limit that holds at a launch, in the words of the function the route starts from."""

    kind: str
    factors: Factors
    value: int
    place: Place
    text: str
    message: str
    told: bool
    whole: bool

    @property
    def sizes(self) -> list[str]:
        """Its factors that are no constants."""
        return [label for label in self.factors if isinstance(label, str)]


@dataclass(frozen=True, slots=True)
class Route:
    """A launch of `kernel`, reached through `calls` (the launch last). `args` and the rest are the starting function's
    values."""

    kernel: Fact
    calls: tuple[Place, ...]
    args: tuple[Factors, ...]
    roots: tuple[str, ...]
    grid: tuple[Factors, ...]
    block: tuple[Factors, ...]
    template: tuple[int | None, ...]
    limits: tuple[Known, ...]
    params: tuple[str, ...]  # of the function it starts from

    @property
    def steps(self) -> tuple[Step, ...]:
        """The calls on the way, to be shown beside a finding."""
        return (
            *(Step(call, Text(en="handed on here", zh="由此处传入")) for call in self.calls[:-1]),
            Step(self.calls[-1], Text(en="launched here", zh="在此处启动")),
        )

    def said(self, label: Label) -> str:
        """A label as the user would read it."""
        if isinstance(label, int):
            return str(label)
        if label.startswith("#"):
            position = int(label[1:])
            return self.params[position] if position < len(self.params) else label
        return label.rpartition(":")[2].rpartition("@")[0] or label

    def of(self, factor: Label) -> Factors:
        """A factor of a kernel's index as a factor on the host: a parameter's position, `grid.x`, or unknown."""
        if isinstance(factor, int):
            return self.args[factor] if factor < len(self.args) else ()
        if factor.startswith("grid.") and "xyz".find(factor[-1]) < len(self.grid):
            return self.grid["xyz".find(factor[-1])]
        return ()

    @property
    def open(self) -> bool:
        """Whether the launch rests on a truth value of which nothing is known: it may be a further limit."""
        return any(one.kind == "flag" and not isinstance(one.factors[0], int) for one in self.limits)

    def most(self, label: Label) -> int | None:
        """The largest value that one label can have by its guards."""
        if isinstance(label, int):
            return label
        limits = [one.value for one in self.limits if one.kind == "most" and one.factors == (label,)]
        return min(limits, default=None)

    def gate(self, label: Label, kind: str = "most") -> Known | None:
        """The tightest limit of one label."""
        found = [one for one in self.limits if one.kind == kind and one.factors == (label,)]
        return min(found, key=lambda one: one.value, default=None)


def routes(project: Project) -> list[Route]:
    """All routes of a project, from each function that hands anything over."""
    return list(_Finder(project).routes())


class _Finder:
    def __init__(self, project: Project) -> None:
        self._kernels = _by_name(project.facts("kernel"))
        self._functions = _by_name(project.facts("host_function"))
        self._handovers: dict[tuple[Any, ...], list[Fact]] = {}
        for fact in project.facts("handover"):
            self._handovers.setdefault(tuple(fact.data["defined"]), []).append(fact)
        self._params = {astuple(fact.place): tuple(fact.data["params"]) for fact in project.facts("host_function")}

    def routes(self) -> Iterator[Route]:
        for facts in self._handovers.values():
            for fact in facts:
                start = self._params.get(tuple(fact.data["defined"]), ())
                yield from self._follow(fact, _Words(None), (), (), start)

    def _follow(
        self, fact: Fact, words: _Words, calls: tuple[Place, ...], limits: tuple[Known, ...], start: tuple[str, ...]
    ) -> Iterator[Route]:
        data = fact.data
        here = (*calls, fact.place)
        args = tuple(words.factors(args) for args in data["args"])
        roots = tuple(words.root(root) for root in data["roots"])
        held = (*limits, *(known for limit in data["limits"] for known in words.limits(limit)))
        if data["launch"]:
            kernel = _only(self._kernels.get(data["callee"], ()), fact.place.path)
            if kernel is not None and len(args) <= len(kernel.data["params"]):
                grid, block = (tuple(words.factors(extent) for extent in data[name]) for name in ("grid", "block"))
                yield Route(kernel, here, args, roots, grid, block, tuple(data["template"]), held, start)
            return
        callee = _only(self._functions.get(data["callee"], ()), fact.place.path)
        if callee is None or len(here) >= _MOST_CALLS or len(args) > len(callee.data["params"]):
            return
        tests = {
            position: tuple(tuple(known for limit in side for known in words.limits(limit)) for side in (false, true))
            for position, true, false in data["tests"]
        }
        passed = _Words(args, roots, f"{callee.data['name']}:", tests)
        for inner in self._handovers.get(astuple(callee.place), ()):
            yield from self._follow(inner, passed, here, held, start)


class _Words:
    """How the labels of a function are said by the function that the route starts from."""

    def __init__(
        self,
        args: Sequence[Factors] | None,
        roots: Sequence[str] = (),
        prefix: str = "",
        tests: Mapping[int, tuple[tuple[Known, ...], ...]] | None = None,
    ) -> None:
        self._args = args
        self._roots = roots
        self._prefix = prefix
        self._tests = tests or {}

    def factors(self, labels: Sequence[Label]) -> Factors:
        out: list[Label] = []
        for label in labels:
            if self._args is None or isinstance(label, int):
                out.append(label)
            elif label.startswith("#"):
                position = int(label[1:])
                out += self._args[position] if position < len(self._args) and self._args[position] else (label,)
            else:
                out.append(self._prefix + label)
        return tuple(out)

    def limits(self, limit: dict[str, Any]) -> tuple[Known, ...]:
        """A limit of the function; what is behind a flag that it was passed."""
        first = limit["factors"][0] if limit["kind"] == "flag" else ""
        if isinstance(first, str) and first.startswith("#") and int(first[1:]) in self._tests:
            return self._tests[int(first[1:])][limit["value"]]
        said = (limit["kind"], self.factors(limit["factors"]), limit["value"], Place(*limit["place"]))
        return (Known(*said, limit["text"], limit["message"], limit["told"], limit["whole"]),)

    def root(self, name: str) -> str:
        if self._args is None or not name:
            return name
        if name.startswith("#"):
            position = int(name[1:])
            return self._roots[position] if position < len(self._roots) else ""
        return self._prefix + name


def _by_name(facts: Sequence[Fact]) -> dict[str, list[Fact]]:
    out: dict[str, list[Fact]] = {}
    for fact in facts:
        out.setdefault(fact.data["name"], []).append(fact)
    return out


def _only(facts: Sequence[Fact], path: str) -> Fact | None:
    """The one definition of a name: that of the same file, or the only one there is."""
    near = [fact for fact in facts if fact.place.path == path]
    if len(near) == 1:
        return near[0]
    return facts[0] if len(facts) == 1 and not near else None
