"""The reduce step: from the results of all files to one report.

Project rules judge all facts, findings of several arch classes become one, suppressions mark theirs, the
configuration has its say, and one fault keeps one finding.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hygon_lint import configured, fingerprint
from hygon_lint.finding import FileResult, Finding, Suppression
from hygon_lint.merge import most_specific, unite
from hygon_lint.outcome import FileError, Note, Report, total
from hygon_lint.reading import read_regular
from hygon_lint.silencer import Silencer
from hygon_lint.walk import describe

if TYPE_CHECKING:
    from hygon_lint.adjust import Adjuster
    from hygon_lint.baseline import Entry
    from hygon_lint.discovery import Discovery
    from hygon_lint.engine import Settings
    from hygon_lint.registry import Registry
    from hygon_lint.rule import Rule


@dataclass(slots=True)
class Work:
    """What a run has gathered when its map step is done. `known` are the names of all known arches."""

    settings: Settings
    registry: Registry
    enabled: Sequence[Rule]
    found: Discovery
    results: Sequence[FileResult]
    known: Sequence[str]

    @property
    def whole(self) -> bool:
        """Whether folders were scanned, so that project rules saw what there is to see."""
        return self.found.named_files < len(self.settings.paths)

    def complete(self, errors: Sequence[FileError]) -> set[str]:
        """The rules of which it can be said that they found all there is, in the files that were analysed."""
        failed = {error.rule for error in errors}
        return {
            rule.meta.id
            for rule in self.enabled
            if not self.settings.arches
            and rule.meta.id not in failed
            and (self.whole or not hasattr(rule, "visit_project"))
        }


def reduce(work: Work, adjust: Adjuster) -> Report:
    """The report of a run, its timing and tool versions left out."""
    settings, found, results = work.settings, work.found, work.results
    errors = [*found.errors, *(FileError(path="", reason=problem) for problem in work.registry.problems)]
    errors += [error for result in results for error in _errors_of(work, result)]
    findings = [finding for result in results for finding in result.findings]
    findings += _project_findings(work, errors)
    marked = _suppressed(work, unite(findings, work.known), errors)
    marked, stale = _compared(work, marked, errors)
    kept, taken = adjust.sort(marked)
    final = fingerprint.assign(most_specific(kept, work.enabled))
    changes = settings.changes
    touched = final if changes is None else tuple(finding for finding in final if changes.concern(finding))
    held_back = {} if changes is None else {"unchanged": len(final) - len(touched)}
    if taken:
        held_back["configuration"] = _taken(work, kept, taken)
    return Report(
        root=found.root,
        cwd=settings.cwd,
        findings=touched,
        coverage=total(result.coverage for result in results),
        files=len(found.sources),
        analysed=sum(not (result.error or result.passed_over) for result in results),
        build_files=len(found.build_files),
        not_needed=sum(result.not_needed for result in results),
        blind=tuple(spot for result in results for spot in result.blind),
        errors=tuple(errors),
        notes=(*found.notes, *(Note(path, text) for path, text in _notes(work))),
        rules=tuple(work.registry.rules),
        enabled=tuple(rule.meta.id for rule in work.enabled),
        arches=settings.arches,
        suppressed_by_kind=held_back,
        configured=configured.choices(settings, work.registry),
        changed_since=changes.since if changes is not None else "",
        sources=settings.sources,
        superseded=_superseded(work),
        stale=stale,
        min_coverage=settings.min_coverage,
        odd_names={file.name: file.path for file in found.sources if not file.path.endswith(file.name)},
    )


def _taken(work: Work, kept: Sequence[Finding], taken: Sequence[Finding]) -> int:
    """How many findings the configuration took away that would be new ones here: each fault counts once."""
    changes = work.settings.changes
    ids = {id(finding) for finding in taken if finding.state == "new"}
    there = [finding for finding in most_specific([*kept, *taken], work.enabled) if id(finding) in ids]
    return sum(changes is None or changes.concern(finding) for finding in there)


def _superseded(work: Work) -> dict[str, int]:
    counts = {r.path: sum(fact.kind == "superseded_assert" for fact in r.facts) for r in work.results}
    return {path: count for path, count in sorted(counts.items()) if count}


def _notes(work: Work) -> Iterator[tuple[str, str]]:
    if work.settings.changes is not None:
        for text in work.settings.changes.notes:
            yield "", text
    for result in work.results:
        for text in result.notes:
            yield result.path, text


def _errors_of(work: Work, result: FileResult) -> list[FileError]:
    errors = []
    if result.error:
        errors.append(FileError(path=result.path, reason=result.error, command=_again(work, result.path)))
    for rule, reason in result.rule_errors:
        command = _again(work, result.path, rule)
        errors.append(FileError(path=result.path, reason=reason, rule=rule, command=command))
    return errors


def _again(work: Work, name: str, rule: str = "") -> str:
    """The command that repeats the analysis of one file, to be given where this run was."""
    path = os.path.relpath(f"{work.found.root}/{name}", work.settings.cwd)
    words = ["hygon-lint", "scan", "-j1", "--no-cache", *(["--select", rule] if rule else []), "--", path]
    return shlex.join(words)


def _project_findings(work: Work, errors: list[FileError]) -> list[Finding]:
    """Findings of the rules that judge the project as a whole."""
    hooks = [(rule, rule.visit_project) for rule in work.enabled if hasattr(rule, "visit_project")]
    if not hooks:
        return []
    from hygon_lint.project import Project

    build_files = [(file.name, file.path) for file in work.found.build_files]
    project = Project.build(work.found.root, work.results, build_files, work.settings.arch_facts)
    for build in project.builds:
        if build.error:  # what it says is not known, so the project was not judged as a whole
            errors.append(FileError(path=build.path, reason=build.error, command=_again(work, build.path)))
    findings: list[Finding] = []
    for rule, hook in hooks:
        try:
            findings.extend(hook(project) or ())
        except Exception as error:
            errors.append(FileError(path="", reason=describe(error), rule=rule.meta.id))
    return findings


def _suppressed(work: Work, findings: Sequence[Finding], errors: list[FileError]) -> list[Finding]:
    """The findings with their state, and findings on suppressions that do nothing."""
    settings = work.settings
    if not settings.suppressions:
        return list(findings)
    suppressions = {result.path: result.suppressions for result in work.results if result.suppressions}
    for file in work.found.build_files:
        found = _of_build_file(file.name, file.path)
        if found:
            suppressions[file.name] = found
    if not suppressions:
        return list(findings)
    silencer = Silencer(suppressions, work.registry, need_reason=settings.require_reason)
    marked = silencer.apply(findings)
    reporters = [rule for rule in work.enabled if hasattr(rule, "visit_suppression")]
    judged = work.complete(errors)
    skipped = {error.path for error in errors if not error.rule}
    uses = list(silencer.uses(judged, skipped, [rule.meta.id for rule in reporters]))
    told = [finding for rule in reporters for use in uses for finding in rule.visit_suppression(use)]
    return marked + silencer.apply(told)


def _compared(
    work: Work, findings: list[Finding], errors: Sequence[FileError]
) -> tuple[list[Finding], tuple[Entry, ...]]:
    """The findings with those that the baseline knows marked, and its entries that match nothing."""
    baseline = work.settings.baseline
    if baseline is None:
        return findings, ()
    found = work.found
    failed = {error.path for error in errors if not error.rule}
    failed |= {result.path for result in work.results if result.passed_over}
    ran = work.complete(errors)
    read = {file.name for file in (*found.sources, *found.build_files)} - failed
    folders = [os.path.relpath(Path(work.settings.cwd, path), found.root) for path in work.settings.paths]

    renamed = work.settings.changes.renamed if work.settings.changes is not None else {}

    def gone(path: str) -> bool:
        return not os.path.lexists(f"{found.root}/{path}")

    def judged(entry: Entry) -> bool:
        if entry.rule not in ran:
            return entry.rule not in {rule.meta.id for rule in work.registry.rules}
        inside = any(folder in (".", entry.path) or entry.path.startswith(f"{folder}/") for folder in folders)
        return entry.path in read or (inside and gone(entry.path))

    return baseline.match(findings, judged=judged, gone=gone, renamed=renamed)


def _of_build_file(name: str, path: str) -> tuple[Suppression, ...]:
    from hygon_lint.build_comments import of_build_file
    from hygon_lint.frontend.decode import DecodeError, decode

    try:
        return of_build_file(decode(name, read_regular(path)))
    except (OSError, DecodeError):
        return ()  # the project step has said so
