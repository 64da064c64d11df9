"""The arch macros that preprocessor conditions spell, whatever the condition as a whole comes to."""

from __future__ import annotations

from collections.abc import Iterator

from hygon_lint.finding import Fact
from hygon_lint.frontend.conditions import Condition, Defined, Name, Unary
from hygon_lint.frontend.directives import Arm
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import arch_macros, compiler_macros
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.suspects import ARCH_LIKE, live_arms


def gate_mentions(syntax: SyntaxFile) -> Iterator[Fact]:
    """A fact `gate_mention` for each arm whose condition spells arch macros, or the project's own named for arches."""
    if b"gfx" not in syntax.source.data.lower():
        return
    for arm, condition in live_arms(syntax):
        asked: dict[str, None] = {}
        shut: dict[str, None] = {}
        for name, negated in _named(condition, False):
            if not (negated and _defines(syntax, arm, name)):  # else an include guard, or a default
                (shut if negated else asked)[name] = None
        if asked or shut:
            data = {"asked": list(asked), "shut": [name for name in shut if name not in asked]}
            yield Fact("gate_mention", syntax.source.place(arm.directive), data)


def _defines(syntax: SyntaxFile, arm: Arm, name: str) -> bool:
    """Whether an arm defines the macro whose absence it asks for."""
    return any(one.name == name and arm.body.start <= one.span.start < arm.body.end for one in syntax.defines)


def _named(condition: Condition, negated: bool) -> Iterator[tuple[str, bool]]:
    if isinstance(condition, Defined | Name):
        name = condition.name
        if name in arch_macros() or (name not in compiler_macros() and (ARCH_LIKE.match(name) or archs_in_name(name))):
            yield name, negated
    elif isinstance(condition, Unary) and condition.op == "!":
        yield from _named(condition.operand, not negated)
    else:
        for part in condition.parts():
            yield from _named(part, negated)
