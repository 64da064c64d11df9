"""What is known of the resource descriptor (SRD): its words and fields, and what a matrix load does with them.

The facts stand in `descriptor.toml`, each with its evidence class; this module reads them and answers in units.
An arch is a name such as "gfx938"; None means that no arch is stated, and gets the general answer.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

import msgspec

from hygon_lint.finding import Text
from hygon_lint.model.data import load_toml

EvidenceClass = Literal["code", "documentation", "inferred"]
LoadKind = Literal["matrix", "buffer"]


class BitField(NamedTuple):
    """A run of bits inside one word."""

    low_bit: int  # counted from the least significant bit
    width_bits: int

    @property
    def mask(self) -> int:
        """The field's bits in place: bits [15:8] give 0xff00."""
        return self.max_value << self.low_bit

    @property
    def max_value(self) -> int:
        """The largest number the field can hold."""
        return (1 << self.width_bits) - 1

    def overlaps(self, mask: int) -> bool:
        """Whether any bit of `mask` lies in the field."""
        return bool(self.mask & mask)


class _Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the records read from the data file: an unknown key there is an error."""


class Field(_Data, frozen=True, kw_only=True):
    """A named field of the descriptor, in the general layout."""

    name: str
    word: int
    low_bit: int
    width_bits: int
    holds: tuple[LoadKind, ...]  # the loads whose descriptors have it
    evidence: EvidenceClass
    unit: str
    meaning: Text

    @property
    def bits(self) -> BitField:
        """Where it lies in its word."""
        return BitField(self.low_bit, self.width_bits)


class BaseWidth(_Data, frozen=True, kw_only=True):
    """How wide the base address is on the arches whose names start with `prefix`."""

    prefix: str
    width_bits: int
    known: bool  # established for these arches, not assumed
    evidence: EvidenceClass
    source: Text


class FilterWidth(_Data, frozen=True, kw_only=True):
    """How wide the row filter is on the arches whose names start with `prefix`."""

    prefix: str
    width_bits: int
    evidence: EvidenceClass
    source: Text


class Knowledge(_Data, frozen=True, kw_only=True):
    """One thing about a tensor, and how much of it a matrix load knows."""

    name: str
    verdict: Literal["unknown", "partial", "static", "assisted", "coarse"]
    evidence: EvidenceClass
    title: Text
    why: Text


class Layer(_Data, frozen=True, kw_only=True):
    """One of the four layers between "this tile is padding" and "nothing is read"; none implies the next."""

    name: Literal["predicate", "address", "mapping", "transaction"]
    evidence: EvidenceClass
    title: Text
    says: Text
    unsaid: Text


class Idiom(_Data, frozen=True, kw_only=True):
    """A way in which other code bases keep a dead tile from reaching memory or the accumulator."""

    name: str
    where: Text
    guarantee: Literal["hardware", "compiler", "software"]
    evidence: EvidenceClass
    title: Text
    how: Text
    reference: str


class _Descriptor(_Data, frozen=True, kw_only=True):
    words: int
    word_bits: int
    address_words: tuple[int, int]
    field: tuple[Field, ...]
    base: tuple[BaseWidth, ...]
    filter: tuple[FilterWidth, ...]
    knowledge: tuple[Knowledge, ...]
    layer: tuple[Layer, ...]
    idiom: tuple[Idiom, ...]


@cache
def _data() -> _Descriptor:
    return msgspec.convert(load_toml("hygon_lint.model", "descriptor.toml"), _Descriptor)


# ---------------------------------------------------------------- shape


def word_count() -> int:
    """Words of a descriptor."""
    return _data().words


def word_bits() -> int:
    """Bits of one word."""
    return _data().word_bits


def address_words() -> tuple[int, int]:
    """Indices of the words that hold the low and the high part of the base address."""
    return _data().address_words


def fields(kind: LoadKind | None = None) -> tuple[Field, ...]:
    """The fields of a descriptor, of one kind of load if given."""
    return tuple(f for f in _data().field if kind is None or kind in f.holds)


def field(name: str) -> Field:
    """One field by name; KeyError when there is none."""
    for candidate in _data().field:
        if candidate.name == name:
            return candidate
    raise KeyError(name)


# ---------------------------------------------------------------- widths by arch


def base_widths() -> tuple[BaseWidth, ...]:
    """The widths of the base address, the general one first."""
    return _data().base


def filter_widths() -> tuple[FilterWidth, ...]:
    """The widths of the row filter, the general one first."""
    return _data().filter


@cache
def base_width(arch: str | None = None) -> BaseWidth:
    """The width of the base address on an arch, with its evidence."""
    fitting = [entry for entry in _data().base if (arch or "").startswith(entry.prefix)]
    return max(fitting, key=lambda entry: len(entry.prefix))


def base_bits(arch: str | None = None) -> int:
    """Bits of the base address on an arch."""
    return base_width(arch).width_bits


def widest_base_bits() -> int:
    """Bits of the widest base address among the arches with a known one."""
    return max(entry.width_bits for entry in _data().base)


def base_mask(arch: str | None = None) -> int:
    """The 64-bit mask that limits an address to the base field: 0xffffffffffff for 48 bits."""
    return (1 << base_bits(arch)) - 1


def base_high_mask(arch: str | None = None) -> int:
    """The bits of word 1 that belong to the address: 0xffff for 48 bits."""
    return base_mask(arch) >> word_bits()


@cache
def filter_width(arch: str | None = None) -> FilterWidth:
    """The width of the row filter on an arch, with its evidence."""
    fitting = [entry for entry in _data().filter if (arch or "").startswith(entry.prefix)]
    return max(fitting, key=lambda entry: len(entry.prefix))


def length_word() -> int:
    """The word of a buffer descriptor that holds its length."""
    return next(field.word for field in _data().field if field.name == "record_count")


def filter_word() -> int:
    """Index of the word that holds the row filter."""
    return field("row_filter").word


def filter_field(arch: str | None = None) -> BitField:
    """Where the row filter lies in its word, as (low_bit, width_bits); its value counts rows."""
    return BitField(field("row_filter").low_bit, filter_width(arch).width_bits)


def filter_mask(arch: str | None = None) -> int:
    """The filter's bits in place: 0xff00 for eight bits from bit 8."""
    return filter_field(arch).mask


def interleave_field() -> BitField:
    """Where the interleave mode lies in the word of the filter."""
    return field("interleave").bits


# ---------------------------------------------------------------- what the study established


def knowledge() -> tuple[Knowledge, ...]:
    """What a matrix load knows of the tensor it reads, point by point."""
    return _data().knowledge


def layers() -> tuple[Layer, ...]:
    """Predicate, address, mapping, transaction: in this order, none implying the next."""
    return _data().layer


def idioms() -> tuple[Idiom, ...]:
    """The ways of staying safe that are right and must not be reported."""
    return _data().idiom
