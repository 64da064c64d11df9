"""Chains that choose between project macros: `#if defined(A) ... #elif defined(B) ...`, and what each arm defines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hygon_lint.finding import Fact
from hygon_lint.frontend.conditions import Condition, Defined, Logic, Name, condition_of
from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import arch_macros, compiler_macros

_DEFINED_NAME = re.compile(
    rb"#[ \t]*define[ \t]+(\w+)|\busing\s+(\w+)\s*=|\btypedef\b[^;{}]*?\b(\w+)\s*;|\bstruct\s+(\w+)\s*\{"
    rb"|\b(?:constexpr|const|static|inline|__device__|__constant__)\b[^=;{}()#]*?\b(\w+)\s*(?:=|\{)"
)


def macro_chains(syntax: SyntaxFile) -> Iterator[Fact]:
    """The chains of a file whose arms are each for one project macro, or that refuse two macros together.

    Also the macros that the file treats as independent features: each has a chain of its own, or they meet in `&&`.
    """
    alone: set[str] = set()
    for chain in syntax.chains:
        yield from _alternatives(syntax, chain)
        refused = list(_refused(syntax, chain))
        yield from refused
        own = {macro[0] for macro in (_single_macro(syntax, arm) for arm in chain.arms) if macro is not None}
        if len(own) == 1 and chain is not syntax.include_guard and not refused:
            alone |= own
    if len(alone) > 1:
        place = syntax.source.place(syntax.chains[0].arms[0].directive)
        yield Fact("macro_features", place, {"names": sorted(alone)})


def _alternatives(syntax: SyntaxFile, chain: Chain) -> Iterator[Fact]:
    arms: list[dict[str, Any]] = []
    for arm in chain.arms:
        macro = _single_macro(syntax, arm)
        if macro is None:
            continue
        place = syntax.source.place(arm.directive)
        arms.append(
            {
                "macro": macro[0],
                "test": macro[1],
                "place": [place.line, place.column, place.end_line, place.end_column],
                "names": sorted(_names_defined(syntax, arm)),
                "set": _set_before(syntax, macro[0], chain),
            }
        )
    if len(arms) < 2:
        return
    shared = sorted(set.intersection(*(set(arm["names"]) for arm in arms)))
    if shared:
        yield Fact("macro_chain", syntax.source.place(chain.arms[0].directive), {"arms": arms, "names": shared[:8]})


def _refused(syntax: SyntaxFile, chain: Chain) -> Iterator[Fact]:
    """`#if defined(A) && defined(B)` with an `#error` under it."""
    for arm in chain.arms:
        condition = condition_of(arm, syntax.lexed.no_comments)
        if not isinstance(condition, Logic) or condition.op != "&&":
            continue
        macros = [_macro_of(part) for part in condition.operands]
        if len(macros) != 2 or None in macros:
            continue
        if any(line.name == "error" and arm.body.contains(line.span) for line in syntax.preprocessor_lines):
            data = {"macros": [[*macro, _set_before(syntax, macro[0], chain)] for macro in macros if macro is not None]}
            yield Fact("macro_refusal", syntax.source.place(arm.directive), data)


def tested_macros(syntax: SyntaxFile) -> set[str]:
    """The project's macros in the conditions of a file, its include guard left out."""
    found: set[str] = set()
    guard = syntax.include_guard
    for chain in syntax.chains:
        for arm in chain.arms if chain is not guard else ():
            condition = condition_of(arm, syntax.lexed.no_comments)
            for part in condition.walk() if condition is not None else ():
                if isinstance(part, (Defined, Name)) and _is_projects(part.name):
                    found.add(part.name)
    return found


def _set_before(syntax: SyntaxFile, name: str, chain: Chain) -> list[int] | None:
    """Where the file itself turns a macro on, for every compile, in front of the chain."""
    guard = syntax.include_guard
    for define in syntax.defines:
        if define.span.start >= chain.span.start:
            break
        if define.name != name or define.params is not None or syntax.text(define.body).strip() in ("0", "false"):
            continue
        arm = syntax.arm_at(define.span.start)
        if arm is None or (guard is not None and arm.chain is guard):
            place = syntax.source.place(define.span)
            return [place.line, place.column, place.end_line, place.end_column]
    return None


def _single_macro(syntax: SyntaxFile, arm: Arm) -> tuple[str, str] | None:
    condition = condition_of(arm, syntax.lexed.no_comments)
    return _macro_of(condition) if condition is not None else None


def _macro_of(condition: Condition) -> tuple[str, str] | None:
    """(macro, "defined" or "value") of a condition that one project macro turns on."""
    if isinstance(condition, Defined) and _is_projects(condition.name):
        return condition.name, "defined"
    if isinstance(condition, Name) and _is_projects(condition.name):
        return condition.name, "value"
    if isinstance(condition, Logic) and condition.op == "&&" and len(condition.operands) == 2:
        first, second = (_macro_of(part) for part in condition.operands)
        if first is not None and second is not None and first[0] == second[0]:
            return first[0], "value"
    return None


def _is_projects(name: str) -> bool:
    return name not in arch_macros() and name not in compiler_macros() and not name.startswith("__has_")


def _names_defined(syntax: SyntaxFile, arm: Arm) -> set[str]:
    text = syntax.lexed.no_literals
    found = {
        next(group for group in match.groups() if group).decode("ascii", "replace")
        for match in _DEFINED_NAME.finditer(text, arm.body.start, arm.body.end)
    }
    found |= {one.name for one in syntax.functions if arm.body.contains(one.span)}
    return found
