"""Addresses inside values: which 32-bit values are half of a 64-bit address, and what has been added to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hygon_lint.analysis.terms import Term, bare, high_half_of, low_half_of, reached
from hygon_lint.model.comparisons import COMPARISONS

MAX_ALTERNATIVES = 16


class Sum(NamedTuple):
    """One way a value can be a sum: its terms with their signs."""

    terms: tuple[tuple[int, Term], ...]

    def without(self, term: Term) -> tuple[Term, ...]:
        """The other terms, constants of 0 left out."""
        return tuple(t for _, t in self.terms if t is not term and not (t.op == "const" and t.value == 0))


def sums(term: Term, *, through_narrow: bool = True) -> list[Sum]:
    """The alternatives of a value (arms of selects) as flat sums, looking through conversions of 32 and 64 bits.

    With `through_narrow` false a narrowing conversion ends a sum.
    """
    return [Sum(tuple(parts)) for parts in _sums(term, 1, through_narrow, {})][:MAX_ALTERNATIVES]


_Parts = list[list[tuple[int, Term]]]


def _sums(term: Term, sign: int, narrow: bool, known: dict[tuple[int, int], _Parts]) -> _Parts:
    """`known` keeps what was worked out: after `if (c) off += d;` both arms are made of the same value."""
    found = known.get((id(term), sign))
    if found is None:
        found = known[id(term), sign] = _made_of(term, sign, narrow, known)[:MAX_ALTERNATIVES]
    return found


def _made_of(term: Term, sign: int, narrow: bool, known: dict[tuple[int, int], _Parts]) -> _Parts:
    if term.op == "cast" and (narrow or term.bits >= term.args[0].bits) and _is_sum(term.args[0]):
        return _sums(term.args[0], sign, narrow, known)
    if term.op == "select":
        return _sums(term.args[1], sign, narrow, known) + _sums(term.args[2], sign, narrow, known)
    if term.op in ("+", "-"):
        left = _sums(term.args[0], sign, narrow, known)
        right = _sums(term.args[1], sign if term.op == "+" else -sign, narrow, known)
        return [a + b for a in left for b in right]
    return [[(sign, term)]]


def _is_sum(term: Term) -> bool:
    term = bare(term)
    return term.op in ("+", "-", "select")


def strip(term: Term) -> Term:
    """A value without widening conversions and lane broadcasts."""
    while term.op == "cast" and term.bits >= term.args[0].bits >= 32:
        term = term.args[0]
    return term


def origins(term: Term) -> Iterator[Term]:
    """A value and what it was before loops and in the arms of selects: where it can come from."""
    return reached(_as_wide(term), lambda current: map(_as_wide, _sources(current)))


def _as_wide(term: Term) -> Term:
    """A value without conversions that keep its width."""
    while term.op == "cast" and term.args[0].bits == term.bits:
        term = term.args[0]
    return term


def _sources(term: Term) -> tuple[Term, ...]:
    if term.op == "select":
        return term.args[1:]
    return term.args if term.op in ("loop", "+", "-") or (term.op == "cast" and term.bits >= 32) else ()


def wide_of_low(term: Term) -> Term | None:
    """The 64-bit value whose low half a 32-bit value is (perhaps stepped, or carried round a loop)."""
    for candidate in origins(term):
        wide = low_half_of(candidate)
        if wide is not None:
            return wide
    return None


def wide_of_high(term: Term) -> Term | None:
    """The 64-bit value whose high half is in a 32-bit value, masked, combined with other bits or stepped."""
    return next((wide for part in reached(term, _high_parts) if (wide := high_half_of(part)) is not None), None)


def _high_parts(term: Term) -> tuple[Term, ...]:
    if term.op == "select":
        return term.args[1:]
    return term.args if term.op in ("&", "|", "+", "-", "cast", "loop") else ()


def holds_carry(term: Term, low: Term, base: Term) -> bool:
    """Whether a value takes in the carry of `low`, a sum made from `base`.

    By a comparison of either, by an add with carry, or as the high half of the same sum done in 64 bits.
    """
    return any(_is_carry(part, low, base) for part in reached(term, _carry_parts))


def _is_carry(term: Term, low: Term, base: Term) -> bool:
    if term.op in COMPARISONS:
        return _tells_overflow(term, low, base)
    if term.name == "carry":
        return True
    if term.op == "select":
        return _tells_overflow(term.args[0], low, base) and _is_step(term.args[1], term.args[2])
    return term.op == ">>" and term.bits == 64 and _same_sum(term.args[0], low, base)


def _carry_parts(term: Term) -> tuple[Term, ...]:
    if term.op == "select":
        return term.args[1:]
    return term.args if term.op in ("+", "-", "|", "cast", "loop", "&", ">>") else ()


def _tells_overflow(condition: Term, low: Term, base: Term) -> bool:
    if condition.op not in COMPARISONS:
        return False
    partial = [t for t in (low.args if low.op == "+" else ()) if any(part is base for part in t.walk())]
    return any(strip(side) is t for side in condition.args for t in (low, base, *partial))


def _same_sum(wide: Term, low: Term, base: Term) -> bool:
    """Whether `wide` is the 64-bit sum whose low half `low` is, or another that starts from the same half."""
    parts = [strip(t) for s in sums(wide) for _, t in s.terms]
    return low_half_of(low) is wide or (len(parts) > 1 and any(t is base for t in parts))


def _is_step(a: Term, b: Term) -> bool:
    """Whether two arms differ by a constant step: `carry ? hi + 1 : hi` or `carry ? 1 : 0`."""
    if a.op == "const" and b.op == "const":
        return True
    return any(len(_flat(x)) > 1 and any(strip(t) is strip(y) for t in _flat(x)) for x, y in ((a, b), (b, a)))


def _flat(term: Term) -> list[Term]:
    return [t for s in sums(term) for _, t in s.terms]
