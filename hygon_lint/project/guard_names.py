"""Guards that contradict what a file, its folder or a function is named for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Confidence
from hygon_lint.frontend.arch_classes import read_for
from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.extents import FunctionExtent
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import known_arches
from hygon_lint.project.gates import Gate, gates, is_stub, names_arches
from hygon_lint.project.names import archs_in_name, archs_in_path
from hygon_lint.project.suspects import Suspect

_DEVICE = re.compile(rb"\b__(?:device|global)__\b|DEVICE|KERNEL|\bHD\b")


def contradicted(syntax: SyntaxFile) -> Iterator[Suspect]:
    """Chains whose working arms are all for arches other than the one their file or function is named for."""
    data = syntax.source.data
    if b"gfx" not in data and b"GFX" not in data:
        return
    if not (archs_in_path(syntax.source.path) or any(archs_in_name(f.name) for f in syntax.functions)):
        return
    refused = _refused(syntax)
    if refused is not None:
        yield refused
        return
    by_chain: dict[int, dict[int, Gate]] = {}
    for gate in gates(syntax, known_arches().values()):
        by_chain.setdefault(id(gate.arm.chain), {})[id(gate.arm)] = gate
    for chain in syntax.chains:
        known = by_chain.get(id(chain))
        if known is None:
            continue
        working = [arm for arm in chain.arms if _works(syntax, arm)]
        if not working or not all(arm.kind != "else" and names_arches(syntax, arm) for arm in working):
            continue
        served = frozenset[str]().union(*(known[id(arm)].archs for arm in working if id(arm) in known))
        outer = next(iter(known.values())).outer
        found = _of_file(syntax, chain, served, outer) or _of_functions(syntax, chain, working, served, outer)
        if found is not None:
            yield found


def _refused(syntax: SyntaxFile) -> Suspect | None:
    """An `#error` that every arch of the path runs into."""
    named = archs_in_path(syntax.source.path)
    errors = [line for line in syntax.preprocessor_lines if line.name == "error"]
    if not named or not errors:
        return None
    readings = [read_for(syntax, known_arches()[name]) for name in named]
    for line in errors:
        arm = syntax.arm_at(line.span.start)
        if arm is not None and all(reading.read(arm) is True for reading in readings):
            first = next((one for one in arm.chain.arms if names_arches(syntax, one)), None)
            if first is not None:
                related = ((line.span, "error"),)
                return Suspect("file", first.condition, (syntax.source.path,), related, named, Confidence.HIGH)
    return None


def _of_file(syntax: SyntaxFile, chain: Chain, served: frozenset[str], outer: frozenset[str]) -> Suspect | None:
    """The chain against the path, when it holds all the device code of the file."""
    named = archs_in_path(syntax.source.path)
    if not named or served & set(named) or not outer & set(named) or not _holds_all(syntax, chain):
        return None
    arm = chain.arms[0]
    return Suspect("file", arm.condition, (syntax.source.path,), (), named, Confidence.HIGH)


def _of_functions(
    syntax: SyntaxFile, chain: Chain, working: list[Arm], served: frozenset[str], outer: frozenset[str]
) -> Suspect | None:
    """The chain against functions in it that are named for an arch which gets only a stub of them."""
    stubs = {
        function.name
        for arm in chain.arms
        if not any(arm is one for one in working)
        for function in _functions_in(syntax, arm.body)
    }
    for arm in working:
        for function in _functions_in(syntax, arm.body):
            named = archs_in_name(function.name)
            if named and function.name in stubs and not served & set(named) and outer & set(named):
                head = Span(function.span.start, function.body.start)
                related = ((head, "function"),)
                return Suspect("function", arm.condition, (function.name,), related, named, Confidence.HIGH)
    return None


def _functions_in(syntax: SyntaxFile, span: Span) -> list[FunctionExtent]:
    return [f for f in syntax.functions if span.start <= f.body.start < span.end]


def _works(syntax: SyntaxFile, arm: Arm) -> bool:
    """Whether an arm holds a function that does something."""
    return any(not is_stub(syntax, _inside(function)) for function in _functions_in(syntax, arm.body))


def _inside(function: FunctionExtent) -> Span:
    return Span(function.body.start + 1, max(function.body.start + 1, function.body.end - 1))


def _holds_all(syntax: SyntaxFile, chain: Chain) -> bool:
    """Whether all device functions of the file stand in the chain (all functions, when none is marked)."""
    code = syntax.lexed.code
    device = [f for f in syntax.functions if _DEVICE.search(code, f.span.start, f.body.start)]
    return all(chain.span.start <= f.body.start < chain.span.end for f in device or syntax.functions)
