"""What the configuration does to findings: confidence floors, severities and rules by path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from hygon_lint.errors import UsageError, nearest
from hygon_lint.finding import Confidence, Finding, Severity

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from hygon_lint.engine import Settings
    from hygon_lint.registry import Registry


@contextmanager
def blaming(origins: Mapping[str, str], *keys: str) -> Iterator[None]:
    """Name the place of a configured word that is wrong, where it did not come from the command line."""
    try:
        yield
    except UsageError as error:
        for key in keys:
            origin = origins.get(key, "")
            if ":" in origin:
                raise UsageError(f"{origin}: {error}") from error
        raise


@dataclass(frozen=True, slots=True)
class _Override:
    spec: GitIgnoreSpec
    ignore: frozenset[str]
    severity: Mapping[str, Severity]
    floor: int


class Adjuster:
    """Applies a run's settings to findings. Later overrides win over earlier ones."""

    def __init__(self, settings: Settings, registry: Registry) -> None:
        self._floor = settings.min_confidence.rank
        asked = Confidence.MEDIUM if "min-confidence" in settings.configured else settings.min_confidence
        self._asked = asked.rank  # the floor without the checkout's configuration
        with blaming(settings.origins, "severity"):
            self._severity = _severities(settings.severity, registry)
        with blaming(settings.origins, "overrides"):
            self._overrides = [_override(entry, registry, self._floor) for entry in settings.overrides]

    def sort(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The findings that remain, each with its severity, and those that the checkout's configuration takes away."""
        kept, taken = [], []
        for finding in findings:
            floor = self._floor
            severity = self._severity.get(finding.rule, finding.severity)
            ignored = False
            for override in self._overrides:
                if override.spec.match_file(finding.place.path):
                    floor = override.floor
                    severity = override.severity.get(finding.rule, severity)
                    ignored = ignored or finding.rule in override.ignore
            if not ignored and finding.confidence.rank >= floor:
                same = severity is finding.severity
                kept.append(finding if same else msgspec.structs.replace(finding, severity=severity))
            elif finding.confidence.rank >= self._asked:
                taken.append(finding)
        return kept, taken


def _severities(table: Mapping[str, str], registry: Registry) -> dict[str, Severity]:
    result = {}
    for word, level in table.items():
        rule = registry.find(word)
        if rule is None:
            known = [name for known in registry.rules for name in (known.meta.id, known.meta.name)]
            raise UsageError(f'unknown rule "{word}"{nearest(word, known)}')
        result[rule.meta.id] = Severity(level)
    return result


def _override(entry: Mapping[str, Any], registry: Registry, floor: int) -> _Override:
    import pathspec

    return _Override(
        spec=pathspec.GitIgnoreSpec.from_lines(entry["paths"]),
        ignore=registry.named(entry.get("ignore", ())),
        severity=_severities(entry.get("severity", {}), registry),
        floor=Confidence(entry["min-confidence"]).rank if "min-confidence" in entry else floor,
    )
