"""Macros of the command line held against the sources: which are set together, which differ between compilers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hygon_lint.finding import Fact, Place
from hygon_lint.project.build import Define
from hygon_lint.project.checkout import Project, place_of

_OFF = frozenset({"0", "OFF", "FALSE", "NO", "false", "off"})


@dataclass(frozen=True, slots=True)
class Together:
    """Two macros that the sources treat as alternatives, both set by one build. `chosen` wins."""

    chosen: Define
    other: Define
    chain: Place
    other_arm: Place | None
    names: tuple[str, ...]  # what both arms define; empty: the sources refuse the pair


def set_together(project: Project) -> Iterator[Together]:
    """Mutually exclusive macros that a build, or the file itself, sets at the same time."""
    by_name: dict[str, list[Define]] = {}
    for define in project.defines:
        by_name.setdefault(define.name, []).append(define)
    seen: set[tuple[Place, Place]] = set()
    features = [set(fact.data["names"]) for fact in project.facts("macro_features")]
    for fact in [*project.facts("macro_chain"), *project.facts("macro_refusal")]:
        path = fact.place.path
        for first, second in _pairs(fact):
            if fact.kind == "macro_chain" and any({first["macro"], second["macro"]} <= names for names in features):
                continue  # elsewhere each has its own `#ifdef`: features that may well be on together
            pair = _both_set(
                [*by_name.get(first["macro"], ()), *_own(path, first)],
                first["test"],
                [*by_name.get(second["macro"], ()), *_own(path, second)],
                second["test"],
            )
            if pair is None or (pair[0].place, pair[1].place) in seen:
                continue
            seen.add((pair[0].place, pair[1].place))
            yield Together(
                pair[0],
                pair[1],
                place_of(path, first["place"]) if "place" in first else fact.place,
                place_of(path, second["place"]) if "place" in second else None,
                tuple(fact.data.get("names", ())),
            )


def _pairs(fact: Fact) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The pairs of macros that a chain treats as alternatives, the one tested first in front."""
    if fact.kind == "macro_refusal":
        first, second = ({"macro": name, "test": test, "set": own} for name, test, own in fact.data["macros"])
        yield first, second
        return
    arms = fact.data["arms"]
    for i, first in enumerate(arms):
        for second in arms[i + 1 :]:
            if first["macro"] != second["macro"]:
                yield first, second


def _own(path: str, arm: dict[str, Any]) -> list[Define]:
    """The `#define` of the file itself."""
    if not arm["set"]:
        return []
    return [Define(place=place_of(path, arm["set"]), name=arm["macro"], value="1", group="#define")]


def _both_set(
    firsts: list[Define], first_test: str, seconds: list[Define], second_test: str
) -> tuple[Define, Define] | None:
    for one in firsts:
        for other in seconds:
            if _on(one, first_test) and _on(other, second_test) and _meet(one, other):
                return one, other
    return None


def _on(define: Define, test: str) -> bool:
    return test == "defined" or define.value.strip("\"'") not in _OFF


def _meet(one: Define, other: Define) -> bool:
    """Whether both macros reach one compile: same file and list, no condition that parts them."""
    if one.place.path != other.place.path or one.group != other.group:
        return False
    if one.when != other.when:
        return False
    if one.archs and other.archs and not set(one.archs) & set(other.archs):
        return False
    return "both" in (one.scope, other.scope) or one.scope == other.scope or not one.scope or not other.scope


@dataclass(frozen=True, slots=True)
class Differing:
    """A macro with one value for the host compiler and another for the device compiler."""

    host: Define
    device: Define
    use: Place | None


def differing(project: Project) -> Iterator[Differing]:
    """Macros whose value differs between the host and the device compiler of one build."""
    by_name: dict[tuple[str, str], list[Define]] = {}
    for define in project.defines:
        by_name.setdefault((define.place.path, define.name), []).append(define)
    for (_, name), defines in by_name.items():
        hosts = [one for one in defines if one.scope == "host"]
        devices = [one for one in defines if one.scope == "device"]
        if not hosts or not devices or len(hosts) + len(devices) != len(defines):
            continue
        pair = next(((h, d) for h in hosts for d in devices if _differ(h, d)), None)
        if pair is not None:
            yield Differing(*pair, project.first_use(name))


def _differ(host: Define, device: Define) -> bool:
    return host.when == device.when and not device.archs and _normal(host.value) != _normal(device.value)


def _normal(value: str) -> str:
    return value.strip().strip("\"'")
