"""Words that project rules share."""

from __future__ import annotations

from collections.abc import Iterable

from hygon_lint.project.predicates import model, words_of


def listed(archs: Iterable[str], *, most: int = 6) -> str:
    """`gfx936, gfx938`; long lists are cut, and say by how much."""
    names = list(archs)
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[:most])}, ... ({len(names)})"


def turned_round(name: str) -> bool:
    """Whether a name says that the thing is not for the arch it names, or for a range that begins or ends there."""
    words = words_of(name)
    return bool(words & (set(model()["negations"]) | set(model()["ranges"])))
