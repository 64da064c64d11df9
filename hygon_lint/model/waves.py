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


@cache
def _aware() -> re.Pattern[bytes]:
    names = b"|".join(re.escape(text.encode()) for text in sorted(words("width_aware")))
    width = rb"\s*(?:32|16|8|[kK]?[wW](?:arp|ARP|idth)\w*)\s*\)"
    plain = rb"__shfl(?:_up|_down|_xor)?\s*\([^;,]*,[^;,]*," + width
    masked = rb"__shfl(?:_up|_down|_xor)?_sync\s*\([^;,]*,[^;,]*,[^;,]*," + width
    return re.compile(names + rb"|" + plain + rb"|" + masked)


def knows_widths(data: bytes) -> bool:
    """Whether a source shows that somebody thought of waves that are not 32 lanes wide, or of groups within one."""
    return _aware().search(data) is not None


def is_hip(path: str, data: bytes) -> bool:
    """Whether a source is (also) compiled for AMD or Hygon devices, as far as it says so itself."""
    return path.endswith(".hip") or _hip().search(data) is not None
