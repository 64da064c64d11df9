"""What was worked out about declarations for one file and holds for all: names, signatures, and the words they use."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

from hygon_lint.frontend.prelude_entry import Entry, words
from hygon_lint.frontend.prelude_index import Index
from hygon_lint.frontend.prelude_words import opened, operands, outer_words

Key = tuple[int, int, int]  # (0 shim | 1 project, file, entry)
Words = tuple[frozenset[str], frozenset[str], frozenset[str]]  # those that name something, others, namespaces


class Known:
    """What was worked out about entries for one file and holds for all: their names, signatures and words."""

    def __init__(self, project: Index, shims: Index) -> None:
        self._files = (shims.files, project.files)
        self._project, self._shims = project, shims
        self._names: dict[Key, tuple[tuple[str, ...], str]] = {}
        self._signatures: dict[Key, str] = {}
        self._words: dict[tuple[Key, bool, tuple[str, ...]], Words] = {}
        self._operands: dict[Key, frozenset[str]] = {}

    @cached_property
    def _telling(self) -> set[str]:
        """Words that name a declaration or a namespace."""
        scopes = {
            part
            for index in (self._project, self._shims)
            for file in index.files
            for e in file.entries
            for part in e.scope
        }
        return {*self._project.by_name, *self._shims.by_name, *plain_scope(tuple(scopes))}

    def apart(self, names: Set[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Those of some words that name a declaration or a namespace, and the others."""
        telling = frozenset(names & self._telling)
        return telling, frozenset(names - telling)

    def entry(self, key: Key) -> Entry:
        """The entry itself."""
        origin, file, position = key
        return self._files[origin][file].entries[position]

    def name(self, key: Key) -> tuple[tuple[str, ...], str]:
        """An entry's namespaces, and its name with them."""
        found = self._names.get(key)
        if found is None:
            entry = self.entry(key)
            scope = plain_scope(entry.scope)
            found = self._names[key] = scope, "::".join((*scope, entry.name))
        return found

    def signature(self, key: Key) -> str:
        """See `signature_of`."""
        found = self._signatures.get(key)
        if found is None:
            found = self._signatures[key] = signature_of(self.entry(key))
        return found

    def words(self, key: Key, whole: bool, under: tuple[str, ...]) -> Words:
        """What an entry brings in where it is included under some conditions: its identifiers and namespaces."""
        found = self._words.get((key, whole, under))
        if found is None:
            entry = self.entry(key)
            text = entry.text if whole else entry.short
            names = outer_words(text).union(*map(words, (*entry.conditions, *under)))
            scope = plain_scope(entry.scope)
            found = self._words[key, whole, under] = (*self.apart(names.union(scope)), opened(text).union(scope))
        return found

    def operands(self, key: Key) -> frozenset[str]:
        """The types that an operator is for, as far as they are declared anywhere."""
        found = self._operands.get(key)
        if found is None:
            index = self._project if key[0] else self._shims
            found = self._operands[key] = operands(self.entry(key).text) & index.types
        return found


def plain_scope(scope: tuple[str, ...]) -> tuple[str, ...]:
    """The namespaces of a scope without the word inline and without unnamed ones."""
    return tuple(part.removeprefix("inline ") for part in scope if part)


def qualified(entry: Entry) -> str:
    """An entry's name with its namespaces."""
    return "::".join((*plain_scope(entry.scope), entry.name))


def signature_of(entry: Entry) -> str:
    """A function's head without blanks and body, to tell a repeated declaration from an overload."""
    return "".join(entry.text.split("{")[0].rstrip("; \n").split())
