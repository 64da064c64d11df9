"""Included text that nobody judges: inside a function's body, and in files whose suffix is none of C++."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from hygon_lint.frontend.notes import some_of
from hygon_lint.frontend.syntax import SyntaxFile

IN_A_BODY = "an include inside a function: what it brings is not judged here"


def in_bodies(syntax: SyntaxFile) -> list[int]:
    """The lines of includes that stand inside a function's body."""
    dead = syntax.dead
    starts = (include.span.start for include in syntax.includes)
    alive = (start for start in starts if not any(span.start <= start < span.end for span in dead))
    return [
        syntax.source.line_of(start)
        for start in alive
        if (function := syntax.function_at(start)) is not None and function.body.start < start < function.body.end
    ]


def about_other_files(syntax: SyntaxFile, path: str, is_source: Callable[[str], bool]) -> Iterator[str]:
    """What is to be said of files beside this one (at `path`) that it includes and that no scan takes for C++."""
    folder = Path(path).parent
    names = dict.fromkeys(
        include.target
        for include in syntax.includes
        if include.target and not include.system and not is_source(include.target) and _stays_below(include.target)
    )
    found = [name for name in names if _is_file(folder / name)]
    if found:
        yield f"it includes files that are not analysed, for their suffix is none of C++: {some_of(found)}"


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no name that a file could have
        return False


def _stays_below(target: str) -> bool:
    return not PurePosixPath(target).is_absolute() and ".." not in PurePosixPath(target).parts
