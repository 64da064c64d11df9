"""`if ... else if ... else` as a list of tests, however it is written: negated, in a block, with an empty arm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hygon_lint.frontend.nodes import Block, Expr, If, Stmt, Unary, written


class Test(NamedTuple):
    """An `if` the straight way round: the arms in the order that needs no negation."""

    node: If
    condition: Expr
    then: Stmt
    other: Stmt | None


def straight(statement: If) -> Test:
    """`if (!a) B else A` is `if (a) A else B`, and an empty `else` is none."""
    condition, then, other = written(statement.condition), statement.then, statement.other
    while isinstance(condition, Unary) and condition.op == "!" and other is not None:
        condition, then, other = written(condition.operand), other, None if _empty(then) else then
    return Test(statement, condition, then, other)


def chain(statement: If) -> Iterator[Test]:
    """The tests that are tried one after the other; the last one's `other` is what is left."""
    link: If | None = statement
    while link is not None:
        test = straight(link)
        yield test
        link = _alone(test.other)


def _empty(statement: Stmt) -> bool:
    return isinstance(statement, Block) and not statement.body


def _alone(statement: Stmt | None) -> If | None:
    """An `if`, also as the only statement of a block."""
    while isinstance(statement, Block) and len(statement.body) == 1:
        statement = statement.body[0]
    return statement if isinstance(statement, If) else None
