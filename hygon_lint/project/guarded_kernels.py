"""Guards against 2^31 elements whose product lacks a factor of the index of the kernel behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hygon_lint.finding import Place
from hygon_lint.model.storage import names
from hygon_lint.project.kernel_routes import Known, Label, Route, routes

if TYPE_CHECKING:
    from hygon_lint.project.checkout import Project

_LIMIT = 1 << 31
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Uncounted:
    """The kernel at the end of `route` indexes `pointer` with `missing`, which the product of `guard` leaves out."""

    guard: Known
    route: Route
    pointer: str
    index: Place
    text: str
    missing: tuple[str, ...]


def uncounted(project: Project) -> Iterator[Uncounted]:
    """All of a project, each guard once."""
    every = routes(project)
    behind: dict[Place, list[Route]] = {}
    for route in every:
        for guard in route.limits:
            if guard.kind == "product" and not guard.told and not guard.whole and len(guard.sizes) > 1:
                behind.setdefault(guard.place, []).append(route)
    for place, guarded in behind.items():
        found = None
        for route in guarded:
            guard = next(one for one in route.limits if one.kind == "product" and one.place == place)
            if _counts_an_index(guard, route):
                found = None
                break
            found = found or _judge(guard, route)
        if found is not None:
            yield found


def _judge(guard: Known, route: Route) -> Uncounted | None:
    for index in route.kernel.data["indices"]:
        if not index["narrow"]:
            continue
        reading = _Reading(index, route)
        missing = reading.beyond(guard)
        if not missing or not _is_about(guard, route, index["pointer"]) or _is_covered(guard, route, reading):
            continue
        named = tuple(dict.fromkeys(route.said(label) for label in missing))
        if any(names(name, "stride") for name in named):
            continue
        pointer = route.kernel.data["params"][index["pointer"]]
        return Uncounted(guard, route, pointer, Place(*index["place"]), index["text"], named)
    return None


class _Reading:
    """One index of a kernel in the words of the host."""

    def __init__(self, index: dict[str, Any], route: Route) -> None:
        self.sizes: list[str] = []
        self.unknown = 0  # factors and positions of which nothing is known
        self.movers: list[list[Label]] = []
        self._route = route
        for factor in index["sizes"]:
            self._add(route.of(factor))
        for mover in index["movers"]:
            extent = [label for factor in mover for label in route.of(factor)]
            if not mover or not extent:
                self.unknown += 1
            self.movers.append(extent)

    def _add(self, labels: Sequence[Label]) -> None:
        if not labels:
            self.unknown += 1
        self.sizes += [label for label in labels if isinstance(label, str)]

    @property
    def whole(self) -> list[str]:
        """All that is known of the size of what is indexed."""
        return self.sizes + [label for mover in self.movers for label in mover if isinstance(label, str)]

    def beyond(self, guard: Known) -> list[str]:
        """The factors that a guard of this very index leaves out; none where it may be about something else."""
        left = list(guard.sizes)
        rest = []
        for size in self.sizes:
            if size in left:
                left.remove(size)
            else:
                rest.append(size)
        if not rest or len(rest) == len(self.sizes) or self._is_small(guard):
            return []
        for mover in self.movers:
            for label in mover:
                if label in left:
                    left.remove(str(label))
        return rest if len(left) <= self.unknown else []

    def covered_by(self, guard: Known) -> bool:
        """Whether a guard bounds the whole index."""
        left = list(guard.sizes)
        for size in self.sizes:
            if size not in left:
                return False
            left.remove(size)
        return True

    def _is_small(self, guard: Known) -> bool:
        """Whether the other guards keep it below the limit."""
        total = 1
        if self.unknown:
            return False
        for label in self.whole:
            most = self._route.most(label)
            if most is None:
                return False
            total *= most
        return total < min(_LIMIT, guard.value)


def _is_covered(guard: Known, route: Route, reading: _Reading) -> bool:
    """Whether a further guard bounds the index: one that counts all elements, or one with its factors."""
    others = [one for one in route.limits if one.kind == "product" and one.place != guard.place]
    return any(one.whole or reading.covered_by(one) for one in others)


def _counts_an_index(guard: Known, route: Route) -> bool:
    """Whether the guard's product is the whole of what some pointer of the kernel is indexed with."""
    for index in route.kernel.data["indices"]:
        reading = _Reading(index, route)
        if reading.sizes and not reading.unknown and sorted(reading.whole) == sorted(guard.sizes):
            return True
        if (
            reading.sizes
            and reading.covered_by(guard)
            and len(guard.sizes) - len(reading.sizes) <= len(index["movers"])
        ):
            return True
    return False


def _is_about(guard: Known, route: Route, pointer: int) -> bool:
    """Whether nothing says that the guard is about what another pointer points to."""
    words = set(_WORD.findall(guard.message))
    called = [route.said(root) if root else "" for root in route.roots]
    kernel = route.kernel.data["params"]
    mine = {called[pointer] if pointer < len(called) else "", kernel[pointer]}
    theirs = {name for name in (*called, *kernel, *route.params) if name} - mine
    return not words & theirs - _sizes_named(guard, route) or bool(words & mine)


def _sizes_named(guard: Known, route: Route) -> set[str]:
    return {route.said(label) for label in guard.sizes}
