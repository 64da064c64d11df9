"""Facts about fields that keep strides: where they are declared in 32 bits, given a 64-bit stride, and multiplied.

* `narrow_field`: a 32-bit field named for a stride. owner, name, type, context.
* `narrowed_stride`: a 64-bit stride stored in such a field. owner, name.
* `multiplied_field`: such a field as a factor of an offset that can wrap. owner, name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hygon_lint.finding import Fact, Place
from hygon_lint.model.storage import names

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Decl, Unit


def stride_facts(units: Sequence[Unit]) -> Iterator[Fact]:
    """The facts of one file, each once."""
    seen: set[tuple[str, str, str, Place]] = set()
    for unit in units:
        for fact in _facts(unit):
            key = (fact.kind, fact.data["owner"], fact.data["name"], fact.place)
            if key not in seen:
                seen.add(key)
                yield fact


def _facts(unit: Unit) -> Iterator[Fact]:
    for record in unit.records:
        for field in record.fields:
            type_ = field.decl.type
            if type_.kind == "int" and type_.bits == 32 and names(field.decl.name, "stride"):
                more = {"type": str(type_), "context": field.node.context}
                yield _fact("narrow_field", field.decl, field.node.place, more)
    if "facts" not in unit.cache:  # no rule looked at the functions
        return
    from hygon_lint.analysis.narrow_fields import multiplied_fields, narrowed_fields

    for decl, node in narrowed_fields(unit):
        yield _fact("narrowed_stride", decl, node.place)
    for decl, node in multiplied_fields(unit):
        yield _fact("multiplied_field", decl, node.place)


def _fact(kind: str, decl: Decl, place: Place, more: dict[str, str] | None = None) -> Fact:
    return Fact(kind, place, {"owner": decl.owner, "name": decl.name, **(more or {})})
