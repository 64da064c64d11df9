"""The index of a checkout's headers: which file declares which name, and which files a file's includes reach."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

import msgspec

from hygon_lint.frontend.digraphs import without_digraphs
from hygon_lint.frontend.prelude_entry import Entry, entries_of, macro_entry, words
from hygon_lint.frontend.prelude_scan import scan
from hygon_lint.frontend.source import SourceText

OWN_NAMESPACE = 100  # a checkout with so many declarations in a namespace is where that namespace comes from
MAX_REACH = 600  # files followed from one file's includes
_NO_FILE = -1
_NOT_MACROS = frozenset(("defined", "true", "false", "and", "or", "not"))
_TYPES = frozenset(("record", "template", "enum"))


_Target = tuple[int, tuple[str, ...], bool]
"""A file that another one includes, the conditions of that, and whether nothing else decides about it."""


class FileIndex(msgspec.Struct, frozen=True, gc=False):
    """What one file declares (in source order) and includes: cacheable by the hash of its text."""

    path: str
    entries: tuple[Entry, ...]
    includes: tuple[tuple[str, tuple[str, ...]], ...]  # (spelt, conditions)


def index_file(source: SourceText) -> FileIndex:
    """Index one file."""
    return index_text(source.path, without_digraphs(source).data.decode("utf-8", "replace"))


def index_text(path: str, text: str) -> FileIndex:
    """Index a text that stands at `path`."""
    found = scan(text)
    entries = [macro_entry(macro) for macro in found.macros if macro.name not in found.undefined]
    for raw in found.declarations:
        entries.extend(entries_of(raw))
    entries.sort(key=lambda entry: entry.order)
    return FileIndex(path, tuple(entries), tuple(found.includes))


class Index:
    """All files of a checkout (or of the bundled shims). Picklable."""

    def __init__(self, files: Iterable[FileIndex]) -> None:
        self.files: list[FileIndex] = sorted(files, key=lambda file: file.path)
        self._resolved: dict[tuple[str, str], int] = {}  # (folder of the includer, as spelt) -> file number
        self._reach: dict[int, tuple[_Target, ...]] = {}
        self._spaces: dict[int, frozenset[str]] = {}

    def __getstate__(self) -> list[FileIndex]:
        return self.files

    def __setstate__(self, files: list[FileIndex]) -> None:
        self.__init__(files)  # type: ignore[misc]

    @cached_property
    def by_name(self) -> dict[str, list[tuple[int, int]]]:
        """Name -> (file number, entry number) of each declaration; operators under the types they take."""
        out: dict[str, list[tuple[int, int]]] = {}
        operators: list[tuple[int, int]] = []
        for number, file in enumerate(self.files):
            for position, entry in enumerate(file.entries):
                if entry.name.startswith("operator"):
                    operators.append((number, position))
                    continue
                out.setdefault(entry.name, []).append((number, position))
                for name in entry.provides:
                    out.setdefault(name, []).append((number, position))
        for at in operators:
            entry = self.files[at[0]].entries[at[1]]
            if '""' in entry.name:  # a literal operator: used by its suffix
                out.setdefault(entry.name.split('""')[1].strip(), []).append(at)
                continue
            head = entry.text.split("{")[0]
            for name in words(head[head.find("operator") :]) & self.types:
                out[name].append(at)
        return out

    @cached_property
    def types(self) -> frozenset[str]:
        """The names of all classes and enumerations, operators left out."""
        return frozenset(
            entry.name
            for file in self.files
            for entry in file.entries
            if entry.kind in _TYPES and not entry.name.startswith("operator")
        )

    @cached_property
    def structs(self) -> list[Entry]:
        """All plain structs and classes."""
        return [entry for file in self.files for entry in file.entries if entry.kind == "record"]

    @cached_property
    def own_spaces(self) -> frozenset[str]:
        """The outermost namespaces that come from this checkout: many of its declarations stand in them."""
        counts = Counter(entry.scope[0] for file in self.files for entry in file.entries if entry.scope)
        return frozenset(name for name, count in counts.items() if count >= OWN_NAMESPACE)

    def spaces_of(self, number: int) -> frozenset[str]:
        """Those of them that a file declares something in."""
        found = self._spaces.get(number)
        if found is None:
            names = {entry.scope[0] for entry in self.files[number].entries if entry.scope}
            found = self._spaces[number] = self.own_spaces.intersection(names)
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Path -> file number."""
        return {file.path: number for number, file in enumerate(self.files)}

    @cached_property
    def _by_base(self) -> dict[str, list[int]]:
        out: dict[str, list[int]] = {}
        for number, file in enumerate(self.files):
            out.setdefault(posixpath.basename(file.path), []).append(number)
        return out

    @cached_property
    def _includers(self) -> dict[int, list[int]]:
        out: dict[int, list[int]] = {}
        for number, file in enumerate(self.files):
            for spelt, _ in file.includes:
                target = self.resolve(file.path, spelt)
                if target != _NO_FILE:
                    out.setdefault(target, []).append(number)
        return out

    def resolve(self, includer: str, spelt: str) -> int:
        """The file that an include line of `includer` most likely means; -1 when the checkout has none."""
        key = (includer.rpartition("/")[0], spelt)
        found = self._resolved.get(key)
        if found is None:
            found = self._resolved[key] = self._resolve(*key)
        return found

    def _resolve(self, folder: str, spelt: str) -> int:
        beside = self.numbers.get(posixpath.normpath(posixpath.join(folder, spelt)))
        if beside is not None:
            return beside
        tail = posixpath.normpath(spelt)
        while tail.startswith("../"):
            tail = tail[3:]
        best, best_score = _NO_FILE, (-1, 0)
        for number in self._by_base.get(posixpath.basename(tail), ()):
            path = self.files[number].path
            if path == tail or path.endswith("/" + tail):
                score = (shared_folders(path, f"{folder}/"), -len(path))
                if score > best_score:
                    best, best_score = number, score
        return best

    def reach(self, path: str, includes: Iterable[tuple[str, tuple[str, ...]]]) -> dict[int, tuple[str, ...]]:
        """Files that `includes` of `path` reach, each after what it includes itself, with the conditions on its way."""
        order: dict[int, tuple[str, ...]] = {}
        seen = {self.numbers.get(path, _NO_FILE)}
        for spelt, conditions in sorted(includes, key=lambda include: bool(self._real(include[1]))):
            target = self.resolve(path, spelt)
            if target != _NO_FILE:
                self._visit(target, self._real(conditions), seen, order)
        return order

    def surely(self, path: str, includes: Iterable[tuple[str, tuple[str, ...]]]) -> set[int]:
        """Of the files that `reach` gives, those that no condition stands before which only a build decides."""
        stack = [self.resolve(path, spelt) for spelt, conditions in includes if self._real(conditions) == conditions]
        found: set[int] = set()
        while stack and len(found) < MAX_REACH:
            number = stack.pop()
            if number != _NO_FILE and number not in found:
                found.add(number)
                stack.extend(target for target, _, sure in self._targets(number) if sure)
        return found

    def _real(self, conditions: tuple[str, ...]) -> tuple[str, ...]:
        """The conditions that the checkout itself can decide: the others are taken to hold."""
        return tuple(c for c in conditions if all(name in self.macros for name in words(c) - _NOT_MACROS))

    @cached_property
    def macros(self) -> set[str]:
        """The names of all macros."""
        return {entry.name for file in self.files for entry in file.entries if entry.kind == "macro"}

    def _visit(
        self, start: int, conditions: tuple[str, ...], seen: set[int], order: dict[int, tuple[str, ...]]
    ) -> None:
        if start in seen:
            return
        seen.add(start)
        stack: list[tuple[int, tuple[str, ...], int]] = [(start, conditions, 0)]
        while stack:
            number, above, position = stack.pop()
            targets = self._targets(number)
            while position < len(targets) and targets[position][0] in seen:
                position += 1
            if position < len(targets) and len(seen) < MAX_REACH:
                target, own, _ = targets[position]
                seen.add(target)
                stack.append((number, above, position + 1))
                stack.append((target, above + tuple(c for c in own if c not in above), 0))
            else:
                order[number] = above

    def _targets(self, number: int) -> tuple[_Target, ...]:
        found = self._reach.get(number)
        if found is None:
            file = self.files[number]
            targets = []
            for spelt, conditions in file.includes:
                real = self._real(conditions)
                targets.append((self.resolve(file.path, spelt), real, real == conditions))
            targets.sort(key=lambda target: bool(target[1]))
            found = self._reach[number] = tuple(target for target in targets if target[0] != _NO_FILE)
        return found

    def around(self, path: str, limit: int = 2) -> Iterable[int]:
        """Files that stand before `path` wherever it is included: for headers that rely on their includer."""
        own = self.numbers.get(path, _NO_FILE)
        order: dict[int, tuple[str, ...]] = {}
        seen: set[int] = {own}
        level = [own]
        for _ in range(limit):
            level = [number for target in level for number in self._includers.get(target, ())[:4]]
            for number in level:
                self._visit(number, (), seen, order)
        return order


def shared_folders(left: str, right: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for a, b in zip(left.split("/")[:-1], right.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
