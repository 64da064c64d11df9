"""What one file says about arches, as plain facts: preprocessor gates, host predicates, choices, names.

Kinds and their data:

* `gate`: an `#if` arm for some arches. archs, macros (defined in it), builtins, asm, error, function, else.
* `gate_mention`: an `#if` arm whose condition spells arch macros. asked, shut (those under a `!`).
* `asked`: a place of host code that asks for the arch. tree.
* `function`: a host function that asks for the arch. name, bool, tree (when a bool function returns true), guards
  (trees without which it gives up).
* `variable`: a variable that holds such a condition. name, function, tree.
* `choice`: arms tried in order. kind, function, context, arms: [{tree, place, value, text}].
* `number`: a function or table that maps arches to numbers. name, cases: [[tree, number]], digits.
* `named`: a file or folder, or a function with a body, that is named for arches. what, name, archs.
* `unknown_arch_macro`: a macro in a condition that looks like an arch's and that nothing defines. name, nearest, exact,
  unseen.
* `left_unset`: a chain of arches that leaves a variable unset on others. name, archs, sure, declared, use.
* `macro_chain`: a chain that tells project macros apart. arms: [{macro, test, place, names}], names that all define.
* `macros`: the project's macros that a file tests in conditions, and those that it defines. tested, defined.
* `empty_kernel`: a kernel that works on some arches only. name, served, stubbed.
* `arch_names`: a list of names of arches in a source. name, archs.
* `kernel_table`: kernels or code objects by arch. name, archs.
* `macro_features`: macros that each have a chain of their own. names.
* `macro_refusal`: two macros that an `#error` refuses together. macros: [[name, test], ...].
* `unread_option`: see `project.option_facts`; `head_dims`, `head_dim_instance`: see `project.head_dim_facts`.
* `narrow_field`, `narrowed_stride`, `multiplied_field`: see `project.stride_facts`.
* `mask_macro`, `loose_argument`: see `project.mask_macros`.
* `kernel`, `host_function`, `handover`: see `project.launch_facts`.
* `superseded_assert`: an assert that is switched off, and an active one that checks at least as much. name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hygon_lint.finding import Fact, Place
from hygon_lint.frontend.source import Span
from hygon_lint.model.arches import known_arches
from hygon_lint.project import gates as gate_module
from hygon_lint.project.dispatch_facts import dispatch_facts, dispatch_wants_units
from hygon_lint.project.gate_mentions import gate_mentions
from hygon_lint.project.kernel_tables import arch_lists, kernel_tables
from hygon_lint.project.launch_facts import launch_facts, launch_wants_units
from hygon_lint.project.macro_chains import macro_chains, tested_macros
from hygon_lint.project.macro_names import collect_unknown
from hygon_lint.project.mask_macros import mask_macro_facts
from hygon_lint.project.names import archs_in_name, archs_in_path
from hygon_lint.project.siblings import empty_bodies
from hygon_lint.project.stride_facts import stride_facts
from hygon_lint.project.unset import collect_unset

if TYPE_CHECKING:
    from hygon_lint.frontend.extents import FunctionExtent
    from hygon_lint.frontend.nodes import Unit
    from hygon_lint.frontend.syntax import SyntaxFile

_MANY = 24  # a set of so many arches excludes some rather than naming them
_HOST_SUFFIXES = (".cpp", ".cc", ".cxx")
_HOST_PREDICATE = re.compile(
    rb"""["']gfx[0-9] | [iI]s_?[gG]fx | [aA]rch\w*(?:\(\))?\s*(?:[=!<>]=|[<>])\s*[0-9] | (?:get|GET)_?[aA]rch
    | (?:[=!<>]=|case)\s*(?:\w+::)*\w*(?:gfx|Gfx|GFX)[0-9] | \w_(?:9[0-9]{2}|92a)(?:_\w+)?\s*\(
    | \bcase\s+9[0-9]{2}\s*:""",
    re.VERBOSE,
)


def wants_units(path: str, data: bytes) -> bool:
    """Whether typed code may say anything about arches: it seems to ask for one, or is host code named for one."""
    if _HOST_PREDICATE.search(data) is not None or dispatch_wants_units(data) or launch_wants_units(data):
        return True
    return path.endswith(_HOST_SUFFIXES) and bool(archs_in_path(path))


def are_telling(data: bytes, words: set[str], called: set[str]) -> bool:
    """Whether the words of code that does no work still say something: fields kept as strides, routes of an arch,
    functions with a known meaning."""
    from hygon_lint.model.functions import meanings
    from hygon_lint.model.storage import names
    from hygon_lint.project.layout_facts import may_speak

    return may_speak(data) or any(map(meanings, called)) or any(names(word, "stride") for word in words)


def collect(syntax: SyntaxFile, units: Sequence[Unit]) -> tuple[Fact, ...]:
    """All facts of one file."""
    found: list[Fact] = [
        *_gates(syntax),
        *gate_mentions(syntax),
        *_named(syntax),
        *macro_chains(syntax),
        *_macros(syntax),
    ]
    found += [*_empty_kernels(syntax), *kernel_tables(syntax), *arch_lists(syntax)]
    found += [*collect_unknown(syntax), *collect_unset(syntax), *mask_macro_facts(syntax)]
    if units and wants_units(syntax.source.path, syntax.source.data):
        from hygon_lint.project.host_facts import collect_units

        found += collect_units([unit for unit in units if unit.arch_class.host] or units[:1])
    found += dispatch_facts(syntax, units)
    found += stride_facts(units)
    if units:
        found += launch_facts(units)
    found += _superseded_asserts(syntax)
    return tuple(found)


def _gates(syntax: SyntaxFile) -> Iterator[Fact]:
    order = {name: rank for rank, name in enumerate(known_arches())}
    for gate in gate_module.gates(syntax, known_arches().values()):
        arm = gate.arm
        if arm.kind == "else" or len(gate.archs) >= _MANY or not gate.archs:
            continue
        if not gate_module.names_arches(syntax, arm):
            continue
        body = arm.body
        function = syntax.function_at(arm.directive.start)
        data: dict[str, Any] = {
            "archs": sorted(gate.archs, key=order.__getitem__),
            "macros": [one.name for one in syntax.defines if body.start <= one.span.start < body.end],
            "builtins": list(gate_module.builtins_in(syntax, body)),
            "asm": gate_module.has_asm(syntax, body),
            "error": any(
                line.name == "error" and body.start <= line.span.start < body.end for line in syntax.preprocessor_lines
            ),
            "stub": gate_module.is_stub(syntax, body),
            "function": function.name if function is not None else "",
            "else": arm.chain.has_else,
        }
        yield Fact("gate", syntax.source.place(arm.directive), data)


def _empty_kernels(syntax: SyntaxFile) -> Iterator[Fact]:
    """Kernels whose work is done on some arches only."""
    if "__global__" not in syntax.identifiers:
        return
    known = known_arches()
    for kernel in empty_bodies(syntax, known.values()):
        data = {
            "name": kernel.function,
            "served": [name for name in known if name in kernel.served],
            "stubbed": [name for name in known if name in kernel.stubbed],
        }
        yield Fact("empty_kernel", syntax.source.place(kernel.arm.directive), data)


def _superseded_asserts(syntax: SyntaxFile) -> Iterator[Fact]:
    data = syntax.source.data
    if b"assert" not in data and b"ASSERT" not in data and b"CHECK" not in data:
        return
    from hygon_lint.analysis.asserts import disabled_asserts

    for disabled in disabled_asserts(syntax):
        if disabled.successor is not None or disabled.needless:
            name = disabled.assertion.name
            yield Fact("superseded_assert", syntax.source.place(disabled.assertion.span), {"name": name})


def _macros(syntax: SyntaxFile) -> Iterator[Fact]:
    """The project's macros that a file tests and defines."""
    tested = sorted(tested_macros(syntax))
    defined = sorted({one.name for one in syntax.defines})
    if tested or defined:
        yield Fact("macros", Place(syntax.source.path, 1, 1, 1, 1), {"tested": tested, "defined": defined})


def _named(syntax: SyntaxFile) -> Iterator[Fact]:
    path = syntax.source.path
    archs = archs_in_path(path)
    if archs:
        yield Fact("named", Place(path, 1, 1, 1, 1), {"what": "file", "name": path, "archs": list(archs)})
    for function in syntax.functions:
        archs = archs_in_name(function.name)
        if archs:
            yield Fact(
                "named",
                _name_place(syntax, function),
                {"what": "function", "name": function.name, "archs": list(archs)},
            )


def _name_place(syntax: SyntaxFile, function: FunctionExtent) -> Place:
    """Where the name of a function stands; templates and attributes may take the lines above it."""
    head = syntax.lexed.code[function.span.start : function.body.start]
    at = re.search(rb"\b" + re.escape(function.name.encode()) + rb"\s*\(", head)
    start = function.span.start + (at.start() if at is not None else 0)
    return syntax.source.place(Span(start, start))
