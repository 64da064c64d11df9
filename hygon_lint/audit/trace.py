"""The arithmetic behind the essays, done rather than quoted."""

from __future__ import annotations

import math
from typing import NamedTuple

from hygon_lint.model import descriptor

ROOT = 0x1_FFFF_F000
"""The study's base address: 4 KiB below a multiple of 4 GiB."""

OFFSET = 0x2000
"""The study's offset in bytes: 8 KiB."""

TILE_BYTES = 16 * 128
"""Bytes of one FP8 tile of 16 rows by 128."""

FP8_NOT_FINITE = {"E4M3": 2, "E5M2": 8}
"""Of the 256 codes of an OCP FP8 format, how many are NaN or infinity (E4M3 has no infinity)."""


class Words(NamedTuple):
    """An address as the two words of a descriptor hold it."""

    low: int
    high: int

    @property
    def address(self) -> int:
        """The address that the hardware puts together."""
        return self.high << descriptor.word_bits() | self.low


def split(address: int) -> Words:
    """A 64-bit address in two words."""
    bits = descriptor.word_bits()
    return Words(address & (1 << bits) - 1, address >> bits)


def add_whole(root: int, offset: int) -> Words:
    """The sum as it should be: in 64 bits, then split."""
    return split((root + offset) & (1 << 64) - 1)


def add_low_word(root: int, offset: int) -> Words:
    """The sum as MLS-1 did it: in the low word alone, the carry dropped."""
    words = split(root)
    return Words((words.low + offset) & (1 << descriptor.word_bits()) - 1, words.high)


def distance_to_wrap(root: int) -> int:
    """The smallest offset in bytes that carries out of the low word."""
    return (1 << descriptor.word_bits()) - split(root).low


def joined_with_sign(words: Words) -> Words:
    """Two halves joined again with the low one sign-extended: what `(int64_t)hi << 32 | (int)lo` gives."""
    bits = descriptor.word_bits()
    low = words.low - (1 << bits) if words.low >> bits - 1 else words.low
    return split((words.high << bits | low) & (1 << 64) - 1)


def chance_of_not_finite(codes: int, count: int = TILE_BYTES) -> float:
    """The chance that `count` random bytes hold at least one of `codes` out of 256."""
    return -math.expm1(count * math.log1p(-codes / 256))


def poisoned(accumulator: float, weight: float, value: float) -> float:
    """One step of an accumulating matrix product, in IEEE 754 arithmetic."""
    return accumulator + weight * value
