"""`primaryLocationLineHash`: the fingerprint by which code-scanning pages follow an alert from commit to commit.

For each line: a 64-bit hash (multiplier 37) of the first 100 UTF-16 units that are no space or tab, counted from the
line's start and running on over line ends; CR and CRLF count as LF, the end of the file as 65535, zeros after it. In
hexadecimal, then `:n` for the n-th line of the file with that hash.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from sys import byteorder

_BLOCK = 100
_MULTIPLIER = 37
_MASK = (1 << 64) - 1
_LAST = pow(_MULTIPLIER, _BLOCK, 1 << 64)
_END_OF_FILE = 0xFFFF
_LINE_FEED = ord("\n")
_BLANKS = {ord(" "): None, ord("\t"): None}


def line_hashes(text: str, lines: Iterable[int]) -> dict[int, str]:
    """The hashes of the asked 1-based `lines` of a file's whole text; lines past its end are left out."""
    wanted = set(lines)
    if not wanted:
        return {}
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_BLANKS)
    units = array("H", plain.encode(f"utf-16-{'le' if byteorder == 'little' else 'be'}", "surrogatepass"))
    starts = [0, *(i + 1 for i, unit in enumerate(units) if unit == _LINE_FEED)]
    del starts[max(wanted) :]
    units.append(_END_OF_FILE)
    units.extend([0] * _BLOCK)
    prefix = list(
        accumulate(units[: starts[-1] + _BLOCK], lambda value, unit: (value * _MULTIPLIER + unit) & _MASK, initial=0)
    )
    result: dict[int, str] = {}
    seen: Counter[int] = Counter()
    for number, start in enumerate(starts, 1):
        value = (prefix[start + _BLOCK] - _LAST * prefix[start]) & _MASK
        seen[value] += 1
        if number in wanted:
            result[number] = f"{value:x}:{seen[value]}"
    return result
