"""How a kernel indexes what its pointer parameters point to: which parameters it multiplies, and what moves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hygon_lint.analysis.events import Guard, Loop, OffsetEvent
from hygon_lint.analysis.facts import FunctionFacts, both_ways, comparisons
from hygon_lint.analysis.memo import once
from hygon_lint.analysis.places import written_at
from hygon_lint.analysis.polynomials import Monomial, Polys, polys
from hygon_lint.analysis.products import wrapping
from hygon_lint.analysis.storage import TENSORS, storage_of
from hygon_lint.analysis.substance import Substance, sizes
from hygon_lint.analysis.terms import Term, bare, reached
from hygon_lint.frontend.nodes import Decl, Node

OPEN = "?"
"""A factor that is no parameter: what it is on the host cannot be told."""

_GRID = "gridDim."
_BLOCK = "blockIdx."
_THREAD = "threadIdx."


@dataclass(frozen=True, slots=True)
class Index:
    """One summand of the index of a pointer parameter, the largest of its kind.

    `sizes` are the factors by which it is multiplied: positions of parameters, `"grid.x"`, or OPEN. Each of `movers` is
    a position that runs from 0 to what it says: a tuple of such factors, or () where nobody knows. `narrow`: the
    product at `node` is computed (or kept) in 32 bits and need not fit.
    """

    pointer: int
    node: Node
    narrow: bool
    sizes: tuple[int | str, ...]
    movers: tuple[tuple[int | str, ...], ...]


@once
def kernel_indices(fn: FunctionFacts) -> list[Index]:
    """All of a kernel, those that another contains left out."""
    if not fn.function.kernel:
        return []
    found: dict[tuple[object, ...], Index] = {}
    for event in fn.trace.events:
        if isinstance(event, OffsetEvent):
            for index in _of(fn, event):
                found.setdefault((index.pointer, index.narrow, index.sizes, index.movers), index)
    every = list(found.values())
    return [one for one in every if not any(_contains(other, one) for other in every)]


def _of(fn: FunctionFacts, event: OffsetEvent) -> Iterator[Index]:
    pointer = parameter_of(fn, _root(event.pointer))
    if pointer is None or storage_of(fn, event.pointer) not in TENSORS:
        return
    reader = _Reader(fn, event)
    wraps = {id(product.term) for product in wrapping(fn, event.offset, event.guards, event.expr)}
    covered: set[Monomial] = set()
    for product in _narrow_products(event.offset):
        if wraps.isdisjoint(id(part) for part in product.walk()):
            continue
        node = written_at(fn, product, event.expr) or event.node
        for monomial, parts in reader.read(product):
            covered.add(monomial)
            yield Index(pointer, node, True, *parts)
    for monomial, parts in reader.read(event.offset):
        if monomial not in covered:
            yield Index(pointer, event.node, False, *parts)


def _narrow_products(offset: Term) -> Iterator[Term]:
    """The outermost products of an offset that are multiplied (or kept) in 32 bits."""
    for part in reached(offset, lambda term: () if _is_narrow(term) else term.args):
        if _is_narrow(part):
            yield part


def _is_narrow(term: Term) -> bool:
    return term.bits == 32 and (bare(term).op == "*" or (term.op == "cast" and term.args[0].bits == 64))


class _Reader:
    """The summands of an index, where its guards hold."""

    def __init__(self, fn: FunctionFacts, event: OffsetEvent) -> None:
        self._fn = fn
        self._polys: Polys = polys(fn)
        self._judge = sizes(fn, event.guards)
        self._ends = list(self._ends_of(event.guards, event.loops))

    def read(
        self, term: Term
    ) -> Iterator[tuple[Monomial, tuple[tuple[int | str, ...], tuple[tuple[int | str, ...], ...]]]]:
        """Each summand with at least one size, as `Index` has it."""
        for monomial, coefficient in self._polys.of(term).items():
            if coefficient <= 0 or not monomial:
                continue
            factors: list[int | str] = []
            moving: list[int] = []
            for number in monomial:
                size = self._size(self._polys.atom(number))
                if size is not None:
                    factors.append(size)
                elif self._moves(self._polys.atom(number)):
                    moving.append(number)
            if factors:
                yield monomial, (tuple(sorted(factors, key=str)), tuple(self._movers(moving)))

    def _size(self, term: Term) -> int | str | None:
        """A factor that is the same for all threads: a parameter, or an extent of the grid."""
        position = parameter_of(self._fn, term)
        if position is not None:
            return position
        if term.name.startswith((_BLOCK, _THREAD)):
            return None
        if term.name.startswith(_GRID) and term.op in ("sym", "init"):
            return "grid." + term.name[len(_GRID) :]
        is_field = term.decl is not None and term.decl.kind == "field" and term.op in ("sym", "init")
        return OPEN if is_field else None

    def _moves(self, term: Term) -> bool:
        """Whether a factor differs from thread to thread and need not be small."""
        return self._judge.substance(term) is not Substance.SMALL

    def _movers(self, atoms: list[int]) -> Iterator[tuple[int | str, ...]]:
        left = list(atoms)
        while left:
            known = next((end for end in self._ends if end[0] & set(left)), None)
            if known is not None:
                left = [atom for atom in left if atom not in known[0]]
                yield known[1]
                continue
            name = self._polys.atom(left.pop(0)).name
            yield ("grid." + name[len(_BLOCK) :],) if name.startswith(_BLOCK) else ()

    def _ends_of(
        self, guards: tuple[Guard, ...], loops: tuple[Loop, ...]
    ) -> Iterator[tuple[set[int], tuple[int | str, ...]]]:
        """What is compared with a product of parameters, and that product."""
        pairs = [(loop.counter, loop.limit) for loop in loops if loop.counter is not None and loop.limit is not None]
        for guard in guards:
            for op, left, right in comparisons(guard.term):
                for comparison, position, end in both_ways(op, left, right):
                    if comparison in ("<", "<="):
                        pairs.append((position, end))
        for position, end in pairs:
            limit = [(m, c) for m, c in self._polys.of(end).items() if m]
            if len(limit) != 1 or limit[0][1] != 1:
                continue
            sizes_ = [self._size(self._polys.atom(number)) for number in limit[0][0]]
            if None not in sizes_:
                yield self._polys.of(position).positive.atoms, tuple(s for s in sizes_ if s is not None)


def _contains(other: Index, one: Index) -> bool:
    """Whether another index of the same pointer multiplies all that one does, and more."""
    if other is one or other.pointer != one.pointer or (one.narrow and not other.narrow):
        return False
    rest = list(other.sizes)
    for size in one.sizes:
        if size not in rest:
            return False
        rest.remove(size)
    return bool(rest)


def _root(pointer: Term) -> Term:
    while pointer.op in ("ptradd", "cast", "loop") and pointer.args:
        pointer = pointer.args[0]
    return pointer


def parameter_of(fn: FunctionFacts, term: Term) -> int | None:
    """The position of the parameter whose value on entry a term is."""
    inner = bare(term)
    return position_of(fn.function.params, inner.decl) if inner.op in ("sym", "init") and not inner.args else None


def position_of(params: Sequence[Decl], decl: Decl | None) -> int | None:
    """The position of a declaration among parameters; None where it is none of them."""
    return next((i for i, param in enumerate(params) if param is decl), None)
