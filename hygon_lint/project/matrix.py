"""The matrix of a checkout: which arch is named at which place, with file and line, and where places disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

import msgspec

from hygon_lint.finding import Finding, Place, Severity, Text
from hygon_lint.model.arches import Arch
from hygon_lint.project.checkout import Project
from hygon_lint.project.support import asked_for
from hygon_lint.rule import Doc, Meta, Rule

SCHEMA = "hygon-lint-arches/1"

KINDS = {
    "list": Text(en="build lists", zh="构建列表"),
    "flags": Text(en="flags for some arches", zh="按架构给出的选项"),
    "gate": Text(en="#if conditions", zh="#if 条件"),
    "predicate": Text(en="host predicates", zh="主机侧判断"),
    "file": Text(en="files and folders", zh="文件与目录"),
    "function": Text(en="functions by name", zh="按名称的函数"),
}
"""The kinds of places, in the order in which they are shown."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One place: a list, or all conditions of a kind in one file. `cells` holds the lines for each arch.

    `conflicts` are the arches for which a finding stands here, `lacks` those that the place should hold.
    """

    kind: str
    path: str
    name: str
    detail: str
    cells: dict[str, tuple[int, ...]]
    conflicts: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A finding about arches."""

    rule: str
    path: str
    line: int
    archs: tuple[str, ...]
    message: Text


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


def matrix_of(project: Project, findings: Iterable[Finding], shown: Callable[[str], str] = str) -> Matrix:
    """The matrix of a project, conflicts marked from the findings of the arch rules; `shown` gives paths for people."""
    conflicts = tuple(
        Conflict(rule=f.rule, path=f.place.path, line=f.place.line, archs=f.archs, message=f.message)
        for f in findings
        if f.rule.startswith("HYG3")
    )
    rows = [_marked(row, conflicts) for row in _rows(project)]
    named = {arch for row in rows for arch in (*row.cells, *row.lacks)}
    return Matrix(
        arches=tuple(arch for arch in project.arches.values() if arch.name in named),
        rows=tuple(msgspec.structs.replace(row, path=shown(row.path)) for row in rows),
        conflicts=tuple(msgspec.structs.replace(one, path=shown(one.path)) for one in conflicts),
        not_compared=tuple(_not_compared(project, rows)),
    )


def _rows(project: Project) -> Iterator[Row]:
    for one in sorted(project.lists, key=lambda item: item.place):
        cells = _cells(project, one.archs, one.place.line)
        yield Row(kind="list", path=one.place.path, name=one.name, detail=one.role, cells=cells)
    for flags in project.flags:
        if flags.archs:
            detail = ", ".join(f"{name} {value}" for name, value in flags.hardware) or " ".join(flags.flags)[:60]
            cells = _cells(project, flags.archs, flags.place.line)
            yield Row(kind="flags", path=flags.place.path, name=flags.group, detail=detail, cells=cells)
    gates = ((fact.place, fact.data["archs"]) for fact in project.facts("gate"))
    yield from _grouped(project, "gate", gates)
    yield from _grouped(project, "predicate", asked_for(project))
    named = project.facts("named")
    files = ((fact.place, fact.data["archs"]) for fact in named if fact.data["what"] == "file")
    yield from _grouped(project, "file", files)
    functions = ((fact.place, fact.data["archs"]) for fact in named if fact.data["what"] == "function")
    yield from _grouped(project, "function", functions)


def _cells(project: Project, archs: Iterable[str], line: int) -> dict[str, tuple[int, ...]]:
    lines: tuple[int, ...] = (line,)
    return dict.fromkeys(project.in_order(archs), lines)


def _grouped(project: Project, kind: str, places: Iterable[tuple[Place, Iterable[str]]]) -> Iterator[Row]:
    """One row a file."""
    files: dict[str, dict[str, set[int]]] = {}
    for place, archs in places:
        cells = files.setdefault(place.path, {})
        for arch in archs:
            cells.setdefault(arch, set()).add(place.line)
    for path, cells in sorted(files.items()):
        ordered = {arch: tuple(sorted(cells[arch])) for arch in project.in_order(cells)}
        yield Row(kind=kind, path=path, name="", detail="", cells=ordered)


def _marked(row: Row, conflicts: Iterable[Conflict]) -> Row:
    """The row with the findings that stand in it."""
    lines = {line for found in row.cells.values() for line in found}
    here = [one for one in conflicts if one.path == row.path and (one.line in lines or not lines)]
    archs = {arch for one in here for arch in one.archs}
    lacks = tuple(arch for one in here if one.rule == "HYG304" and row.kind == "list" for arch in one.archs)
    marked = tuple(arch for arch in row.cells if arch in archs)
    return msgspec.structs.replace(row, conflicts=marked, lacks=tuple(dict.fromkeys(lacks)))


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
