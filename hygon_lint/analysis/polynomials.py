"""Integer values as sums of products, so that `(row0 + r) * pitch + c` can be compared with `row0 + r < rows`.

Widths are left aside: a polynomial says what the program means to compute. Quotients, minima, loads and names are
atoms; two atoms are the same when they are built the same way from the same parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hygon_lint.analysis.memo import once
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.model.comparisons import COMPARISONS

if TYPE_CHECKING:
    from hygon_lint.analysis.facts import FunctionFacts

Monomial = tuple[int, ...]
"""A product of atoms, by number, sorted; the empty product is 1."""

_MAX_PARTS = 24


class Poly(dict[Monomial, int]):
    """A sum: product of atoms -> coefficient, none of them 0. Not changed once made."""

    @property
    def constant(self) -> int:
        """The part that no atom is a factor of."""
        return self.get((), 0)

    @property
    def moving(self) -> Poly:
        """Without the constant part."""
        return Poly({m: c for m, c in self.items() if m})

    @property
    def positive(self) -> Poly:
        """The products that are added."""
        return Poly({m: c for m, c in self.items() if m and c > 0})

    @property
    def negative(self) -> Poly:
        """The products that are subtracted."""
        return Poly({m: c for m, c in self.items() if m and c < 0})

    @property
    def atoms(self) -> set[int]:
        """The atoms that occur."""
        return {atom for monomial in self for atom in monomial}

    def plus(self, other: Poly, factor: int = 1) -> Poly:
        """The sum with `factor` times another."""
        out = dict(self)
        for monomial, coefficient in other.items():
            out[monomial] = out.get(monomial, 0) + factor * coefficient
        return Poly({m: c for m, c in out.items() if c})

    def times(self, other: Poly) -> Poly:
        """The product with another."""
        out: dict[Monomial, int] = {}
        for a, x in self.items():
            for b, y in other.items():
                key = tuple(sorted(a + b))
                out[key] = out.get(key, 0) + x * y
        return Poly({m: c for m, c in out.items() if c})

    def with_atom(self, atom: int, value: Poly) -> Poly:
        """An atom replaced by a value."""
        out = Poly()
        for monomial, coefficient in self.items():
            part = Poly({tuple(a for a in monomial if a != atom): coefficient})
            for _ in range(monomial.count(atom)):
                part = part.times(value)
            out = out.plus(part)
        return out

    def only(self, atoms: set[int]) -> Poly:
        """The products all of whose factors are among some atoms (the constant part too)."""
        return Poly({m: c for m, c in self.items() if atoms.issuperset(m)})

    def without(self, atoms: set[int]) -> Poly:
        """The products that have no factor among some atoms."""
        return Poly({m: c for m, c in self.items() if atoms.isdisjoint(m)})

    def scaled(self, monomial: Monomial, factor: int) -> Poly:
        """Every part times one product of atoms."""
        return self.times(Poly({monomial: factor}))


class Polys:
    """Makes polynomials of the terms of one function."""

    def __init__(self) -> None:
        self.terms: list[Term] = []  # by number of the atom: a term that it stands for
        self._numbers: dict[object, int] = {}
        self._known: dict[int, Poly] = {}
        self._keep: list[Term] = []

    def of(self, term: Term) -> Poly:
        """The polynomial of a term."""
        found = self._known.get(id(term))
        if found is None:
            found = self._known[id(term)] = self._make(term)
            self._keep.append(term)
        return found

    def atom(self, number: int) -> Term:
        """A term that an atom stands for."""
        return self.terms[number]

    def parts(self, number: int) -> tuple[str, tuple[Poly, ...]]:
        """Operator and operands of an atom that is a minimum, quotient or the like; ("", ()) for leaves."""
        term = self.terms[number]
        bound = minimum_of(term)
        if bound is not None:
            return bound[0], (self.of(bound[1]), self.of(bound[2]))
        if term.op in ("/", "%", "&", ">>", "select"):
            return term.op, tuple(self.of(arg) for arg in term.args)
        return "", ()

    def _number(self, key: object, term: Term) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.terms)
            self.terms.append(term)
        return number

    def _atom(self, key: object, term: Term) -> Poly:
        return Poly({(self._number(key, term),): 1})

    def _make(self, term: Term) -> Poly:
        op, args = term.op, term.args
        if op == "const" and term.value is not None:
            return Poly({(): term.value}) if term.value else Poly()
        if op == "cast" and args[0].op not in COMPARISONS and args[0].bits != 8:
            return self.of(args[0])
        if op in ("+", "-"):
            return self.of(args[0]).plus(self.of(args[1]), 1 if op == "+" else -1)
        if op == "neg":
            return Poly().plus(self.of(args[0]), -1)
        if op == "*":
            a, b = self.of(args[0]), self.of(args[1])
            if len(a) * len(b) <= _MAX_PARTS:
                return a.times(b)
        if op == "<<" and args[1].op == "const" and 0 <= (args[1].value or 0) < 62:
            return Poly().plus(self.of(args[0]), 1 << (args[1].value or 0))
        bound = minimum_of(term)
        if bound is not None:
            sides = frozenset((_key(self.of(bound[1])), _key(self.of(bound[2]))))
            return self._atom((bound[0], sides), term)
        if args and op not in ("loop", "load", "call", "sym", "init", "float"):
            return self._atom((op, tuple(_key(self.of(arg)) for arg in args)), term)
        return self._atom(id(term), term)


def _key(poly: Poly) -> frozenset[tuple[Monomial, int]]:
    return frozenset(poly.items())


def minimum_of(term: Term) -> tuple[str, Term, Term] | None:
    """("min" or "max", a, b) of a minimum or maximum, spelt as a call or as `a < b ? a : b`."""
    if term.op in ("min", "max"):
        return term.op, term.args[0], term.args[1]
    if term.op != "select" or term.args[0].op not in ("<", "<=", ">", ">="):
        return None
    condition, then, other = term.args
    left, right = bare(condition.args[0]), bare(condition.args[1])
    less = condition.op in ("<", "<=")
    if _same(left, then) and _same(right, other):
        return ("min" if less else "max"), then, other
    if _same(left, other) and _same(right, then):
        return ("max" if less else "min"), then, other
    return None


def _same(a: Term, b: Term) -> bool:
    b = bare(b)
    return a is b or (a.op == b.op == "const" and a.value == b.value)


def factors(part: Poly, whole: Poly) -> Iterator[tuple[Monomial, int]]:
    """The products by which `part` must be multiplied to be found in `whole`, part by part."""
    if not part:
        return
    first, coefficient = next(iter(part.items()))
    for monomial, found in whole.items():
        rest = divided(monomial, first)
        if rest is None or found % coefficient:
            continue
        factor = found // coefficient
        if all(whole.get(tuple(sorted(m + rest))) == c * factor for m, c in part.items()):
            yield rest, factor


def divided(monomial: Monomial, by: Monomial) -> Monomial | None:
    """A product of atoms without some of its factors; None when they are not among them."""
    rest = list(monomial)
    for atom in by:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


@once
def polys(_: FunctionFacts) -> Polys:
    """The polynomials of a function's terms, made once."""
    return Polys()
