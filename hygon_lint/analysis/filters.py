"""Stores to word 3 of a descriptor: what can go wrong with the row filter in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.descriptors import Descriptor, descriptors
from hygon_lint.analysis.events import StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.analysis.tile_faults import chosen, short_filter
from hygon_lint.analysis.tiles import filter_part, tiles
from hygon_lint.analysis.wording import name_of
from hygon_lint.frontend.nodes import Decl, Node
from hygon_lint.model import descriptor as layout


@dataclass(frozen=True, slots=True, repr=False)
class FilterFault:
    """kind: "accumulates", "shift", "overflow", "negative", "row"."""

    kind: str
    event: StoreEvent
    name: str
    count: str
    width: int = 8  # bits of the field
    low_bit: int = 8
    shift: int = 8
    reach: int = 0  # the largest count
    archs: tuple[str, ...] = ()
    sure: bool = True
    node: Node | None = None  # where to report it, when not at the store


def filter_faults(facts: FunctionFacts) -> Iterator[FilterFault]:
    """What is wrong with the filters of a function, one fault a store."""
    reported: set[int] = set()
    for found in descriptors(facts).all:
        if found.loads and not any(load.kind in ("matrix_load", "unknown") for load in found.own_loads):
            continue  # loads of buffers, or of an object that was handed down
        if not found.loads and not found.sure:
            continue
        for first, event in found.stores:
            if first != layout.filter_word() or id(event.node) in reported:
                continue
            fault = _judge(facts, found, event)
            if fault is not None:
                reported.add(id(event.node))
                yield fault
    for tile in tiles(facts):
        state = short_filter(tile) if id(tile.filter_store.node) not in reported else None
        if state is not None:
            reported.add(id(tile.filter_store.node))
            arm = chosen(tile.filter, state)
            yield FilterFault(
                "row", tile.filter_store, tile.descriptor.name, name_of(arm), sure=False, node=facts.origin(arm)
            )


def _judge(facts: FunctionFacts, found: Descriptor, event: StoreEvent) -> FilterFault | None:
    part = _new_part(event)
    if part is None:
        return None
    count, shift = part
    name = found.name
    text = name_of(count)
    if event.old is not None and _keeps(event.value, event.old) and _may_hold_filter(found, event):
        return FilterFault("accumulates", event, name, text)
    if not _row_count(count):
        return None
    field = layout.filter_field()
    if shift != field.low_bit and any(load.kind == "matrix_load" for load in found.loads):
        return FilterFault("shift", event, name, text, low_bit=field.low_bit, shift=shift)
    if shift != field.low_bit:
        return None
    bound = facts.range_of(count, event.guards)
    if bound.low < 0 and _unclamped_difference(count):
        return FilterFault("negative", event, name, text, sure=bound.known)
    reach = bound.high if bound.known and not bound.assumed else facts.proven.of(count).high
    if reach >= (1 << 31) - 1:
        return None  # nothing proves how large it gets
    narrow = {arch: layout.filter_field(arch).width_bits for arch in facts.arches_named(event.node)}
    over = tuple(arch for arch, width in narrow.items() if reach > (1 << width) - 1)
    if over:
        return FilterFault("overflow", event, name, text, width=narrow[over[0]], reach=reach, archs=over)
    if reach > field.max_value:
        return FilterFault("overflow", event, name, text, width=field.width_bits, reach=reach)
    return None


def _new_part(event: StoreEvent) -> tuple[Term, int] | None:
    """The run-time row count that a store brings in, not what the word held before."""
    value = event.value
    if event.old is not None and _keeps(value, event.old):
        for side in value.args:
            if side is not event.old:
                found = filter_part(side)
                if found is not None:
                    return found
        return None
    return filter_part(value)


def _keeps(value: Term, old: Term) -> bool:
    return value.op in ("+", "|") and any(side is old for side in value.args)


def _may_hold_filter(found: Descriptor, event: StoreEvent) -> bool:
    old = event.old
    assert old is not None
    if filter_part(old) is not None and not _cleared(old):
        return True
    if old.op == "loop":
        return True
    if old.op == "init":
        root = found.key[0]
        return isinstance(root, Decl) and root.kind == "param" and root.type.kind == "reference"
    return False


def _row_count(count: Term) -> bool:
    """Whether a value looks like rows past the end: clamped, or a difference."""
    return any(t.op in ("min", "max", "-", "select") for t in count.walk())


def _unclamped_difference(count: Term) -> bool:
    """Whether some arm of a row count is a plain difference."""
    count = bare(count)
    if count.op == "select":
        return any(_unclamped_difference(arm) for arm in count.args[1:])
    if count.op == "min":
        return any(_unclamped_difference(arm) for arm in count.args)
    return count.op in ("-", "+") and any(t.op == "-" for t in count.walk())


def _cleared(old: Term) -> bool:
    """Whether the filter bits of a word were masked out."""
    if old.op != "&":
        return False
    mask = layout.filter_mask()
    return any(side.op == "const" and not (side.value or 0) & mask for side in old.args)
