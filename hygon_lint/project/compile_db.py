"""Reads the arches and macros of a `compile_commands.json`."""

from __future__ import annotations

from hygon_lint.finding import Place
from hygon_lint.frontend.compile_commands import entries_of, words_of
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.project import words
from hygon_lint.project.build import ArchList, BuildFile, Define


def read_compile_db(source: SourceText) -> BuildFile:
    """What a compile database says about arches. Places are those of the first command that says it."""
    entries = entries_of(source.data)
    if isinstance(entries, str):
        return BuildFile(path=source.path, kind="compile-db", error=entries)
    archs: dict[str, None] = {}
    defines: dict[tuple[str, str], None] = {}
    sources: dict[str, None] = {}
    first: Place | None = None
    for entry in entries:
        for flag in words_of(entry):
            found = words.offload_arches(flag)
            if found:
                archs.update(dict.fromkeys(found))
                first = first or _place(source, flag)
            define = words.define_of(flag)
            if define is not None:
                defines[define] = None
        file = entry.get("file")
        if isinstance(file, str):
            sources[file] = None
    place = first or _place(source, "")
    found_list = ArchList(place=place, archs=tuple(archs), name="--offload-arch", role="developer")
    return BuildFile(
        path=source.path,
        kind="compile-db",
        lists=(found_list,) if archs else (),
        defines=tuple(Define(place=place, name=name, value=value) for name, value in defines),
        sources=tuple(sources),
    )


def _place(source: SourceText, text: str) -> Place:
    start = max(source.data.find(text.encode("utf-8")), 0)
    return source.place(Span(start, start + len(text.encode("utf-8"))))
