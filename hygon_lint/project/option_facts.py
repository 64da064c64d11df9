"""Facts about options that functions take and do not use.

`unread_option`: function, qualified, param, callee, target, insert (the place behind the last argument, when the option
is the next one), path of the parameter's place in `param_place`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hygon_lint.finding import Fact, Place
from hygon_lint.frontend.source import Span

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Unit


def option_facts(units: Sequence[Unit]) -> Iterator[Fact]:
    """The facts of all units of a file, each once."""
    from hygon_lint.analysis.unread_options import unread_options

    seen: set[tuple[Place, str]] = set()
    for unit in units:
        for found in unread_options(unit):
            key = (found.call.place, found.param.name)
            if key in seen:
                continue
            seen.add(key)
            source = found.call.source
            param = source.place(found.param.span) if found.param.span is not None else found.function.place
            insert: list[int] = []
            if found.position == len(found.call.args) and found.call.args and found.call.macro is None:
                end = found.call.args[-1].span.end
                at = source.place(Span(end, end))
                insert = [at.line, at.column, at.end_line, at.end_column]
            yield Fact(
                "unread_option",
                found.call.place,
                {
                    "function": found.function.name,
                    "param": found.param.name,
                    "callee": found.call.name,
                    "target": found.target.name,
                    "insert": insert,
                    "param_place": [param.line, param.column, param.end_line, param.end_column],
                },
            )
