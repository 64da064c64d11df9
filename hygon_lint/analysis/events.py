"""What happens in a function, in source order: the record that flow rules read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hygon_lint.analysis.memory import Place
from hygon_lint.analysis.terms import Term

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Asm, Call, Cast, Decl, Expr, Node


@dataclass(frozen=True, slots=True, repr=False)
class Guard:
    """A condition that holds where an event happens. `term` is already negated for an else arm."""

    term: Term
    node: Node


@dataclass(frozen=True, slots=True, repr=False)
class Loop:
    """A loop around an event; `counter` is the term of its variable when it is a plain counter."""

    node: Node
    counter: Term | None
    start: Term | None
    limit: Term | None
    step: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Argument:
    """An argument as passed. `words` are the four 32-bit words of a 128-bit object at that moment."""

    term: Term | None
    place: Place | None
    words: tuple[Term | None, ...] | None
    expr: Expr


@dataclass(frozen=True, slots=True, repr=False)
class Instruction:
    """One instruction of an inline asm: the operands as values where they are operands of the statement."""

    name: str
    texts: tuple[str, ...]
    values: tuple[Term | None, ...]
    places: tuple[Place | None, ...]
    words: tuple[tuple[Term | None, ...] | None, ...]


@dataclass(slots=True, repr=False)
class Event:
    """Base: where and under what conditions it happened. `chain`: the calls that led into a helper, outermost first."""

    node: Node
    guards: tuple[Guard, ...]
    loops: tuple[Loop, ...]
    chain: tuple[Call, ...]
    index: int


@dataclass(slots=True, repr=False)
class StoreEvent(Event):
    """A value stored. `old` is what the place held; `pointer` and `subscript` say where for untracked memory."""

    place: Place | None
    value: Term
    old: Term | None
    target: Expr | None
    pointer: Term | None = None
    subscript: Term | None = None
    declares: bool = False


@dataclass(slots=True, repr=False)
class LoadEvent(Event):
    """A read through a pointer or of an array element at a variable index."""

    pointer: Term | None
    subscript: Term | None
    place: Place | None
    value: Term


@dataclass(slots=True, repr=False)
class OffsetEvent(Event):
    """A pointer moved by an index that is no constant: `p + i`, `p[i]`, `p += i`; `element` in bits (0: unknown)."""

    pointer: Term
    offset: Term
    expr: Expr
    element: int


@dataclass(slots=True, repr=False)
class ConvertEvent(Event):
    """An integer converted to another width, explicitly or not. `node` is the conversion."""

    cast: Cast
    operand: Term
    result: Term


@dataclass(slots=True, repr=False)
class CompareEvent(Event):
    """A comparison; a number used as a condition is one with zero. `node` is the comparison."""

    op: str
    left: Term
    right: Term


@dataclass(slots=True, repr=False)
class CallEvent(Event):
    """A call whose body was not followed (or was: `followed`)."""

    call: Call
    name: str
    args: tuple[Argument, ...]
    result: Term
    decl: Decl | None
    followed: bool = False


@dataclass(slots=True, repr=False)
class AsmEvent(Event):
    """An inline asm statement."""

    asm: Asm
    instructions: tuple[Instruction, ...]
    args: tuple[Argument, ...] = ()


@dataclass(slots=True, repr=False)
class ReturnEvent(Event):
    """A return (of the function itself, not of helpers followed into)."""

    value: Term | None


@dataclass(slots=True, repr=False)
class BranchEvent(Event):
    """A condition evaluated by `if`, `?:` or a loop."""

    condition: Term


@dataclass(slots=True, repr=False)
class Trace:
    """All events of a function in order."""

    events: list[Event] = field(default_factory=list)
    cut: Node | None = None  # the statement in which the budget of steps ran out
