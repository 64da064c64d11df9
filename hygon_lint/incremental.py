"""The map step with a memory: what was analysed before, and still holds, is not analysed again.

A result is kept under a key of everything it was made from: the file, the declarations its includes reach, the rules,
the arches, and this program; what it asked of the whole project is asked again before it is used. While nothing of
the project has changed, one look at a shorter key finds it, and no declarations need to be read at all.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hygon_lint.asked import answer
from hygon_lint.finding import FileResult
from hygon_lint.frontend.prelude_index import FileIndex
from hygon_lint.job import Context, Failure, Job, MapStep, analyse, digest_of, index
from hygon_lint.reading import read_regular

if TYPE_CHECKING:
    from hygon_lint.cache import Cache
    from hygon_lint.frontend.prelude import Prelude
    from hygon_lint.frontend.prelude_index import Index

_PACK = msgspec.msgpack.Encoder()
_RESULT = msgspec.msgpack.Decoder(FileResult)
_INDEX = msgspec.msgpack.Decoder(FileIndex)
_INDEXES = msgspec.msgpack.Decoder(list[FileIndex])
_KEPT_AT_ONCE = 200


def packed(job: Job, context: Context) -> bytes:
    """`analyse`, with its result as it is kept: a result that was read back is the same in every way."""
    return _PACK.encode(analyse(job, context))


def packed_index(job: Job, context: Context) -> bytes | None:
    """`index`, likewise."""
    found = index(job, context)
    return _PACK.encode(found) if found is not None else None


class Run:
    """One run over `jobs`; `around` are further files whose declarations count."""

    def __init__(
        self, jobs: Sequence[Job], around: Sequence[Job], context: Context, mapper: MapStep, cache: Cache | None
    ) -> None:
        self._jobs = jobs
        self._all = [*jobs, *around]
        self._context = context
        self._mapper = mapper
        self._cache = cache if cache is not None and not context.profile else None
        self._digests: dict[str, str] = {}
        self._salt = b""
        self._state = b""
        if self._cache is not None:
            self._salt = _salt(context)
            self._digests = {job.name: digest for job in self._all if (digest := _digest(job, context))}

    def results(self) -> Iterator[FileResult]:
        """One result a job, in no order."""
        left = {job.name: job for job in self._jobs}
        if self._cache is not None and not self._context.compilation.follows:  # headers may lie outside the project
            for job, result in self._unchanged():
                del left[job.name]
                yield result
        if not left:
            return
        prelude, stamps = self._prelude()
        keys: dict[str, bytes] = {}
        if self._cache is not None:
            dependencies = _Dependencies(prelude.project, stamps)
            keys = {
                job.name: self._key("result", job.name, self._digests[job.name], dependencies.of(job.name))
                for job in left.values()
                if job.name in self._digests
            }
            for job, result in list(self._still_true(list(left.values()), keys, prelude)):
                del left[job.name]
                yield result
            self._remember({self._short_key(name): key for name, key in keys.items()})
        yield from self._analysed(list(left.values()), keys, prelude)

    # ------------------------------------------------------------ what was kept

    def _unchanged(self) -> Iterator[tuple[Job, FileResult]]:
        """Results that hold because nothing in the project has changed."""
        assert self._cache is not None
        self._state = self._key("project", *(f"{name}\0{digest}" for name, digest in sorted(self._digests.items())))
        shorts = {job.name: self._short_key(job.name) for job in self._jobs if job.name in self._digests}
        longs = self._cache.get(shorts.values())
        kept = self._cache.get(longs.values())
        for job in self._jobs:
            value = kept.get(longs.get(shorts.get(job.name, b""), b""))
            result = _decoded(value)
            if result is not None:
                yield job, result

    def _still_true(
        self, jobs: Sequence[Job], keys: dict[str, bytes], prelude: Prelude
    ) -> Iterator[tuple[Job, FileResult]]:
        """Results that hold because nothing they rest on has changed."""
        assert self._cache is not None
        kept = self._cache.get(keys.values())
        for job in jobs:
            result = _decoded(kept.get(keys.get(job.name, b"")))
            if result is None:
                continue
            compilation = self._context.compilation
            if all(answer(prelude, (kind, one, other), compilation) == said for kind, one, other, said in result.asked):
                yield job, result

    def _remember(self, values: dict[bytes, bytes]) -> None:
        if self._cache is not None:
            self._cache.put(values)

    def _key(self, *parts: str) -> bytes:
        state = hashlib.blake2b(self._salt, digest_size=20)
        for part in parts:
            state.update(b"\0" + part.encode("utf-8", "backslashreplace"))
        return state.digest()

    def _short_key(self, name: str) -> bytes:
        return self._key("short", self._state.hex(), name)

    # ------------------------------------------------------------ what is made

    def _prelude(self) -> tuple[Prelude, dict[str, bytes]]:
        """The index of the project's declarations, and a stamp of each file's part of it."""
        from hygon_lint.frontend.prelude import Prelude

        kept: dict[str, bytes] = {}
        keys = {name: self._key("index", name, digest) for name, digest in self._digests.items()}
        if self._cache is not None:
            values = self._cache.get(keys.values())
            kept = {name: values[key] for name, key in keys.items() if key in values}
        made: dict[str, bytes] = {}
        todo = [job for job in self._all if job.name not in kept]
        for job, found in self._mapper(packed_index, todo, self._context):
            if isinstance(found, bytes):
                made[job.name] = found
        self._remember({keys[name]: value for name, value in made.items() if name in keys})
        every = {**kept, **made}
        stamps = {name: hashlib.blake2b(value, digest_size=16).digest() for name, value in every.items()}
        return Prelude.of_indexes(map(_INDEX.decode, every.values()), self._shims()), stamps

    def _shims(self) -> Index | None:
        """The index of the bundled declarations, kept like any other; None: to be made without a cache."""
        if self._cache is None:
            return None
        from hygon_lint.frontend.prelude import bundled_shims
        from hygon_lint.frontend.prelude_index import Index

        key = self._key("shims")
        kept = self._cache.get([key]).get(key)
        if kept is not None:
            with contextlib.suppress(msgspec.DecodeError):
                return Index(_INDEXES.decode(kept))
        shims = bundled_shims()
        self._remember({key: _PACK.encode(shims.files)})
        return shims

    def _analysed(self, jobs: Sequence[Job], keys: dict[str, bytes], prelude: Prelude) -> Iterator[FileResult]:
        context = msgspec.structs.replace(self._context, prelude=prelude)
        new: dict[bytes, bytes] = {}
        for job, made in self._mapper(packed, jobs, context):
            if isinstance(made, Failure):
                yield FileResult(path=job.name, error=made.reason)
                continue
            result = _RESULT.decode(made)
            # A file that changed while it was scanned, or that failed, is not worth remembering.
            if result.digest == self._digests.get(job.name) and not result.error and not result.rule_errors:
                new[keys[job.name]] = made
                if len(new) >= _KEPT_AT_ONCE:
                    self._remember(new)
                    new = {}
            yield result
        self._remember(new)


class _Dependencies:
    """What a file's header of declarations is picked from, as a digest."""

    def __init__(self, project: Index, stamps: dict[str, bytes]) -> None:
        self._project = project
        self._stamps = stamps
        macros = {entry.name for file in project.files for entry in file.entries if entry.kind == "macro"}
        names = "\0".join((*sorted(macros), "", *sorted(project.own_spaces)))
        self._names = names.encode("utf-8", "backslashreplace")

    def of(self, name: str) -> str:
        project = self._project
        state = hashlib.blake2b(self._names, digest_size=20)
        number = project.numbers.get(name)
        if number is not None:
            reached = project.reach(name, project.files[number].includes)
            for files in (reached, dict.fromkeys(project.around(name), ())):
                for file, conditions in files.items():
                    path = project.files[file].path
                    state.update(f"\0{path}\0{conditions}\0".encode("utf-8", "backslashreplace"))
                    state.update(self._stamps[path])
        return state.hexdigest()


def _decoded(value: bytes | None) -> FileResult | None:
    if value is None:
        return None
    try:
        return _RESULT.decode(value)
    except msgspec.DecodeError:
        return None


def _digest(job: Job, context: Context) -> str:
    """Of the file's bytes; nothing for what cannot be read."""
    if job.data is not None:
        return digest_of(job.data)
    try:
        raw = read_regular(job.path, context.max_bytes + 1)
        return digest_of(raw) if len(raw) <= context.max_bytes else ""
    except OSError:
        return ""


def _salt(context: Context) -> bytes:
    """A digest of all that shapes a result apart from the files: this program, its libraries, rules and arches."""
    state = hashlib.blake2b(digest_size=20)
    for part in _program(context):
        state.update(part + b"\0")
    return state.digest()


def _program(context: Context) -> Iterable[bytes]:
    import inspect
    import os
    import sys
    from importlib import import_module
    from importlib.metadata import version

    rules = import_module("hygon_lint.rules")
    yield sys.version.encode()
    for package in ("libclang", "tree-sitter", "tree-sitter-cpp", "msgspec"):
        yield version(package).encode()
    library = os.environ.get("HYGON_LINT_LIBCLANG", "")
    yield f"{library} {Path(library).stat().st_mtime_ns if library and Path(library).exists() else 0}".encode()
    for folder in (Path(__file__).parent, *map(Path, rules.__path__)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".h") and path.is_file():
                yield path.name.encode() + digest_of(path.read_bytes()).encode()
    for rule in context.rules:
        yield rule.meta.id.encode()
        source = inspect.getsourcefile(type(rule))
        yield digest_of(Path(source).read_bytes()).encode() if source else repr(type(rule)).encode()
    magnitudes = sorted(context.magnitudes.items())
    yield repr((context.arches, context.known, context.full_coverage, context.max_bytes, magnitudes)).encode()
    yield repr(context.compilation).encode("utf-8", "backslashreplace")
