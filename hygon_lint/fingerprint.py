"""Fingerprints: what makes a finding the same finding after the code around it moved.

A fingerprint rests on the rule, the root-relative path, and the finding's context (its own source text and the name
of the function around it) with all white space taken out, so that neither moved lines nor reformatting change it.
Equal findings of one file are told apart by their number in source order, hence the sum of them is what a baseline
compares. Line numbers never enter.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

import msgspec

from hygon_lint.finding import Finding
from hygon_lint.outcome import sort_key

SCHEMA = 1
"""Version of the recipe. It is part of every fingerprint, so that values of two recipes never meet by accident."""

_SPACE = re.compile(r"(?:\s|\\(?=[\r\n]))+")
_LINE_REFERENCE = re.compile(r"(?:\bline \d+|第 ?\d+ ?行|:\d+(?::\d+)?\b)")
_LENGTH = 32  # hex digits: 128 bits


def normalised(finding: Finding) -> str:
    """The text a fingerprint rests on: the context without white space, or the message where there is none."""
    return _SPACE.sub("", finding.context) or _SPACE.sub("", _LINE_REFERENCE.sub("", finding.message.en))


def _digest(*parts: str) -> str:
    packed = "\0".join((str(SCHEMA), *parts)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(packed).hexdigest()[:_LENGTH]


def content_key(finding: Finding) -> str:
    """A key of the finding without its path: equal for the same code in a moved file."""
    return _digest("content", finding.rule, normalised(finding))


def assign(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """All findings of a run in source order, each with its fingerprint."""
    seen: Counter[tuple[str, str, str]] = Counter()
    result = []
    for finding in sorted(findings, key=lambda f: (*sort_key(f), f.context, f.archs)):
        key = (finding.rule, finding.place.path, normalised(finding))
        result.append(msgspec.structs.replace(finding, fingerprint=_digest(*key, str(seen[key]))))
        seen[key] += 1
    return tuple(result)
