"""Symbolic values: what an expression stands for, with the width each operation is done in.

Terms are interned per table, so equal terms are one object and compare by identity. Widths are in bits; 0 means that
the width is not known. A term's operation wraps at its own width, as the machine's does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from hygon_lint.model.comparisons import COMPARISONS, NEGATED

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Decl, Node

LOGIC = frozenset(("&&", "||", "!"))
ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"))


class Term:
    """One value.

    op: "const" (`value`), "sym" (a name nothing more is known of), "load" (read from memory we do not track; args are
    the address and, maybe, the index), "call" (result of an unseen function), "init" (what a place held before),
    "loop" (a value carried round a loop; args[0] is the value on entry), "cast", "select", "neg", "~", "min", "max",
    "join" (two halves of a wider value, low first), "addr" (address of a tracked place), "ptradd" (pointer, index),
    "float", an operator of ARITHMETIC, COMPARISONS or LOGIC.
    """

    __slots__ = ("args", "bits", "decl", "extra", "name", "node", "op", "signed", "value")

    def __init__(
        self,
        op: str,
        args: tuple[Term, ...],
        bits: int,
        signed: bool,
        value: int | None = None,
        name: str = "",
        decl: Decl | None = None,
        extra: object = None,
    ) -> None:
        self.op = op
        self.args = args
        self.bits = bits
        self.signed = signed
        self.value = value
        self.name = name
        self.decl = decl
        self.extra = extra
        self.node: Node | None = None  # the expression that first made it

    def walk(self) -> Iterator[Term]:
        """This term and all below it, each once."""
        return reached(self, lambda term: reversed(term.args))

    def __repr__(self) -> str:
        if self.op == "const":
            return str(self.value)
        if self.op in ("sym", "call", "load", "init", "loop", "addr") and self.name:
            return (
                self.name if not self.args or self.op == "loop" else f"{self.name}({', '.join(map(repr, self.args))})"
            )
        if self.op in ARITHMETIC | COMPARISONS and len(self.args) == 2:
            return f"({self.args[0]!r} {self.op}{self.bits or ''} {self.args[1]!r})"
        return f"{self.op}{self.bits or ''}({', '.join(map(repr, self.args))})"


def wrap(value: int, bits: int, signed: bool) -> int:
    """The value as `bits` bits hold it (0 bits: as it is)."""
    if not bits:
        return value
    value &= (1 << bits) - 1
    if signed and value >> (bits - 1):
        value -= 1 << bits
    return value


def compute(op: str, a: int, b: int) -> int | None:
    """An operator on plain integers, before wrapping; None where it has no value."""
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/" | "%":
            if b == 0:
                return None
            quotient = abs(a) // abs(b)
            if (a < 0) != (b < 0):
                quotient = -quotient
            return quotient if op == "/" else a - quotient * b
        case "<<":
            return a << b if 0 <= b < 128 else None
        case ">>":
            return a >> b if 0 <= b < 128 else None
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
        case "<":
            return int(a < b)
        case "<=":
            return int(a <= b)
        case ">":
            return int(a > b)
        case ">=":
            return int(a >= b)
        case "==":
            return int(a == b)
        case "!=":
            return int(a != b)
        case "&&":
            return int(bool(a) and bool(b))
        case "||":
            return int(bool(a) or bool(b))
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
    return None


class Terms:
    """Makes terms; interns and folds them. One table per analysed function."""

    def __init__(self) -> None:
        self._table: dict[tuple[object, ...], Term] = {}
        self._count = 0

    def _intern(
        self,
        op: str,
        args: tuple[Term, ...] = (),
        bits: int = 0,
        signed: bool = False,
        value: int | None = None,
        name: str = "",
        decl: Decl | None = None,
        extra: object = None,
        node: Node | None = None,
    ) -> Term:
        key = (op, tuple(map(id, args)), bits, signed, value, name, id(decl) if decl is not None else 0, extra)
        term = self._table.get(key)
        if term is None:
            term = self._table[key] = Term(op, args, bits, signed, value, name, decl, extra)
            term.node = node
        return term

    def by_id(self) -> dict[int, Term]:
        """The terms made so far by their id, as places name the index of an element."""
        return {id(term): term for term in self._table.values()}

    # ------------------------------------------------------------ leaves

    def const(self, value: int, bits: int = 32, signed: bool = True, node: Node | None = None) -> Term:
        """A constant."""
        return self._intern("const", (), bits, signed, wrap(value, bits, signed), node=node)

    def sym(self, name: str, bits: int, signed: bool, decl: Decl | None = None, node: Node | None = None) -> Term:
        """A named value of which nothing more is known; the same name and declaration give the same term."""
        return self._intern("sym", (), bits, signed, name=name, decl=decl, node=node)

    def fresh(
        self,
        op: str,
        name: str,
        bits: int,
        signed: bool,
        args: tuple[Term, ...] = (),
        node: Node | None = None,
        decl: Decl | None = None,
    ) -> Term:
        """A value unlike any other (result of an unseen call, loop-carried value)."""
        self._count += 1
        return self._intern(op, args, bits, signed, name=name, decl=decl, extra=self._count, node=node)

    def named(
        self,
        op: str,
        name: str,
        bits: int,
        signed: bool,
        args: tuple[Term, ...] = (),
        extra: object = None,
        node: Node | None = None,
        decl: Decl | None = None,
    ) -> Term:
        """A value told apart by its name, arguments and `extra`."""
        return self._intern(op, args, bits, signed, name=name, extra=extra, node=node, decl=decl)

    # ------------------------------------------------------------ operations

    def binary(self, op: str, a: Term, b: Term, bits: int, signed: bool, node: Node | None = None) -> Term:
        """An operation done in `bits` bits."""
        if a.op == "const" and b.op == "const" and a.value is not None and b.value is not None:
            value = compute(op, a.value, b.value)
            if value is not None:
                return self.const(value, bits or 64, signed, node)
        if (op == "+" and a.op == "const" and a.value == 0) or (op == "*" and a.op == "const" and a.value == 1):
            return b
        if op in ("+", "-", "|", "^", "<<", ">>") and b.op == "const" and b.value == 0:
            return a
        if op in ("*", "/") and b.op == "const" and b.value == 1:
            return a
        if op in ("*", "&") and any(t.op == "const" and t.value == 0 for t in (a, b)):
            return self.const(0, bits or 32, signed, node)
        if op == "&&":
            for x, y in ((a, b), (b, a)):
                if x.op == "const":
                    return y if x.value else x
        if op == "||":
            for x, y in ((a, b), (b, a)):
                if x.op == "const":
                    return x if x.value else y
        if op == "-" and a is b:
            return self.const(0, bits or 32, signed, node)
        return self._intern(op, (a, b), bits, signed, node=node)

    def cast(self, a: Term, bits: int, signed: bool, node: Node | None = None) -> Term:
        """Conversion to an integer of another width or sign."""
        if (a.bits, a.signed) == (bits, signed):
            return a
        if a.op == "const" and a.value is not None:
            return self.const(a.value, bits, signed, node)
        if a.op == "cast" and a.args[0].bits and bits and bits <= a.bits:
            return self.cast(a.args[0], bits, signed, node)
        return self._intern("cast", (a,), bits, signed, node=node)

    def select(self, condition: Term, then: Term, other: Term, node: Node | None = None) -> Term:
        """`condition ? then : other`."""
        if condition.op == "const":
            return then if condition.value else other
        if then is other:
            return then
        bits = max(then.bits, other.bits)
        return self._intern("select", (condition, then, other), bits, then.signed, node=node)

    def negate(self, condition: Term) -> Term:
        """The logical opposite."""
        if condition.op == "!":
            return condition.args[0]
        if condition.op == "const":
            return self.const(0 if condition.value else 1, 8, False)
        if condition.op in NEGATED:
            return self._intern(NEGATED[condition.op], condition.args, condition.bits, condition.signed)
        return self._intern("!", (condition,), 8, False)

    def unary(self, op: str, a: Term, bits: int, signed: bool, node: Node | None = None) -> Term:
        """`neg`, `~`."""
        if a.op == "const" and a.value is not None:
            return self.const(-a.value if op == "neg" else ~a.value, bits, signed, node)
        return self._intern(op, (a,), bits, signed, node=node)

    def minmax(self, op: str, a: Term, b: Term, bits: int, signed: bool, node: Node | None = None) -> Term:
        """`min` or `max` of two values."""
        if a is b:
            return a
        if a.op == "const" and b.op == "const" and a.value is not None and b.value is not None:
            return self.const(min(a.value, b.value) if op == "min" else max(a.value, b.value), bits, signed, node)
        return self._intern(op, (a, b), bits, signed, node=node)

    def join(self, low: Term, high: Term, node: Node | None = None) -> Term:
        """A value put together from two halves of equal width."""
        bits = low.bits + high.bits
        if low.op == "const" and high.op == "const" and low.value is not None and high.value is not None:
            mask = (1 << low.bits) - 1
            return self.const((low.value & mask) | (high.value << low.bits), bits, False, node)
        whole = low_half_of(low)
        if whole is not None and whole is high_half_of(high) and whole.bits == bits:
            return whole
        return self._intern("join", (low, high), bits, False, node=node)


def reached(start: Term, into: Callable[[Term], Iterable[Term]]) -> Iterator[Term]:
    """A term and those that `into` leads to, step by step, each once; `into` is asked only after its term was given."""
    seen: set[int] = set()
    stack = [start]
    while stack:
        term = stack.pop()
        if id(term) in seen:
            continue
        seen.add(id(term))
        yield term
        stack.extend(into(term))


def bare(term: Term) -> Term:
    """A value without the conversions around it, narrowing ones included."""
    while term.op == "cast":
        term = term.args[0]
    return term


def conjuncts(condition: Term) -> Iterator[Term]:
    """The conditions that must all hold for a condition to hold, in the order written."""
    if condition.op == "&&":
        for part in condition.args:
            yield from conjuncts(part)
    else:
        yield condition


def is_condition(term: Term) -> bool:
    """Whether a value is true or false by the operation that makes it."""
    return term.op in COMPARISONS or term.op in LOGIC


def low_half_of(term: Term) -> Term | None:
    """The 64-bit term whose low 32 bits this is, if it is plainly that."""
    while term.op == "cast" and term.bits >= 32 and term.args[0].bits == 32:
        term = term.args[0]
    if term.op == "cast" and term.bits == 32 and term.args[0].bits == 64:
        return low_half_of(term.args[0]) or term.args[0]
    if term.op == "&" and term.bits == 64:
        for value, mask in (term.args, term.args[::-1]):
            if mask.op == "const" and mask.value == 0xFFFFFFFF:
                return value
    return None


def high_half_of(term: Term) -> Term | None:
    """The 64-bit term whose high 32 bits this is, if it is plainly that."""
    term = bare(term)
    if term.op == ">>" and term.bits == 64 and term.args[1].op == "const" and term.args[1].value == 32:
        return term.args[0]
    return None
