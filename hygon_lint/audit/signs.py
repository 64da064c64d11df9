"""Whether a checkout holds code of the kind an item is about, whatever its rules found.

The catalogue gives each item patterns that such code shows in its text, and such build files in theirs; of an item that
is about one arch there is no code where nothing names that arch. They decide nothing but whether silence means "clear"
or "not present".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hygon_lint.audit.catalogue import Item

if TYPE_CHECKING:
    from hygon_lint.discovery import Found


def met(
    items: Iterable[Item], sources: Iterable[Found], builds: Iterable[Found], most_bytes: int
) -> Mapping[str, frozenset[str]]:
    """For each item the names of the files that show its signs.

    Where both kinds of files have signs, both must show them; where the item is about an arch, some file must name it.
    Files that cannot be read, and what lies behind `most_bytes`, count for nothing.
    """
    wanted = [item for item in items if item.signs or item.build_signs]
    arches = {item.arch: (_naming(item.arch),) for item in wanted if item.arch}
    code = _showing({item.id: item.signs for item in wanted} | arches, sources, most_bytes)
    build = _showing({item.id: item.build_signs for item in wanted} | arches, builds, most_bytes)
    result = {}
    for item in wanted:
        needed = [files[item.id] for files, signs in ((code, item.signs), (build, item.build_signs)) if signs]
        named = not item.arch or code[item.arch] or build[item.arch]
        result[item.id] = frozenset().union(*needed) if named and all(needed) else frozenset()
    return result


def _naming(arch: str) -> str:
    """The text that names an arch: in full, or by its number as a choice of the build writes it."""
    return rf"(?i:{arch})|GFX_VERSION[^\n]*\b{arch.removeprefix('gfx')}\b"


def _showing(signs: Mapping[str, tuple[str, ...]], files: Iterable[Found], most_bytes: int) -> dict[str, set[str]]:
    patterns = {
        key: re.compile("|".join(f"(?:{sign})" for sign in given).encode()) for key, given in signs.items() if given
    }
    shown: dict[str, set[str]] = {key: set() for key in signs}
    for file in files if patterns else ():
        text = _read(file.path, most_bytes)
        for key, pattern in patterns.items():
            if pattern.search(text) is not None:
                shown[key].add(file.name)
    return shown


def _read(path: str, most_bytes: int) -> bytes:
    try:
        with Path(path).open("rb") as handle:
            return handle.read(most_bytes).replace(b"\0", b"")  # UTF-16 as far as it is ASCII
    except OSError:
        return b""
