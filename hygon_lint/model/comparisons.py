"""The comparison operators of C++ and how they turn."""

from __future__ import annotations

NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
"""The operator that holds where the given one does not."""

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
"""The operator that says the same with the sides exchanged."""

COMPARISONS = frozenset(NEGATED)
ORDERINGS = COMPARISONS - {"==", "!="}
