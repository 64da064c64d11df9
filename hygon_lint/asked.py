"""What one file's analysis asked of the project: recorded, so that a cached result is known to be still true.

A result rests on the file's own text, on the declarations of the files that its includes reach, and on the few
questions put to the whole project that are recorded here: which declarations there are of a name, and whether an
included file is there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hygon_lint.reading import read_regular

if TYPE_CHECKING:
    from hygon_lint.frontend.compilation import Compilation, Followed, Header
    from hygon_lint.frontend.prelude import HasSource, Prelude
    from hygon_lint.frontend.prelude_index import Index
    from hygon_lint.frontend.source import SourceText

HEADERS = "headers"
Question = tuple[str, str, str]  # ("name", NAME, ""), ("include", INCLUDER, SPELT), (HEADERS, FILE, "")


def answer(prelude: Prelude, question: Question, compilation: Compilation | None = None) -> str:
    """What the project says to a question, as a digest."""
    kind, one, other = question
    if kind == HEADERS:
        return _headers(prelude, one, compilation)
    if kind == "include":
        return str(prelude.has_header(one, other))
    places = prelude.project.by_name.get(one, ())
    found = [(prelude.project.files[file].path, prelude.project.files[file].entries[entry]) for file, entry in places]
    return hashlib.blake2b(msgspec.msgpack.encode(found), digest_size=8).hexdigest() if found else ""


def _headers(prelude: Prelude, name: str, compilation: Compilation | None) -> str:
    """A stamp of the real headers of a file as it stands on disk, "" when it cannot be read."""
    from hygon_lint.frontend.decode import DecodeError, decode

    if compilation is None:
        return ""
    try:
        source = decode(name, read_regular(Path(compilation.root, name)))
    except (OSError, DecodeError):
        return ""
    followed = compilation.follow(source, prelude.project)
    return followed.stamp() if followed is not None else ""


class AskedPrelude:
    """A prelude that remembers what it was asked."""

    def __init__(self, prelude: Prelude) -> None:
        self._prelude = prelude
        self._questions: dict[Question, str | None] = {}  # with the answer where it is known already
        self.project = _AskedProject(self)

    @property
    def answers(self) -> tuple[tuple[str, str, str, str], ...]:
        """All questions, each with its answer."""
        return tuple(
            (*question, answer(self._prelude, question) if said is None else said)
            for question, said in self._questions.items()
        )

    @property
    def index(self) -> Index:
        """The index behind it."""
        return self._prelude.project

    def ask(self, name: str) -> None:
        """Note that a name was looked up in the whole project."""
        self._questions["name", name, ""] = None

    def header_for(
        self, file: SourceText | HasSource, wanted: frozenset[str] = frozenset(), read: Sequence[Header] = ()
    ) -> str:
        """See `Prelude.header_for`."""
        for name in sorted(wanted):
            self.ask(name)
        return self._prelude.header_for(file, wanted, read)

    def follow(self, source: SourceText, compilation: Compilation) -> Followed | None:
        """See `Compilation.follow`."""
        followed = compilation.follow(source, self.index)
        if followed is not None:
            self._questions[HEADERS, source.path, ""] = followed.stamp()
        return followed

    def macro_lines(self, name: str) -> list[str]:
        """See `Prelude.macro_lines`."""
        self.ask(name)
        return self._prelude.macro_lines(name)

    def macros_among(self, names: set[str]) -> set[str]:
        """See `Prelude.macros_among`. Not a question of its own: the names of all macros are a part of each key."""
        return self._prelude.macros_among(names)

    def bundled_macro_lines(self, name: str) -> list[str]:
        """See `Prelude.bundled_macro_lines`."""
        return self._prelude.bundled_macro_lines(name)

    def has_header(self, includer: str, spelt: str) -> bool:
        """See `Prelude.has_header`."""
        self._questions["include", includer, spelt] = None
        return self._prelude.has_header(includer, spelt)


class _AskedProject:
    """The part of an index that analysis may look into: names."""

    def __init__(self, asked: AskedPrelude) -> None:
        self.by_name = _AskedNames(asked)


class _AskedNames(Mapping[str, "list[tuple[int, int]]"]):
    def __init__(self, asked: AskedPrelude) -> None:
        self._asked = asked

    def __getitem__(self, name: str) -> list[tuple[int, int]]:
        self._asked.ask(name)
        return self._asked.index.by_name[name]

    def __iter__(self) -> Iterator[str]:
        raise TypeError("the names of a project are looked up one by one, so that each question is recorded")

    def __len__(self) -> int:
        raise TypeError("the names of a project are looked up one by one, so that each question is recorded")
