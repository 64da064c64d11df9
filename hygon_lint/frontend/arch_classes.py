"""Arch classes: the few macro sets under which a file's code differs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hygon_lint.frontend.preprocess import UNDEFINED, UNKNOWN, Lookup, Macro, Reading, read_file
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import DEVICE_PASS, arch_macros, compiler_macros

if TYPE_CHECKING:
    from hygon_lint.model.arches import Arch

HOST = ""
"""The host pass, where arches go by their names."""

MAX_CLASSES = 12
"""A file is parsed at most for so many classes; what is left out is said in `Plan.note`."""

HeaderMacros = Mapping[str, Mapping[str, Macro]]
"""Macros that a file gets from the project's headers, by arch (`HOST` for the host pass), then by name."""

_DEFINED_NAME = re.compile(r"\n[ \t]*#[ \t]*define[ \t]+(\w+)")
_DIRECTIVE_LINE = re.compile(r"\n[ \t]*#[^\n\\]*(?:\\[\s\S][^\n\\]*)*")
_ARCH_LIKE = re.compile(r"__(?:gfx[0-9a-z]+(?:_[0-9a-z]+)*|GFX[0-9]+)__\Z")


@dataclass(frozen=True, slots=True)
class ArchClass:
    """Arches (and the host pass) for which the file reads the same.

    `archs` are the arches it stands for, `host` whether the host pass reads the same text too. `defines` are the
    macros to define when parsing it, as (name, value); `undefines` those the parser must not bring along; `without`
    switches of the file itself that are taken as not set; `overrides` macros of its headers that are taken to be
    something else (None: not defined).
    """

    name: str
    archs: tuple[str, ...]
    host: bool
    defines: tuple[tuple[str, str], ...]
    undefines: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    overrides: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The classes of a file; `left_out` names arches that no class stands for. `note` tells what the cap cost."""

    classes: tuple[ArchClass, ...]
    left_out: tuple[str, ...] = ()
    note: str = ""


def classes_of(
    syntax: SyntaxFile, arches: Sequence[Arch], header_macros: HeaderMacros | None = None
) -> tuple[ArchClass, ...]:
    """The smallest set of macro sets that tells all `arches` (and the host pass) apart for this file."""
    return plan(syntax, arches, header_macros).classes


def plan(syntax: SyntaxFile, arches: Sequence[Arch], header_macros: HeaderMacros | None = None) -> Plan:
    """As `classes_of`, with what the cap and the file's own `#error` lines left out.

    Arches for which the file says `#error` get no class, for it is not compiled for them. Arms that only a CUDA compile
    reads get one more class, which stands for no arch.
    """
    headers = header_macros or {}
    relevant = _relevant(syntax, arches, headers)
    if not relevant:
        return Plan((_single(arches),))
    groups = _groups(syntax, arches, headers, relevant)
    kept = groups[:MAX_CLASSES]
    classes = [_class_of(group, headers, relevant) for group in kept]
    classes += _cuda_class(syntax, [group.reading for group in kept], relevant)
    named = {name for one in classes for name in one.archs}
    out = tuple(a.name for a in arches if a.name not in named)
    lost = tuple(a.name for group in groups[MAX_CLASSES:] for a in group.members if a is not None)
    note = f"{len(groups)} arch classes, {MAX_CLASSES} analysed; not analysed for {', '.join(lost)}" if lost else ""
    return Plan(tuple(classes), out, note)


def arch_lookup(arch: Arch | None) -> Lookup:
    """What the compiler defines for an arch (None: in the host pass); other names are unknown."""
    own = {name: Macro(True, text) for name, text in arch.macros} if arch is not None else {}
    device_only = _device_only()

    def lookup(name: str) -> Macro:
        macro = own.get(name)
        if macro is not None:
            return macro
        return UNDEFINED if name in device_only or _ARCH_LIKE.match(name) else UNKNOWN

    return lookup


def read_for(syntax: SyntaxFile, arch: Arch | None, header_macros: HeaderMacros | None = None) -> Reading:
    """How a file reads in a compile for an arch (None: in the host pass)."""
    inherited = (header_macros or {}).get(arch.name if arch is not None else HOST)
    return read_file(syntax, arch_lookup(arch), inherited)


def inherited_macros(header: str, arches: Sequence[Arch], wanted: frozenset[str]) -> dict[str, dict[str, Macro]]:
    """Of a header's macros those in `wanted` that arches see differently: what a file that uses `wanted` inherits."""
    header = f"\n{header}"
    if wanted.isdisjoint(_DEFINED_NAME.findall(header)):
        return {}
    lines = "".join(_DIRECTIVE_LINE.findall(header))  # all that matters here, and far less to read
    tables = exported_macros(SyntaxFile(SourceText("", lines.encode("utf-8", "replace"))), arches)
    return {arch: {n: m for n, m in table.items() if n in wanted} for arch, table in tables.items()}


def exported_macros(
    syntax: SyntaxFile, arches: Sequence[Arch], header_macros: HeaderMacros | None = None
) -> dict[str, dict[str, Macro]]:
    """The macros a header leaves behind that are not the same for all arches and the host: what `HeaderMacros` holds.

    A name is given for every arch or for none. Headers that define nothing under an arch condition give {}.
    """
    headers = header_macros or {}
    relevant = _relevant(syntax, arches, headers)
    if not relevant or not syntax.defines:
        return {}
    names = {define.name for define in syntax.defines} | {undef.name for undef in syntax.undefs}
    tables: dict[str, dict[str, Macro]] = {}
    seen: dict[tuple[Macro, ...], dict[str, Macro]] = {}
    for arch in (*arches, None):
        key = _projection(arch, headers, relevant)
        if key not in seen:
            final = read_for(syntax, arch, headers).final
            seen[key] = {name: final.lookup(name) for name in names}
        tables[arch.name if arch is not None else HOST] = seen[key]
    distinct = list(seen.values())
    differing = {name for name in names if any(table[name] != distinct[0][name] for table in distinct)}
    if not differing:
        return {}
    return {arch_name: {n: table[n] for n in sorted(differing)} for arch_name, table in tables.items()}


def _device_only() -> frozenset[str]:
    device = {name for name, where in compiler_macros().items() if where in ("device", "other")}
    return frozenset(device | set(arch_macros()) | {name for name, _ in DEVICE_PASS})


def _relevant(syntax: SyntaxFile, arches: Sequence[Arch], headers: HeaderMacros) -> tuple[str, ...]:
    """The names in the file that need not mean the same in all compiles."""
    candidates = set(_device_only())
    for arch in arches:
        candidates.update(name for name, _ in arch.macros)
    for table in headers.values():
        candidates.update(table)
    return tuple(sorted(candidates & syntax.identifiers))


def _projection(arch: Arch | None, headers: HeaderMacros, relevant: Iterable[str]) -> tuple[Macro, ...]:
    """What the relevant names are in one compile: compiles that agree here read the file alike."""
    lookup = arch_lookup(arch)
    table = headers.get(arch.name if arch is not None else HOST, {})
    return tuple(table.get(name) or lookup(name) for name in relevant)


@dataclass(slots=True)
class _Group:
    """Compiles that read the file alike (None: the host pass), and how they read it."""

    members: list[Arch | None]
    reading: Reading

    @property
    def rank(self) -> tuple[int, int, int]:
        """The most useful first: Hygon arches, then the larger groups."""
        current = sum(1 for a in self.members if a is not None and a.hygon and not a.legacy)
        hygon = sum(1 for a in self.members if a is not None and a.hygon)
        return (-current, -hygon, -len(self.members))


def _groups(
    syntax: SyntaxFile, arches: Sequence[Arch], headers: HeaderMacros, relevant: tuple[str, ...]
) -> list[_Group]:
    used = _used_outside_conditions(syntax, relevant)
    arms = [arm for chain in syntax.chains for arm in chain.arms]
    signatures: dict[tuple[Macro, ...], tuple[object, ...]] = {}
    groups: dict[tuple[object, ...], _Group] = {}
    for arch in (*arches, None):
        key = _projection(arch, headers, relevant)
        if key not in signatures:
            reading = read_for(syntax, arch, headers)
            values = tuple(macro for name, macro in zip(relevant, key, strict=True) if name in used)
            signatures[key] = (tuple(reading.read(arm) for arm in arms), values)
            groups.setdefault(signatures[key], _Group([], reading))
        groups[signatures[key]].members.append(arch)
    refused = [syntax.arm_at(line.span.start) for line in syntax.preprocessor_lines if line.name == "error"]
    accepted = [g for g in groups.values() if not any(arm and g.reading.read(arm) for arm in refused)]
    return sorted(accepted or groups.values(), key=lambda group: group.rank)


_CUDA_ARCHES = ("900", "1000", "1200", "890", "800", "750", "700")  # the most usual first


def _cuda_class(syntax: SyntaxFile, readings: list[Reading], relevant: tuple[str, ...]) -> list[ArchClass]:
    """A class for arms that no class so far reads and a CUDA compile does; [] when there are none."""
    if "__CUDA_ARCH__" not in relevant:
        return []
    arms = [arm for chain in syntax.chains for arm in chain.arms]
    unread = [arm for arm in arms if not any(reading.read(arm) for reading in readings)]
    best: tuple[int, str] = (0, "")
    for version in _CUDA_ARCHES:
        reading = read_file(syntax, arch_lookup(None), {n: Macro(True, text) for n, text in _cuda_macros(version)})
        gained = sum(1 for arm in unread if reading.read(arm))
        if gained > best[0]:
            best = (gained, version)
    if not best[0]:
        return []
    defines = _cuda_macros(best[1])
    return [ArchClass(f"cuda {best[1]}", (), False, defines, _undefines(defines, relevant))]


def _cuda_macros(version: str) -> tuple[tuple[str, str], ...]:
    return (("__CUDA_ARCH__", version), ("__CUDACC__", "1"), ("__NVCC__", "1"))


def _used_outside_conditions(syntax: SyntaxFile, relevant: tuple[str, ...]) -> frozenset[str]:
    """Relevant names that the code itself expands (or a macro's replacement does)."""
    text = bytearray(syntax.lexed.no_literals)
    for chain in syntax.chains:
        for arm in chain.arms:
            text[arm.directive.start : arm.directive.end] = b" " * (arm.directive.end - arm.directive.start)
    words = set(re.findall(rb"[A-Za-z_]\w*", bytes(text)))
    return frozenset(name for name in relevant if name.encode() in words)


def _single(arches: Sequence[Arch]) -> ArchClass:
    """The class of a file that asks for no arch: everything, parsed as the first Hygon arch that is no legacy."""
    arch = _representative(arches)
    return ArchClass("all", tuple(a.name for a in arches), True, arch.macros if arch is not None else ())


def _representative(members: Sequence[Arch | None]) -> Arch | None:
    arches = [a for a in members if a is not None]
    ranked = sorted(arches, key=lambda a: (not a.hygon, a.legacy))
    return ranked[0] if ranked else None


def _undefines(defines: Iterable[tuple[str, str]], relevant: Iterable[str]) -> tuple[str, ...]:
    names = {name for name, _ in defines}
    return tuple(name for name in relevant if name not in names)


def _class_of(group: _Group, headers: HeaderMacros, relevant: tuple[str, ...]) -> ArchClass:
    arch = _representative(group.members)
    names = tuple(a.name for a in group.members if a is not None)
    table = headers.get(arch.name if arch is not None else HOST, {})
    inherited = tuple(
        (name, macro.body)
        for name in relevant
        if (macro := table.get(name)) is not None and macro.on and macro.params is None and macro.body is not None
    )
    defines = (*(arch.macros if arch is not None else ()), *inherited)
    label = arch.name if arch is not None else "host"
    if len(names) > 1:
        label += f" and {len(names) - 1} more"
    return ArchClass(label, names, None in group.members, defines, _undefines(defines, relevant))
