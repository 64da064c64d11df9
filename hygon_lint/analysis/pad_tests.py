"""Padding to a multiple: which arm of the test pads, and whether the test can hold at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.events import CompareEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.terms import bare
from hygon_lint.frontend.nodes import Binary, Expr, If, Literal, Name, Node, Select, Unary, plain

_PADDED = re.compile(r"pad|round|align", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Inverted:
    """`condition` is true where `size` is a multiple of `multiple`, and the arm for that pads by `amount`."""

    condition: Expr
    size: str
    multiple: str
    amount: Node
    comparison: Binary | None  # the `==` or `!=` to turn round


def inverted_tests(fn: FunctionFacts) -> Iterator[Inverted]:
    """Tests whose arm for whole multiples pads."""
    for node in fn.function.walk():
        if not isinstance(node, (If, Select)) or node.macro is not None:
            continue
        tested = _divisibility(node.condition)
        if tested is None:
            continue
        size, multiple, whole_in_then, comparison = tested
        arm, other = (node.then, node.other) if whole_in_then else (node.other, node.then)
        amount = _amount(arm, size, multiple) if arm is not None else None
        if amount is not None and (other is None or _amount(other, size, multiple) is None):
            yield Inverted(node.condition, size, multiple, amount, comparison)


def _divisibility(condition: Expr) -> tuple[str, str, bool, Binary | None] | None:
    """(size, multiple, whether it holds for whole multiples, the comparison) of `size % multiple == 0` and its kin."""
    condition = plain(condition)
    if isinstance(condition, Unary) and condition.op == "!":
        inner = _divisibility(condition.operand)
        return None if inner is None else (inner[0], inner[1], not inner[2], inner[3])
    if isinstance(condition, Name) and condition.decl is not None and condition.decl.init is not None:
        return _divisibility(condition.decl.init) if condition.decl.kind == "local" else None
    if not isinstance(condition, Binary):
        return None
    if condition.op == "%":
        return condition.left.text, condition.right.text, False, None
    if condition.op in ("==", "!="):
        remainder, zero = plain(condition.left), plain(condition.right)
        if isinstance(zero, Literal) and zero.value == 0 and isinstance(remainder, Binary) and remainder.op == "%":
            return plain(remainder.left).text, plain(remainder.right).text, condition.op == "==", condition
    return None


def _amount(arm: Node, size: str, multiple: str) -> Node | None:
    """`multiple - size % multiple` in an arm."""
    for node in arm.walk():
        if isinstance(node, Binary) and node.op == "-" and plain(node.left).text == multiple:
            rest = plain(node.right)
            if isinstance(rest, Binary) and rest.op == "%" and _sides(rest) == (size, multiple):
                return node
    return None


def _sides(node: Binary) -> tuple[str, str]:
    return plain(node.left).text, plain(node.right).text


def dead_tests(fn: FunctionFacts) -> Iterator[Binary]:
    """Comparisons of a padded size with the size itself, of which the former is a plain copy."""
    for event in fn.trace.events:
        node = event.node
        if not isinstance(event, CompareEvent) or event.chain or not isinstance(node, Binary) or node.macro is not None:
            continue
        left, right = plain(node.left), plain(node.right)
        if not isinstance(left, Name) or not isinstance(right, Name) or left.name == right.name:
            continue
        if event.op in ("!=", ">", "<") and _PADDED.search(left.name + " " + right.name) is not None:
            one, other = bare(event.left), bare(event.right)
            if one is other and one.op not in ("const", "loop"):
                yield node
