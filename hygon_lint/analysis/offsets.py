"""Offsets into global memory that are computed or kept in 32 bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CallEvent, OffsetEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.launches import guarded
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.products import Product, wrapping
from hygon_lint.analysis.storage import Storage, storage_of
from hygon_lint.analysis.terms import Term
from hygon_lint.analysis.widening import sibling, widenings
from hygon_lint.finding import Confidence
from hygon_lint.frontend.nodes import Call, Node
from hygon_lint.model.functions import means


@dataclass(frozen=True, slots=True)
class NarrowOffset:
    """`product` is (part of) the offset used at `use`; `chain` are the calls that led there.

    `guarded`: every launch in the file stands behind a guard that bounds the tensor's element count.
    """

    product: Product
    use: Node
    storage: Storage
    chain: tuple[Call, ...]
    sibling: Node | None
    guarded: bool

    @property
    def confidence(self) -> Confidence:
        """High when types, flow and memory are known; medium where names or an unseen caller are leant on."""
        if self.guarded or self.product.doubtful:
            return Confidence.LOW
        if not self.product.certain:
            return Confidence.MEDIUM
        sure = self.storage is Storage.GLOBAL or self.sibling is not None
        return Confidence.HIGH if sure else Confidence.MEDIUM


@once
def narrow_offsets(fn: FunctionFacts) -> list[NarrowOffset]:
    """All of a device function, each product once."""
    return list(_narrow_offsets(fn))


def _narrow_offsets(fn: FunctionFacts) -> Iterator[NarrowOffset]:
    seen: set[int] = set()
    widened = {id(found.product.node) for found in widenings(fn) if found.product.launch}
    for event in fn.trace.events:
        if isinstance(event, OffsetEvent):
            storage = storage_of(fn, event.pointer)
            if storage in (Storage.BLOCK, Storage.UNKNOWN):
                continue
            pointer: Term | None = event.pointer
            offsets = [(event.offset, event.expr)]
        elif isinstance(event, CallEvent) and (means(event.name, "buffer_load") or means(event.name, "buffer_store")):
            storage, pointer = Storage.PARAMETER, None
            offsets = [(a.term, a.expr) for a in event.args[1:] if a.term is not None and a.term.bits == 32]
        else:
            continue
        for term, written in offsets:
            for product in wrapping(fn, term, event.guards, written):
                if id(product.node) in seen or (product.launch and id(product.node) not in widened):
                    continue
                seen.add(id(product.node))
                behind = pointer is not None and guarded(fn, pointer)
                yield NarrowOffset(product, event.node, storage, event.chain, sibling(fn, product), behind)
