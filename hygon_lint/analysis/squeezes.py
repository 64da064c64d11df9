"""Addresses and 64-bit offsets that pass through 32 bits on their way to a pointer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import ConvertEvent, LoadEvent, OffsetEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.storage import Storage, storage_of
from hygon_lint.analysis.substance import sizes
from hygon_lint.analysis.terms import Term, reached
from hygon_lint.finding import Confidence
from hygon_lint.frontend.nodes import Binary, Call, Cast, Decl, Expr, Node, Return, plain
from hygon_lint.model.functions import means
from hygon_lint.model.storage import names

_POINTER_KINDS = ("pointer", "array")


@dataclass(frozen=True, slots=True)
class Squeeze:
    """`wide` loses its high half at `node`; it becomes (part of) an address at `use`.

    kind: "address" (made a pointer again), "offset" (added to a pointer) or "lane" (through a 32-bit lane builtin,
    named `through`).
    """

    node: Node
    wide: Term
    use: Node
    kind: str
    confidence: Confidence
    through: str = ""


def squeezes(fn: FunctionFacts) -> Iterator[Squeeze]:
    """Each squeeze of a function once, the surest use first."""
    seen: set[int] = set()
    for found in (*_lanes(fn), *_pointers(fn), *_offsets(fn)):
        if id(found.node) not in seen:
            seen.add(id(found.node))
            yield found


def _lanes(fn: FunctionFacts) -> Iterator[Squeeze]:
    """A lane builtin that is given 64 bits and whose result is used as 64 bits."""
    for event in fn.trace.events:
        if not isinstance(event, ConvertEvent) or event.result.bits != 64:
            continue
        call = event.cast.operand
        if not isinstance(call, Call) or not means(call.name, "broadcast32"):
            continue
        for argument in call.args:
            cut = argument
            if isinstance(cut, Cast) and cut.kind == "implicit" and cut.operand.type.deref().bits == 64:
                wide = fn.value(cut.operand)
                if wide is not None and wide.op != "const" and _fills_64_bits(fn, cut.operand):
                    yield Squeeze(call, wide, event.node, "lane", Confidence.HIGH, call.name)


def _fills_64_bits(fn: FunctionFacts, value: Expr) -> bool:
    """Whether a 64-bit value may need its high half: not when it was widened from 32 bits only a moment ago."""
    inner = plain(value)
    if isinstance(inner, Call) and inner.decl is None:  # of a type that a template decides: any such method of the file
        returned = [r.value for r in _returns_of(fn, inner.name) if r.value is not None]
        return not returned or any(map(_in_64_bits, returned))
    return inner.type.deref().bits in (0, 64)


def _in_64_bits(expr: Expr) -> bool:
    """Whether a value is worked out in 64 bits: one operand that wide is enough, whatever the others are."""
    while isinstance(expr, Cast) and expr.kind == "implicit":
        expr = expr.operand
    if isinstance(expr, Binary) and expr.op in ("+", "-", "*"):
        return _in_64_bits(expr.left) or _in_64_bits(expr.right)
    return expr.type.deref().bits == 64


def _returns_of(fn: FunctionFacts, name: str) -> Iterator[Return]:
    for function in fn.unit.functions:
        if function.name == name and function.body is not None:
            yield from (node for node in function.body.walk() if isinstance(node, Return))


def _pointers(fn: FunctionFacts) -> Iterator[Squeeze]:
    """A pointer made from a value that was 64 bits wide and then 32."""
    for node in fn.function.walk():
        if not isinstance(node, Cast) or node.type.deref().kind != "pointer" or _is_lds(node):
            continue
        if not node.operand.type.deref().is_integer:
            continue
        term = fn.value(node.operand)
        if term is None:
            continue
        for wide in _cuts(fn, term):
            cut = _cut_at(fn, wide)
            if cut is not None:
                yield Squeeze(cut, wide, node, "address", Confidence.HIGH)


def _offsets(fn: FunctionFacts) -> Iterator[Squeeze]:
    """A 64-bit offset that is kept in 32 bits and then added to a pointer into global memory."""
    if not fn.function.device:
        return
    for event in fn.trace.events:
        if not isinstance(event, OffsetEvent):
            continue
        storage = storage_of(fn, event.pointer)
        if storage in (Storage.BLOCK, Storage.UNKNOWN):
            continue
        for wide in _cuts(fn, event.offset):
            cut = _cut_at(fn, wide)
            if cut is None or wide.op in ("*", "<<") or not _can_be_large(fn, event, wide):
                continue
            if _is_distance(wide) or _named_address(fn, wide):
                yield Squeeze(cut, wide, event.node, "offset", Confidence.MEDIUM)


def _cuts(fn: FunctionFacts, term: Term) -> Iterator[Term]:
    """The 64-bit values that were cut to 32 bits among the summands of a value, also by way of a local array."""
    return (part.args[0] for part in reached(term, lambda part: _summands(fn, part)) if _is_cut(part))


def _is_cut(term: Term) -> bool:
    return term.op == "cast" and term.bits == 32 and term.args[0].bits == 64


def _summands(fn: FunctionFacts, term: Term) -> Iterable[Term]:
    if term.op == "select":
        return term.args[1:]
    if term.op == "load" and term.bits == 32:
        return _stored(fn, term)
    return term.args if term.op in ("cast", "+", "-") and not _is_cut(term) else ()


def _cut_at(fn: FunctionFacts, wide: Term) -> Node | None:
    """Where a 64-bit value is first converted to 32 bits."""
    for event in fn.trace.events:
        if isinstance(event, ConvertEvent) and event.operand is wide and event.result.bits == 32:
            return event.node
    return None


def _stored(fn: FunctionFacts, load: Term) -> Iterator[Term]:
    """What the function stores in the local array that a value was read from."""
    root = next(
        (e.place.root for e in fn.trace.events if isinstance(e, LoadEvent) and e.value is load and e.place is not None),
        None,
    )
    if not isinstance(root, Decl) or root.kind != "local":
        return
    for event in fn.trace.events:
        if isinstance(event, StoreEvent) and event.place is not None and event.place.root is root:
            yield event.value


def _can_be_large(fn: FunctionFacts, event: OffsetEvent, wide: Term) -> bool:
    bounds = sizes(fn, event.guards).range(wide)
    return not bounds.known or bounds.magnitude >= 1 << 31


def _is_distance(wide: Term) -> bool:
    """Whether a value is the difference of two pointers."""
    return (
        wide.op == "-"
        and isinstance(wide.node, Expr)
        and all(isinstance(side, Expr) and side.type.deref().kind in _POINTER_KINDS for side in wide.node.children())
    )


def _named_address(fn: FunctionFacts, wide: Term) -> bool:
    """Whether a value, or what its low half is kept in, is called an address or offset."""
    texts = [wide.decl.name if wide.decl is not None else wide.name.partition("[")[0]]
    texts += [
        event.place.decl.name if event.place.decl is not None else event.place.name
        for event in fn.trace.events
        if isinstance(event, StoreEvent)
        and event.place is not None
        and event.value.op == "cast"
        and event.value.args[0] is wide
    ]
    return any(names(text, "address") for text in texts)


def _is_lds(node: Cast) -> bool:
    type_ = node.type.deref()
    return "address_space" in type_.name or (type_.element is not None and "address_space" in type_.element.name)
