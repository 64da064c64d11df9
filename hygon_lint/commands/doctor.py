"""`hygon-lint doctor`: what this installation has, and what a scan would read and why not the rest."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from typing import Any

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS, running
from hygon_lint.report.plain import one_line

SOUND, BROKEN = 0, 3
_MOST_NAMED = 12  # macros that are named


@click.command(
    "doctor", context_settings=SETTINGS, short_help="Tell what this installation has, and what a scan would read."
)
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@click.option("-v", "--verbose", is_flag=True, help="List every file, read or left out.")
def command(paths: tuple[str, ...], verbose: bool) -> int:
    """Tell which libclang, shims, rules and arches there are, and which files below PATHS a scan would read."""
    broken = False
    for title, facts in (("Program", _program()), ("Rules", _rules()), ("Arches", _arches()), ("Cache", _cache())):
        output.to_stdout(f"{title}\n")
        for name, fact in facts:
            broken = broken or fact.startswith("broken: ")
            output.to_stdout(f"  {name:<20} {fact}\n")
    output.to_stdout("Checkout\n")
    for line in _checkout(paths, verbose=verbose):
        output.to_stdout(f"  {one_line(line)}\n")
    return BROKEN if broken else SOUND


def _program() -> Iterator[tuple[str, str]]:
    from hygon_lint.engine import tools

    yield from tools().items()
    yield "system", f"{platform.system()} {platform.machine()}, {running.cores()} core(s)"
    try:
        from hygon_lint.frontend import clang

        yield "libclang in use", clang.library_version()
        yield "libclang from", clang.library_path()
        yield "a small kernel", _probe()
    except Exception as error:  # whatever keeps it from loading is what is asked here
        yield "libclang in use", f"broken: {error}"
    try:
        from hygon_lint.frontend.prelude import bundled_shims

        shims = bundled_shims()
        yield "shims", f"{len(shims.files)} files, {len(shims.by_name)} names"
    except Exception as error:
        yield "shims", f"broken: {error}"


_KERNEL = b"__global__ void probe(int *out) { out[threadIdx.x] = 1; }\nvoid launch(int *p) { probe<<<1, 64>>>(p); }\n"


def _probe() -> str:
    """Whether the library in use reads what every kernel has."""
    from hygon_lint.frontend import syntax
    from hygon_lint.frontend.arch_classes import ArchClass
    from hygon_lint.frontend.rounds import Rounds
    from hygon_lint.frontend.source import SourceText

    unit = Rounds(syntax.parse(SourceText("probe.hip", _KERNEL)), None).unit(ArchClass("probe", (), True, ()))
    if unit.errors:
        return f"broken: {unit.errors[0][1]}"
    return "parses" if [f.name for f in unit.functions if f.kernel] == ["probe"] else "broken: no kernel in its tree"


def _rules() -> Iterator[tuple[str, str]]:
    from hygon_lint.registry import load_rules

    registry = load_rules()
    yield "loaded", str(len(registry.rules))
    foreign = sorted({type(r).__module__ for r in registry.rules if not type(r).__module__.startswith("hygon_lint.")})
    if foreign:
        yield "of other packages", ", ".join(foreign)
    for problem in registry.problems:
        yield "", f"broken: {problem}"


def _arches() -> Iterator[tuple[str, str]]:
    from hygon_lint.model.arches import known_arches

    known = known_arches().values()
    yield "Hygon", ", ".join(arch.name for arch in known if arch.hygon)
    yield "others", str(sum(not arch.hygon for arch in known))


def _cache() -> Iterator[tuple[str, str]]:
    from hygon_lint.cache import Cache, default_folder

    cache = Cache(default_folder())
    yield "file", str(cache.file or "none: no home folder is known")
    yield "entries", f"{cache.count()}, {cache.size() / (1 << 20):.1f} of {cache.limit >> 20} MiB"
    cache.close()


def _compile_db(root: str, includes: str, files: set[str]) -> Iterator[str]:
    from hygon_lint.frontend.compilation import find_compilation

    compilation, notes = find_compilation(root, includes, "", search=True)
    db = compilation.db
    if db is None:
        yield "compile database     none: no compile_commands.json at the root"
    else:
        have = len(files & db.flags.keys())
        yield f"compile database     {db.path}: {db.commands} command(s), for {have} of the files that a scan reads"
        macros = ", ".join(name for name, _ in db.common.macros[:_MOST_NAMED])
        yield f"  in every command   {macros or 'no macro'}; standard {db.common.standard or 'not said'}"
    yield f"includes             {includes}"
    yield from (f"note                 {note}" for note in notes)


def _checkout(paths: tuple[str, ...], *, verbose: bool) -> Iterator[str]:
    from hygon_lint import config as configurations
    from hygon_lint.commands.common import start_of
    from hygon_lint.discovery import Discovery, Filter, discover, find_root

    chosen: dict[str, Any] = {"paths": paths, "baseline_file": None, "no_baseline": False}
    config = configurations.load(start_of(paths or (".",)))
    cwd = os.path.realpath(".")
    root = find_root(paths or (".",), cwd)
    wanted = Filter(tuple(config["exclude"]), config["default-excludes"], config["gitignore"])
    found: Discovery = discover(paths or (".",), root, cwd, wanted)
    yield f"root                 {root}"
    yield f"configuration        {config.file or 'none'}"
    yield f"baseline             {running.baseline_file(chosen, config) or 'none'}"
    yield from _compile_db(root, config["includes"], {file.name for file in found.sources})
    yield f"C++/HIP files        {len(found.sources)}"
    yield f"build files          {len(found.build_files)}"
    for note in found.notes:
        yield f"note                 {note.path + ': ' if note.path else ''}{note.text}"
    for error in found.errors:
        yield f"cannot be read       {error.path}: {error.reason}"
    if verbose:
        for file in (*found.sources, *found.build_files):
            yield f"read                 {file.name}"
        for name, reason in found.left_out:
            yield f"left out             {name}: {reason}"
