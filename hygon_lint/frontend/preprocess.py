"""Which arms of a file are read, and which macros hold behind it, under what is known about macros: yes, no, unknown.

`#define` and `#undef` of the file take part in order. Where a condition is unknown both ways are followed and what
they leave behind is united, so that `#ifndef X / #define X 1 / #endif` leaves X defined with an unknown value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from hygon_lint.frontend.conditions import (
    Arithmetic,
    Choice,
    Condition,
    Defined,
    Logic,
    Name,
    Number,
    Unary,
    Unparsed,
    condition_of,
    parse_condition,
)
from hygon_lint.frontend.directives import Arm, Chain, Define, Undef
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile

Truth = bool | None
"""Yes, no, or unknown."""

_DEEPEST_EXPANSION = 24


@dataclass(frozen=True, slots=True)
class Macro:
    """What is known of a macro: whether it is defined, and its replacement text (None: unknown)."""

    defined: Truth
    body: str | None = None
    params: tuple[str, ...] | None = None

    @property
    def on(self) -> bool:
        """Whether it is surely defined."""
        return self.defined is True


UNKNOWN = Macro(None)
UNDEFINED = Macro(False)
DEFINED = Macro(True)  # with an unknown value

Lookup = Callable[[str], Macro]


class Environment:
    """What macros are, in layers: a later layer hides an earlier one. `base` answers for all other names."""

    def __init__(self, base: Lookup | Environment, macros: Mapping[str, Macro] | None = None) -> None:
        self._parent = base if isinstance(base, Environment) else None
        self._base = None if isinstance(base, Environment) else base
        self.own: dict[str, Macro] = dict(macros or {})
        self.written: set[str] = set()  # names set by #define and #undef, not by an assumption

    def lookup(self, name: str) -> Macro:
        """What is known of a name here."""
        layer: Environment | None = self
        while layer is not None:
            macro = layer.own.get(name)
            if macro is not None:
                return macro
            if layer._base is not None:
                return layer._base(name)
            layer = layer._parent
        return UNKNOWN

    def write(self, name: str, macro: Macro) -> None:
        """A `#define` or `#undef`."""
        self.own[name] = macro
        self.written.add(name)

    def written_since(self, earlier: Environment) -> set[str]:
        """The names that layers above `earlier` wrote."""
        names: set[str] = set()
        layer: Environment | None = self
        while layer is not None and layer is not earlier:
            names |= layer.written
            layer = layer._parent
        return names

    def assume(self, condition: Condition, truth: bool) -> None:
        """Note what must hold for `condition` to be `truth` (only what is certain)."""
        if isinstance(condition, Unary) and condition.op == "!":
            self.assume(condition.operand, not truth)
        elif isinstance(condition, Logic) and (condition.op == "&&") == truth:
            for operand in condition.operands:
                self.assume(operand, truth)
        elif isinstance(condition, Defined) and self.lookup(condition.name).defined is None:
            self.own[condition.name] = Macro(truth)
        elif isinstance(condition, Name) and truth and self.lookup(condition.name).defined is None:
            self.own[condition.name] = DEFINED


def value(condition: Condition, env: Environment, depth: int = 0) -> int | None:
    """The number an expression has, None when it hangs on something unknown."""
    if isinstance(condition, Number):
        return condition.value
    if isinstance(condition, Defined):
        defined = env.lookup(condition.name).defined
        return None if defined is None else int(defined)
    if isinstance(condition, Name):
        return _name_value(condition.name, env, depth)
    if isinstance(condition, Unary):
        return _unary(condition.op, value(condition.operand, env, depth))
    if isinstance(condition, Logic):
        return _logic(condition, env, depth)
    if isinstance(condition, Arithmetic):
        return _arithmetic(condition.op, value(condition.left, env, depth), value(condition.right, env, depth))
    if isinstance(condition, Choice):
        chosen = value(condition.condition, env, depth)
        if chosen is None:
            return None
        return value(condition.then if chosen else condition.other, env, depth)
    return None


def truth(condition: Condition, env: Environment) -> Truth:
    """Whether a condition holds."""
    number = value(condition, env)
    return None if number is None else number != 0


def _name_value(name: str, env: Environment, depth: int) -> int | None:
    macro = env.lookup(name)
    if macro.defined is False or macro.params is not None:
        return 0
    if macro.defined is None or macro.body is None or depth > _DEEPEST_EXPANSION:
        return None
    text = macro.body.encode("utf-8", "replace")
    expression = parse_condition(text, Span(0, len(text)))
    return None if isinstance(expression, Unparsed) else value(expression, env, depth + 1)


def _unary(op: str, operand: int | None) -> int | None:
    if operand is None:
        return None
    return {"!": int(operand == 0), "-": -operand, "+": operand, "~": ~operand}[op]


def _logic(condition: Logic, env: Environment, depth: int) -> int | None:
    unknown = False
    decides = condition.op == "||"
    for operand in condition.operands:
        number = value(operand, env, depth)
        if number is None:
            unknown = True
        elif (number != 0) == decides:
            return int(decides)
    return None if unknown else int(not decides)


def _arithmetic(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if op in ("/", "%"):
        if right == 0:
            return None
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if op == "/" else left - quotient * right
    if op in ("<<", ">>"):
        if not 0 <= right < 64 or abs(left) >> 64:
            return None
        return left << right if op == "<<" else left >> right
    results: dict[str, Callable[[int, int], int]] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "|": lambda a, b: a | b,
        "&": lambda a, b: a & b,
        "^": lambda a, b: a ^ b,
        "==": lambda a, b: int(a == b),
        "!=": lambda a, b: int(a != b),
        "<": lambda a, b: int(a < b),
        ">": lambda a, b: int(a > b),
        "<=": lambda a, b: int(a <= b),
        ">=": lambda a, b: int(a >= b),
    }
    result = results[op](left, right)
    return result if abs(result) >> 80 == 0 else None


Observer = Callable[[Arm, Condition | None, Environment], None]
"""Called for each arm that may be reached, with the environment its condition is asked in (valid during the call)."""


@dataclass(slots=True)
class Reading:
    """How a file reads under an environment.

    `arms` says of each arm (by identity, `id(arm)`) whether it is read; `final` holds behind the last line.
    """

    arms: dict[int, Truth]
    final: Environment

    def read(self, arm: Arm) -> Truth:
        """Whether the arm's body is read."""
        return self.arms[id(arm)]


@dataclass(slots=True)
class _Open:
    """A chain being followed."""

    outer: Truth
    start: Environment  # in front of the chain
    env: Environment  # the same, with what the failed conditions so far imply
    left: Truth = True  # whether no arm so far was taken
    state: Truth = True  # whether the current arm is, when the chain is reached
    ends: list[Environment] = field(default_factory=list)  # what each possible arm leaves behind


def read_file(
    syntax: SyntaxFile, base: Lookup, macros: Mapping[str, Macro] | None = None, observe: Observer | None = None
) -> Reading:
    """Follow the preprocessor lines of a file. An include guard around the whole file is taken."""
    return _Reader(syntax, Environment(base, macros), observe).run()


class _Reader:
    def __init__(self, syntax: SyntaxFile, env: Environment, observe: Observer | None) -> None:
        self._syntax = syntax
        self._text = syntax.lexed.no_comments
        self._env = env
        self._observe = observe
        self._reach: Truth = True
        self._stack: list[_Open] = []
        self._arms: dict[int, Truth] = {}

    def run(self) -> Reading:
        for _, event in sorted(_events(self._syntax), key=lambda e: e[0]):
            if isinstance(event, Define):
                self._write(event.name, Macro(True, _body(self._text, event.body), event.params))
            elif isinstance(event, Undef):
                self._write(event.name, UNDEFINED)
            elif isinstance(event, Arm):
                self._arm(event)
            else:
                self._close()
        while self._stack:
            self._close()
        return Reading(self._arms, self._env)

    def _write(self, name: str, macro: Macro) -> None:
        if self._reach is not False:
            self._env.write(name, macro)

    def _arm(self, arm: Arm) -> None:
        if arm.chain.arms[0] is arm:
            self._stack.append(_Open(self._reach, self._env, self._env))
        else:
            self._leave_arm(self._stack[-1])
        chain = self._stack[-1]
        condition = condition_of(arm, self._text)
        holds: Truth = True
        if chain.outer is False or chain.left is False:
            holds = False
        else:
            if self._observe is not None:
                self._observe(arm, condition, chain.env)
            if condition is not None and arm.chain is not self._syntax.include_guard:
                holds = truth(condition, chain.env)
        chain.state = _and(chain.left, holds)
        self._reach = self._arms[id(arm)] = _and(chain.outer, chain.state)
        self._env = Environment(chain.env)
        if holds is None and condition is not None:
            self._env.assume(condition, True)
            chain.env = Environment(chain.env)
            chain.env.assume(condition, False)
        chain.left = _and(chain.left, None if holds is None else not holds)

    def _leave_arm(self, chain: _Open) -> None:
        if chain.state is not False and chain.outer is not False:
            chain.ends.append(self._env)

    def _close(self) -> None:
        chain = self._stack.pop()
        self._leave_arm(chain)
        if chain.left is not False and chain.outer is not False:
            chain.ends.append(chain.env)
        for name in sorted({name for end in chain.ends for name in end.written_since(chain.start)}):
            chain.start.write(name, _united([end.lookup(name) for end in chain.ends]))
        self._env = chain.start
        self._reach = chain.outer


def _events(syntax: SyntaxFile) -> Iterator[tuple[int, Arm | Chain | Define | Undef]]:
    for define in syntax.defines:
        yield define.span.start, define
    for undef in syntax.undefs:
        yield undef.span.start, undef
    for chain in syntax.chains:
        for arm in chain.arms:
            yield arm.directive.start, arm
        if chain.endif is not None:
            yield chain.endif.start, chain


def _body(text: bytes, span: Span) -> str:
    return text[span.start : span.end].decode("utf-8", "replace")


def _and(left: Truth, right: Truth) -> Truth:
    if left is False or right is False:
        return False
    return True if left and right else None


def _united(macros: list[Macro]) -> Macro:
    """What is known when any of these may hold."""
    first = macros[0]
    if all(macro == first for macro in macros):
        return first
    defined = {macro.defined for macro in macros}
    return Macro(defined.pop() if len(defined) == 1 else None)
