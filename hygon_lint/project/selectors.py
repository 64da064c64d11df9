"""Selectors that are set to 0 and tested with `defined`: the 0 is never read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Confidence
from hygon_lint.frontend.conditions import Condition, Defined, Logic, Name, Unary
from hygon_lint.frontend.directives import Define
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.project.suspects import Suspect, live_arms, one_line

_ZERO = re.compile(r"\(*0[uUlL]*\)*\Z|false\Z")
_ONE = re.compile(r"\(*1[uUlL]*\)*\Z|true\Z")
_NOISE = re.compile(r"\\\r?\n|/\*.*?\*/|//.*")
_SWITCH_WORDS = re.compile(
    r"(?:^|_)(?:GFX_?\d|ARCH|TARGET|USES?|ENABLED?|DISABLED?|HAS|HAVE|WITH|SUPPORTS?|BUILD)", re.IGNORECASE
)


def tested_by_presence(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Definitions to 0 of macros that this file asks for with `defined` only.

    Where the definition stands in another file of the checkout, the test is the place.
    """
    valued: set[str] | None = None
    for name, conditions in _presence_tests(syntax).items():
        own = [define for define in syntax.defines if define.name == name and define.params is None]
        zeros = [d for d in own if _ZERO.match(one_line(syntax, d.body)) and not _is_default(syntax, d)]
        if not zeros and (own or not syntax.macros_elsewhere(name)):
            continue
        valued = _used_for_value(syntax) if valued is None else valued
        if name in valued:
            continue
        after = [c for c in conditions if not own or c.span.start > min(d.span.start for d in own)]
        if not own:
            yield from _elsewhere(syntax, name, conditions)
        elif after and _is_switch(syntax, name, [one_line(syntax, d.body) for d in own]):
            related = tuple((condition.span, "presence") for condition in after[:3])
            for define in zeros:
                yield Suspect("zero", define.span, (name,), related)


def _elsewhere(syntax: SyntaxFile, name: str, conditions: list[Condition]) -> Iterator[Suspect]:
    value = re.compile(rf"\b{re.escape(name)}\b(.*)", re.DOTALL)
    lines = (_NOISE.sub(" ", line) for line in syntax.macros_elsewhere(name))
    values = [match[1].strip() for line in lines if (match := value.search(line)) is not None]
    # Only a macro that is a plain 0/1 switch wherever it is defined, once or in several arms, and sometimes 0.
    plain = values and all(_ZERO.match(v) or _ONE.match(v) for v in values)
    if plain and any(_ZERO.match(v) for v in values) and _SWITCH_WORDS.search(name):
        for condition in conditions:
            yield Suspect("zero-elsewhere", condition.span, (name,), confidence=Confidence.MEDIUM)


def _presence_tests(syntax: SyntaxFile) -> dict[str, list[Condition]]:
    """`defined(X)` that must hold for an arm to be read, by name, where nothing beside it reads X's value."""
    found: dict[str, list[Condition]] = {}
    for _, condition in live_arms(syntax):
        values = {node.name for node in condition.walk() if isinstance(node, Name)}
        for node in _positive(condition):
            if isinstance(node, Defined) and node.name not in values:
                found.setdefault(node.name, []).append(node)
    return found


def _positive(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, Logic):
        for operand in condition.operands:
            yield from _positive(operand)
    elif not isinstance(condition, Unary):
        yield condition


def _used_for_value(syntax: SyntaxFile) -> set[str]:
    """Names that a condition, the code or another macro's replacement reads."""
    used = {node.name for _, condition in live_arms(syntax) for node in condition.walk() if isinstance(node, Name)}
    text = syntax.lexed.no_literals
    used |= {word.decode() for word in re.findall(rb"[A-Za-z_]\w*", syntax.lexed.code)}
    for define in syntax.defines:
        used |= {word.decode() for word in re.findall(rb"[A-Za-z_]\w*", text[define.body.start : define.body.end])}
    return used


def _is_default(syntax: SyntaxFile, define: Define) -> bool:
    """`#ifndef X / #define X 0 / #endif`: a default for who does not define it."""
    arm = syntax.arm_at(define.span.start)
    if arm is None or arm.kind not in ("ifndef", "if"):
        return False
    condition = one_line(syntax, arm.condition)
    return (arm.kind == "ifndef" and condition == define.name) or bool(
        re.match(rf"!\s*defined\s*\(?\s*{re.escape(define.name)}\b", condition)
    )


def _is_switch(syntax: SyntaxFile, name: str, values: list[str]) -> bool:
    """Whether 0 can only mean "off": the name says so, or it or a sibling is 1 elsewhere."""
    if _SWITCH_WORDS.search(name) or any(_ONE.match(value) for value in values):
        return True
    stem = name.rpartition("_")[0]
    return bool(stem) and any(
        other.name != name and other.name.rpartition("_")[0] == stem and _ONE.match(one_line(syntax, other.body))
        for other in syntax.defines
    )
