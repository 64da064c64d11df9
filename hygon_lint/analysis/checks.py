"""Checks as calls: `assert(c)`, `TORCH_CHECK(c, ...)`, `CHECK_LT(a, b)`; what they test holds from there on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hygon_lint.analysis.events import Guard
from hygon_lint.analysis.terms import is_condition
from hygon_lint.frontend.nodes import Call, plain
from hygon_lint.model.asserts import assert_kind
from hygon_lint.model.functions import means

if TYPE_CHECKING:
    from hygon_lint.analysis.flow import Flow

_COMPARING = {"EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}


def is_check(name: str) -> bool:
    """Whether a function of this name ends the program, or throws, unless its condition holds."""
    return assert_kind(name) == "runtime" or means(name, "check")


def checked(flow: Flow, call: Call) -> list[Guard]:
    """What holds after a call of a check."""
    if not call.args or not is_check(call.name):
        return []
    comparison = _COMPARING.get(call.name.rpartition("_")[2])
    if comparison is not None and len(call.args) >= 2:
        left, right = flow.values.get(id(call.args[0])), flow.values.get(id(call.args[1]))
        if left is None or right is None:
            return []
        return [Guard(flow.terms.binary(comparison, left, right, 8, False, call), call)]
    condition = plain(call.args[0])
    term = flow.values.get(id(condition))
    return [Guard(term, condition)] if term is not None and is_condition(term) else []
