"""The project prelude: for one file, the declarations of the checkout (and of the bundled shims) that it needs.

Includes are never followed by clang. The identifiers of the file are looked up in an index of the checkout's headers,
preferring what its includes reach, then in the index of the shims; the declarations found bring in what they name
themselves, up to a limit. They are written in the order the includes would have brought them, in their namespaces and
under their conditions, with their bodies taken out. What the file defines itself is left out: its own text wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from functools import cache
from typing import TYPE_CHECKING, Protocol

from hygon_lint.frontend.directives import is_foreign
from hygon_lint.frontend.obeyed import BOTH_SIDES_BEGIN, BOTH_SIDES_END, obeyed
from hygon_lint.frontend.prelude_entry import Entry, words
from hygon_lint.frontend.prelude_index import FileIndex, Index, index_file, index_text, shared_folders
from hygon_lint.frontend.prelude_known import Known, plain_scope, qualified, signature_of
from hygon_lint.frontend.prelude_scan import without_comments
from hygon_lint.frontend.prelude_words import opened
from hygon_lint.frontend.shims.builtins import BUILTIN, declaration
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.stand_ins import lines, stand_ins

if TYPE_CHECKING:
    from hygon_lint.frontend.compilation import Header

_Queue = list[tuple[str, int, int]]  # (word, depth, 0 mentioned by a shim | 1 by the project)

MAX_TEXT = 300_000  # characters of one header
MAX_DEPTH = 6
_FULL_TEMPLATE = (20_000, 6_000, 4_000)  # how long a class template may be to be shown whole, by depth
_FULL_RECORD = (40_000, 8_000, 4_000)
_NOMINATES = re.compile(r"\busing\s+namespace\s+(?:::)?([\w:]+)")
_MEMBERS = re.compile(r"(?:\.|->)\s*([A-Za-z_]\w*)")
_DEFINES = frozenset(("record", "template", "alias", "enum", "variable", "using", "macro", "namespace"))


class HasSource(Protocol):
    """A syntax file: all that is needed of it is its text."""

    @property
    def source(self) -> SourceText:
        """The text."""


class Prelude:
    """The declarations of a checkout, ready to be picked from. Picklable."""

    def __init__(self, project: Index, shims: Index) -> None:
        self.project = project
        self.shims = shims
        self.known = Known(project, shims)

    def __getstate__(self) -> tuple[Index, Index]:
        return self.project, self.shims

    def __setstate__(self, state: tuple[Index, Index]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    @classmethod
    def build(cls, files: Iterable[SourceText | HasSource], shims: Index | None = None) -> Prelude:
        """Index the files of a checkout."""
        sources = (file if isinstance(file, SourceText) else file.source for file in files)
        return cls(Index(index_file(source) for source in sources), shims or bundled_shims())

    @classmethod
    def of_indexes(cls, files: Iterable[FileIndex], shims: Index | None = None) -> Prelude:
        """From files indexed before (in other processes, or from a cache)."""
        return cls(Index(files), shims or bundled_shims())

    def macro_lines(self, name: str) -> list[str]:
        """The `#define` lines of a macro anywhere in the checkout."""
        return _macro_lines(self.project, name)

    def bundled_macro_lines(self, name: str) -> list[str]:
        """The same of the shims."""
        return _macro_lines(self.shims, name)

    def macros_among(self, names: set[str]) -> set[str]:
        """Those of some names that are macros somewhere in the checkout or in the shims."""
        return (names & self.project.macros) | (names & self.shims.macros)

    def has_header(self, includer: str, spelt: str) -> bool:
        """Whether the checkout has the file that an include line means, and all of a project that this includes."""
        start = self.project.resolve(includer, spelt)
        seen = {start}
        stack = [start]
        while stack:
            number = stack.pop()
            if number < 0:
                return False
            file = self.project.files[number]
            for target in (self.project.resolve(file.path, one) for one, _ in file.includes if not is_foreign(one)):
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        return True

    def header_for(
        self, file: SourceText | HasSource, wanted: frozenset[str] = frozenset(), read: Sequence[Header] = ()
    ) -> str:
        """The header to force-include before the file.

        `wanted` are names that clang asked for: they are looked up in the whole checkout and shown whole. `read` are
        files that clang is given themselves: what they declare is left out, and what they use is brought.
        """
        source = file if isinstance(file, SourceText) else file.source
        clean = without_comments(source.data.decode("utf-8", "replace"))
        standing = stand_ins(clean, self.project) if "template" in clean else {}
        names = frozenset(entry.qualified for entry in standing.values())
        return obeyed(_Selection(self, source, wanted | names, read).run()) + lines(standing)


def _macro_lines(index: Index, name: str) -> list[str]:
    entries = (index.files[file].entries[entry] for file, entry in index.by_name.get(name, ()))
    return [entry.text for entry in entries if entry.kind == "macro"]


@cache
def bundled_shims() -> Index:
    """The index of the declarations that come with the program."""
    from hygon_lint.frontend.shims import library_texts

    return Index(index_text(path, text) for path, text in library_texts())


class _Selection:
    """Picks the entries for one file."""

    def __init__(
        self, prelude: Prelude, source: SourceText, wanted: frozenset[str], read: Sequence[Header] = ()
    ) -> None:
        self._known = prelude.known
        self._queued: tuple[set[str], set[str]] = (set(), set())  # words looked up in the shims, in the project
        self._shims = prelude.shims
        self._project = prelude.project
        text = source.data.decode("utf-8", "replace")
        number = self._project.numbers.get(source.path)
        own = self._project.files[number] if number is not None else index_text(source.path, text)
        self._own_number = -1 if number is None else number
        self._source_path = source.path
        self._wanted: dict[str, set[str]] = {}  # name -> the namespaces it was asked for in ("": any)
        for name in wanted:
            space, _, last = name.rpartition("::")
            self._wanted.setdefault(last, set()).add(space)
        self._own_defines: set[str] = set()
        self._own_functions: set[tuple[str, str]] = set()
        self._own_names = {entry.name for entry in own.entries}
        for entry in (*own.entries, *(entry for header in read for entry in header.index.entries)):
            if entry.kind in _DEFINES:
                scope = plain_scope(entry.scope)
                self._own_defines.update("::".join((*scope, name)) for name in (entry.name, *entry.provides))
            elif entry.kind == "function":
                self._own_functions.add((qualified(entry), signature_of(entry)))
        reach = self._project.reach(source.path, _plain_when_single(own.includes))
        self._rank = {file: rank for rank, file in enumerate(reach)}
        self._sure = self._project.surely(source.path, own.includes)
        self._under = {file: conditions for file, conditions in reach.items() if conditions}
        for file in self._project.around(source.path):
            self._rank.setdefault(file, len(self._rank))
        # Elsewhere in the checkout a namespace may be written once more, in a copy or for tests: that is another.
        known = self._rank if number is None else (*self._rank, number)
        self._own_spaces = frozenset[str]().union(*map(self._project.spaces_of, known))
        for header in read:
            self._rank.pop(self._project.numbers.get(header.index.path, -1), None)
        clean = without_comments(text)
        self._nominated = set(_NOMINATES.findall(clean))
        self._members = set(_MEMBERS.findall(clean))
        self._words = words(clean) | self._wanted.keys()
        self._words.update(*(header.words for header in read))
        scopes = {scope for scopes in self._wanted.values() for scope in scopes if scope}
        self._words.update(scopes)
        self._own_spaces_named = scopes.union(
            opened(clean), *(opened(header.text.decode("utf-8", "replace")) for header in read)
        )
        self._mentioned: set[str] = set(self._words)
        self._opened: set[str] = set()  # namespaces that something stands in or names
        self._chosen: dict[tuple[int, int, int], bool] = {}  # (0 shim | 1 project, file or rank, entry) -> whole
        self._taken: dict[str, tuple[int, int]] = {}  # qualified name -> the (origin, file) that gave it
        self._waiting: dict[str, list[tuple[int, int, int, int]]] = {}  # type -> operators for it
        self._closed: dict[str, list[tuple[int, int, int, int]]] = {}  # namespace -> what stands in it
        self._given: dict[tuple[str, str], tuple[int, int, int]] = {}  # function -> who declares it
        self._size = 0

    def run(self) -> str:
        queue: _Queue = []
        self._open(self._own_spaces_named, queue)
        self._directives(queue)
        self._enqueue(self._known.apart(self._words), 0, queue)
        position = 0
        while position < len(queue) and self._size < MAX_TEXT:
            word, depth, origin = queue[position]
            position += 1
            self._mentioned.add(word)
            for waiting in self._waiting.pop(word, ()):
                self._take(*waiting[:3], min(waiting[3], depth), queue)
            self._look_up(word, depth, origin, queue)
        return self._write()

    def _enqueue(
        self, names: tuple[frozenset[str], frozenset[str]], depth: int, queue: _Queue, origin: int = 1
    ) -> None:
        """Words to look up, each once: the first mention of one is the nearest. Nothing hangs on the others.

        What a shim (`origin` 0) mentions is looked up among the shims alone: they stand before the project.
        """
        telling, others = names
        new = sorted(telling - self._queued[origin])
        self._queued[origin].update(new)
        self._mentioned.update(others)
        queue.extend([(word, depth, origin) for word in new])

    def _open(self, spaces: Set[str], queue: _Queue) -> None:
        """Namespaces that are named: what was looked up in them before comes in now."""
        for space in sorted(spaces - self._opened):
            self._opened.add(space)
            for origin, file, entry, at in self._closed.pop(space, ()):
                self._take(origin, file, entry, at, queue)

    def _directives(self, queue: _Queue) -> None:
        """Using-directives of the headers reached act on everything after them."""
        given: set[tuple[tuple[str, ...], str]] = set()
        for file in self._rank:
            for position, entry in enumerate(self._project.files[file].entries):
                if entry.kind == "directive" and (entry.scope, entry.name) not in given:
                    given.add((entry.scope, entry.name))
                    self._nominated.add(entry.name)
                    self._choose(1, file, position, True, 0, queue)

    def _look_up(self, word: str, depth: int, origin: int, queue: _Queue) -> None:
        if origin:
            self._look_up_in_project(word, depth, queue)
        if origin and word in self._queued[0]:
            return
        self._queued[0].add(word)
        for file, entry in self._shims.by_name.get(word, ()):
            scope = self._entry(0, file, entry).scope
            if not scope or scope[0] not in self._own_spaces:
                self._take(0, file, entry, depth, queue)

    def _look_up_in_project(self, word: str, depth: int, queue: _Queue) -> None:
        everywhere = word in self._wanted
        reached = [at for at in self._project.by_name.get(word, ()) if at[0] in self._rank]
        if everywhere:
            reached = self._anywhere(word, self._wanted[word]) or reached
        for file, entry in sorted(reached, key=lambda at: (at[0] not in self._sure, self._rank.get(at[0], 0), at[1])):
            self._take(1, file, entry, depth, queue)

    def _anywhere(self, word: str, scopes: set[str]) -> list[tuple[int, int]]:
        """Declarations of a name in the file nearest to ours that has it, which is then reached like an include."""
        found = []
        for file, position in self._project.by_name.get(word, ()):
            scope = plain_scope(self._entry(1, file, position).scope)
            if file != self._own_number and ("" in scopes or (scope and scope[-1] in scopes)):
                found.append((file, position))
        if any(file in self._rank for file, _ in found):
            return [at for at in found if at[0] in self._rank]
        if not found:
            return []
        nearest = min(found, key=lambda at: (-shared_folders(self._path(at[0]), self._source_path), at))[0]
        for file in self._project.reach(self._path(nearest), self._project.files[nearest].includes):
            self._rank.setdefault(file, len(self._rank))
        self._rank.setdefault(nearest, len(self._rank))
        return [at for at in found if at[0] == nearest]

    def _path(self, file: int) -> str:
        return self._project.files[file].path

    def _entry(self, origin: int, file: int, position: int) -> Entry:
        return (self._project if origin else self._shims).files[file].entries[position]

    def _take(self, origin: int, file: int, position: int, depth: int, queue: _Queue) -> None:
        key = (origin, file, position)
        entry = self._known.entry(key)
        scope, name = self._known.name(key)
        for part in scope:
            if part not in self._opened:
                self._closed.setdefault(part, []).append((origin, file, position, depth))
                return
        if entry.name.startswith("operator"):
            for name in self._known.operands(key):
                if name not in self._mentioned:
                    self._waiting.setdefault(name, []).append((origin, file, position, depth))
                    return
            name = self._known.name(key)[1]
        if entry.kind == "function":
            signature = (name, self._known.signature(key))
            with_body = (f"{name} {{" if entry.text.endswith("}") else name, signature[1])
            if signature in self._own_functions or self._given.setdefault(with_body, key) != key:
                return
        elif name in self._own_defines and entry.kind != "specialisation":
            return
        elif entry.kind == "macro" and origin and name in self._members:
            return  # what stands behind a dot is a member, whatever a header calls so
        if entry.kind in _DEFINES or entry.kind == "forward":
            taken = name if entry.kind != "forward" else f"{name} ;"
            giver = self._taken.setdefault(taken, (origin, file))
            if giver != (origin, file) and entry.kind != "namespace" and not (origin and self._under.get(file)):
                return
        elif entry.kind == "function" and origin == 0 and self._taken.get(name, (0, 0))[0] == 1:
            return
        elif entry.kind == "function":
            self._taken.setdefault(name, (origin, file))
        whole = origin == 0 or self._whole(entry, depth)
        self._choose(origin, file, position, whole, depth, queue)

    def _whole(self, entry: Entry, depth: int) -> bool:
        if not entry.short or entry.name in self._wanted:
            return True
        limits = _FULL_TEMPLATE if entry.kind == "template" else _FULL_RECORD
        return len(entry.text) <= limits[min(depth, len(limits) - 1)]

    def _choose(self, origin: int, file: int, position: int, whole: bool, depth: int, queue: _Queue) -> None:
        key = (origin, file, position)
        if self._chosen.get(key, False) >= whole and key in self._chosen:
            return
        self._chosen[key] = whole
        entry = self._entry(*key)
        text = entry.text if whole else entry.short
        self._size += len(text)
        if depth < MAX_DEPTH or origin == 0:
            step = 0 if entry.kind in ("alias", "function", "macro", "variable") else 1
            under = self._under.get(file, ()) if origin else ()
            *names, spaces = self._known.words(key, whole, under)
            self._open(spaces, queue)
            self._enqueue((names[0], names[1]), depth + step, queue, origin)

    # ------------------------------------------------------------ writing

    def _builtins(self) -> list[str]:
        names = sorted(word for word in self._mentioned if BUILTIN.fullmatch(word) and word not in self._own_names)
        return [text for name in names if (text := declaration(name)) is not None]

    def _write(self) -> str:
        def order(key: tuple[int, int, int]) -> tuple[int, int, int]:
            origin, file, position = key
            return (origin, file if origin == 0 else self._rank.get(file, -1), position)

        out = [nested_namespace(target) for target in sorted(self._nominated)]
        out.append(BOTH_SIDES_BEGIN)
        out.extend(self._builtins())
        scope: tuple[str, ...] = ()
        conditions: tuple[str, ...] = ()
        shims = True
        for key in sorted(self._chosen, key=order):
            entry = self._entry(*key)
            if shims and key[0] == 1:
                shims = False
                out.extend("}" for _ in scope)
                out.extend("#endif" for _ in conditions)
                scope, conditions = (), ()
                out.append(BOTH_SIDES_END)
            target = () if entry.kind == "macro" else entry.scope
            under = (*self._under.get(key[1], ()), *entry.conditions) if key[0] else entry.conditions
            if (target, under) != (scope, conditions):
                out.extend("}" for _ in scope)
                out.extend("#endif" for _ in conditions)
                out.extend(f"#if {condition}" for condition in under)
                out.extend(_opening(part) for part in target)
                scope, conditions = target, under
            out.append(entry.text if self._chosen[key] else entry.short)
        out.extend("}" for _ in scope)
        out.extend("#endif" for _ in conditions)
        if shims:
            out.append(BOTH_SIDES_END)
        return "\n".join((*out, ""))


def _plain_when_single(includes: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """A file's own includes: a condition over them only matters where others stand under another one."""
    found = list(includes)
    conditions = {condition for _, condition in found if condition}
    return found if len(conditions) > 1 else [(spelt, ()) for spelt, _ in found]


def _opening(part: str) -> str:
    return (
        f"inline namespace {part.removeprefix('inline ')} {{" if part.startswith("inline ") else f"namespace {part} {{"
    )


def nested_namespace(path: str) -> str:
    """An empty definition of a namespace, so that it may be nominated."""
    names = [name for name in path.split("::") if name]
    return " ".join(f"namespace {name} {{" for name in names) + " }" * len(names)
