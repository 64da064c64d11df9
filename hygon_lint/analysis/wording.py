"""What to call a value in a message: the user's own words where there are any."""

from __future__ import annotations

from hygon_lint.analysis.terms import Term

_LONGEST = 70


def name_of(term: Term) -> str:
    """A value as the user would call it."""
    if term.op == "const":
        return str(term.value)
    while term.op == "cast" and not term.name:
        text = term.node.text if term.node is not None else ""
        if text and len(text) <= _LONGEST:
            return text
        term = term.args[0]
    if term.name and term.op in ("sym", "init", "loop", "load"):
        return term.name
    text = term.node.text if term.node is not None else ""
    if text:
        return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
    return term.name or "a value"
