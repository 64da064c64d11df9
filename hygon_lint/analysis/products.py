"""Products that are multiplied in 32 bits: their factors, how large they get, and whether the result fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hygon_lint.analysis.events import Guard
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.places import in_expression
from hygon_lint.analysis.ranges import Range
from hygon_lint.analysis.substance import SMALL_LIMIT, Sizes, Substance, sizes
from hygon_lint.analysis.terms import Term
from hygon_lint.frontend.nodes import Asm, Assign, Binary, Call, Cast, Expr, Node
from hygon_lint.model.functions import means
from hygon_lint.model.magnitudes import practical_max

_LAUNCH = ("blockIdx", "gridDim", "blockDim", "threadIdx")
_LARGEST_SHIFT = 40
_THROUGH = frozenset(("+", "-", "neg", "select", "min", "max", "loop", "cast"))


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor of a product. `range` is what it can be; of an unknown value 1."""

    term: Term
    range: Range
    substance: Substance
    name: str  # of the variable, field or local that it is or is held by; "" for other values

    @property
    def most(self) -> int:
        """Its largest value, taken as 1 when nothing is known of it."""
        return 1 if self.substance is Substance.UNKNOWN else max(self.range.high, 1)

    @property
    def assumed(self) -> bool:
        """Whether its bound is read from a name."""
        return self.range.assumed and self.range.known


@dataclass(frozen=True, slots=True)
class Product:
    """A product of runtime sizes that need not fit its `bits`.

    kind: "product", "narrowed" (computed in 64 bits, kept in 32) or "sum" (a step added up in a loop).
    """

    term: Term
    node: Node  # where it is written
    factors: tuple[Factor, ...]
    bits: int
    signed: bool
    kind: str = "product"
    launch: bool = False  # made of the launch's own numbers only, such as the plain thread id

    @property
    def limit(self) -> int:
        """The first value that does not fit."""
        return 1 << (self.bits - 1 if self.signed else self.bits)

    @property
    def leans(self) -> bool:
        """Whether it fits once the sizes that are only assumed from names are taken as 1."""
        return _largest(f for f in self.factors if not f.assumed) < self.limit

    @property
    def doubtful(self) -> bool:
        """Whether every large factor is one by its role only, or it fits as long as sizes such as the batch stay what
        they are in practice."""
        if not any(f.substance is Substance.SIZE and not f.assumed for f in self.factors):
            return True
        largest = 1
        for factor in self.factors:
            largest *= min(factor.most, practical_max(factor.name) or factor.most)
        return largest < self.limit

    @property
    def certain(self) -> bool:
        """Whether each factor is known for what it is."""
        return not self.leans and all(f.substance is not Substance.UNKNOWN for f in self.factors)


def _largest(factors: Iterator[Factor]) -> int:
    out = 1
    for factor in factors:
        out *= factor.most
    return out


def wrapping(
    fn: FunctionFacts, term: Term, guards: tuple[Guard, ...] = (), written: Expr | None = None
) -> Iterator[Product]:
    """The 32-bit products that a value is made of and that may not fit. `written` is the expression of the value: a
    product that stands in it is found there, others where they were first computed."""
    judge = sizes(fn, guards)
    seen: set[int] = set()
    stack = [term]
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        found = _product(judge, current)
        if found is None and current.op == "loop":
            found = _accumulated(fn, judge, current)
        if found is not None:
            node = _node_of(fn, current, written, found)
            if node is not None and not isinstance(node, Asm):
                yield Product(found.term, node, found.factors, found.bits, found.signed, found.kind, found.launch)
                continue
        stack.extend(_parts(judge, current))


def _parts(judge: Sizes, term: Term) -> list[Term]:
    """The values whose size goes into a value's size."""
    if term.op == "select":
        return list(term.args[1:])
    if term.op in ("*", "<<"):
        # `i / (a * b) * (a * b)` is at most `i`, however large its divisor.
        whole = _flat(term)
        left = _cancelled(whole)
        return list(term.args) if len(left) == len(whole) else [part.term for part in left]
    if term.op in _THROUGH:
        return list(term.args)
    if term.op in ("/", ">>"):
        return [term.args[0]]
    if term.op == "&":
        mask = judge.range(term.args[1])
        return [term.args[0]] if mask.is_constant and (mask.low < 0 or mask.high >= 1 << 31) else []
    return []


@dataclass(frozen=True, slots=True)
class _Found:
    term: Term
    factors: tuple[Factor, ...]
    bits: int
    signed: bool
    kind: str
    launch: bool


def _product(judge: Sizes, term: Term) -> _Found | None:
    if term.op in ("*", "<<") and term.bits == 32:
        return _judged(judge, term, factors_of(term), "product")
    if term.op == "cast" and term.bits == 32 and term.args[0].bits == 64 and term.args[0].op in ("*", "<<"):
        return _judged(judge, term, factors_of(term.args[0]), "narrowed")
    return None


def _judged(judge: Sizes, term: Term, parts: list[Part], kind: str) -> _Found | None:
    factors = tuple(_factor(judge, part) for part in parts)
    launch = _is_launch([part.term for part in parts])
    if sum(f.substance is Substance.SIZE for f in factors) < 2 and not launch:
        return None
    limit = 1 << (term.bits - 1 if term.signed else term.bits)
    if _largest(iter(factors)) < limit:
        return None
    return _Found(term, factors, term.bits, term.signed, kind, launch)


def _factor(judge: Sizes, part: Part) -> Factor:
    range_, substance = judge.range(part.term), judge.substance(part.term)
    if part.power:
        top = min(max(range_.high, 0), _LARGEST_SHIFT)
        range_ = range_._replace(low=1, high=1 << top)
        if substance is Substance.SMALL and not range_.is_constant and range_.high > SMALL_LIMIT:
            substance = Substance.SIZE
    return Factor(part.term, range_, substance, judge.name(part.term))


def factor_of(fn: FunctionFacts, term: Term, guards: tuple[Guard, ...] = ()) -> Factor:
    """What is known of a value as a factor."""
    return _factor(sizes(fn, guards), Part(term))


class Part(NamedTuple):
    """A factor as a term; with `power` it is two to the power of the term."""

    term: Term
    power: bool = False


def factors_of(term: Term) -> list[Part]:
    """The factors of a product as one list; a quotient and its own divisor give what was divided."""
    return _cancelled(_flat(term))


def _flat(term: Term) -> list[Part]:
    out: list[Part] = []
    stack = [term]
    while stack:
        current = stack.pop()
        bare = stripped(current)
        same_width = bare.bits == term.bits or not term.bits
        if bare.op == "*" and same_width:
            stack.extend(reversed(bare.args))
        elif bare.op == "<<" and same_width:
            out.append(Part(bare.args[1], True))
            stack.append(bare.args[0])
        else:
            out.append(Part(current))
    return out


def stripped(term: Term) -> Term:
    """A value without conversions that keep it as it is (or only reread its sign)."""
    while term.op == "cast" and term.bits >= term.args[0].bits >= 1:
        term = term.args[0]
    return term


def _cancelled(factors: list[Part]) -> list[Part]:
    for i, factor in enumerate(factors):
        bare = stripped(factor.term)
        if factor.power or bare.op not in ("/", ">>"):
            continue
        divisors = factors_of(bare.args[1]) if bare.op == "/" else [Part(bare.args[1], True)]
        left = [*factors[:i], Part(bare.args[0]), *factors[i + 1 :]]
        if all(_taken_out(left, divisor, but=i) for divisor in divisors):
            return _cancelled(left)
    return factors


def _taken_out(factors: list[Part], divisor: Part, but: int) -> bool:
    for i, factor in enumerate(factors):
        if factor.power == divisor.power and stripped(factor.term) is stripped(divisor.term) and i != but:
            del factors[i]
            return True
    return False


def _is_launch(parts: list[Term]) -> bool:
    leaves = [leaf for part in parts for leaf in part.walk() if not leaf.args]
    named = [leaf for leaf in leaves if leaf.op != "const"]
    return len(parts) > 1 and bool(named) and all(_names_launch(leaf) for leaf in named)


def _names_launch(leaf: Term) -> bool:
    root = leaf.name.partition(".")[0]
    return root in _LAUNCH or means(leaf.name, "block_index") or means(leaf.name, "thread_index")


def _accumulated(fn: FunctionFacts, judge: Sizes, term: Term) -> _Found | None:
    """`offset += stride` round a loop: a product of the rounds and the step, in as many bits as the variable has."""
    carried = fn.flow.carried.get(id(term))
    if carried is None or term.bits != 32 or id(term) in fn.flow.counters:
        return None
    after, loop = carried
    bare = stripped(after)
    if bare.op != "+" or not any(stripped(a) is term for a in bare.args):
        return None
    step = next((a for a in bare.args if stripped(a) is not term), None)
    if step is None or _is_launch([step, step]) or _bounded_by_condition(fn, loop, term):
        return None
    rounds = judge.trips(loop)
    if judge.substance(step) is not Substance.SIZE or rounds is Substance.SMALL:
        return None
    limit_range = judge.range(loop.limit) if loop.limit is not None else Range(0, 1 << 31)
    count = Factor(loop.limit or term, limit_range, rounds, judge.name(loop.limit or term))
    factors = (count, Factor(step, judge.range(step), judge.substance(step), judge.name(step)))
    limit = 1 << (term.bits - 1 if term.signed else term.bits)
    if _largest(iter(factors)) < limit:
        return None
    return _Found(after, factors, term.bits, term.signed, "sum", False)


def _bounded_by_condition(fn: FunctionFacts, loop: object, term: Term) -> bool:
    """Whether the loop's own condition compares the value with something: it never gets past that."""
    for event in fn.trace.events:
        if any(inner is loop for inner in event.loops):
            return any(
                guard.term.op in ("<", "<=", "!=") and any(stripped(a) is term for a in guard.term.args)
                for guard in event.guards
            )
    return False


def _node_of(fn: FunctionFacts, term: Term, written: Expr | None, found: _Found) -> Node | None:
    """Where a product is written: in the expression itself, in the initialiser of a local used there, or elsewhere."""
    operators = (Binary, Assign) if found.kind != "narrowed" else (Cast, Call, Assign)
    if written is not None:
        node = in_expression(fn, found.term, written, operators)
        if node is not None:
            return node
    return found.term.node if found.term.node is not None else term.args[0].node
