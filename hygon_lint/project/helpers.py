"""The helpers of a checkout that ask for the arch, and the numbers it gives to arches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hygon_lint.finding import Fact
from hygon_lint.model.arches import Arch
from hygon_lint.project.arch_logic import Logic
from hygon_lint.project.predicates import Tree

_DIGITS = re.compile(r"[0-9]+")


def helpers_of(functions: Iterable[Fact]) -> dict[str, Tree]:
    """The trees of functions that return a condition on the arch; names with two different meanings are left out."""
    found: dict[str, Tree] = {}
    doubtful: set[str] = set()
    for fact in functions:
        tree = fact.data.get("tree")
        name = fact.data["name"]
        if tree is None:
            continue
        if name in found and _shape(found[name]) != _shape(tree):
            doubtful.add(name)
        found.setdefault(name, tree)
    return {name: tree for name, tree in found.items() if name not in doubtful}


def _shape(tree: Tree) -> str:
    """A tree without its places."""
    if tree[0] in ("and", "or", "not"):
        return f"{tree[0]}({','.join(_shape(part) for part in tree[1:])})"
    if tree[0] == "named":
        return _shape(tree[2])
    if tree[0] == "number":
        return f"{tree[0]} {tree[1]} {tree[2]}"
    return f"{tree[0]} {tree[1]}"


def numbers_of(facts: Sequence[Fact], arches: Mapping[str, Arch], helpers: Mapping[str, Tree]) -> dict[str, int]:
    """The checkout's own numbers of arches, where it maps names to numbers; the first mapping that says it counts."""
    logic = Logic(arches.values(), helpers)
    numbers: dict[str, int] = {}
    for fact in facts:
        for tree, number in fact.data["cases"]:
            for named in logic.always_holds(tree):
                numbers.setdefault(named, number)
        if fact.data["digits"]:
            for name, arch in arches.items():
                match = _DIGITS.match(arch.token)
                if match is not None:
                    numbers.setdefault(name, int(match[0]))
    return numbers
