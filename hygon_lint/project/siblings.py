"""Wrappers of one builtin family under different arch conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import Arch
from hygon_lint.model.builtins import archs_with, family
from hygon_lint.project.gates import Gate, builtins_in, gates, is_stub, names_arches

_STORES = re.compile(rb"[\])>]\s*[-+|&^*/]?=(?!=)|\batomic")


@dataclass(frozen=True, slots=True)
class Site:
    """A builtin under a chain of arch conditions: the arches that get it, and those that fall to a stub."""

    builtin: str
    offset: int
    gate: Gate
    archs: frozenset[str]
    stubbed: frozenset[str]
    function: str


@dataclass(frozen=True, slots=True)
class Shorter:
    """A site whose sibling serves more arches."""

    site: Site
    sibling: Site
    missing: frozenset[str]
    same_builtin: bool


def shorter_gates(syntax: SyntaxFile, arches: Iterable[Arch]) -> Iterator[Shorter]:
    """Sites that a sibling of the same family shows to be too narrow, by the fullest sibling.

    A builtin that the model does not know, or that every arch has, tells nothing about its wrapper.
    """
    by_family: dict[str, list[Site]] = {}
    for site in _sites(syntax, arches):
        by_family.setdefault(family(site.builtin), []).append(site)
    for sites in by_family.values():
        for site in sites:
            found = [one for one in (_compare(site, sibling) for sibling in sites) if one is not None]
            if found:
                yield max(found, key=lambda one: (len(one.missing), one.same_builtin))


def _compare(site: Site, sibling: Site) -> Shorter | None:
    if not site.archs < sibling.archs or sibling.function == site.function:
        return None
    missing = (sibling.archs - site.archs) & site.stubbed
    known = archs_with(site.builtin)
    if known is None:
        return None
    same = site.builtin == sibling.builtin
    missing = missing if same else missing & known
    return Shorter(site, sibling, missing, same) if missing else None


def _sites(syntax: SyntaxFile, arches: Iterable[Arch]) -> Iterator[Site]:
    found = gates(syntax, arches)
    by_chain: dict[int, list[Gate]] = {}
    for gate in found:
        by_chain.setdefault(id(gate.arm.chain), []).append(gate)
    for members in by_chain.values():
        chain = members[0].arm.chain
        function = syntax.function_at(chain.span.start)
        if function is not None and function.body.contains(chain.span):
            stubbed = _stubbed(syntax, chain, members, function.body)
        else:
            stubbed = _stub_functions(syntax, members)
        users: dict[str, tuple[int, Gate, frozenset[str]]] = {}
        for gate in members:
            for name, offset in builtins_in(syntax, gate.arm.body).items():
                if _innermost(found, offset) is not gate:
                    continue
                old = users.get(name)
                users[name] = (offset, gate, gate.archs) if old is None else (old[0], old[1], old[2] | gate.archs)
        for name, (offset, gate, archs) in users.items():
            owner = syntax.function_at(offset)
            if owner is not None and names_arches(syntax, gate.arm):
                yield Site(name, offset, gate, archs, stubbed, owner.name)


@dataclass(frozen=True, slots=True)
class EmptyBody:
    """A kernel whose body does its work on `served` and nothing of use on `stubbed`; `arm` is the first condition."""

    function: str
    arm: Arm
    served: frozenset[str]
    stubbed: frozenset[str]


def empty_bodies(syntax: SyntaxFile, arches: Iterable[Arch]) -> Iterator[EmptyBody]:
    """`__global__` functions whose whole work stands under arch conditions."""
    by_chain: dict[int, list[Gate]] = {}
    for gate in gates(syntax, arches):
        by_chain.setdefault(id(gate.arm.chain), []).append(gate)
    for members in by_chain.values():
        chain = members[0].arm.chain
        function = syntax.function_at(chain.span.start)
        if function is None or not function.body.contains(chain.span) or chain.parent is not None:
            continue
        head = syntax.lexed.code[function.span.start : function.body.start]
        if b"__global__" not in head or not names_arches(syntax, members[0].arm):
            continue
        stubbed = _stubbed(syntax, chain, members, function.body)
        before = Span(function.body.start + 1, chain.span.start)
        if stubbed and not re.search(
            rb"[\])>]\s*[-+|&^*/]?=(?!=)|\batomic", syntax.lexed.code[before.start : before.end]
        ):
            served = frozenset(a for gate in members for a in gate.archs if a not in stubbed)
            yield EmptyBody(function.name, members[0].arm, served, stubbed)


def _innermost(found: list[Gate], offset: int) -> Gate | None:
    best: Gate | None = None
    for gate in found:
        body = gate.arm.body
        if body.start <= offset < body.end and (best is None or body.start > best.arm.body.start):
            best = gate
    return best


def _stubbed(syntax: SyntaxFile, chain: Chain, members: list[Gate], body: Span) -> frozenset[str]:
    """The arches for which the function does nothing of use."""
    outer = members[0].outer
    served: set[str] = set()
    stubs: set[str] = set()
    for gate in members:
        (stubs if is_stub(syntax, gate.arm.body) else served).update(gate.archs)
    for arm in chain.arms:
        if arm.kind == "else" and not any(gate.arm is arm for gate in members):
            return frozenset()
    rest = outer - served - stubs
    end = chain.endif.end if chain.endif is not None else chain.span.end
    before, after = Span(body.start + 1, chain.span.start), Span(end, max(body.end - 1, end))
    if not chain.has_else and is_stub(syntax, after) and _declares_only(syntax, before):
        stubs |= rest
    elif not is_stub(syntax, after):
        return frozenset()  # something useful follows for everyone
    return frozenset(stubs - served)


def _stub_functions(syntax: SyntaxFile, members: list[Gate]) -> frozenset[str]:
    """The arches whose arm holds nothing but functions that do nothing of use (a chain around whole functions)."""
    stubs: set[str] = set()
    for gate in members:
        inside = [one for one in syntax.functions if gate.arm.body.contains(one.span)]
        if inside and all(is_stub(syntax, Span(one.body.start + 1, one.body.end - 1)) for one in inside):
            stubs |= gate.archs
    return frozenset(stubs)


def _declares_only(syntax: SyntaxFile, span: Span) -> bool:
    """Whether nothing of use stands in front of the chain: nothing is returned or called before it."""
    text = syntax.lexed.code[span.start : span.end]
    return b"return" not in text and b"asm" not in text
