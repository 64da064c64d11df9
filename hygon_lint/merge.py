"""Findings of several arch classes, and of several rules, brought down to one finding a fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from hygon_lint.finding import Finding, Place

if TYPE_CHECKING:
    from hygon_lint.rule import Rule


def unite(findings: Iterable[Finding], known_arches: Sequence[str]) -> tuple[Finding, ...]:
    """One finding per rule and place, holding in the arches of all.

    The surest one speaks; on a tie the first. When the union covers every known arch, `archs` is empty.
    """
    best: dict[tuple[str, Place], Finding] = {}
    archs: dict[tuple[str, Place], set[str] | None] = {}
    for finding in findings:
        key = (finding.rule, finding.place)
        other = best.get(key)
        if other is None or finding.confidence.rank > other.confidence.rank:
            best[key] = finding
        held = archs.setdefault(key, set())
        if not finding.archs:
            archs[key] = None
        elif held is not None:
            held.update(finding.archs)
    order = {name: number for number, name in enumerate(known_arches)}
    result = []
    for key, finding in best.items():
        union = archs[key]
        if union is None or union.issuperset(order):
            names: tuple[str, ...] = ()
        else:
            names = tuple(sorted(union, key=lambda name: (order.get(name, len(order)), name)))
        result.append(finding if names == finding.archs else msgspec.structs.replace(finding, archs=names))
    return tuple(result)


def most_specific(findings: Sequence[Finding], rules: Iterable[Rule]) -> list[Finding]:
    """One fault, one finding: a finding is dropped where one of a rule that supersedes its rule overlaps it."""
    supersedes: Mapping[str, frozenset[str]] = {rule.meta.id: frozenset(rule.meta.supersedes) for rule in rules}
    stronger: dict[str, list[Finding]] = {}
    for finding in findings:
        if supersedes.get(finding.rule):
            stronger.setdefault(finding.place.path, []).append(finding)
    return [
        finding
        for finding in findings
        if not any(
            finding.rule in supersedes[other.rule] and overlap(finding.place, other.place)
            for other in stronger.get(finding.place.path, ())
        )
    ]


def overlap(one: Place, other: Place) -> bool:
    """Whether two places of one file share a character (an empty place counts as the character it stands before)."""
    if one.path != other.path:
        return False
    return _start(one) < _end(other) and _start(other) < _end(one)


def _start(place: Place) -> tuple[int, int]:
    return (place.line, place.column)


def _end(place: Place) -> tuple[int, int]:
    end = (place.end_line, place.end_column)
    return end if end > _start(place) else (place.line, place.column + 1)
