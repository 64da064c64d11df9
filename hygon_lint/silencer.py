"""What suppressions do: they mark findings as suppressed, and those that do nothing are told by a rule."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import msgspec

from hygon_lint.errors import closest
from hygon_lint.finding import Finding, Suppression

if TYPE_CHECKING:
    from hygon_lint.registry import Registry

_FEW_LINES = 8  # a suppression of fewer is looked up by its lines


@dataclass(frozen=True, slots=True)
class Use:
    """What is wrong with one suppression: words that hide nothing, words that no rule has, a missing reason.

    `close` gives the rule that a word no rule has most likely means, as far as one is near. `without_reason` is said
    only where a reason would make it hide something.
    """

    suppression: Suppression
    idle: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    close: Mapping[str, str] = field(default_factory=dict)
    without_reason: bool = False
    every_word: bool = False  # nothing of it is of use, to any linter


@dataclass(slots=True)
class _Entry:
    suppression: Suppression
    rules: dict[str, frozenset[str]]  # each word of ours -> the rules it stands for; "" stands for all
    foreign: bool  # it also speaks to other linters
    used: set[str]


class Silencer:
    """The suppressions of a run, at work. `need_reason`: those that give none do not count."""

    def __init__(
        self, suppressions: Mapping[str, Sequence[Suppression]], registry: Registry, *, need_reason: bool = False
    ) -> None:
        self._ids = frozenset(rule.meta.id for rule in registry.rules)
        self._names = {name: rule.meta.id for name, rule in registry.by_name().items()}
        self._words = [word for rule in registry.rules for word in (rule.meta.id, rule.meta.name, *rule.meta.aliases)]
        self._need_reason = need_reason
        self._entries = {
            path: [entry for entry in map(self._entry, found) if entry is not None]
            for path, found in suppressions.items()
        }
        self._at = {path: _ByLine(entries) for path, entries in self._entries.items()}

    def _entry(self, suppression: Suppression) -> _Entry | None:
        if not suppression.words:
            return _Entry(suppression, {"": self._ids}, not suppression.own, set())
        rules = {}
        for word in suppression.words:
            meant = self._meant(word)
            if meant is not None:
                rules[word] = meant
        if not rules:
            return None
        return _Entry(suppression, rules, len(rules) < len(suppression.words), set())

    def _meant(self, word: str) -> frozenset[str] | None:
        """The rules a word stands for; none for a rule of ours that does not exist, None for another linter's."""
        plain = word.casefold().removeprefix("hygon-lint-")
        if plain in self._names:
            return frozenset({self._names[plain]})
        if any(mark in plain for mark in "*?"):
            found = frozenset(rule for name, rule in self._names.items() if fnmatchcase(name, plain))
            return found or None
        return frozenset() if plain.startswith("hyg") and plain[3:].isdigit() else None

    def apply(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings, those that a suppression covers marked so."""
        result = []
        for finding in findings:
            hidden = False
            around = self._at.get(finding.place.path)
            for entry in around.touching(finding) if around is not None else ():
                for word, rules in entry.rules.items():
                    if finding.rule in rules:
                        entry.used.add(word)
                        hidden = hidden or self._counts(entry.suppression)
            result.append(msgspec.structs.replace(finding, state="suppressed") if hidden else finding)
        return result

    def _counts(self, suppression: Suppression) -> bool:
        return not suppression.flaw and bool(suppression.reason or not self._need_reason)

    def uses(self, judged: Collection[str], skipped: Collection[str], own_ids: Collection[str]) -> Iterator[Use]:
        """The suppressions that something is wrong with.

        Only words whose rules are all in `judged` (they ran in full) can be called idle; files in `skipped` are left
        out; `own_ids` are the rules that report this, which a word may name without being idle.
        """
        own = frozenset(own_ids)
        for path in sorted(self._entries):
            for entry in self._entries[path] if path not in skipped else ():
                shared = entry.foreign and "" in entry.rules  # a bare NOLINT may serve another linter
                unknown = tuple(word for word, rules in entry.rules.items() if not rules)
                idle = tuple(
                    word
                    for word, rules in entry.rules.items()
                    if word not in entry.used and rules - own and rules - own <= set(judged)
                )
                useless = len(idle) + len(unknown) == len(entry.rules)
                use = Use(
                    suppression=entry.suppression,
                    idle=() if shared or entry.suppression.flaw else idle,
                    unknown=unknown,
                    close={word: near for word in unknown if (near := closest(word, self._words))},
                    without_reason=self._need_reason and not (entry.suppression.reason or shared or useless),
                    every_word=not entry.foreign and useless,
                )
                if use.idle or use.unknown or use.without_reason or (entry.suppression.flaw and not shared):
                    yield use


class _ByLine:
    """The suppressions of a file by the lines they speak for: a flood of them costs no more than its length."""

    def __init__(self, entries: Sequence[_Entry]) -> None:
        self._wide: dict[str, list[_Entry]] = {}  # by the rules they are about
        self._lines: dict[int, list[_Entry]] = {}
        for entry in entries:
            covers = entry.suppression.covers
            if covers.end_line - covers.line >= _FEW_LINES:
                for rule in frozenset().union(*entry.rules.values()):
                    self._wide.setdefault(rule, []).append(entry)
                continue
            for line in {*range(covers.line, covers.end_line + 1), entry.suppression.place.line}:
                self._lines.setdefault(line, []).append(entry)
        self._numbers = sorted(self._lines)

    def touching(self, finding: Finding) -> Iterator[_Entry]:
        """The suppressions that speak for a finding's first line, or stand in the midst of it."""
        first, last = finding.place.line, finding.place.end_line
        near: dict[int, _Entry] = {}
        for number in self._numbers[bisect_left(self._numbers, first) : bisect_right(self._numbers, last)]:
            near.update((id(entry), entry) for entry in self._lines[number])
        yield from (
            entry
            for entry in (*near.values(), *self._wide.get(finding.rule, ()))
            if _covers(entry.suppression, finding)
        )


def _covers(suppression: Suppression, finding: Finding) -> bool:
    place = finding.place
    starts_inside = suppression.covers.line <= place.line <= suppression.covers.end_line
    stands_inside = place.line < suppression.place.line <= place.end_line
    return starts_inside or stands_inside
