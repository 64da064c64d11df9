"""The audit items: what was found, on what evidence, and how to mend and verify it.

`debts.toml` holds the debt list, `mls.toml` the study of the matrix-load path, `public.toml` the faults that public
bugs established beyond both (ids `GEN-...`). Which rules look for an item is not written here: each rule names its
items, and `hygon_lint.audit.links` turns that around.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any, Literal

import msgspec

from hygon_lint.finding import Text
from hygon_lint.model.data import load_toml

FILES = ("debts.toml", "mls.toml", "public.toml")

_REFERENCE = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+)(?:#(?P<number>\d+)|@(?P<commit>[0-9a-f]{7,40}))?")
_BREAK = re.compile(r"(?<=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])\n(?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef])")
_PLACE = re.compile(r"(?P<path>[^:]+)(?::(?P<first>\d+)(?:-(?P<last>\d+))?)?")


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what the catalogue's files hold: an unknown key there is an error."""


class AuditedPlace(msgspec.Struct, frozen=True):
    """Where the audit saw it: lines of the audited commit; 0 when it names the file only."""

    path: str
    first: int = 0
    last: int = 0

    def __str__(self) -> str:
        if not self.first:
            return self.path
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last > self.first else "")


class Reference(msgspec.Struct, frozen=True):
    """A public bug report, pull request or commit."""

    repository: str  # owner/name
    number: int = 0  # of the issue or pull request
    commit: str = ""

    def __str__(self) -> str:
        if self.number:
            return f"{self.repository}#{self.number}"
        return f"{self.repository}@{self.commit}" if self.commit else self.repository

    @property
    def url(self) -> str:
        """The page to open; pull requests are reached through the address of issues."""
        base = f"https://github.com/{self.repository}"
        if self.number:
            return f"{base}/issues/{self.number}"
        return f"{base}/commit/{self.commit}" if self.commit else base


class Commit(_Record, frozen=True, kw_only=True):
    """A commit of the audited repository, and its part in the story."""

    id: str
    role: Literal["introduced", "fixed"]


class Invariant(_Record, frozen=True, kw_only=True):
    """What must hold, and did not."""

    name: Text
    says: Text


class Count(_Record, frozen=True, kw_only=True):
    """How many cases the audit counted in a file."""

    file: str
    count: int


class Number(_Record, frozen=True, kw_only=True):
    """A product that the audit worked out."""

    label: Text
    factors: tuple[int, ...]

    @property
    def product(self) -> int:
        """The factors multiplied, without wrapping."""
        return math.prod(self.factors)


class Item(_Record, frozen=True, kw_only=True):
    """One entry of the catalogue.

    `status` is what the source said of its own checkout: "open", "fixed" in its history, a "question" nobody could
    decide, or "recorded" from a public bug. `evidence` is the class of the fault itself; `inferred` says in words which
    part of the entry is a conclusion and not an observation.
    """

    id: str
    source: Literal["audit", "study", "public"]
    severity: Literal["high", "medium", "low", "record"]
    status: Literal["open", "fixed", "question", "recorded"]
    evidence: Literal["code", "documentation", "inferred"]
    title: Text
    mechanism: Text
    consequence: Text
    remedy: Text
    verification: Text
    trigger: Text | None = None  # when it strikes
    inferred: Text | None = None
    decides: Text | None = None  # questions: what would settle it
    arch: str = ""  # the one arch it is about
    question_fact: str = ""  # questions that a stated fact of that arch settles: which
    signs: tuple[str, ...] = ()  # patterns in the text of sources that hold code of this kind
    build_signs: tuple[str, ...] = ()  # the same for build files
    no_rule: Text | None = None  # why no rule can look for it
    place_names: tuple[str, ...] = msgspec.field(default=(), name="places")
    commits: tuple[Commit, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    numbers: tuple[Number, ...] = ()
    counts: tuple[Count, ...] = ()
    counted: Text | None = None  # what `counts` counts
    counted_rule: str = ""  # the rule whose findings are that
    essays: tuple[str, ...] = ()  # worked examples that belong to it, see `hygon_lint.audit.essays`
    see: tuple[str, ...] = ()  # items that belong together
    reference_names: tuple[str, ...] = msgspec.field(default=(), name="references")

    @property
    def places(self) -> tuple[AuditedPlace, ...]:
        """Where the audit or the study saw it."""
        return tuple(_place(name) for name in self.place_names)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The public sources it rests on."""
        return tuple(_reference(name) for name in self.reference_names)

    @property
    def audited(self) -> bool:
        """Whether the debt list or the study holds it."""
        return self.source != "public"

    @property
    def is_question(self) -> bool:
        """Whether it asks something that no source code can answer."""
        return self.status == "question"

    @property
    def total(self) -> int:
        """The sum of `counts`."""
        return sum(entry.count for entry in self.counts)


class _File(_Record, frozen=True, kw_only=True):
    item: tuple[Item, ...]


@cache
def items() -> dict[str, Item]:
    """All items by id: the debt list in its own order, the study, then the public ones."""
    table: dict[str, Item] = {}
    for name in FILES:
        for item in msgspec.convert(_folded(load_toml("hygon_lint.audit", name)), _File).item:
            if item.id in table:
                raise ValueError(f"{name}: item {item.id} is there twice")
            table[item.id] = item
    return table


def audited_items() -> dict[str, Item]:
    """The items of the debt list and the study."""
    return {key: item for key, item in items().items() if item.audited}


def find(word: str) -> Item | None:
    """The item with this id, whatever its case."""
    return {key.casefold(): item for key, item in items().items()}.get(word.casefold())


def _folded(value: Any) -> Any:
    """The same data with each text on one line; a break between two Chinese characters leaves no space."""
    if isinstance(value, str):
        return " ".join(_BREAK.sub("", value).split())
    if isinstance(value, list):
        return [_folded(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _folded(entry) for key, entry in value.items()}
    return value


def _place(text: str) -> AuditedPlace:
    match = _PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a place: {text}")
    first = int(match["first"] or 0)
    return AuditedPlace(match["path"], first, int(match["last"] or first))


def _reference(text: str) -> Reference:
    match = _REFERENCE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a reference: {text}")
    return Reference(match["repository"], int(match["number"] or 0), match["commit"] or "")
