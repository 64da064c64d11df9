"""Whether one asserted condition follows from another, on their syntax: equal text, numbers, divisibility."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hygon_lint.frontend.syntax_tree import SyntaxNode
from hygon_lint.model.comparisons import MIRRORED

_WORDS = {"and": "&&", "or": "||"}


class Claim:
    """A condition as a tree over normalised text. `text` is the source the node's offsets refer to."""

    def __init__(self, node: SyntaxNode, text: bytes) -> None:
        self.in_parentheses = node.type == "parenthesized_expression"
        while node.type == "parenthesized_expression" and len(node.named_children) == 1:
            node = node.named_children[0]
        self._node = node
        self._text = text

    @property
    def is_text(self) -> bool:
        """Whether it is a string literal."""
        return self._node.type in ("string_literal", "concatenated_string", "raw_string_literal")

    @property
    def is_true(self) -> bool:
        """Whether it is a literal that always holds."""
        return self.normal == "true" or bool(self.number())

    @property
    def has_message(self) -> bool:
        """Whether something is said behind the condition that is not an empty text."""
        behind = self._text[self._node.end_byte :].strip(b" \t\r\n);")
        return len(behind.strip(b', \t\r\n"')) > 0

    @property
    def is_plain(self) -> bool:
        """Whether it is a name or a member, with no call that could give something else each time."""
        return self._node.type in ("identifier", "qualified_identifier", "field_expression")

    @property
    def normal(self) -> str:
        """The condition's text without white space."""
        return _squeezed(self._text[self._node.start_byte : self._node.end_byte])

    @property
    def spelling(self) -> str:
        """The condition's text on one line."""
        return " ".join(self._text[self._node.start_byte : self._node.end_byte].decode("utf-8", "replace").split())

    @property
    def node(self) -> SyntaxNode:
        """The condition's node, outer parentheses taken off."""
        return self._node

    def operands(self, op: str) -> list[Claim]:
        """The operands of a chain of `op` (`&&` or `||`), or the condition alone. String literals are left out."""
        parts = self.sides()
        if parts is None or parts[1] != op:
            return [] if self.is_text else [self]
        return [*parts[0].operands(op), *parts[2].operands(op)]

    def sides(self) -> tuple[Claim, str, Claim] | None:
        """Left, operator, right of a binary expression."""
        if self._node.type != "binary_expression":
            return None
        left = self._node.child_by_field_name("left")
        op = self._node.child_by_field_name("operator")
        right = self._node.child_by_field_name("right")
        if left is None or op is None or right is None:
            return None
        return Claim(left, self._text), _WORDS.get(op.type, op.type), Claim(right, self._text)

    def number(self) -> int | None:
        """The value of an integer literal (or a negated one)."""
        text = self.normal.rstrip("uUlLzZ").replace("'", "")
        try:
            return int(text, 0)
        except ValueError:
            return int(text, 8) if text.startswith("0") and text.strip("01234567") == "" else None


@dataclass(frozen=True, slots=True)
class _Fact:
    """`subject op value`; `modulus` set: `subject % modulus op value`."""

    subject: str
    op: str
    value: int
    modulus: int | None = None


def follows(wanted: Claim, known: Iterable[Claim]) -> bool:
    """Whether `wanted` must hold when all of `known` do."""
    claims = [part for claim in known for part in claim.operands("&&")]
    return all(_one(part, claims) for part in wanted.operands("&&"))


def _one(wanted: Claim, known: list[Claim]) -> bool:
    choices = wanted.operands("||")
    for claim in known:
        if claim.normal == wanted.normal:
            return True
        cases = claim.operands("||")
        if cases and all(any(_atom(case, choice) for choice in choices) for case in cases):
            return True
    return False


def _atom(known: Claim, wanted: Claim) -> bool:
    if known.normal == wanted.normal:
        return True
    given, asked = _fact(known), _fact(wanted)
    return given is not None and asked is not None and given.subject == asked.subject and _numeric(given, asked)


def _fact(claim: Claim) -> _Fact | None:
    sides = claim.sides()
    if sides is None or sides[1] not in MIRRORED:
        return None
    left, op, right = sides
    value = right.number()
    if value is None:
        value = left.number()
        left, op = right, MIRRORED[op]
    if value is None:
        return None
    remainder = left.sides()
    if remainder is not None and remainder[1] == "%" and (modulus := remainder[2].number()):
        return _Fact(remainder[0].normal, op, value, modulus)
    return _Fact(left.normal, op, value)


def _numeric(given: _Fact, asked: _Fact) -> bool:
    if asked.modulus is not None:
        if given.modulus is not None:
            return (given.op, given.value, asked.op, asked.value) == ("==", 0, "==", 0) and (
                given.modulus % asked.modulus == 0
            )
        return given.op == "==" and _holds(given.value % abs(asked.modulus), asked.op, asked.value)
    if given.modulus is not None:
        return False
    if given.op == "==":
        return _holds(given.value, asked.op, asked.value)
    low, high = _range(given)
    asked_low, asked_high = _range(asked)
    if asked.op == "!=":
        return (low is not None and low > asked.value) or (high is not None and high < asked.value)
    if asked.op == "==" or given.op == "!=":
        return False
    return (asked_low is None or (low is not None and low >= asked_low)) and (
        asked_high is None or (high is not None and high <= asked_high)
    )


def _range(fact: _Fact) -> tuple[int | None, int | None]:
    lows = {">=": fact.value, ">": fact.value + 1}
    highs = {"<=": fact.value, "<": fact.value - 1}
    return lows.get(fact.op), highs.get(fact.op)


def _holds(value: int, op: str, other: int) -> bool:
    return {
        "==": value == other,
        "!=": value != other,
        "<": value < other,
        ">": value > other,
        "<=": value <= other,
        ">=": value >= other,
    }[op]


def _squeezed(text: bytes) -> str:
    return "".join(text.decode("utf-8", "replace").split())
