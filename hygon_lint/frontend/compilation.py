"""How the files of a checkout are compiled: the compile database, and which real headers are read.

By default no header is read but through the index of declarations. Where includes are followed, they are found and read
here, never by clang: each include line is made to name a text that is handed to it. So a source or a database cannot
make clang open a file that lies outside the folders that are allowed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from hygon_lint.frontend.compile_commands import NAME, CompileDb, read_compile_commands
from hygon_lint.frontend.compile_flags import Flags

if TYPE_CHECKING:
    from hygon_lint.frontend.directives import Include
    from hygon_lint.frontend.prelude_index import FileIndex, Index
    from hygon_lint.frontend.source import SourceText, Span

NONE, PROJECT, FULL = "none", "project", "full"
MOST_HEADERS = 3000
MOST_BYTES = 64 << 20
_LARGEST = 8 << 20  # bytes of one header
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Header(msgspec.Struct, frozen=True):
    """A header as clang is to read it: `name` is what include lines call it, `path` where it stands."""

    name: str
    path: str
    text: bytes
    index: FileIndex
    words: frozenset[str]


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """The headers that a file's includes reach."""

    headers: tuple[Header, ...] = ()
    lines: dict[int, str] = {}  # start of an include line of the file -> the name that it is to say
    forced: tuple[str, ...] = ()  # names of headers to include before the file
    missing: tuple[str, ...] = ()  # "..." headers that were not found
    cut: bool = False  # there are more than are read

    def stamp(self) -> str:
        """A digest of all that clang is given of them."""
        state = hashlib.blake2b(digest_size=12)
        for header in self.headers:
            state.update(f"{header.name}\0{header.path}\0".encode("utf-8", "backslashreplace"))
            state.update(hashlib.blake2b(header.text, digest_size=12).digest())
        state.update(repr((sorted(self.lines.items()), self.forced, self.missing)).encode())
        return state.hexdigest()


class Compilation(msgspec.Struct, frozen=True, kw_only=True):
    """What a run knows of how its files are compiled. Sent to each worker once."""

    root: str = ""
    includes: str = NONE
    db: CompileDb | None = None

    @property
    def follows(self) -> bool:
        """Whether real headers are read."""
        return self.includes != NONE

    def flags(self, name: str) -> Flags:
        """The flags of a file of the checkout."""
        return self.db.of(name) if self.db is not None else Flags()

    def follow(self, source: SourceText, project: Index | None) -> Followed | None:
        """The headers of a file; None when none are to be read."""
        return _Walk(self, source, project).run() if self.follows else None

    def refused(self) -> Iterator[str]:
        """What the database asks for that may not be read, in words."""
        if self.db is None:
            return
        every = (self.db.common, *self.db.flags.values())
        forced = dict.fromkeys(file for one in every for file in one.forced)
        for file in forced:
            if not _within(file, (self.root,)):
                yield f"{self.db.path}: -include {file} refused: it leaves the checkout"
        if self.includes == PROJECT:
            for folder in dict.fromkeys(folder for one in every for folder in (*one.folders, *one.quoted)):
                if not _within(folder, (self.root,)):
                    yield f"{self.db.path}: header folder {folder} refused: it leaves the checkout (--includes full)"


def find_compilation(root: str, includes: str, given: str, *, search: bool) -> tuple[Compilation, tuple[str, ...]]:
    """The compilation of a checkout, and what is to be said of it.

    `given` is a database that the user named; else, with `search`, one at the root is taken. Raises OSError when the
    one that was named cannot be read.
    """
    path = given or os.path.join(root, NAME)
    db: CompileDb | None = None
    notes: list[str] = []
    if given:
        db = read_compile_commands(given, os.path.relpath(given), root)
    elif search and os.path.isfile(path):
        if _within(path, (root,)):
            try:
                db = read_compile_commands(path, NAME, root)
            except OSError as error:
                notes.append(f"{NAME}: cannot be read: {error.strerror}")
        else:
            notes.append(f"{NAME}: a link that leaves the checkout, not read")
    compilation = Compilation(root=root, includes=includes, db=db)
    return compilation, (*notes, *(db.notes if db is not None else ()), *compilation.refused())


class _Walk:
    """From a file through its includes, depth first."""

    def __init__(self, compilation: Compilation, source: SourceText, project: Index | None) -> None:
        self._root = compilation.root
        self._source = source
        self._project = project
        self._flags = compilation.flags(source.path)
        self._own = os.path.realpath(os.path.join(self._root, source.path))
        self._allowed: tuple[str, ...] = (self._root,)
        if compilation.includes == FULL:
            self._allowed += tuple(os.path.realpath(one) for one in (*self._flags.folders, *self._flags.quoted))
        self._names: dict[str, str] = {}  # path -> name, in the order found
        self._todo: list[str] = []
        self._missing: dict[str, None] = {}
        self._bytes = 0
        self._cut = False

    def run(self) -> Followed:
        """The headers, each once."""
        from hygon_lint.frontend.syntax import parse

        forced = [self._named(path) for path in self._flags.forced if _within(path, (self._root,))]
        lines = {}
        for include in parse(self._source).includes:
            name = self._find(self._own, include)
            if name:
                lines[include.span.start] = name
        headers = []
        while self._todo:
            path = self._todo.pop()
            found = _read(path, *_state(path))
            if found is None:
                continue
            self._bytes += len(found.source.data)
            names = {include.span: self._find(path, include) for include in found.includes}
            names.update((span, "") for span in found.disobeyed)
            headers.append(Header(self._names[path], path, self._text(found, names), self._index(found), found.words))
        return Followed(
            headers=tuple(headers),
            lines=lines,
            forced=tuple(name for name in forced if name),
            missing=tuple(self._missing),
            cut=self._cut,
        )

    def _text(self, found: _Read, names: Mapping[Span, str]) -> bytes:
        from hygon_lint.frontend.obeyed import closed

        return closed(renamed(found.source.data, names), {span.start for span, name in names.items() if name})

    def _index(self, found: _Read) -> FileIndex:
        number = self._project.numbers.get(found.source.path, -1) if self._project is not None else -1
        return self._project.files[number] if self._project is not None and number >= 0 else found.index

    def _find(self, includer: str, include: Include) -> str:
        """The name of the header that an include line means, "" when it is not to be had."""
        if not include.target or "\0" in include.target or os.path.isabs(include.target):
            return ""
        for candidate in self._candidates(includer, include):
            path = os.path.realpath(candidate)
            if _within(path, self._allowed) and _state(path)[0] >= 0:
                return self._named(path) if path != self._own else ""
        if not include.system:
            self._missing[include.target] = None
        return ""

    def _candidates(self, includer: str, include: Include) -> Iterator[str]:
        target = include.target
        if not include.system:
            yield os.path.join(os.path.dirname(includer), target)
            yield from (os.path.join(folder, target) for folder in self._flags.quoted)
        yield from (os.path.join(folder, target) for folder in self._flags.folders)
        if self._project is not None:
            number = self._project.resolve(os.path.relpath(includer, self._root), target)
            if number >= 0:
                yield os.path.join(self._root, self._project.files[number].path)
        yield os.path.join(self._root, target)
        yield os.path.join(self._root, "include", target)

    def _named(self, path: str) -> str:
        path = os.path.realpath(path)
        if path in self._names:
            return self._names[path]
        if _state(path)[0] < 0:
            return ""
        if len(self._names) >= MOST_HEADERS or self._bytes > MOST_BYTES:
            self._cut = True
            return ""
        self._todo.append(path)
        self._names[path] = _short(len(self._names))
        return self._names[path]


def renamed(data: bytes, names: Mapping[Span, str]) -> bytes:
    """A text whose include lines say other names, in place; those without a name, or without room for it, are blank."""
    out = bytearray(data)
    for span, name in names.items():
        line = f'#include"{name}"'.encode() if name else b""
        if len(line) > span.end - span.start:
            line = b""
        for i in range(span.start, span.end):
            at = i - span.start
            if at < len(line):
                out[i] = line[at]
            elif out[i] not in b"\r\n":
                out[i] = 0x20
    return bytes(out)


def _short(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _within(path: str, folders: tuple[str, ...]) -> bool:
    """Whether a file or folder, links followed, lies in one of the folders."""
    whole = os.path.realpath(path)
    return any(whole == folder or whole.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders)


class _Read(msgspec.Struct, frozen=True):
    source: SourceText
    includes: tuple[Include, ...]
    disobeyed: tuple[Span, ...]
    index: FileIndex
    words: frozenset[str]


def _state(path: str) -> tuple[int, int]:
    """Size and time of a file that may be read; a negative size for what may not."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return -1, 0
    fits = stat.S_ISREG(found.st_mode) and found.st_size <= _LARGEST
    return (found.st_size, found.st_mtime_ns) if fits else (-1, 0)


@lru_cache(maxsize=2 * MOST_HEADERS)
def _read(path: str, size: int, changed: int) -> _Read | None:
    """A header with its include lines; None for what cannot be read or is no text. Size and time tell versions."""
    from hygon_lint.frontend.decode import DecodeError, decode
    from hygon_lint.frontend.obeyed import disobeyed
    from hygon_lint.frontend.prelude_entry import words
    from hygon_lint.frontend.prelude_index import index_file
    from hygon_lint.frontend.prelude_scan import without_comments
    from hygon_lint.frontend.syntax import parse

    del changed
    try:
        with open(path, "rb") as handle:
            source = decode(path, handle.read(max(size, 0)))
    except (OSError, DecodeError):
        return None
    used = frozenset(words(without_comments(source.data.decode("utf-8", "replace"))))
    syntax = parse(source)
    return _Read(source, tuple(syntax.includes), tuple(disobeyed(syntax)), index_file(source), used)
