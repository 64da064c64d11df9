"""Conditions of host code judged for one arch and one type of data."""

from __future__ import annotations

import re

from hygon_lint.analysis.causal import last_name
from hygon_lint.analysis.terms import Term, bare, compute
from hygon_lint.analysis.truth import Oracle, truth
from hygon_lint.model.arches import known_arches
from hygon_lint.model.comparisons import MIRRORED
from hygon_lint.model.families import words_of
from hygon_lint.model.host import table
from hygon_lint.project.names import archs_in_name
from hygon_lint.project.wording import turned_round

_STRING = re.compile(r"['\"](gfx\w+)")
_ARCH_WORDS = frozenset(("arch", "archid", "gfx", "gcn", "isa", "gfxip", "gfxver", "gcnarch", "device", "chip"))
_READING = frozenset(("stoi", "stol", "atoi", "strtol", "stoul"))  # the digits of the arch's name as a number
_TYPE_WORDS = frozenset(("dtype", "scalar", "scalartype", "type"))


def suppose(arch: str, dtype: str = "") -> Oracle:
    """What holds on an arch, for a type of data (a key of `[scalar_types]` in host.toml; "": any)."""
    numbers = known_arches()[arch].numbers

    def oracle(term: Term) -> bool | None:
        if term.op == "call":
            return _helper(term, arch)
        if term.op not in MIRRORED or len(term.args) != 2:
            return None
        left, right = (_chosen(bare(side), oracle) for side in term.args)
        op = term.op
        if left.op == "const" or _text(left):
            left, right, op = right, left, MIRRORED[op]
        text = _text(right)
        if text:
            named = _STRING.match(text)
            return (named[1] == arch) == (op == "==") if named is not None and op in ("==", "!=") else None
        if right.op != "const" or right.value is None:
            return None
        if left.op == "const" and left.value is not None:
            return bool(compute(op, left.value, right.value))
        words = set(words_of(last_name(left)))
        if (words & _ARCH_WORDS or words & _READING) and numbers and right.value > 99:
            return bool(compute(op, numbers[0], right.value))
        if words & _TYPE_WORDS and dtype and right.value in table()["scalar_types"].values():
            return bool(compute(op, table()["scalar_types"][dtype], right.value))
        return None

    return oracle


def _chosen(term: Term, oracle: Oracle) -> Term:
    """A value with the choices in it made, as far as the oracle can tell."""
    while term.op == "select":
        held = truth(term.args[0], oracle)
        if held is None:
            break
        term = bare(term.args[1 if held else 2])
    return term


def _helper(term: Term, arch: str) -> bool | None:
    """`is_gfx938()`: true on the arches of its name."""
    name = last_name(term)
    named = archs_in_name(name)
    if not named or turned_round(name) or words_of(name)[0] not in ("is", "on", "has", "isa"):
        return None
    return arch in named


def _text(term: Term) -> str:
    """A string constant, also as a std::string."""
    while term.op != "float" and len(term.args) == 1:
        term = bare(term.args[0])
    if term.op == "float" and term.args:
        return _text(term.args[0])
    return term.name if term.op == "float" and term.name[:1] in "'\"" else ""
