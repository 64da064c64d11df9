"""Where an item is found, in few words: findings of one file grouped by rule, their lines in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hygon_lint.audit.catalogue import AuditedPlace
from hygon_lint.finding import Finding


def by_rule(findings: Iterable[Finding], most: int | None = None) -> list[str]:
    """`HYG401: 12, 40, 41` for each rule; lines beyond `most` are counted, as in `+25`."""
    lines: dict[str, list[int]] = {}
    for finding in findings:
        lines.setdefault(finding.rule, []).append(finding.place.line)
    return [f"{rule}: {_numbers(sorted(numbers), most)}" for rule, numbers in sorted(lines.items())]


def spans(places: Sequence[AuditedPlace]) -> str:
    """The lines the audit named in one file; empty when it named the file only."""
    return ", ".join(_span(place) for place in places if place.first)


def _span(place: AuditedPlace) -> str:
    return f"{place.first}-{place.last}" if place.last > place.first else str(place.first)


def _numbers(numbers: Sequence[int], most: int | None) -> str:
    shown = numbers if most is None or len(numbers) <= most else numbers[:most]
    rest = len(numbers) - len(shown)
    return ", ".join(map(str, shown)) + (f", +{rest}" if rest else "")
