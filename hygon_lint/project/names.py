"""Arches in the names of functions, variables, files and folders."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath

from hygon_lint.model.arches import known_arches

_WITH_PREFIX = re.compile(r"(?<![A-Za-z0-9])gfx_?(1[0-9]{3}|[6-9][0-9][0-9a-f])(?![0-9a-z])", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z])G(?:fx|FX)(1[0-9]{3}|[6-9][0-9][0-9a-f])(?![0-9])|(?<=[a-z])gfx([6-9][0-9][0-9a-f])\b")
_TOKEN = re.compile(r"(?<![A-Za-z0-9])([0-9]{2}[0-9a-f])(?![A-Za-z0-9])")


@lru_cache(maxsize=1)
def _bare() -> dict[str, str]:
    """Numbers that stand for a Hygon arch when they are a whole word of a name."""
    return {arch.token: arch.name for arch in known_arches().values() if arch.hygon}


@lru_cache(maxsize=8192)
def archs_in_name(name: str) -> tuple[str, ...]:
    """The arches an identifier names: `gfxNNN` anywhere, or the number of a Hygon arch between underscores."""
    known = known_arches()
    spaced = name.replace("_", " ")
    found = [f"gfx{token.lower()}" for token in _WITH_PREFIX.findall(spaced)]
    found += [f"gfx{(one or other).lower()}" for one, other in _CAMEL.findall(spaced)]
    bare = _bare()
    found += [bare[token] for token in _TOKEN.findall(spaced.lower()) if token in bare]
    return tuple(dict.fromkeys(arch for arch in found if arch in known))


def archs_in_path(path: str) -> tuple[str, ...]:
    """The arches of the innermost part of a path that names any: the file's stem first, then its folders."""
    whole = PurePosixPath(path)
    for part in (whole.name.split(".", 1)[0], *reversed(whole.parts[:-1])):
        found = archs_in_name(part.replace("-", "_").replace(".", "_"))
        if found:
            return found
    return ()
