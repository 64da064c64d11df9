"""Predicated copies whose zero fill has another width than the copy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import Guard, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.operands import is_zero
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Assign, Node


@dataclass(frozen=True, slots=True)
class FillWidth:
    """`fill` writes `filled` bits of zeros where `copy` writes `copied` bits of data."""

    fill: Node
    copy: Node
    filled: int
    copied: int


@dataclass(slots=True)
class _Write:
    """An assignment: where to, under what, how wide, of zeros or of data."""

    node: Assign
    where: tuple[object, ...]
    guards: tuple[Guard, ...]
    loops: int
    bits: int
    zero: bool


def fill_widths(fn: FunctionFacts) -> Iterator[FillWidth]:
    """Each fill that is wider or narrower than the copy it stands in for."""
    writes = _writes(fn)
    for fill in writes:
        if not fill.zero:
            continue
        for copy in writes:
            if copy.zero or copy.where != fill.where or copy.loops != fill.loops or not _other_arm(fn, fill, copy):
                continue
            if _alone(writes, fill) and _alone(writes, copy) and fill.bits != copy.bits:
                yield FillWidth(fill.node, copy.node, fill.bits, copy.bits)
                break


def _writes(fn: FunctionFacts) -> list[_Write]:
    """The plain assignments of a function, those of vectors as one."""
    out: dict[int, _Write] = {}
    for event in fn.trace.events:
        if not isinstance(event, StoreEvent) or event.chain or event.place is None:
            continue
        node = event.node
        if not isinstance(node, Assign) or node.op != "=":
            continue
        bits = node.target.type.deref().bits
        if not bits:
            continue
        known = out.get(id(node))
        zero = _is_zeros(fn, event.value)
        if known is None:
            place = event.place
            where = (id(place.root), place.path, place.offset, id(place.subscript))
            out[id(node)] = _Write(node, where, event.guards, len(event.loops), bits, zero)
        else:
            known.zero = known.zero and zero
    return list(out.values())


def _is_zeros(fn: FunctionFacts, term: Term) -> bool:
    """A constant 0, or a vector made of nothing else."""
    if is_zero(term):
        return True
    parts = fn.flow.objects.get(id(term))
    if parts:
        return all(is_zero(part) for _, part in parts.values())
    return term.op in ("call", "sym") and bool(term.args) and all(is_zero(arg) for arg in term.args)


def _other_arm(fn: FunctionFacts, a: _Write, b: _Write) -> bool:
    """Whether two writes stand in the two arms of one `if`."""
    if len(a.guards) != len(b.guards) or not a.guards:
        return False
    *before, last = a.guards
    *other_before, other_last = b.guards
    if any(x.term is not y.term for x, y in zip(before, other_before, strict=True)):
        return False
    return last.node is other_last.node and fn.flow.terms.negate(last.term) is other_last.term


def _alone(writes: list[_Write], one: _Write) -> bool:
    """Whether a write is the only one of its arm to that memory: others may complete it."""
    guards = [guard.term for guard in one.guards]
    return not any(
        other is not one and other.where[0] == one.where[0] and [g.term for g in other.guards][: len(guards)] == guards
        for other in writes
    )
