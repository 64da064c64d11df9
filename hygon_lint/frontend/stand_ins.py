"""Which struct of the checkout stands for a template parameter: `template <typename Params> ... const Params &params`.

Kernels take their parameter struct as a template parameter, which leaves every member of it without a type. Where all
members that a file reads of such a parameter are members of one struct whose name shares a word with the parameter's,
that struct is taken for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from hygon_lint.frontend.prelude_entry import Entry, words
from hygon_lint.frontend.prelude_index import Index

PREFIX = "__hl_stands_for_"
_TYPE_PARAMETER = re.compile(r"\b(?:typename|class)\s+([A-Za-z_]\w*)\s*(?=[,>=])")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_STRUCT_WORDS = frozenset(("params", "param", "parameters", "args", "arguments", "kargs", "problem", "desc", "config"))
_BASES = re.compile(r"^[^{]*?:\s*([^{]*)\{")
_FEWEST = 4  # members that must be read before they say anything


def stand_ins(text: str, project: Index) -> dict[str, Entry]:
    """The structs that stand for the type parameters of a file's templates, by the parameter's name."""
    out: dict[str, Entry] = {}
    for name in sorted({found for found in _TYPE_PARAMETER.findall(text) if _struct_words(found)}):
        members = _members_read(text, name)
        if len(members) < _FEWEST:
            continue
        fitting = [
            entry
            for entry in project.structs
            if _struct_words(entry.name) & _struct_words(name) and members <= _members(entry, project)
        ]
        if fitting:
            out[name] = min(fitting, key=lambda entry: (len(_members(entry, project)), entry.qualified))
    return out


def lines(found: dict[str, Entry]) -> str:
    """The declarations that tell the parser."""
    return "".join(f"typedef ::{entry.qualified} {PREFIX}{name};\n" for name, entry in sorted(found.items()))


@cache
def _struct_words(name: str) -> frozenset[str]:
    plain = {word.lower() for word in _WORD.findall(name)} & _STRUCT_WORDS
    return frozenset({"params" if word in ("param", "parameters") else word for word in plain})


def _members_read(text: str, name: str) -> set[str]:
    """The data members that are read of parameters of a type."""
    variables = set(re.findall(rf"\b{name}\s*(?:const\s*)?&?\s*([A-Za-z_]\w*)\s*[,)]", text))
    out: set[str] = set()
    for variable in variables:
        out.update(re.findall(rf"\b{variable}\s*(?:\.|->)\s*([A-Za-z_]\w*)\b(?!\s*[(<])", text))
    return out


def _members(entry: Entry, project: Index, depth: int = 0) -> set[str]:
    """The words of a struct and of its bases: its members are among them."""
    found = words(entry.text)
    if depth < 3:
        for base in _bases(entry):
            for file, position in project.by_name.get(base, ()):
                other = project.files[file].entries[position]
                if other.kind == "record":
                    found = found | _members(other, project, depth + 1)
    return found


def _bases(entry: Entry) -> Iterator[str]:
    match = _BASES.match(entry.text)
    if match is not None:
        for word in re.findall(r"[\w:]+", match.group(1)):
            if word not in ("public", "private", "protected", "virtual"):
                yield word.rpartition("::")[2]
