"""One part of a scan as a file, so that a CI matrix can share the work and `merge` can make one report of it.

A part holds the results of its files and what the scan was asked; the reduce step runs where the parts meet, in the
same checkout.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hygon_lint.errors import UsageError
from hygon_lint.finding import Confidence, FileResult
from hygon_lint.outcome import Source

if TYPE_CHECKING:
    from hygon_lint.engine import Settings

SCHEMA = "hygon-lint-shard/1"


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a scan was asked, as far as its results and its report depend on it."""

    paths: tuple[str, ...]
    exclude: tuple[str, ...]
    default_excludes: bool
    gitignore: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    preview: bool
    severity: dict[str, str]
    overrides: tuple[dict[str, Any], ...]
    arches: tuple[str, ...]
    arch_facts: dict[str, dict[str, Any]]
    min_confidence: Confidence
    full_coverage: bool
    min_coverage: float | None
    max_bytes: int
    magnitudes: dict[str, int]
    allow_empty: bool
    suppressions: bool
    require_reason: bool
    sources: tuple[Source, ...]  # the configuration
    configured: dict[str, Any]

    @classmethod
    def of(cls, settings: Settings) -> Asked:
        """The part of a run's settings that other machines must share."""
        same = {name: getattr(settings, name) for name in cls.__struct_fields__ if hasattr(settings, name)}
        same["sources"] = tuple(source for source in settings.sources if source.kind == "configuration")
        wanted = settings.filter
        return cls(exclude=wanted.exclude, default_excludes=wanted.default_excludes, gitignore=wanted.gitignore, **same)

    def settings(self, cwd: str) -> Settings:
        """A run's settings again, in the working directory of this machine."""
        from hygon_lint.discovery import Filter
        from hygon_lint.engine import Settings

        own = ("exclude", "default_excludes", "gitignore")
        same = {name: getattr(self, name) for name in self.__struct_fields__ if name not in own}
        return Settings(cwd=cwd, filter=Filter(self.exclude, self.default_excludes, self.gitignore), **same)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one machine."""

    version: str  # of the program
    part: int
    parts: int
    asked: Asked
    results: tuple[FileResult, ...]

    def dumped(self) -> bytes:
        """The file."""
        packed = base64.b64encode(msgspec.msgpack.encode(self)).decode("ascii")
        head = {"schema": SCHEMA, "version": self.version, "part": self.part, "parts": self.parts, "packed": packed}
        return (json.dumps(head, indent=1) + "\n").encode("ascii")

    @classmethod
    def load(cls, path: Path) -> Part:
        """Read a part. Whatever is wrong with it is a usage error."""
        from hygon_lint import __version__

        try:
            head = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
            if head.get("schema") != SCHEMA:
                raise UsageError(f"{path}: is no part of a scan (hygon-lint scan --shard I/N writes one)")
            if head.get("version") != __version__:
                raise UsageError(f"{path}: was made by hygon-lint {head.get('version')}, this is {__version__}")
            return msgspec.msgpack.decode(base64.b64decode(str(head.get("packed")), validate=True), type=cls)
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror or error}") from error
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise UsageError(f"{path}: is no part of a scan: {error}") from error


def joined(parts: Sequence[Part]) -> tuple[Asked, list[FileResult]]:
    """What was asked, and all results. The parts must be all there are, of one scan, each once."""
    first = parts[0]
    wrong = [part for part in parts if part.parts != first.parts or part.asked != first.asked]
    if wrong:
        raise UsageError(f"part {wrong[0].part} of {wrong[0].parts} is of another scan than part {first.part}")
    numbers = sorted(part.part for part in parts)
    if numbers != list(range(1, first.parts + 1)):
        missing = sorted(set(range(1, first.parts + 1)) - set(numbers))
        what = f"missing: {', '.join(map(str, missing))}" if missing else "one is there twice"
        raise UsageError(f"{len(parts)} of {first.parts} parts were given; {what}")
    return first.asked, [result for part in parts for result in part.results]
