"""Fields of parameter structs in which a 64-bit stride is kept in 32 bits, and where such fields are multiplied."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.analysis import facts
from hygon_lint.analysis.events import ConvertEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.offsets import narrow_offsets
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Cast, Construct, Decl, Node, Unit
from hygon_lint.model.storage import names


def narrowed_fields(unit: Unit) -> Iterator[tuple[Decl, Node]]:
    """The 32-bit fields that are given a 64-bit stride, and where."""
    for fn in facts.functions(unit):
        for event in fn.trace.events:
            if isinstance(event, StoreEvent) and event.place is not None and event.place.decl is not None:
                decl = event.place.decl
                if decl.kind == "field" and event.place.bits == 32 and _is_narrowed_stride(event.value, decl.name):
                    yield decl, event.node
            elif isinstance(event, ConvertEvent) and event.operand.bits == 64 and event.result.bits == 32:
                for decl in _initialised(fn, unit, event.cast):
                    if _is_narrowed_stride(event.result, decl.name):
                        yield decl, event.node


def multiplied_fields(unit: Unit) -> Iterator[tuple[Decl, Node]]:
    """The 32-bit fields that are factors of offsets which can wrap, and where."""
    for fn in facts.functions(unit):
        if not fn.function.device:
            continue
        for offset in narrow_offsets(fn):
            for factor in offset.product.factors:
                decl = factor.term.decl
                if decl is not None and decl.kind == "field" and decl.type.bits == 32:
                    yield decl, offset.product.node


def _initialised(fn: FunctionFacts, unit: Unit, cast: Cast) -> Iterator[Decl]:
    """The field that a conversion initialises in a braced list."""
    for node in fn.function.walk():
        if not isinstance(node, Construct) or not node.braced:
            continue
        type_ = node.type.deref()
        for item, argument in zip(type_.fields, node.args, strict=False):
            if argument is cast:
                for record in unit.records:
                    if record.name == type_.name.rpartition("::")[2]:
                        yield from (field.decl for field in record.fields if field.decl.name == item.name)


def _is_narrowed_stride(value: Term, field: str) -> bool:
    if value.op != "cast" or value.bits != 32 or value.args[0].bits != 64:
        return False
    wide = value.args[0]
    if wide.op == "const":
        return False
    source = wide.decl.name if wide.decl is not None else wide.name
    return names(field, "stride") or names(source.rpartition(".")[2], "stride")
