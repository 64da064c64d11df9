"""The baseline: findings that were there on the first day, kept in a file so that only new ones count.

An entry holds a rule, a path, a key of the finding's own text and how often it occurs there: no line number, so
moved lines and reformatting change nothing. A file that was moved is recognised when its old path is gone and its
findings appear, text for text, in exactly one new place.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hygon_lint import fingerprint
from hygon_lint.errors import UsageError, shown
from hygon_lint.finding import Finding

DEFAULT_NAME = ".hygon-lint-baseline.json"
SCHEMA = "hygon-lint-baseline/1"


class Entry(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """Findings of one rule with one text in one file. `hint` is for people who read the file."""

    path: str
    rule: str
    key: str
    count: int
    hint: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: str
    recipe: int  # of the keys, see `fingerprint.SCHEMA`
    entries: tuple[Entry, ...]


class Key(NamedTuple):
    """What a baseline compares."""

    path: str
    rule: str
    text: str


class Match(NamedTuple):
    """The findings with their states, and the entries (with what is left of their count) that match nothing."""

    findings: list[Finding]
    stale: tuple[Entry, ...]


class Baseline:
    """The entries of one file."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple(sorted(entries))

    @classmethod
    def load(cls, path: Path) -> Baseline:
        """Read a baseline. Whatever is wrong with it is a usage error."""
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise UsageError(f"{shown(path)}: {error.strerror or error}") from error
        try:
            head = msgspec.json.decode(raw, type=dict[str, Any])
            if head.get("schema") != SCHEMA or head.get("recipe") != fingerprint.SCHEMA:
                raise UsageError(
                    f"{shown(path)}: is not a baseline of this version ({SCHEMA}, recipe {fingerprint.SCHEMA}); "
                    "write it anew with: hygon-lint baseline create --force"
                )
            file = msgspec.json.decode(raw, type=_File)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UsageError(f"{shown(path)}: is no baseline: {error}") from error
        for entry in file.entries:
            if entry.count < 1:
                raise UsageError(f"{shown(path)}: is no baseline: a count of {entry.count}")
        return cls(file.entries)

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Baseline:
        """The baseline that knows these findings; suppressed ones need none."""
        counts: Counter[Key] = Counter()
        hints: dict[Key, str] = {}
        for finding in findings:
            if finding.state != "suppressed":
                key = key_of(finding)
                counts[key] += 1
                hints.setdefault(key, finding.context[:80] or finding.message.en[:80])
        return cls(Entry(*key[:2], key.text, count, hints[key]) for key, count in counts.items())

    def dumped(self) -> bytes:
        """The file: one line an entry, sorted, so that changes to it read well."""
        lines = [json.dumps(msgspec.to_builtins(entry), ensure_ascii=False) for entry in self.entries]
        head = f'{{\n"schema": {json.dumps(SCHEMA)},\n"recipe": {fingerprint.SCHEMA},\n"entries": [\n'
        return (head + ",\n".join(lines) + ("\n" if lines else "") + "]\n}\n").encode("utf-8", "backslashreplace")

    def match(
        self,
        findings: Sequence[Finding],
        *,
        judged: Callable[[Entry], bool],
        gone: Callable[[str], bool],
        renamed: Mapping[str, str] | None = None,
    ) -> Match:
        """Mark the findings that the baseline knows.

        `judged` tells whether a run would have found an entry's fault if it were there (its file was analysed, its
        rule ran); only such entries can be stale. `gone` tells whether a path exists no more. `renamed` maps new
        paths to old ones where that is known.
        """
        left: Counter[Key] = Counter()
        for entry in self.entries:
            left[Key(entry.path, entry.rule, entry.key)] += entry.count
        known: set[int] = set()
        # The surest first, so that a hidden doubtful one does not use up the entry of a shown one.
        order = sorted(range(len(findings)), key=lambda at: -findings[at].confidence.rank)
        candidates = [at for at in order if findings[at].state == "new"]
        old = dict(renamed or {})
        for at in candidates:
            key = key_of(findings[at])
            for one in (key, key._replace(path=old.get(key.path, key.path))):
                if left[one] > 0:
                    left[one] -= 1
                    known.add(at)
                    break
        self._moved(findings, [at for at in candidates if at not in known], left, known, gone)
        marked = [
            msgspec.structs.replace(finding, state="baseline") if at in known else finding
            for at, finding in enumerate(findings)
        ]
        stale = tuple(
            msgspec.structs.replace(entry, count=min(entry.count, left[Key(entry.path, entry.rule, entry.key)]))
            for entry in self.entries
            if left[Key(entry.path, entry.rule, entry.key)] > 0 and judged(entry)
        )
        return Match(marked, stale)

    @staticmethod
    def _moved(
        findings: Sequence[Finding],
        unknown: Sequence[int],
        left: Counter[Key],
        known: set[int],
        gone: Callable[[str], bool],
    ) -> None:
        """Match what is left by text alone, where one path that is gone meets one path that is new."""
        sources: dict[tuple[str, str], list[Key]] = defaultdict(list)
        for key, count in left.items():
            if count > 0 and gone(key.path):
                sources[key.rule, key.text].append(key)
        targets: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at in unknown:
            key = key_of(findings[at])
            targets[key.rule, key.text].append(at)
        for text, keys in sources.items():
            if len(keys) == 1 and len({findings[at].place.path for at in targets[text]}) == 1:
                for at in targets[text][: left[keys[0]]]:
                    left[keys[0]] -= 1
                    known.add(at)

    def without(self, stale: Iterable[Entry]) -> Baseline:
        """The baseline with the counts of stale entries taken off."""
        less = {Key(entry.path, entry.rule, entry.key): entry.count for entry in stale}
        kept = []
        for entry in self.entries:
            count = entry.count - less.get(Key(entry.path, entry.rule, entry.key), 0)
            if count > 0:
                kept.append(msgspec.structs.replace(entry, count=count))
        return Baseline(kept)

    def having(self, other: Baseline) -> Baseline:
        """This baseline and the entries of another, counts added."""
        counts: Counter[Key] = Counter()
        hints: dict[Key, str] = {}
        for entry in (*self.entries, *other.entries):
            key = Key(entry.path, entry.rule, entry.key)
            counts[key] += entry.count
            hints.setdefault(key, entry.hint)
        return Baseline(Entry(*key[:2], key.text, count, hints[key]) for key, count in counts.items())


def key_of(finding: Finding) -> Key:
    """What a baseline remembers of a finding."""
    return Key(finding.place.path, finding.rule, fingerprint.content_key(finding))
