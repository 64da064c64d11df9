"""Offsets within one block's tile: small ids and counters over constants, times one row stride."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hygon_lint.analysis.descriptors import descriptors
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.ranges import Ranges
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.model.magnitudes import role_of, template_max

_ID_MAX = 64  # warps, waves, lanes
_LITERAL_MAX = 256  # rows of a tile times the bytes of an element
_BYTES_MAX = 16  # of an element
_MOST_KINDS = 64
_ROW_STRIDE = "row stride"


@dataclass(frozen=True, slots=True)
class _Parts:
    """What one summand of an offset multiplies."""

    ids: int = 0
    constants: int = 0
    strides: int = 0
    literal: int = 1

    def times(self, other: _Parts) -> _Parts:
        return _Parts(
            self.ids + other.ids,
            self.constants + other.constants,
            self.strides + other.strides,
            self.literal * other.literal,
        )

    @property
    def in_a_block(self) -> bool:
        """Without a stride nothing but rows or columns of a tile; with one, a tile id times the rows of a tile."""
        if not self.strides:
            return self.ids + self.constants <= 3 and self.literal <= 1 << 16
        return self.strides == 1 and self.ids <= 1 and self.constants <= 1 and self.literal <= _LITERAL_MAX


_Summands = frozenset[_Parts] | None


def rows_of_a_block(facts: FunctionFacts, ranges: Ranges, product: Term) -> bool:
    """Whether every summand of a product is a row of the block at most, times one row stride.

    The interval of `counter * rows` is far too wide when the counter runs to `block / rows` of unknown constants; and a
    stride is a row's whatever its name when it is what the descriptor's word 2 holds.
    """
    strides = _row_strides(facts)
    parts = _summands(product, ranges, strides, {})
    return parts is not None and all(part.in_a_block for part in parts)


def _row_strides(facts: FunctionFacts) -> set[int]:
    loads = (load for found in descriptors(facts).all for load in found.own_loads if load.kind == "matrix_load")
    return {id(_before_loops(load.words[2])) for load in loads if load.words[2] is not None}


def _before_loops(term: Term) -> Term:
    """A value as it was before the loops that carry it round."""
    while term.op in ("cast", "loop") and term.args:
        term = term.args[0]
    return term


def _summands(term: Term, ranges: Ranges, strides: set[int], known: dict[int, _Summands]) -> _Summands:
    """What the summands of a term multiply, each kind once; None when something in it may be large.

    `known` keeps what was worked out: after `if (c) off += d;` both arms are made of the same value.
    """
    term = bare(term)
    if id(term) not in known:
        known[id(term)] = _worked_out(term, ranges, strides, known)
    return known[id(term)]


def _worked_out(term: Term, ranges: Ranges, strides: set[int], known: dict[int, _Summands]) -> _Summands:
    if term.op in ("+", "-", "select", "*"):
        sides = [_summands(arg, ranges, strides, known) for arg in term.args[term.op == "select" :]]
        left, right = sides[0], sides[1]
        if left is None or right is None:
            return None
        found = frozenset(a.times(b) for a in left for b in right) if term.op == "*" else left | right
        return found if len(found) <= _MOST_KINDS else None
    if term.op == "<<" and term.args[1].op == "const":
        shifted = _summands(term.args[0], ranges, strides, known)
        factor = 1 << min(term.args[1].value or 0, 63)
        return None if shifted is None else frozenset(replace(p, literal=p.literal * factor) for p in shifted)
    part = _factor(term, ranges, strides)
    return None if part is None else frozenset((part,))


def _factor(term: Term, ranges: Ranges, strides: set[int]) -> _Parts | None:
    if term.op == "const":
        return _Parts(literal=abs(term.value or 0) or 1)
    bound = ranges.of(term)
    if bound.known and not bound.assumed and bound.magnitude <= _BYTES_MAX:
        return _Parts(literal=bound.magnitude or 1)
    role = role_of(term.decl.name) if term.decl is not None else None
    if id(term) in strides or (role is not None and role.name == _ROW_STRIDE):
        return _Parts(strides=1)
    if role is not None and role.name == "element bytes":
        return _Parts(literal=4)
    if term.decl is not None and term.decl.kind == "template-param":
        return _Parts(constants=1)  # WARP_N is the rows of a tile, not the number of a warp
    if bound.known and (bound.high <= _ID_MAX or (not bound.assumed and bound.high <= template_max())):
        return _Parts(ids=1)
    if made_of_constants(term):
        return _Parts(constants=1)
    return None


def made_of_constants(term: Term) -> bool:
    """A constant of the program or of a template, or made of such only."""
    leaf = term.op == "const" or (term.decl is not None and term.decl.kind == "template-param")
    return leaf or (bool(term.args) and all(made_of_constants(arg) for arg in term.args))
