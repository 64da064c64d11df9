"""Dispatch siblings compared: a head dimension that one supports and the other leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.head_dims import MANY
from hygon_lint.finding import Confidence, Fact, Place
from hygon_lint.model.families import siblings
from hygon_lint.project.checkout import Project, place_of

_MOST_MISSING = 2  # larger differences are design
_COMMON = 3

Dims = frozenset[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Gap:
    """`name` leaves out the dimensions `missing`, which `sibling` supports. `by_name` tells that it names them."""

    name: str
    what: str
    place: Place
    sibling: str
    sibling_place: Place
    missing: tuple[int, ...]
    by_name: bool
    confidence: Confidence


def gaps(project: Project) -> Iterator[Gap]:
    """All of a checkout, for each piece of dispatch the one that its nearest sibling shows."""
    facts = project.facts("head_dims")
    for fact in facts:
        found = [gap for other in facts if (gap := _compare(fact, other)) is not None]
        if found:
            yield max(found, key=lambda gap: (gap.by_name, gap.confidence.rank, -len(gap.missing)))
    yield from _instances(project)


def _compare(fact: Fact, other: Fact) -> Gap | None:
    mine, theirs = fact.data, other.data
    if not siblings(mine["name"], theirs["name"]):
        return None
    own, full = _dims(fact), _dims(other)
    refused = dict(mine["refused"])
    found = _missing(own, full, set(refused))
    if found is None:
        return None
    missing, by_name, confidence = found
    place = place_of(fact.place.path, refused[missing[0]]) if by_name else fact.place
    return Gap(mine["name"], mine["what"], place, theirs["name"], other.place, missing, by_name, confidence)


def _dims(fact: Fact) -> Dims:
    return frozenset(tuple(dim) for dim in fact.data["dims"])


def _missing(own: Dims, full: Dims, refused: set[int]) -> tuple[tuple[int, ...], bool, Confidence] | None:
    if not own or not full or len(next(iter(own))) != len(next(iter(full))):
        return None
    lacking, extra = full - own, own - full
    missing = tuple(sorted({dim[0] for dim in lacking}))
    named = tuple(value for value in missing if value in refused)
    if named and len(named) <= _MOST_MISSING and len(own & full) >= _COMMON - 1:
        if len(missing) <= _MOST_MISSING and (len(extra) <= _MOST_MISSING or len(own) > MANY):
            return named, True, Confidence.HIGH
        return None
    if not missing or len(lacking) + len(extra) > _MOST_MISSING or len(own & full) < _COMMON:
        return None
    plain = [dim[0] for dim in own]
    inside = all(min(plain) < value < max(plain) for value in missing)  # an end of the range is a limit by design
    return missing, False, Confidence.MEDIUM if inside else Confidence.LOW


def _instances(project: Project) -> Iterator[Gap]:
    """Explicit instantiations: the same template for another type, mode or arch lacks a dimension."""
    groups: dict[tuple[str, tuple[str, ...]], dict[int, Place]] = {}
    for fact in project.facts("head_dim_instance"):
        key = (fact.data["name"], tuple(fact.data["variant"]))
        groups.setdefault(key, {})[fact.data["dim"]] = fact.place
    for (name, variant), places in groups.items():
        best: Gap | None = None
        for (other_name, other_variant), full in groups.items():
            if other_name != name or len(other_variant) != len(variant) or other_variant == variant:
                continue
            found = _missing(frozenset((d,) for d in places), frozenset((d,) for d in full), set())
            if found is not None and (best is None or found[2].rank > best.confidence.rank):
                shown = f"{name}<{', '.join(variant)}>"
                place = (
                    places[max(d for d in places if d < found[0][0])]
                    if min(places) < found[0][0]
                    else min(places.values())
                )
                sibling = f"{name}<{', '.join(other_variant)}>"
                best = Gap(shown, "instances", place, sibling, full[found[0][0]], found[0], False, found[2])
        if best is not None:
            yield best
