"""Offsets that are multiplied in 32 bits on their way to a 64-bit base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.address import sums, wide_of_low
from hygon_lint.analysis.bases import Base, bases
from hygon_lint.analysis.block_rows import made_of_constants, rows_of_a_block
from hygon_lint.analysis.events import AsmEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import Term, reached


@dataclass(frozen=True, slots=True, repr=False)
class NarrowOffset:
    """`product` is done in `product.bits` bits and then added to the 64-bit `base`."""

    base: Base | None  # None: an address in halves, stepped in assembly
    product: Term
    wraps: bool  # with the assumed magnitudes its result does not fit
    assumed: bool  # the bound of some factor is read from its name


def narrow_offsets(facts: FunctionFacts) -> Iterator[NarrowOffset]:
    """Every 32-bit product of run-time values in a base's offset, each once; the outermost operation stands for it."""
    seen: set[int] = set()
    for base in bases(facts):
        for alternative in sums(base.value, through_narrow=False):
            for _, part in alternative.terms:
                for product in _products(part):
                    if id(product) in seen:
                        continue
                    seen.add(id(product))
                    found = _judge(facts, base, product)
                    if found is not None:
                        yield found
    yield from _in_assembly(facts)


def _in_assembly(facts: FunctionFacts) -> Iterator[NarrowOffset]:
    """`s_mul_i32` feeding the low half of an address whose high half then adds a literal 0."""
    for event in facts.trace.events:
        if not isinstance(event, AsmEvent):
            continue
        for add, carry in zip(event.instructions, event.instructions[1:], strict=False):
            if not add.name.startswith("s_add_u32") or not carry.name.startswith("s_addc_u32"):
                continue
            product = next((v for v in add.values[1:] if v is not None and v.op == "*" and v.bits == 32), None)
            halves = any(v is not None and wide_of_low(v) is not None for v in add.values[1:])
            zero = any(v is not None and v.op == "const" and v.value == 0 for v in carry.values[1:])
            if product is not None and halves and zero and facts.flow.ranges.may_wrap(product):
                yield NarrowOffset(None, product, True, False)


def _products(term: Term) -> Iterator[Term]:
    """The outermost 32-bit multiplications (and shifts) that a summand is made of."""
    return (part for part in reached(term, _made_of) if _is_product(part))


def _is_product(term: Term) -> bool:
    if term.op == "cast" and term.bits == 32:
        return term.args[0].op == "*" and term.args[0].bits == 64  # a wide product kept in 32 bits
    return term.op in ("*", "<<") and 0 < term.bits <= 32


def _made_of(term: Term) -> tuple[Term, ...]:
    if _is_product(term):
        return ()
    if term.op == "select":
        return term.args[1:]
    return term.args if term.op in ("cast", "+", "-", "*", "<<", "&", "loop", "neg", "|", "min", "max") else ()


def _judge(facts: FunctionFacts, base: Base, product: Term) -> NarrowOffset | None:
    ranges = facts.ranges_under(base.event.guards) if base.event.guards else facts.flow.ranges
    kept = product
    product = product.args[0] if product.op == "cast" else product
    variable = [t for t in _factors(product) if not made_of_constants(t) and not ranges.of(t).is_constant]
    if len(variable) < 2:
        return None
    exact = ranges.exact(product)
    assumed = any(ranges.of(t).assumed for t in variable)
    if exact is None:
        return None
    limit = 1 << (kept.bits - (1 if kept.signed else 0))
    wraps = (exact[1] > limit or _inner_wraps(facts, product)) and not rows_of_a_block(facts, ranges, product)
    if not wraps and all(ranges.of(t).known and not ranges.of(t).assumed for t in variable):
        return None  # proven small, not just taken for small
    return NarrowOffset(base, kept, wraps, assumed)


def _inner_wraps(facts: FunctionFacts, product: Term) -> bool:
    ranges = facts.flow.ranges
    inner = (t for t in product.walk() if t.op in ("*", "<<") and t.bits == product.bits and t is not product)
    return any(ranges.may_wrap(t) for t in inner)


def _factors(term: Term) -> list[Term]:
    """The factors of a product, sums in brackets taken as one factor each."""
    out: list[Term] = []
    stack = [term]
    while stack:
        current = stack.pop()
        if current.op in ("*", "<<") or current.op == "cast":
            stack.extend(current.args)
        else:
            out.append(current)
    return out
