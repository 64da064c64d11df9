"""What an analysis of one file produces: findings, blind spots, coverage, facts.

Everything here is plain data (msgspec structs): picklable, cacheable as JSON, free of libclang objects.
Paths are POSIX and relative to the scan root; lines and columns are 1-based; columns count Unicode code points;
an end column points one past the last character.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec


class Severity(str, Enum):
    """How much harm the fault does when it strikes."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for notes up to 2 for errors, so that levels compare."""
        return {"note": 0, "warning": 1, "error": 2}[self.value]


class Confidence(str, Enum):
    """How sure the tool is that the fault is one."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 for low up to 2 for high, so that levels compare."""
        return {"low": 0, "medium": 1, "high": 2}[self.value]


class Text(msgspec.Struct, frozen=True):
    """A sentence in both languages of the product."""

    en: str
    zh: str

    def get(self, lang: str) -> str:
        """The text in `lang` ("en" or "zh")."""
        return self.zh if lang == "zh" else self.en


class Place(msgspec.Struct, frozen=True, order=True):
    """A range in a file."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class Step(msgspec.Struct, frozen=True):
    """A place with a word on it: a related location, or one step of a flow."""

    place: Place
    message: Text


class Edit(msgspec.Struct, frozen=True):
    """Replace the text of `place` by `text` (an empty range inserts)."""

    place: Place
    text: str


class Fix(msgspec.Struct, frozen=True):
    """A replacement. `safe` fixes only widen or restore meaning; the others need a reader."""

    safe: bool
    edits: tuple[Edit, ...]
    message: Text


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault at one place."""

    rule: str  # "HYG101"
    name: str  # "srd-word-arithmetic"
    severity: Severity
    confidence: Confidence
    message: Text
    place: Place
    archs: tuple[str, ...] = ()  # the arches in which it holds; empty: all
    audit: tuple[str, ...] = ()  # audit items, most apt first
    cwe: tuple[int, ...] = ()
    related: tuple[Step, ...] = ()
    flow: tuple[Step, ...] = ()
    fix: Fix | None = None
    fingerprint: str = ""  # set by the reduce step, see hygon_lint.fingerprint
    state: str = "new"  # "new" | "baseline" | "suppressed"
    context: str = ""  # normalised source text of the place and the name of its function, for fingerprints


class BlindSpot(msgspec.Struct, frozen=True):
    """Code that could not be analysed (fully), and why."""

    path: str
    line: int
    end_line: int
    reason: str


class Coverage(msgspec.Struct, frozen=True):
    """Line counts of one file or of a whole run; see docs/coverage.md for the definitions."""

    code_lines: int = 0
    typed_lines: int = 0
    seen_lines: int = 0
    not_needed_lines: int = 0

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(
            self.code_lines + other.code_lines,
            self.typed_lines + other.typed_lines,
            self.seen_lines + other.seen_lines,
            self.not_needed_lines + other.not_needed_lines,
        )


class Fact(msgspec.Struct, frozen=True):
    """Something a file says that only the whole project can judge. `kind` names the record, `data` holds it."""

    kind: str
    place: Place
    data: dict[str, Any]


class Suppression(msgspec.Struct, frozen=True, kw_only=True):
    """A comment that says which findings not to show.

    `words` are the rules it names as written (also those of other linters); none means every rule of every linter.
    `own` tells our own form (`hygon-lint: ignore[...]`) from the NOLINT that all linters share. `covers` are the lines
    it speaks of; `removal` is what to delete to take it away, `listed` the text between its brackets.
    """

    place: Place
    words: tuple[str, ...]
    reason: str
    own: bool
    covers: Place
    removal: tuple[Place, ...]
    listed: tuple[Place, ...] = ()
    flaw: str = ""  # not empty: it cannot work, and why ("begin without end")


class FileResult(msgspec.Struct, frozen=True, kw_only=True):
    """All that `analyse(file)` has to say. Cacheable and picklable."""

    path: str
    findings: tuple[Finding, ...] = ()
    facts: tuple[Fact, ...] = ()
    blind: tuple[BlindSpot, ...] = ()
    coverage: Coverage = Coverage()
    notes: tuple[str, ...] = ()  # things worth saying that are no fault (skipped generated text, ...)
    error: str = ""  # not empty: the file was not analysed, and this is why
    passed_over: bool = False  # it holds no C++ (binary, another language), so it was not analysed; a note says so
    rule_errors: tuple[tuple[str, str], ...] = ()  # (rule id, reason): rules that failed on this file
    not_needed: bool = False  # no enabled rule's trigger touches the file, so it was not parsed
    digest: str = ""  # of the bytes that were analysed
    asked: tuple[tuple[str, str, str, str], ...] = ()  # what it asked of the whole project, see `asked`
    timing: dict[str, float] = {}  # seconds by phase ("phase:parse") and rule ("rule:HYG101"), when profiling
    suppressions: tuple[Suppression, ...] = ()
