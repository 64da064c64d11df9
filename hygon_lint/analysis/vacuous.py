"""Conditions that hold whatever happens, or that precedence made weaker than they read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.asserts import Assert
from hygon_lint.analysis.implication import Claim
from hygon_lint.frontend.syntax import Define, SyntaxFile
from hygon_lint.model.asserts import assert_kind, takes_condition

_NOTHING = re.compile(rb"(?:\(*\(void\)(?:0|\(?\w*\)?)\)*|do\{[;]?\}while\((?:0|false)\))?;?\Z")


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with an asserted condition.

    `kind` is "string", "true", "constant", "precedence", "chain", "assignment" or "self"; `part` the text at fault.
    `product` holds the offsets of the factors that belong in parentheses, counted from the assert's first character.
    """

    kind: str
    part: str
    product: tuple[int, int] | None = None


def flaw_of(assertion: Assert) -> Flaw | None:
    """The first flaw of an assert's condition, or None."""
    claim = assertion.claim
    if claim.is_text or claim.is_true:
        if not takes_condition(assertion.name):
            return None  # a label or a number that the macro wants in front
        if claim.is_text:
            return Flaw("string", claim.spelling)
        return Flaw("true", claim.spelling) if assertion.kind == "runtime" or claim.has_message else None
    if assertion.kind == "runtime" and claim.node.type == "assignment_expression":
        return Flaw("assignment", claim.spelling)
    return _flaw(claim)


def emptied_checks(syntax: SyntaxFile) -> Iterator[Define]:
    """Check macros that are defined to nothing, under no condition and with no other definition in the file."""
    for define in syntax.defines:
        if not define.params or not assert_kind(define.name):
            continue
        body = b"".join(syntax.lexed.no_comments[define.body.start : define.body.end].split())
        if not _NOTHING.match(body) or sum(other.name == define.name for other in syntax.defines) > 1:
            continue
        arm = syntax.arm_at(define.span.start)
        if arm is None or arm.chain is syntax.include_guard:
            yield define


def _flaw(claim: Claim) -> Flaw | None:
    sides = claim.sides()
    if sides is None:
        return None
    left, op, right = sides
    if op in ("&&", "||"):
        if op == "||":
            for operand in (left, right):
                if operand.is_text or operand.is_true:
                    return Flaw("constant", operand.spelling)
        return _flaw(left) or _flaw(right)
    if op in ("==", "<=", ">=") and left.normal == right.normal and left.is_plain:
        return Flaw("self", claim.spelling)
    if op in ("<", "<=", ">", ">="):
        inner = left.sides()
        bound = right.number()
        always = op in ("<", "<=") and bound is not None and bound > 1
        if inner is not None and inner[1] in ("<", "<=", ">", ">=") and not left.in_parentheses and always:
            return Flaw("chain", claim.spelling)
    if op == "==" and right.number() == 0:
        return _precedence(left)
    return None


def _precedence(product: Claim) -> Flaw | None:
    """`a % b * c` compared with zero: the factor cannot change the answer, unless the product was meant."""
    sides = product.sides()
    if sides is None or sides[1] != "*" or product.in_parentheses:
        return None
    remainder, _, factor = sides
    inner = remainder.sides()
    if inner is None or inner[1] != "%" or remainder.in_parentheses:
        return None
    return Flaw("precedence", product.spelling, (inner[2].node.start_byte, factor.node.end_byte))
