"""Evaluates trees of `predicates` per known arch, with every other condition left free.

A tree *can hold* on an arch when some choice of the free conditions makes it true. That is decided by case analysis
over the free conditions, within a budget; beyond it the answer is "can hold", which keeps rules silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from hygon_lint.model.arches import Arch
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.predicates import FALSE, TRUE, Tree, both, either, leaves, model, negated

_BUDGET = 4000
_DEEPEST_HELPER = 6


@lru_cache(maxsize=1)
def _helper_pattern() -> re.Pattern[str]:
    arch = "(gfx(?:1[0-9]{3}|[6-9][0-9][0-9a-f]))"
    forms = "|".join(re.escape(form).replace(re.escape("{}"), "{}").replace("{}", arch) for form in model()["helpers"])
    return re.compile(f"(?:{forms})\\Z", re.IGNORECASE)


class Logic:
    """Truth of trees per arch. `helpers` are the trees of functions by name, `numbers` the checkout's own mapping."""

    def __init__(
        self,
        arches: Iterable[Arch],
        helpers: Mapping[str, Tree] | None = None,
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        self.arches = {arch.name: arch for arch in arches}
        self.helpers = dict(helpers or {})
        self.numbers = dict(numbers or {})
        self._telling: dict[str, bool] = {}

    # -------------------------------------------------------- one arch

    def on(self, tree: Tree, arch: str, inside: tuple[str, ...] = (), prefix: str = "") -> Tree:
        """The tree with everything about the arch decided; what is left hangs on free conditions only."""
        kind = tree[0]
        if kind == "and":
            return both(*(self.on(part, arch, inside, prefix) for part in tree[1:]))
        if kind == "or":
            return either(*(self.on(part, arch, inside, prefix) for part in tree[1:]))
        if kind == "not":
            return negated(self.on(tree[1], arch, inside, prefix))
        if kind == "named":
            return self.on(tree[2], arch, inside, prefix)
        if kind == "arch":
            return ["const", arch in tree[1]]
        if kind == "prefix":
            return ["const", arch.startswith(tree[1])]
        if kind == "number":
            number = self.number_of(arch)
            return ["const", number is not None and _compare(tree[1], number, tree[2])]
        if kind == "call":
            return self._call(tree, arch, inside, prefix)
        if kind == "free" and prefix:
            return ["free", prefix + tree[1]]
        return tree

    def _call(self, tree: Tree, arch: str, inside: tuple[str, ...], prefix: str) -> Tree:
        name = tree[1]
        if self._tells(name) and name not in inside and len(inside) < _DEEPEST_HELPER:
            return self.on(self.helpers[name], arch, (*inside, name), f"{prefix}{tree[3]}: ")
        match = _helper_pattern().match(name)
        if match is not None and name not in inside:
            named = next(group for group in match.groups() if group)
            return ["const", arch == named.lower()]
        return ["free", prefix + tree[3]]

    def _tells(self, name: str) -> bool:
        """Whether the definition of a helper says anything about arches; if not, its name may."""
        if name not in self.helpers:
            return False
        if name not in self._telling:
            self._telling[name] = False  # while it is being looked at: a helper that calls itself says nothing
            self._telling[name] = any(
                leaf[0] in ("arch", "prefix", "number")
                or (leaf[0] == "call" and (self._tells(leaf[1]) or bool(_helper_pattern().match(leaf[1]))))
                for leaf in leaves(self.helpers[name])
            )
        return self._telling[name]

    def number_of(self, arch: str) -> int | None:
        """The number that host code compares for an arch."""
        if arch in self.numbers:
            return self.numbers[arch]
        numbers = self.arches[arch].numbers if arch in self.arches else ()
        return numbers[0] if numbers else None

    # -------------------------------------------------------- sets of arches

    def can_hold(self, tree: Tree) -> frozenset[str]:
        """The arches on which the tree can hold."""
        return frozenset(arch for arch in self.arches if satisfiable(self.on(tree, arch)))

    def always_holds(self, tree: Tree) -> frozenset[str]:
        """The arches on which the tree holds whatever the free conditions are."""
        return frozenset(arch for arch in self.arches if not satisfiable(negated(self.on(tree, arch))))

    def tells_apart(self, tree: Tree) -> bool:
        """Whether the tree asks about the arch at all: it can hold on some and not on others, or differs."""
        return len({str(self.on(tree, arch)) for arch in self.arches}) > 1


def _compare(op: str, left: int, right: int) -> bool:
    return {
        "==": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[op]


def satisfiable(tree: Tree) -> bool:
    """Whether some choice of the free conditions makes the tree true; True when the budget runs out."""
    budget = [_BUDGET]
    return _search(tree, budget)


def _search(tree: Tree, budget: list[int]) -> bool:
    budget[0] -= 1
    if tree == TRUE:
        return True
    if tree == FALSE:
        return False
    if budget[0] <= 0:
        return True
    name = _first_free(tree)
    if name is None:
        return True
    return _search(_given(tree, name, True), budget) or _search(_given(tree, name, False), budget)


def _first_free(tree: Tree) -> str | None:
    """A free condition to decide next: one that stands alone in a conjunction first, for it is forced."""
    if tree[0] == "free":
        return str(tree[1])
    if tree[0] == "and":
        for part in tree[1:]:
            inner = part[1] if part[0] == "not" else part
            if inner[0] == "free":
                return str(inner[1])
    for part in tree[1:]:
        if isinstance(part, list):
            found = _first_free(part)
            if found is not None:
                return found
    return None


def _given(tree: Tree, name: str, value: bool) -> Tree:
    """The tree with one free condition decided."""
    kind = tree[0]
    if kind == "free":
        return ["const", value] if tree[1] == name else tree
    if kind == "not":
        return negated(_given(tree[1], name, value))
    if kind == "and":
        return both(*(_given(part, name, value) for part in tree[1:]))
    if kind == "or":
        return either(*(_given(part, name, value) for part in tree[1:]))
    return tree


def named_parts(tree: Tree) -> Iterable[tuple[str, Tree]]:
    """The variables and helpers in a tree that an arch is named in: (name, its tree)."""
    if tree[0] == "named":
        if archs_in_name(tree[1]):
            yield tree[1], tree
            return
        yield from named_parts(tree[2])
    elif tree[0] == "call":
        if archs_in_name(tree[1]):
            yield tree[1], tree
    elif tree[0] in ("and", "or", "not"):
        for part in tree[1:]:
            yield from named_parts(part)
