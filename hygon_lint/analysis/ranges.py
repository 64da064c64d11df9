"""Intervals of terms: what a value can be, from constants, types, masks, clamps, loop bounds and assumed magnitudes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hygon_lint.analysis.terms import ARITHMETIC, LOGIC, Term, bare, compute, wrap
from hygon_lint.model.comparisons import COMPARISONS, MIRRORED, NEGATED
from hygon_lint.model.functions import means
from hygon_lint.model.magnitudes import default_max, role_of, template_max

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Decl

_MAX_DEPTH = 4
_MAX_ARMS = 2000  # arms of selects that are looked at under their condition, before it is good enough without
_BUILTIN_RANGES = {
    "threadIdx": (0, 1023),
    "blockDim": (1, 1024),
    "blockIdx": (0, 2**31 - 1),
    "gridDim": (1, 2**31 - 1),
    "warpSize": (32, 64),
}
_GRID_YZ = 65535
"""The most blocks of a launch in y or z (HIP: `hipDeviceProp_t::maxGridSize`; CUDA has the same limit)."""


class Range(NamedTuple):
    """An interval. `assumed`: it leans on a role read from a name; `known`: not just the default assumption."""

    low: int
    high: int
    assumed: bool = False
    known: bool = True

    @property
    def magnitude(self) -> int:
        """The largest absolute value."""
        return max(abs(self.low), abs(self.high))

    @property
    def is_constant(self) -> bool:
        """Whether there is only one value."""
        return self.low == self.high


def type_range(bits: int, signed: bool) -> tuple[int, int]:
    """The values that a type holds; for unknown widths those of 64 bits."""
    bits = bits or 64
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


class Ranges:
    """Computes and keeps intervals. `facts` are bounds that hold where the term is used (from guards)."""

    def __init__(self, *, assume: bool = True) -> None:
        self.assume = assume  # take the assumed magnitudes for true; otherwise only what types and code prove
        self._known: dict[int, Range] = {}
        self._keep: list[Term] = []  # ids must stay valid
        self._depth = 0
        self._arms = [0]  # shared with the intervals inside arms
        self.facts: dict[int, tuple[int | None, int | None]] = {}
        self.roles: dict[int, int] = {}  # id(term) -> maximum of the role that a variable holding it is named for

    def copy(self) -> Ranges:
        """Intervals from the same facts, to which more can be added."""
        out = Ranges(assume=self.assume)
        out.facts.update(self.facts)
        out.roles.update(self.roles)
        return out

    def expect(self, term: Term, most: int) -> None:
        """Remember that a value is held by a variable whose name stands for a role with this maximum."""
        self.roles[id(term)] = most
        self._keep.append(term)

    def bound(self, term: Term, low: int | None, high: int | None) -> None:
        """Remember that a value lies between two others (a loop counter, a checked parameter); bounds add up."""
        known_low, known_high = self.facts.get(id(term), (None, None))
        if known_low is not None:
            low = known_low if low is None else max(low, known_low)
        if known_high is not None:
            high = known_high if high is None else min(high, known_high)
        self.facts[id(term)] = (low, high)
        self._keep.append(term)

    def of(self, term: Term) -> Range:
        """The interval of a term, in the values its own width holds."""
        found = self._known.get(id(term))
        if found is None:
            self._known[id(term)] = self._default(term)  # ends recursion through loops
            found = self._known[id(term)] = self._by_role(term, self._narrow(term, self._compute(term)))
            self._keep.append(term)
        return found

    def _by_role(self, term: Term, found: Range) -> Range:
        most = self.roles.get(id(term)) if self.assume else None
        if most is None or found.high <= most or (found.known and not found.assumed):
            return found
        return Range(max(found.low, 0), most, True, True)

    def exact(self, term: Term) -> tuple[int, int] | None:
        """The interval of an operation before its width cuts it off; None when it is no arithmetic."""
        if term.op not in ARITHMETIC:
            return None
        return _arith(term.op, self.of(term.args[0]), self.of(term.args[1]))

    def may_wrap(self, term: Term) -> bool:
        """Whether an operation's true result may not fit its width (assumed magnitudes taken for true)."""
        if not term.bits:
            return False
        exact = self.exact(term)
        if exact is None:
            return False
        low, high = type_range(term.bits, term.signed)
        return exact[1] > high or (exact[0] < low and term.signed)

    def _default(self, term: Term) -> Range:
        if self.assume:
            return _assumed(term)
        return Range(*type_range(term.bits, term.signed), known=False)

    def _narrow(self, term: Term, found: Range) -> Range:
        fact = self.facts.get(id(term))
        if fact is None:
            return found
        low = found.low if fact[0] is None else max(found.low, fact[0])
        high = found.high if fact[1] is None else min(found.high, fact[1])
        if low > high:
            return found
        return Range(low, high, found.assumed and (low, high) == (found.low, found.high), True)

    def _compute(self, term: Term) -> Range:
        op, args = term.op, term.args
        if op == "const" and term.value is not None:
            return Range(term.value, term.value)
        if op == "cast":
            return self._cast(term)
        if op == "select":
            a, b = self._arm(args[0], True, args[1]), self._arm(args[0], False, args[2])
            return Range(min(a.low, b.low), max(a.high, b.high), a.assumed or b.assumed, a.known and b.known)
        if op in ("min", "max"):
            a, b = self.of(args[0]), self.of(args[1])
            pick = min if op == "min" else max
            low, high = pick(a.low, b.low), pick(a.high, b.high)
            bounded = (a.known or b.known) if op == "min" else a.known and b.known
            return Range(low, high, a.assumed or b.assumed, bounded)
        if op in COMPARISONS or op in LOGIC:
            return Range(0, 1)
        if op in ARITHMETIC:
            return self._arithmetic(term)
        if op == "neg":
            a = self.of(args[0])
            return self._fit(term, -a.high, -a.low, a.assumed, a.known)
        if op == "join":
            return Range(0, (1 << (term.bits or 64)) - 1, known=False)
        if op == "loop" and args:
            return self._default(term)
        return self._default(term)

    def _arm(self, condition: Term, positive: bool, arm: Term) -> Range:
        """The interval of an arm of a select, where its condition holds (or does not)."""
        plain = self.of(arm)
        if plain.is_constant or self._depth >= _MAX_DEPTH or self._arms[0] >= _MAX_ARMS:
            return plain
        bounds = self._bounds(condition, positive)
        if not any(part is term for term, _, _ in bounds for part in arm.walk()):
            return plain
        self._arms[0] += 1
        inner = Ranges(assume=self.assume)
        inner._depth, inner._arms = self._depth + 1, self._arms
        inner.facts.update(self.facts)
        inner._keep.extend(self._keep[-1:])
        for term, low, high in bounds:
            inner.bound(term, low, high)
        return inner.of(arm)

    def _bounds(self, condition: Term, positive: bool) -> list[tuple[Term, int | None, int | None]]:
        """(term, lowest, highest) that a condition implies, by comparison with values of known interval."""
        if condition.op == "!":
            return self._bounds(condition.args[0], not positive)
        if condition.op == ("&&" if positive else "||"):
            return [bound for part in condition.args for bound in self._bounds(part, positive)]
        op = condition.op if positive else NEGATED.get(condition.op, "")
        if op not in NEGATED or op == "!=" or len(condition.args) != 2:
            return []
        out: list[tuple[Term, int | None, int | None]] = []
        for term, limit, sense in ((*condition.args, op), (*condition.args[::-1], MIRRORED[op])):
            while term.op == "cast" and term.args[0].bits and term.args[0].bits <= term.bits:
                term = term.args[0]
            bound = self.of(limit)
            if term.op == "const" or not bound.known:
                continue
            low = bound.low + (sense == ">") if sense in (">", ">=", "==") else None
            high = bound.high - (sense == "<") if sense in ("<", "<=", "==") else None
            out.append((term, low, high))
        return out

    def _cast(self, term: Term) -> Range:
        a = self.of(term.args[0])
        low, high = type_range(term.bits, term.signed)
        if low <= a.low and a.high <= high:
            return a
        if not self.assume:
            return Range(low, high, known=False)
        if not a.known and a.low < 0 <= low:  # a signed parameter taken as unsigned: assumed to be no less than 0
            return Range(0, min(a.high, high), a.assumed, False)
        if not a.known:
            return Range(max(a.low, low), min(a.high, high), a.assumed, False)
        return Range(low, high, a.assumed, False)

    def _arithmetic(self, term: Term) -> Range:
        a, b = self.of(term.args[0]), self.of(term.args[1])
        exact = _arith(term.op, a, b)
        if exact is None:
            return self._default(term)
        known = a.known and b.known
        if (term.op == "&" and (a.known or b.known)) or (term.op in ("%", "/", ">>") and b.known):
            known = True if term.op in ("&", "%") else a.known
        return self._fit(term, *exact, a.assumed or b.assumed, known)

    def _fit(self, term: Term, low: int, high: int, assumed: bool, known: bool) -> Range:
        type_low, type_high = type_range(term.bits, term.signed)
        if type_low <= low and high <= type_high:
            return Range(low, high, assumed, known)
        if self.assume and not term.signed and low < 0 <= high <= type_high and not known:
            return Range(0, high, assumed, known)
        return Range(type_low, type_high, assumed, False)


def counts_blocks(term: Term) -> bool:
    """Whether a value counts the blocks of a launch: a size of the problem, though no more than 65,535 in y and z."""
    return bare(term).name.startswith(("blockIdx.", "gridDim."))


def is_constant(decl: Decl) -> bool:
    """Whether a declaration is a compile-time constant, its value known or not."""
    if decl.kind == "template-param":
        return True
    return decl.type.const and (decl.static or decl.kind == "global") and decl.type.is_integer


def _builtin_index(name: str) -> str:
    if means(name, "thread_index"):
        return "threadIdx"
    return "blockIdx" if means(name, "block_index") else ""


def _assumed(term: Term) -> Range:
    low, high = type_range(term.bits, term.signed)
    name = term.decl.name if term.decl is not None else term.name.rpartition(".")[2].rpartition("->")[2]
    root, _, axis = term.name.partition(".")
    if root in _BUILTIN_RANGES:
        least, most = _BUILTIN_RANGES[root]
        if axis in ("y", "z"):
            most = min(most, _GRID_YZ)
        return Range(max(low, least), min(high, most))
    if term.op == "call" and (kind := _builtin_index(term.name)):
        return Range(max(low, 0), min(high, _BUILTIN_RANGES[kind][1]))
    role = role_of(name) if name else None
    if role is not None:
        return Range(max(low, 0), min(high, role.max), True, True)
    if term.decl is not None and is_constant(term.decl):
        return Range(max(low, 0), min(high, template_max()), True, True)
    if term.bits and term.bits < 32:
        return Range(low, high)
    limit = default_max()
    return Range(max(low, -limit), min(high, limit), False, False)


def _arith(op: str, a: Range, b: Range) -> tuple[int, int] | None:
    if op in ("+", "-"):
        return (a.low + b.low, a.high + b.high) if op == "+" else (a.low - b.high, a.high - b.low)
    if op == "*":
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return min(products), max(products)
    if op == "/":
        if b.low <= 0:
            return (-a.magnitude, a.magnitude) if a.low < 0 else (0, a.high)
        quotients = [compute("/", x, y) or 0 for x in (a.low, a.high) for y in (b.low, b.high)]
        return min(quotients), max(quotients)
    if op == "%":
        top = max(b.magnitude - 1, 0)
        return (-min(top, a.magnitude) if a.low < 0 else 0), min(top, max(a.high, 0)) if a.low >= 0 else top
    if op == "<<":
        if b.low >= 0 and b.high < 64:
            return min(a.low << b.low, a.low << b.high), a.high << b.high
        return None
    if op == ">>":
        if b.low >= 0 and b.high < 128:
            return (a.low >> (b.low if a.low < 0 else b.high)), a.high >> (b.low if a.high >= 0 else b.high)
        return None
    if op == "&":
        if b.low >= 0 and a.low >= 0:
            return 0, min(a.high, b.high)
        if b.low >= 0:
            return 0, b.high
        if a.low >= 0:
            return 0, a.high
        return None
    if op in ("|", "^"):
        if a.low >= 0 and b.low >= 0:
            top = (1 << max(a.high.bit_length(), b.high.bit_length())) - 1
            return (max(a.low, b.low) if op == "|" else 0), top
        return None
    return None


def evaluate(term: Term, values: dict[int, int], memo: dict[int, int | None] | None = None) -> int | None:
    """The value of a term under an assignment of its leaves (by id); None where a leaf has none."""
    if memo is None:
        memo = {}
    if id(term) in memo:
        return memo[id(term)]
    memo[id(term)] = None
    result = _evaluate(term, values, memo)
    memo[id(term)] = result
    return result


def _evaluate(term: Term, values: dict[int, int], memo: dict[int, int | None]) -> int | None:
    if id(term) in values:
        return values[id(term)]
    op = term.op
    if op == "const":
        return term.value
    if op == "select":
        condition = evaluate(term.args[0], values, memo)
        if condition is None:
            return None
        return evaluate(term.args[1] if condition else term.args[2], values, memo)
    if op in ("&&", "||"):
        a = evaluate(term.args[0], values, memo)
        if a is not None and bool(a) == (op == "||"):
            return int(op == "||")
        b = evaluate(term.args[1], values, memo)
        if b is not None and bool(b) == (op == "||"):
            return int(op == "||")
        return None if a is None or b is None else int(bool(b))
    args = [evaluate(a, values, memo) for a in term.args]
    if not args or any(a is None for a in args):
        return None
    plain = [a for a in args if a is not None]
    if op == "cast":
        return wrap(plain[0], term.bits, term.signed)
    if op == "!":
        return int(not plain[0])
    if op == "neg":
        return wrap(-plain[0], term.bits, term.signed)
    if op == "~":
        return wrap(~plain[0], term.bits, term.signed)
    if op == "join":
        low = term.args[0].bits
        return (plain[0] & ((1 << low) - 1)) | (plain[1] << low)
    if len(plain) == 2:
        value = compute(op, plain[0], plain[1])
        if value is None or op in COMPARISONS or op in LOGIC:
            return value
        return wrap(value, term.bits, term.signed)
    return None
