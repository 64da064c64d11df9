"""Reads the arches and macros of a `compile_commands.json`."""

from __future__ import annotations

import json
import shlex

from hygon_lint.finding import Place
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.project import words
from hygon_lint.project.build import ArchList, BuildFile, Define

_MOST_ENTRIES = 20_000


def read_compile_db(source: SourceText) -> BuildFile:
    """What a compile database says about arches. Places are those of the first command that says it."""
    try:
        entries = json.loads(source.data)
    except ValueError:
        return BuildFile(path=source.path, kind="compile-db", error="not read as JSON")
    if not isinstance(entries, list):
        return BuildFile(path=source.path, kind="compile-db", error="not a list of commands")
    archs: dict[str, None] = {}
    defines: dict[tuple[str, str], None] = {}
    sources: dict[str, None] = {}
    first: Place | None = None
    for entry in entries[:_MOST_ENTRIES]:
        if not isinstance(entry, dict):
            continue
        for flag in _flags(entry):
            found = words.offload_arches(flag)
            if found:
                archs.update(dict.fromkeys(found))
                first = first or _place(source, flag)
            define = words.define_of(flag)
            if define is not None:
                defines[define] = None
        if isinstance(entry.get("file"), str):
            sources[entry["file"]] = None
    place = first or _place(source, "")
    found_list = ArchList(place=place, archs=tuple(archs), name="--offload-arch", role="developer")
    return BuildFile(
        path=source.path,
        kind="compile-db",
        lists=(found_list,) if archs else (),
        defines=tuple(Define(place=place, name=name, value=value) for name, value in defines),
        sources=tuple(sources),
    )


def _flags(entry: dict[str, object]) -> list[str]:
    arguments = entry.get("arguments")
    if isinstance(arguments, list):
        return [one for one in arguments if isinstance(one, str)]
    command = entry.get("command")
    if isinstance(command, str):
        try:
            return shlex.split(command)
        except ValueError:
            return command.split()
    return []


def _place(source: SourceText, text: str) -> Place:
    start = max(source.data.find(text.encode("utf-8")), 0)
    return source.place(Span(start, start + len(text.encode("utf-8"))))
