"""Products of a weight that is masked to 0 and a value that is not masked: 0 times NaN is NaN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.accesses import Access, accesses
from hygon_lint.analysis.conditions import Conditions, Subject, conditions
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.limits import Bound, Limits, limits
from hygon_lint.analysis.operands import is_zero
from hygon_lint.analysis.storage import TENSORS
from hygon_lint.analysis.terms import LOGIC, Term, reached
from hygon_lint.frontend.nodes import Binary, Call, Node
from hygon_lint.model.comparisons import COMPARISONS
from hygon_lint.model.functions import means

_NUMBER = re.compile(r"\d+(?:\.\d*)?(?:[eE][+-]?\d+)?[fF]?")
_LARGE = 1e4


@dataclass(frozen=True, slots=True)
class OpenValue:
    """In the product at `node` the weight is 0 unless `mask` holds, while `value` was loaded in any case."""

    node: Node
    weight: Term
    mask: Term
    value: Access


def open_values(fn: FunctionFacts) -> Iterator[OpenValue]:
    """Each such product of a function, one a load."""
    judged: set[int] = set()
    for term in fn.flow.terms.by_id().values():
        for weight, other in _products(term):
            found = _judge(fn, term, weight, other)
            if found is not None and id(found.value.node) not in judged:
                judged.add(id(found.value.node))
                yield found


def _products(term: Term) -> Iterator[tuple[Term, Term]]:
    """The factors of a floating-point product, either way round."""
    node = term.node
    multiplied = term.op == "float" and len(term.args) == 2 and isinstance(node, Binary) and node.op == "*"
    fused = term.op == "call" and len(term.args) == 3 and isinstance(node, Call)
    if multiplied or (fused and isinstance(node, Call) and means(node.name, "fused_multiply_add")):
        yield term.args[0], term.args[1]
        yield term.args[1], term.args[0]


def _judge(fn: FunctionFacts, product: Term, weight: Term, other: Term) -> OpenValue | None:
    about, known, loads = conditions(fn), limits(fn), accesses(fn).by_value
    for mask, holds in _masks(weight):
        bound = next((b for b in known.of(mask, holds) if known.is_runtime(b) and b.position), None)
        subject = about.subject(mask)
        if bound is None or not subject:
            continue
        for access in _open_loads(other, loads, about, subject):
            if access.storage not in TENSORS or about.speaks(access.event.guards, subject):
                continue
            if _same_element(known, bound, access) and product.node is not None:
                return OpenValue(product.node, weight, mask, access)
    return None


def _masks(weight: Term) -> Iterator[tuple[Term, bool]]:
    """The conditions that make a weight 0 unless they hold (or unless they do not)."""
    stack = [weight]
    while stack:
        part = stack.pop()
        if part.op == "select":
            condition, then, other = part.args
            if is_zero(other):
                yield condition, True
            elif is_zero(then):
                yield condition, False
        elif part.op in COMPARISONS | LOGIC:
            yield part, True
        elif part.op == "call" and isinstance(part.node, Call) and means(part.node.name, "exponential"):
            yield from _driven_to_zero(part)
        elif part.op in ("cast", "float", "call") and len(part.args) == 1:
            stack.append(part.args[0])


def _driven_to_zero(exponential: Term) -> Iterator[tuple[Term, bool]]:
    """The conditions that make an exponent minus infinity unless they hold (or unless they do not)."""
    for part in exponential.walk():
        if part.op != "select":
            continue
        condition, then, other = part.args
        if is_minus_infinity(other):
            yield condition, True
        elif is_minus_infinity(then):
            yield condition, False


def is_minus_infinity(term: Term) -> bool:
    """A constant below every score: minus infinity, the lowest float, or a large negative number."""
    if term.op != "float":
        return False
    text = term.node.text if term.node is not None else term.name
    if not text.lstrip("(").startswith("-"):
        return "lowest" in text
    if any(word in text.lower() for word in ("inf", "huge", "flt_max", "max()")):
        return True
    number = _NUMBER.search(text)
    return number is not None and float(number.group().rstrip("fF")) >= _LARGE


def _open_loads(term: Term, loads: dict[int, Access], about: Conditions, subject: Subject) -> Iterator[Access]:
    """The loads in a value that no select on the subject takes out."""

    def open_parts(part: Term) -> tuple[Term, ...]:
        return () if part.op == "select" and about.speaks_of(part.args[0], subject) else part.args

    return (access for part in reached(term, open_parts) if (access := loads.get(id(part))) is not None)


def _same_element(known: Limits, bound: Bound, access: Access) -> bool:
    """Whether what is masked and what is loaded are counted by the same variable."""
    moving = {n for n in bound.position.atoms if known.varies(known.polys.atom(n))}
    return not moving.isdisjoint(access.index.atoms)
