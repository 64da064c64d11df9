"""Arch macros that nobody defines, and arches asked for twice in one condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hygon_lint.finding import Confidence, Fact
from hygon_lint.frontend.conditions import Condition, Defined, Logic, Name
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import arch_macros, compiler_macros, nearest
from hygon_lint.project.suspects import ARCH_LIKE, Suspect, asks_for_arch, atoms, live_arms


def collect_unknown(syntax: SyntaxFile) -> Iterator[Fact]:
    """A fact `unknown_arch_macro` (name, nearest, exact, unseen) for each name in a condition that nothing defines.

    `exact` tells that only case or underscores differ from the known name, `unseen` that a header which may well
    define it is out of sight.
    """
    if b"gfx" not in syntax.source.data.lower():
        return
    own = {define.name for define in syntax.defines}
    for _, condition in live_arms(syntax):
        seen: set[str] = set()
        for atom in atoms(condition):
            name = atom.name
            if name in seen or name in own or not _unknown(name, condition) or syntax.macros_elsewhere(name):
                continue
            seen.add(name)
            close = _family_member(name) or nearest(name, arch_macros())
            if close is not None:
                span = atom.name_span if isinstance(atom, Defined) else atom.span
                exact = name.strip("_").lower().replace("_", "") == close.strip("_").lower()
                # Projects do define such short names for families, in headers that may be out of sight.
                unseen = bool(syntax.unseen_headers) and (close in _families() or close == _family_member(name))
                data = {"name": name, "nearest": close, "exact": exact, "unseen": unseen}
                yield Fact("unknown_arch_macro", syntax.source.place(span), data)


@lru_cache(maxsize=1)
def _families() -> frozenset[str]:
    return frozenset(name for name, archs in arch_macros().items() if len(archs) > 1)


def _family_member(name: str) -> str | None:
    """The first arch of a family whose digits are the name's: `__gfx103__` stands for gfx1030 and its like."""
    token = name.strip("_").lower().removeprefix("gfx").strip("_")
    like = [macro for macro in arch_macros() if re.fullmatch(rf"__gfx{re.escape(token)}[0-9a-f]__", macro)]
    return like[0] if len(like) > 1 else None


def _unknown(name: str, condition: Condition) -> bool:
    if not ARCH_LIKE.match(name) or name in arch_macros() or name in compiler_macros():
        return False
    # Without underscores it may well be a macro of the build; beside a compiler's own it is a slip.
    return name.startswith("_") or asks_for_arch(condition)


def repeated(syntax: SyntaxFile) -> Iterator[Suspect]:
    """The same arch twice among the operands of one `&&` or `||`."""
    for _, condition in live_arms(syntax):
        for node in condition.walk():
            if not isinstance(node, Logic):
                continue
            first: dict[str, Condition] = {}
            for operand in node.operands:
                if not (isinstance(operand, Defined | Name) and ARCH_LIKE.match(operand.name)):
                    continue
                before = first.setdefault(operand.name, operand)
                if before is not operand:
                    related = ((before.span, "first"),)
                    yield Suspect("repeated", operand.span, (operand.name,), related, confidence=Confidence.HIGH)
