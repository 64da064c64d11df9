"""Functions and names about the lanes of a wave: data in waves.toml."""

from __future__ import annotations

import re
from functools import cache

from hygon_lint.model.data import load_toml


@cache
def words(kind: str) -> frozenset[str]:
    """The entries of one list of waves.toml."""
    return frozenset(load_toml("hygon_lint.model", "waves.toml")[kind])


@cache
def _hip() -> re.Pattern[bytes]:
    return re.compile(b"|".join(re.escape(text.encode()) for text in sorted(words("hip"))))


def is_hip(path: str, data: bytes) -> bool:
    """Whether a source is (also) compiled for AMD or Hygon devices, as far as it says so itself."""
    return path.endswith(".hip") or _hip().search(data) is not None
