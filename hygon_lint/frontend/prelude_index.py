"""The index of a checkout's headers: which file declares which name, and which files a file's includes reach."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from functools import cached_property

import msgspec

from hygon_lint.frontend.prelude_entry import Entry, entries_of, macro_entry, words
from hygon_lint.frontend.prelude_scan import scan
from hygon_lint.frontend.source import SourceText

MAX_REACH = 600  # files followed from one file's includes
_NO_FILE = -1
_TYPES = frozenset(("record", "template", "enum"))


class FileIndex(msgspec.Struct, frozen=True, gc=False):
    """What one file declares (in source order) and includes: cacheable by the hash of its text."""

    path: str
    entries: tuple[Entry, ...]
    includes: tuple[str, ...]


def index_file(source: SourceText) -> FileIndex:
    """Index one file."""
    return index_text(source.path, source.data.decode("utf-8", "replace"))


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
        self._resolved: dict[tuple[int, str], int] = {}
        self._reach: dict[int, tuple[int, ...]] = {}

    def __getstate__(self) -> list[FileIndex]:
        return self.files

    def __setstate__(self, files: list[FileIndex]) -> None:
        self.__init__(files)  # type: ignore[misc]

    @cached_property
    def by_name(self) -> dict[str, list[tuple[int, int]]]:
        """Name -> (file number, entry number) of each declaration; operators under the types they take."""
        out: dict[str, list[tuple[int, int]]] = {}
        operators: list[tuple[int, int]] = []
        types: set[str] = set()
        for number, file in enumerate(self.files):
            for position, entry in enumerate(file.entries):
                if entry.name.startswith("operator"):
                    operators.append((number, position))
                    continue
                out.setdefault(entry.name, []).append((number, position))
                for name in entry.provides:
                    out.setdefault(name, []).append((number, position))
                if entry.kind in _TYPES:
                    types.add(entry.name)
        for at in operators:
            head = self.files[at[0]].entries[at[1]].text.split("{")[0]
            for name in words(head[head.find("operator") :]) & types:
                out[name].append(at)
        return out

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
            for spelt in file.includes:
                target = self.resolve(file.path, spelt)
                if target != _NO_FILE:
                    out.setdefault(target, []).append(number)
        return out

    def resolve(self, includer: str, spelt: str) -> int:
        """The file that an include line of `includer` most likely means; -1 when the checkout has none."""
        folder = posixpath.dirname(includer)
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
                score = (shared_folders(path, includer), -len(path))
                if score > best_score:
                    best, best_score = number, score
        return best

    def reach(self, path: str, includes: Iterable[str]) -> list[int]:
        """File numbers that `includes` of `path` reach, each after what it includes itself."""
        order: list[int] = []
        seen: set[int] = set()
        own = self.numbers.get(path, _NO_FILE)
        seen.add(own)
        for spelt in includes:
            target = self.resolve(path, spelt)
            if target != _NO_FILE:
                self._visit(target, seen, order)
        return order

    def _visit(self, start: int, seen: set[int], order: list[int]) -> None:
        stack: list[tuple[int, int]] = [(start, 0)]
        if start in seen:
            return
        seen.add(start)
        while stack:
            number, position = stack.pop()
            targets = self._targets(number)
            while position < len(targets) and targets[position] in seen:
                position += 1
            if position < len(targets) and len(seen) < MAX_REACH:
                seen.add(targets[position])
                stack.append((number, position + 1))
                stack.append((targets[position], 0))
            else:
                order.append(number)

    def _targets(self, number: int) -> tuple[int, ...]:
        found = self._reach.get(number)
        if found is None:
            file = self.files[number]
            targets = (self.resolve(file.path, spelt) for spelt in file.includes)
            found = self._reach[number] = tuple(target for target in targets if target != _NO_FILE)
        return found

    def around(self, path: str, limit: int = 2) -> list[int]:
        """Files that stand before `path` wherever it is included: for headers that rely on their includer."""
        own = self.numbers.get(path, _NO_FILE)
        order: list[int] = []
        seen: set[int] = {own}
        level = [own]
        for _ in range(limit):
            level = [number for target in level for number in self._includers.get(target, ())[:4]]
            for number in level:
                self._visit(number, seen, order)
        return order


def shared_folders(left: str, right: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for a, b in zip(left.split("/")[:-1], right.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
