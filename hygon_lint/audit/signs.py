"""Whether a checkout holds code of the kind an item is about, whatever its rules found.

The catalogue gives each item patterns that such code shows in its text, and such build files in theirs. They decide
nothing but whether silence means "clear" or "not present".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from hygon_lint.audit.catalogue import Item


def met(items: Iterable[Item], sources: Iterable[str], builds: Iterable[str], most_bytes: int) -> Mapping[str, int]:
    """For each item the number of files that show its signs; where both kinds of files have signs, both must show them.

    `sources` and `builds` are paths as the system opens them; files that cannot be read, and what lies behind
    `most_bytes`, count for nothing.
    """
    wanted = [item for item in items if item.signs or item.build_signs]
    code = _count({item.id: item.signs for item in wanted}, sources, most_bytes)
    build = _count({item.id: item.build_signs for item in wanted}, builds, most_bytes)
    result = {}
    for item in wanted:
        needed = [counts[item.id] for counts, signs in ((code, item.signs), (build, item.build_signs)) if signs]
        result[item.id] = sum(needed) if all(needed) else 0
    return result


def _count(signs: Mapping[str, tuple[str, ...]], paths: Iterable[str], most_bytes: int) -> dict[str, int]:
    patterns = {
        key: re.compile("|".join(f"(?:{sign})" for sign in given).encode()) for key, given in signs.items() if given
    }
    counts = dict.fromkeys(signs, 0)
    for path in paths if patterns else ():
        text = _read(path, most_bytes)
        for key, pattern in patterns.items():
            counts[key] += pattern.search(text) is not None
    return counts


def _read(path: str, most_bytes: int) -> bytes:
    try:
        with Path(path).open("rb") as handle:
            return handle.read(most_bytes).replace(b"\0", b"")  # UTF-16 as far as it is ASCII
    except OSError:
        return b""
