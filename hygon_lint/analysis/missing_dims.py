"""Guards whose product lacks a dimension of the tensor that they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.guards32 import Bound, SizeGuard, size_guards
from hygon_lint.analysis.tensors import Shape, shapes
from hygon_lint.analysis.terms import Term, bare
from hygon_lint.finding import Confidence
from hygon_lint.model.functions import means
from hygon_lint.model.magnitudes import role_of

_ELEMENT_BYTES = 16  # a constant factor no larger is an element size, a larger one stands for a dimension


@dataclass(frozen=True, slots=True)
class Incomplete:
    """`guard` is about `shape.decl` and its product lacks the dimensions `missing`."""

    guard: SizeGuard
    shape: Shape
    missing: tuple[int, ...]
    confidence: Confidence


def incomplete_guards(fn: FunctionFacts) -> Iterator[Incomplete]:
    """All of a function."""
    known = shapes(fn)
    for guard in size_guards(fn):
        found = _judge(guard, known)
        if found is not None:
            yield found


def _judge(guard: SizeGuard, known: list[Shape]) -> Incomplete | None:
    factors = [t for t in guard.bound.factors if not _is_element_bytes(t)]
    if any(counts_all(t) for t in factors) or len(factors) < 2:
        return None
    candidates = [match for shape in known if (match := _match(shape, factors, known)).matched]
    if not candidates or any(not match.missing and not match.left for match in candidates):
        return None
    mentioned = [m for m in candidates if _mentions(guard.message, m.shape)]
    if not mentioned and any(_mentions(guard.message, shape) for shape in known):
        return None  # about another tensor
    best = max(mentioned or candidates, key=lambda m: (len(m.matched), not m.shape.from_comment))
    if not best.missing or (not mentioned and not best.has_last):
        return None
    sure = not best.left and not best.by_name and not best.shape.from_comment
    confidence = Confidence.HIGH if sure else Confidence.MEDIUM
    return Incomplete(guard, best.shape, best.missing, confidence)


def is_complete(shape: Shape, bound: Bound) -> bool:
    """Whether a bound covers every dimension that is known of a tensor."""
    factors = [t for t in bound.factors if not _is_element_bytes(t)]
    match = _match(shape, factors, [shape])
    return len(match.matched) > 1 and not match.missing and not match.left


@dataclass(frozen=True, slots=True)
class _Match:
    shape: Shape
    matched: tuple[int, ...]  # dimensions that a factor is the size of
    left: int  # factors that are no size of this tensor by value
    missing: tuple[int, ...]
    by_name: bool

    @property
    def has_last(self) -> bool:
        """Whether the innermost dimension is in the product, as in every product about elements."""
        return self.left > 0 or (bool(self.shape.known) and self.shape.known[-1] in self.matched)


def _match(shape: Shape, factors: list[Term], known: list[Shape]) -> _Match:
    matched: list[int] = []
    others: list[Term] = []
    for factor in factors:
        dims = [i for i, terms in shape.dims.items() if i not in matched and any(bare(t) is factor for t in terms)]
        if dims:
            matched.append(dims[0])
        else:
            others.append(factor)
    by_value = tuple(matched)
    rest: list[Term] = []
    for factor in others:
        dims = [i for i in shape.known if i not in matched and _same_name(factor, shape.names.get(i, ""))]
        if dims:
            matched.append(dims[0])
        else:
            rest.append(factor)
    missing = [i for i in shape.known if i not in matched]
    unnamed = [i for i in missing if i not in shape.dims and i not in shape.names]
    for factor in rest:  # what is left may be the size of any dimension, of those without a name first
        if unnamed:
            missing.remove(unnamed.pop(0))
        elif missing and not _innermost_elsewhere(factor, shape, known):
            missing.pop()
    return _Match(shape, by_value, len(rest), tuple(missing), len(matched) > len(by_value))


def _innermost_elsewhere(factor: Term, shape: Shape, known: list[Shape]) -> bool:
    """Whether a factor is the innermost size of another tensor, and so of this one too: a dimension not spoken of."""
    return not shape.rank and any(
        other is not shape and other.known and any(bare(t) is factor for t in other.dims.get(other.known[-1], ()))
        for other in known
    )


def _same_name(factor: Term, name: str) -> bool:
    mine = factor.decl.name if factor.decl is not None else factor.name
    if not name or not mine:
        return False
    if _plain(mine) == _plain(name):
        return True
    role, other = role_of(mine), role_of(name.replace(" ", "_"))
    return role is not None and other is not None and role.name == other.name


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _is_element_bytes(term: Term) -> bool:
    if term.op == "const":
        return abs(term.value or 0) <= _ELEMENT_BYTES
    return term.name.startswith("sizeof(") or term.name.endswith(("element_size", "itemsize"))


def counts_all(term: Term) -> bool:
    """Whether a factor already stands for several dimensions: `numel()`, a stride."""
    return term.op == "call" and means(term.name.rpartition(".")[2], "shape") and not term.name.endswith(".size")


def _mentions(message: str, shape: Shape) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(shape.decl.name.rstrip('_'))}(?!\w)", message) is not None
