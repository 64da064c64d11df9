"""The matrix of a checkout: which arch is named at which place, with file and line, and where places disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

import msgspec

from hygon_lint.finding import Finding, Severity, Text
from hygon_lint.model.arches import Arch
from hygon_lint.outcome import FileError
from hygon_lint.project.asking import Mention, build_mentions, gate_mentions, host_mentions
from hygon_lint.project.checkout import Project
from hygon_lint.rule import Doc, Meta, Rule

SCHEMA = "hygon-lint-arches/1"

KINDS = {
    "list": Text(en="build lists", zh="构建列表"),
    "flags": Text(en="flags for some arches", zh="按架构给出的选项"),
    "table": Text(en="tables and lists of sources", zh="源码与 kernel 的表和列表"),
    "condition": Text(en="conditions in build files", zh="构建文件中的条件"),
    "gate": Text(en="#if conditions", zh="#if 条件"),
    "predicate": Text(en="host predicates", zh="主机侧判断"),
    "file": Text(en="files and folders", zh="文件与目录"),
    "function": Text(en="functions by name", zh="按名称的函数"),
}
"""The kinds of places, in the order in which they are shown."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One place: a list, or all conditions of a kind in one file. `cells` holds the lines for each arch.

    `shuts` holds the lines of conditions that are for all arches but this one, `conflicts` the arches of a finding that
    stands on a line here or names it, `lacks` those that the place should hold.
    """

    kind: str
    path: str
    name: str
    detail: str
    cells: dict[str, tuple[int, ...]]
    shuts: dict[str, tuple[int, ...]] = {}
    conflicts: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A finding about arches."""

    rule: str
    path: str
    line: int
    archs: tuple[str, ...]
    message: Text
    names: frozenset[tuple[str, int]] = frozenset()  # path and line of what it stands on and is held against


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `hygon-lint arches` shows. `not_compared` says what could not be held against what."""

    arches: tuple[Arch, ...]
    rows: tuple[Row, ...]
    conflicts: tuple[Conflict, ...]
    not_compared: tuple[Text, ...]


class Collector(Rule):
    """Keeps the project of a run, so that a command can ask it. Finds nothing."""

    meta = Meta(
        id="HYG000",
        name="arch-matrix",
        summary=Text(en="Collects the arches of a checkout.", zh="收集代码库中的架构。"),
        severity=Severity.NOTE,
        items=(),
    )
    doc = Doc(
        what=Text(en="Nothing.", zh="无。"), why=Text(en="Nothing.", zh="无。"), fix=Text(en="Nothing.", zh="无。")
    )
    project: ClassVar[Project | None] = None

    def visit_project(self, project: Project) -> Iterator[Finding]:
        """Keep the project."""
        Collector.project = project
        return iter(())


def matrix_of(
    project: Project,
    findings: Iterable[Finding],
    shown: Callable[[str], str] = str,
    failed: Iterable[FileError] = (),
) -> Matrix:
    """The matrix of a project, conflicts marked from the findings of the arch rules; `shown` gives paths for people.

    `failed` are the files whose analysis failed.
    """
    found = [finding for finding in findings if finding.rule.startswith("HYG3")]
    conflicts = [_conflict(finding) for finding in found]
    rows = [_marked(row, conflicts) for row in _rows(project)]
    named = {arch for row in rows for arch in (*row.cells, *row.shuts, *row.lacks)}
    return Matrix(
        arches=tuple(arch for arch in project.arches.values() if arch.name in named),
        rows=tuple(msgspec.structs.replace(row, path=shown(row.path)) for row in rows),
        conflicts=tuple(msgspec.structs.replace(one, path=shown(one.path)) for one in conflicts),
        not_compared=(*_not_compared(project, rows), *_failed(failed, {one.path for one in project.builds}, shown)),
    )


def _conflict(finding: Finding) -> Conflict:
    places = (finding.place, *(step.place for step in finding.related))
    return Conflict(
        rule=finding.rule,
        path=finding.place.path,
        line=finding.place.line,
        archs=finding.archs,
        message=finding.message,
        names=frozenset((place.path, place.line) for place in places),
    )


def _rows(project: Project) -> Iterator[Row]:
    singly: list[Row] = [*_lists(project), *_flags(project), *_tables(project)]
    flagged = {
        (row.path, line) for row in singly if row.kind == "flags" for found in row.cells.values() for line in found
    }
    mentions = {
        "condition": [one for one in build_mentions(project) if (one.place.path, one.place.line) not in flagged],
        "gate": list(gate_mentions(project)),
        "predicate": list(host_mentions(project)),
        "file": list(_named(project, "file")),
        "function": list(_named(project, "function")),
    }
    known = {arch for row in singly for arch in row.cells}
    known.update(arch for found in mentions.values() for one in found if one.exact for arch in one.archs)
    yield from singly
    for kind, found in mentions.items():
        yield from _grouped(project, kind, found, known)


def _lists(project: Project) -> Iterator[Row]:
    for one in sorted(project.lists, key=lambda item: item.place):
        cells = _cells(project, one.archs, one.place.line)
        yield Row(kind="list", path=one.place.path, name=one.name, detail=one.role, cells=cells)


def _flags(project: Project) -> Iterator[Row]:
    for flags in project.flags:
        if flags.archs:
            detail = ", ".join(f"{name} {value}" for name, value in flags.hardware) or " ".join(flags.flags)[:60]
            cells = _cells(project, flags.archs, flags.place.line)
            yield Row(kind="flags", path=flags.place.path, name=flags.group, detail=detail, cells=cells)


def _tables(project: Project) -> Iterator[Row]:
    for table in project.tables:
        cells = _cells(project, table.archs, table.place.line)
        yield Row(kind="table", path=table.place.path, name=table.name, detail="", cells=cells)
    for fact in project.facts("arch_names"):
        cells = _cells(project, fact.data["archs"], fact.place.line)
        yield Row(kind="table", path=fact.place.path, name=fact.data["name"], detail="", cells=cells)


def _named(project: Project, what: str) -> Iterator[Mention]:
    for fact in project.facts("named"):
        if fact.data["what"] == what:
            yield Mention(fact.place, frozenset(fact.data["archs"]), exact=True)


def _cells(project: Project, archs: Iterable[str], line: int) -> dict[str, tuple[int, ...]]:
    lines: tuple[int, ...] = (line,)
    return dict.fromkeys(project.in_order(archs), lines)


def _grouped(project: Project, kind: str, mentions: Iterable[Mention], known: set[str]) -> Iterator[Row]:
    """One row a file. Arches that are `known` by themselves stand for what is named more broadly."""
    files: dict[str, tuple[dict[str, set[int]], dict[str, set[int]]]] = {}
    broad: dict[str, tuple[dict[str, set[int]], dict[str, set[int]]]] = {}
    mentions = list(mentions)
    exact = {one.place for one in mentions if one.exact}
    for one in mentions:
        archs = one.archs if one.exact else one.archs & known
        if not archs and one.place not in exact:
            archs = one.archs  # nobody names a member: better all of the family than no trace of the place
        of = files if one.exact else broad
        side = of.setdefault(one.place.path, ({}, {}))[one.shuts]
        for arch in archs:
            side.setdefault(arch, set()).add(one.place.line)
    for path in sorted({*files, *broad}):
        held, shut = files.get(path, ({}, {}))
        for lines, own, other in zip(broad.get(path, ({}, {})), (held, shut), (shut, held), strict=True):
            for arch, numbers in lines.items():  # what is said of an arch itself outweighs what is said of its family
                own.setdefault(arch, set()).update(numbers - other.get(arch, set()))
        shut = {arch: numbers - held.get(arch, set()) for arch, numbers in shut.items()}
        yield Row(kind=kind, path=path, name="", detail="", cells=_sorted(project, held), shuts=_sorted(project, shut))


def _sorted(project: Project, lines: dict[str, set[int]]) -> dict[str, tuple[int, ...]]:
    return {arch: tuple(sorted(lines[arch])) for arch in project.in_order(lines) if lines[arch]}


def _marked(row: Row, conflicts: Iterable[Conflict]) -> Row:
    """The row with the findings that stand in it or are about it."""
    both = {arch: {*row.cells.get(arch, ()), *row.shuts.get(arch, ())} for arch in (*row.cells, *row.shuts)}
    lines = {line for found in both.values() for line in found}
    marked: dict[str, None] = {}
    lacks: dict[str, None] = {}
    for one in conflicts:
        here = {line for path, line in one.names if path == row.path} & lines
        for arch, found in both.items():
            if found & here and (arch in one.archs or row.kind == "predicate"):
                marked[arch] = None
        if one.rule == "HYG304" and row.kind == "list" and one.path == row.path and one.line in lines:
            lacks.update(dict.fromkeys(one.archs))
    return msgspec.structs.replace(row, conflicts=tuple(marked), lacks=tuple(lacks))


def _not_compared(project: Project, rows: list[Row]) -> Iterator[Text]:
    kinds = {row.kind for row in rows}
    if not project.builds:
        yield Text(
            en="no build file was found: build lists and flags were not compared with the sources",
            zh="没有找到构建文件：未能将构建列表和选项与源码对照",
        )
    elif "list" not in kinds:
        yield Text(
            en="the build files hold no arch list: nothing tells what is built by default",
            zh="构建文件中没有架构列表：无从得知默认构建哪些架构",
        )
    for build in project.builds:
        if build.error:
            yield Text(en=f"{build.path}: {build.error}", zh=f"{build.path}：未能读取（{build.error}）")
    if "predicate" not in kinds:
        yield Text(
            en="no host predicate was seen: what the dispatch supports was not compared",
            zh="没有看到主机侧判断：未能对照分发逻辑所支持的架构",
        )


def _failed(errors: Iterable[FileError], builds: set[str], shown: Callable[[str], str]) -> Iterator[Text]:
    """Sources that are missing from the matrix; build files have said so themselves."""
    for path, reason in sorted({(one.path, one.reason) for one in errors if not one.rule and one.path not in builds}):
        name = shown(path)
        yield Text(en=f"{name}: not analysed: {reason}", zh=f"{name}：未能分析（{reason}）")


def as_json(matrix: Matrix, lang: str = "en") -> dict[str, Any]:
    """The matrix as plain data; see docs/json.md."""
    return {
        "schema": SCHEMA,
        "arches": [
            {
                "name": arch.name,
                "codename": arch.codename,
                "family": arch.family,
                "numbers": list(arch.numbers),
                "wave": arch.wave,
                "facts": dict(arch.facts),
                "open": list(arch.open),
            }
            for arch in matrix.arches
        ],
        "places": [
            {
                "kind": row.kind,
                "path": row.path,
                "name": row.name,
                "detail": row.detail,
                "cells": {arch: list(lines) for arch, lines in row.cells.items()},
                "shuts": {arch: list(lines) for arch, lines in row.shuts.items()},
                "conflicts": list(row.conflicts),
                "lacks": list(row.lacks),
            }
            for row in matrix.rows
        ],
        "conflicts": [
            {
                "rule": one.rule,
                "path": one.path,
                "line": one.line,
                "archs": list(one.archs),
                "message": one.message.get(lang),
            }
            for one in matrix.conflicts
        ],
        "not_compared": [text.get(lang) for text in matrix.not_compared],
    }
