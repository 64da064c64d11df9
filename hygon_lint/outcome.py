"""The outcome of a run: one `Report` from which every output format is made.

Plain data. Paths in findings, blind spots, errors and notes are POSIX and relative to `root`; a report that shows
them to a person or puts them in JSON goes through `Report.shown`, a fingerprint or a SARIF URI takes them as they are.
File names that are not UTF-8 have their stray bytes as backslash escapes, so that every path here can be encoded.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hygon_lint.finding import BlindSpot, Coverage, Finding

SCHEMA = "hygon-lint/1"


class FileError(msgspec.Struct, frozen=True, kw_only=True):
    """A file (or a rule on a file) whose analysis failed; the rest of the report stands.

    `reason` is English and one line. `command` repeats the analysis of that file alone. `rule` names the rule that
    raised, or is empty when the whole file was not analysed.
    """

    path: str
    reason: str
    command: str = ""
    rule: str = ""


class Note(msgspec.Struct, frozen=True):
    """Something worth saying that is no fault: `path` may be empty when it concerns the whole run."""

    path: str
    text: str


class Source(msgspec.Struct, frozen=True):
    """A file that shaped this run: kind is "configuration", "baseline" or "compile-database"; `path` as shown."""

    kind: str
    path: str


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A key of the checkout's configuration by which findings may become fewer, and its value in words.

    `rules` are the ids of the rules that it switches off (with `overrides`: for the paths that the value names).
    """

    key: str
    value: str
    rules: tuple[str, ...] = ()


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds spent: wall time of the run, and when profiling by file and step ("phase:syntax", "rule:HYG101").

    Rules run inside the phases "text rules" and "rules"; the steps of the parent have the file name "".
    """

    wall: float = 0.0
    steps: dict[str, dict[str, float]] = {}


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that a run has to say.

    `findings` are sorted by path, line, column and rule, fingerprinted, filtered by confidence, and carry their state
    ("new", "baseline", "suppressed"); whether baselined or suppressed ones are shown is the output's choice.
    """

    root: str  # absolute, what paths are relative to
    cwd: str  # absolute, what shown paths are relative to
    findings: tuple[Finding, ...] = ()
    coverage: Coverage = Coverage()
    files: int = 0  # C++/HIP files found
    analysed: int = 0  # of those, analysed
    build_files: int = 0  # setup.py, CMakeLists.txt, ... read for the project rules
    not_needed: int = 0  # files that no enabled rule's trigger touches
    blind: tuple[BlindSpot, ...] = ()
    errors: tuple[FileError, ...] = ()
    notes: tuple[Note, ...] = ()
    rules: tuple[Any, ...] = ()  # every known rule (`hygon_lint.rule.Rule`), in order of id
    enabled: tuple[str, ...] = ()  # ids of the rules that ran
    arches: tuple[str, ...] = ()  # arches the run was restricted to; empty: all known
    sources: tuple[Source, ...] = ()  # configuration, baseline, compile database
    tools: dict[str, str] = {}  # "hygon-lint", "libclang", "tree-sitter" -> version
    superseded: dict[str, int] = {}  # files -> asserts that are switched off and that active ones make up for
    stale: tuple[Any, ...] = ()  # baseline entries that match nothing any more
    suppressed_by_kind: dict[str, int] = {}  # "configuration", "unchanged" -> findings held back that are not here
    configured: tuple[Choice, ...] = ()  # what the configuration of the checkout decided
    min_coverage: float | None = None  # the floor of the typed ratio that was asked for
    changed_since: str = ""  # revision of --changed, "index" for --staged
    timing: Timing = Timing()
    odd_names: dict[str, str] = {}  # paths that had to be escaped -> what the system opens, absolute

    # ------------------------------------------------------------ findings

    @property
    def new(self) -> tuple[Finding, ...]:
        """The findings that count: neither suppressed nor in the baseline."""
        return tuple(f for f in self.findings if f.state == "new")

    @property
    def suppressed(self) -> int:
        """Findings hidden by a comment in the source."""
        return sum(f.state == "suppressed" for f in self.findings)

    @property
    def baselined(self) -> int:
        """Findings that the baseline knows."""
        return sum(f.state == "baseline" for f in self.findings)

    @property
    def held_back(self) -> dict[str, int]:
        """Findings that do not count, by what did it: "nolint", "baseline", "configuration", "unchanged"."""
        held = dict(self.suppressed_by_kind)
        held.setdefault("nolint", self.suppressed)
        held.setdefault("baseline", self.baselined)
        return {kind: held[kind] for kind in sorted(held) if held[kind]}

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """`by_rule`, `by_severity` and `by_item` over the new findings; rules and items in order of id."""
        new = self.new
        items: Counter[str] = Counter(item for f in new for item in f.audit)
        rules: Counter[str] = Counter(f.rule for f in new)
        levels: Counter[str] = Counter(f.severity.value for f in new)
        return {
            "by_rule": {key: rules[key] for key in sorted(rules)},
            "by_severity": {level: levels[level] for level in ("error", "warning", "note") if levels[level]},
            "by_item": {key: items[key] for key in sorted(items)},
        }

    # ------------------------------------------------------------ coverage

    @property
    def typed_ratio(self) -> float | None:
        """Share of code lines with full types, of those that were needed; None without any."""
        return _ratio(self.coverage.typed_lines, self.coverage)

    @property
    def seen_ratio(self) -> float | None:
        """Share of code lines represented at all, of those that were needed; None without any."""
        return _ratio(self.coverage.seen_lines, self.coverage)

    @property
    def blinded(self) -> bool:
        """Whether the coverage floor was missed."""
        ratio = self.typed_ratio
        return self.min_coverage is not None and ratio is not None and ratio < self.min_coverage

    # ------------------------------------------------------------ paths

    def shown(self, path: str) -> str:
        """A path as a person sees it: relative to the working directory when inside it, else absolute; POSIX."""
        whole = posixpath.normpath(posixpath.join(self.root, path))
        if whole == self.cwd:
            return "."
        prefix = self.cwd if self.cwd.endswith("/") else self.cwd + "/"
        return whole[len(prefix) :] if whole.startswith(prefix) else whole


def _ratio(lines: int, coverage: Coverage) -> float | None:
    needed = coverage.code_lines - coverage.not_needed_lines
    return round(lines / needed, 4) if needed > 0 else None


def sort_key(finding: Finding) -> tuple[str, int, int, str, int, int, str]:
    """The order of findings in every output."""
    place = finding.place
    return (
        place.path,
        place.line,
        place.column,
        finding.rule,
        place.end_line,
        place.end_column,
        finding.message.en,
    )


def total(coverages: Iterable[Coverage]) -> Coverage:
    """The sum of line counts."""
    result = Coverage()
    for coverage in coverages:
        result = result + coverage
    return result
