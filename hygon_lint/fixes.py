"""Applying fixes: in rounds, in memory, each proven by a new analysis before anything is written.

A fix is kept when its finding is gone afterwards and no other has come, at any confidence; otherwise it is taken back
and told. What conflicts with another fix waits for the next round. Encoding, line endings and everything else of a
file stay as they are, and files are replaced in one step.
"""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hygon_lint import fingerprint, output
from hygon_lint.finding import Edit, Finding, Fix
from hygon_lint.frontend.decode import DecodeError, decode, encode
from hygon_lint.frontend.source import SourceText

MAX_ROUNDS = 10

Key = tuple[str, str, str]  # rule, path, text

Analysis = Callable[[Mapping[str, bytes]], Sequence[Finding]]
"""All findings (any confidence, suppressed ones too) with some files' texts replaced, by absolute path."""


@dataclass(slots=True)
class Outcome:
    """What fixing came to: new texts by absolute path, and the findings that were fixed or could not be."""

    texts: dict[str, bytes] = field(default_factory=dict)
    fixed: list[Finding] = field(default_factory=list)
    refused: list[tuple[Finding, str]] = field(default_factory=list)


class Fixer:
    """Fixes the findings of one run. `wanted` tells which findings may be fixed at all."""

    def __init__(
        self,
        root: str,
        analyse: Analysis,
        wanted: Callable[[Finding], bool],
        real_names: Mapping[str, str] | None = None,
    ) -> None:
        self._root = root
        self._analyse = analyse
        self._wanted = wanted
        self._real = real_names or {}
        self._texts: dict[str, bytes] = {}
        self._given_up: set[Key] = set()
        self._outcome = Outcome()

    def run(self) -> Outcome:
        """Fix what can be fixed, starting from the files on disk."""
        for _ in range(MAX_ROUNDS):
            before = list(self._analyse(self._texts))
            batch = self._compatible([f for f in before if f.fix is not None and self._possible(f)])
            if not batch:
                break
            if not self._keep(batch, before):
                for finding in batch:
                    self._alone(_key(finding))
        self._outcome.texts = self._texts
        return self._outcome

    def _possible(self, finding: Finding) -> bool:
        return self._wanted(finding) and _key(finding) not in self._given_up

    def _alone(self, key: Key) -> None:
        """Try one fix by itself, and give it up if that fails, too."""
        before = list(self._analyse(self._texts))
        finding = next((f for f in before if _key(f) == key and f.fix is not None), None)
        if finding is not None and not self._keep([finding], before, refuse=True):
            self._given_up.add(key)

    def _keep(self, batch: Sequence[Finding], before: Sequence[Finding], *, refuse: bool = False) -> bool:
        """Apply fixes together; keep them if they prove right."""
        try:
            texts = self._applied(batch)
            reason = _objection(batch, before, self._analyse({**self._texts, **texts}))
        except CannotEditError as error:
            reason = str(error)
        if reason:
            if refuse:
                self._outcome.refused.append((batch[0], reason))
            return False
        self._texts.update(texts)
        self._outcome.fixed.extend(batch)
        return True

    def _compatible(self, findings: Sequence[Finding]) -> list[Finding]:
        """As many as go together: none of their edits overlap."""
        chosen: list[Finding] = []
        taken: list[Edit] = []
        for finding in findings:
            edits = _fix(finding).edits
            if edits and not any(_clash(one, other) for one in edits for other in taken):
                chosen.append(finding)
                taken.extend(edits)
        return chosen

    def _applied(self, findings: Iterable[Finding]) -> dict[str, bytes]:
        """The new texts of the files that the fixes touch."""
        by_path: dict[str, list[Edit]] = {}
        for finding in findings:
            for edit in _fix(finding).edits:
                by_path.setdefault(edit.place.path, []).append(edit)
        return {self._absolute(path): self._edited(path, edits) for path, edits in by_path.items()}

    def _absolute(self, path: str) -> str:
        return self._real.get(path, os.path.normpath(f"{self._root}/{path}"))

    def _edited(self, path: str, edits: Sequence[Edit]) -> bytes:
        whole = self._absolute(path)
        try:
            raw = self._texts[whole] if whole in self._texts else Path(whole).read_bytes()
            source = decode(path, raw)
        except (OSError, DecodeError) as error:
            raise CannotEditError("the file cannot be read") from error
        if encode(source.data, source.encoding) != raw:
            raise CannotEditError(f"its {source.encoding} bytes cannot be written back unchanged")
        return apply_edits(source, edits)


def apply_edits(source: SourceText, edits: Iterable[Edit]) -> bytes:
    """The bytes of the file with edits made, in its own encoding and with its own line endings."""
    data = source.data
    spans = []
    for edit in set(edits):
        start = source.offset(edit.place.line, edit.place.column)
        end = source.offset(edit.place.end_line, edit.place.end_column)
        spans.append((start, end, _with_line_ends(edit.text, data, start)))
    for start, end, text in sorted(spans, reverse=True):
        data = data[:start] + text + data[end:]
    try:
        return encode(data, source.encoding)
    except UnicodeEncodeError as error:
        raise CannotEditError(f"the new text has no place in {source.encoding}") from error


class CannotEditError(Exception):
    """The edits of a fix cannot be made; why."""


def _objection(fixed: Sequence[Finding], before: Sequence[Finding], after: Sequence[Finding]) -> str:
    """What speaks against edits: the finding would stay, or another would come. Nothing, when all is well."""
    targets = Counter(_key(finding) for finding in fixed)
    had = Counter(_key(finding) for finding in before)
    has = Counter(_key(finding) for finding in after)
    if any(has[key] > had[key] - count for key, count in targets.items()):
        return "the finding would stay"
    # By rule and file: an edit may well change the text of a neighbour, and so its key.
    allowed = Counter((key[0], key[1]) for key in had.elements())
    allowed.subtract((key[0], key[1]) for key in targets.elements())
    found = Counter((key[0], key[1]) for key in has.elements())
    more = {place for place, count in found.items() if count > allowed[place]}
    if not more:
        return ""
    # The one whose text is new; where an edit only doubles a text that was there, any of them.
    come = [finding for finding in after if (finding.rule, finding.place.path) in more]
    new = min(come, key=lambda finding: (had[_key(finding)] > 0, finding.place))
    return f"another finding would come: {new.rule} at line {new.place.line}" + (
        f" of {new.place.path}" if all(new.place.path != finding.place.path for finding in fixed) else ""
    )


def _with_line_ends(text: str, data: bytes, at: int) -> bytes:
    """New lines end like the line they come into."""
    line_end = data.find(b"\n", at)
    line_end = line_end if line_end >= 0 else data.rfind(b"\n")
    ends_in = b"\r\n" if line_end > 0 and data[line_end - 1 : line_end] == b"\r" else b"\n"
    return text.encode("utf-8").replace(b"\r\n", b"\n").replace(b"\n", ends_in)


def _fix(finding: Finding) -> Fix:
    assert finding.fix is not None
    return finding.fix


def _key(finding: Finding) -> Key:
    """What makes a finding the same before and after an edit elsewhere."""
    return (finding.rule, finding.place.path, fingerprint.content_key(finding))


def _clash(one: Edit, other: Edit) -> bool:
    """Whether two edits touch: then only one of them can be made in a round (equal ones count once)."""
    a, b = one.place, other.place
    if a.path != b.path or one == other:
        return False
    return (a.line, a.column) <= (b.end_line, b.end_column) and (b.line, b.column) <= (a.end_line, a.end_column)


def unified_diff(name: str, before: bytes, after: bytes) -> str:
    """What would change in one file."""
    old, new = (decode(name, raw).data.decode("utf-8") for raw in (before, after))
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}", n=3
    )
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def write(texts: Mapping[str, bytes]) -> None:
    """Replace the files, each in one step."""
    for path, text in sorted(texts.items()):
        output.write_file(Path(path), text)
