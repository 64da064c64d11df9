"""Facts about head dimensions that dispatch supports.

* `head_dims`: name, what ("predicate", "list", "switch", "chain", "macro", "instances"), dims (lists of one number or
  two), refused (pairs of a number and the place that shuts it out).
* `head_dim_instance`: an explicit instantiation or specialisation for one dimension. name, variant (its other
  arguments), dim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hygon_lint.finding import Fact, Place
from hygon_lint.frontend.source import Span
from hygon_lint.model.magnitudes import role_of

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.syntax import SyntaxFile

_EQUALS = re.compile(r"\(?\s*([A-Za-z_]\w*)\s*\)?\s*==\s*(\d+)\b")
_INSTANCE = re.compile(rb"(?<!\w)template\s*(?:<\s*>)?\s*(?:[\w:]+[\s&*]+)+(\w+)\s*<((?:[^<>;{}()]|<[^<>]*>)*)>\s*\(")
_SMALLEST, _LARGEST, _STEP = 16, 640, 8


def head_dim_facts(units: Sequence[Unit]) -> Iterator[Fact]:
    """What typed code says, each thing once."""
    from hygon_lint.analysis.head_dims import supports

    seen: set[tuple[str, Place]] = set()
    for unit in units:
        for found in supports(unit):
            place = found.node.place
            if (found.name, place) not in seen:
                seen.add((found.name, place))
                refused = [[value, _numbers(node.place)] for value, node in sorted(found.refused.items())]
                yield _fact(place, found.name, found.what, sorted(found.dims), refused)


def _fact(place: Place, name: str, what: str, dims: Sequence[tuple[int, ...]], refused: list[Any]) -> Fact:
    data = {"name": name, "what": what, "dims": [list(dim) for dim in dims], "refused": refused}
    return Fact("head_dims", place, data)


def _numbers(place: Place) -> list[int]:
    return [place.line, place.column, place.end_line, place.end_column]


def macro_facts(syntax: SyntaxFile) -> Iterator[Fact]:
    """Macros that choose by a head dimension: `if (HEADDIM == 64) ... else if (HEADDIM == 128) ...`."""
    for define in syntax.defines:
        text = syntax.text(define.span)
        if text.count("==") < 3:
            continue
        dims = {int(number) for name, number in _EQUALS.findall(text) if _is_head_dim(name)}
        if len(dims) >= 3:
            first_line = Span(
                define.span.start, define.span.start + len(text.split("\n", 1)[0].rstrip("\\ \r").encode())
            )
            yield _fact(syntax.source.place(first_line), define.name, "macro", sorted((d,) for d in dims), [])


def _is_head_dim(name: str) -> bool:
    role = role_of(name)
    return role is not None and role.name == "head dimension"


def instance_facts(syntax: SyntaxFile) -> Iterator[Fact]:
    """Explicit instantiations and specialisations for one dimension."""
    code = syntax.lexed.code
    if b"template" not in code:
        return
    for match in _INSTANCE.finditer(code):
        if any(dead.contains(Span(*match.span())) for dead in syntax.dead):
            continue
        arguments = [part.strip() for part in match[2].decode("utf-8", "replace").split(",")]
        numbers = [part for part in arguments if part.isdigit()]
        if len(numbers) != 1:
            continue
        dim = int(numbers[0])
        if _SMALLEST <= dim <= _LARGEST and dim % _STEP == 0:
            variant = [part for part in arguments if part != numbers[0]]
            data = {"name": match[1].decode(), "variant": variant, "dim": dim}
            yield Fact("head_dim_instance", syntax.source.place(Span(match.start(1), match.end() - 1)), data)
