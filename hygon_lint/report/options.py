"""What a person may choose about a report, and the way to the source text."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hygon_lint.finding import Finding
from hygon_lint.frontend.source import SourceText
from hygon_lint.outcome import Report

Reader = Callable[[str], SourceText | None]
"""Gives the text of a root-relative path, or None when it cannot be had. Renderers never open files themselves."""


def no_source(path: str) -> SourceText | None:  # noqa: ARG001 - a Reader
    """A reader for reports made without their sources."""
    return None


@attrs.frozen(kw_only=True)
class Options:
    """Choices that hold for every format; each takes what it understands."""

    lang: str = "en"  # "en" or "zh": messages, labels, help
    verbose: int = 0  # 1: related places, flows, notes and blind spots one by one
    quiet: bool = False  # one line a finding, no summary
    color: bool = False  # escape sequences for colours are wanted
    width: int | None = None  # columns of the terminal; None: not a terminal, lines are not wrapped
    states: frozenset[str] | None = None  # which findings to show, by state; None: what suits the format
    category: str = "hygon-lint"  # tells several uploads of one commit apart (SARIF automationDetails)
    allow_partial: bool = False  # files that could not be analysed do not make the run a failure
    read: Reader = no_source

    def shown(self, report: Report, default: frozenset[str]) -> tuple[Finding, ...]:
        """The findings to show, in order."""
        states = default if self.states is None else self.states
        return tuple(f for f in report.findings if f.state in states)


NEW = frozenset({"new"})
NEW_AND_BASELINE = frozenset({"new", "baseline"})
ALL_STATES = frozenset({"new", "baseline", "suppressed"})
