"""Conditions judged under what is known: true, false, or undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hygon_lint.analysis.events import Guard
from hygon_lint.analysis.terms import Term, bare, is_condition
from hygon_lint.model.comparisons import NEGATED

_DEEPEST = 40

Oracle = Callable[[Term], "bool | None"]
"""What is known of a condition that is no `!`, `&&` or `||`."""


def truth(condition: Term, oracle: Oracle) -> bool | None:
    """Whether a condition holds, as far as the oracle can tell of its parts."""
    return _truth(condition, oracle, 0, {})


def _truth(condition: Term, oracle: Oracle, depth: int, told: dict[int, bool | None]) -> bool | None:
    """`told` keeps what was decided: conditions that are made step by step share their parts."""
    condition = bare(condition)
    if depth > _DEEPEST:
        return None
    if id(condition) not in told:
        told[id(condition)] = _decided(condition, oracle, depth, told)
    return told[id(condition)]


def _decided(condition: Term, oracle: Oracle, depth: int, told: dict[int, bool | None]) -> bool | None:
    if condition.op == "const":
        return bool(condition.value)
    known = oracle(condition)
    if known is not None:
        return known
    if condition.op == "!":
        inner = _truth(condition.args[0], oracle, depth + 1, told)
        return None if inner is None else not inner
    if condition.op in ("&&", "||"):
        decisive = condition.op == "||"
        parts = [_truth(part, oracle, depth + 1, told) for part in condition.args]
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    if condition.op == "select":
        chosen = _truth(condition.args[0], oracle, depth + 1, told)
        then, other = (_truth(arm, oracle, depth + 1, told) for arm in condition.args[1:3])
        if chosen is None:
            return then if then is other else None
        return then if chosen else other
    if condition.op in ("==", "!=") and condition.args[1].op == "const":  # a condition compared with true or false
        inner = _truth(condition.args[0], oracle, depth + 1, told) if is_condition(bare(condition.args[0])) else None
        if inner is not None:
            return (int(inner) == condition.args[1].value) == (condition.op == "==")
    return None


def given(guards: Iterable[Guard]) -> Oracle:
    """What the guards of an event say of conditions."""
    known: dict[tuple[str, tuple[int, ...]] | int, bool] = {}
    for guard in guards:
        for term, holds in parts(guard.term, True):
            known[id(term)] = holds
            if term.op in NEGATED:
                operands = tuple(map(id, term.args))
                known[(term.op, operands)] = holds
                known[(NEGATED[term.op], operands)] = not holds

    def oracle(term: Term) -> bool | None:
        found = known.get(id(term))
        return found if found is not None else known.get((term.op, tuple(map(id, term.args))))

    return oracle


def parts(condition: Term, holds: bool) -> Iterator[tuple[Term, bool]]:
    """The conditions that are surely true (or false) when `condition` is `holds`, itself included."""
    condition = bare(condition)
    yield condition, holds
    if condition.op == "!":
        yield from parts(condition.args[0], not holds)
    elif condition.op == ("&&" if holds else "||"):
        for part in condition.args:
            yield from parts(part, holds)


def contradict(one: Iterable[Guard], other: Iterable[Guard]) -> bool:
    """Whether two sets of guards cannot hold together."""
    oracle = given(one)
    return any(truth(guard.term, oracle) is False for guard in other)
