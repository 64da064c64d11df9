"""From items to rules: each rule names the items it looks for; this turns the table around."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from hygon_lint.audit.catalogue import Item, items

if TYPE_CHECKING:
    from hygon_lint.rule import Rule


def rules_by_item(rules: Iterable[Rule]) -> dict[str, tuple[Rule, ...]]:
    """For each item of the catalogue the rules that name it, in the order given."""
    table: dict[str, list[Rule]] = {key: [] for key in items()}
    for rule in rules:
        for item in rule.meta.items:
            if item in table:
                table[item].append(rule)
    return {key: tuple(found) for key, found in table.items()}


def problems(rules: Iterable[Rule], catalogue: Mapping[str, Item] | None = None) -> list[str]:
    """Where rules and catalogue disagree; empty when they do not.

    Every rule but the tool's own (HYG0xx) names an item that exists; every item has a rule or says why none can be.
    """
    known = items() if catalogue is None else catalogue
    found: list[str] = []
    served: set[str] = set()
    for rule in rules:
        meta = rule.meta
        if not meta.items and not meta.id.startswith("HYG0"):
            found.append(f"{meta.id} names no audit item")
        found += [f"{meta.id} names {key}, which the catalogue does not hold" for key in meta.items if key not in known]
        served.update(meta.items)
    for key, item in known.items():
        if key not in served and item.no_rule is None:
            found.append(f"no rule names {key}, and it does not say why none can")
        if key in served and item.no_rule is not None:
            found.append(f"{key} says that no rule can find it, but one names it")
    return found
