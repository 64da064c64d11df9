"""`compile_commands.json`: which flags each file of the checkout is compiled with.

The database is data that nobody vouches for. It is read, never run; folders and files that leave the checkout are
refused unless the user asked for them, and whatever was refused or dropped is said once a flag.
"""

from __future__ import annotations

import json
import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from hygon_lint.frontend.compile_flags import DROPPED, REFUSED, Flags, Told, read_flags
from hygon_lint.frontend.notes import some_of

NAME = "compile_commands.json"
MOST_ENTRIES = 20_000
MOST_BYTES = 256 << 20
_MOST_TOLD = 12  # flags of one kind that are named
_LONGEST = 80  # characters of a flag that are shown


class CompileDb(msgspec.Struct, frozen=True, kw_only=True):
    """A database, read: flags by root-relative file name; `common` for files that no command names."""

    path: str  # as shown
    flags: dict[str, Flags] = {}
    common: Flags = Flags()
    commands: int = 0
    notes: tuple[str, ...] = ()
    archs: tuple[str, ...] = ()  # the arches that its commands name

    def of(self, name: str) -> Flags:
        """The flags of a file: those of its first command, or what all commands have in common."""
        return self.flags.get(name, self.common)


def entries_of(text: bytes) -> list[dict[str, object]] | str:
    """The commands of a database's text; or, in words, why there are none."""
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        return "not read as JSON"
    if not isinstance(entries, list):
        return "not a list of commands"
    return [entry for entry in entries[:MOST_ENTRIES] if isinstance(entry, dict)]


def words_of(entry: dict[str, object]) -> list[str]:
    """The words of a command, however it is written down."""
    arguments = entry.get("arguments")
    if isinstance(arguments, list):
        return [one for one in arguments if isinstance(one, str)]
    command = entry.get("command")
    if isinstance(command, str):
        try:
            return shlex.split(command)
        except ValueError:
            return command.split()
    return []


def read_compile_commands(path: str, shown: str, root: str) -> CompileDb:
    """Read the database at `path` for the checkout at `root`. Raises OSError when it cannot be read."""
    with open(path, "rb") as handle:
        text = handle.read(MOST_BYTES + 1)
    entries = entries_of(text) if len(text) <= MOST_BYTES else f"larger than {MOST_BYTES >> 20} MiB"
    if isinstance(entries, str):
        return CompileDb(path=shown, notes=(f"{shown}: not used: {entries}",))
    told: Counter[Told] = Counter()
    flags: dict[str, Flags] = {}
    commands: list[Flags] = []
    outside = 0
    known: dict[tuple[str, ...], Flags] = {}
    for entry in entries:
        file, folder = entry.get("file"), entry.get("directory")
        if not isinstance(file, str) or "\0" in file:
            continue
        base = os.path.join(root, folder if isinstance(folder, str) and "\0" not in folder else "")
        name = _name(os.path.join(base, file), root)
        words = [word for word in words_of(entry)[1:] if word != file]
        key = (base, *words)
        if key not in known:
            heard: list[Told] = []
            known[key] = read_flags(words, base, heard)
            told.update(heard)
        commands.append(known[key])
        if name:
            flags.setdefault(name, known[key])
        else:
            outside += 1
    notes = [*_told(shown, told)]
    if outside:
        notes.append(f"{shown}: {outside} of {len(commands)} commands are for files outside the checkout")
    return CompileDb(
        path=shown,
        flags=flags,
        common=_common(commands),
        commands=len(commands),
        notes=tuple(notes),
    )


def _name(path: str, root: str) -> str:
    """A file's name in the checkout, "" when it is not there."""
    whole = os.path.realpath(path)
    inside = whole.startswith(root.rstrip(os.sep) + os.sep)
    return os.fsencode(os.path.relpath(whole, root)).decode("utf-8", "backslashreplace") if inside else ""


def _common(commands: Sequence[Flags]) -> Flags:
    """What holds for every command; header folders are those of any."""
    if not commands:
        return Flags()
    first, count = commands[0], len(commands)
    macros = Counter(macro for one in commands for macro in set(one.macros))
    standards = Counter(one.standard for one in commands)
    return Flags(
        macros=tuple(macro for macro in dict.fromkeys(first.macros) if macros[macro] == count),
        folders=tuple(dict.fromkeys(folder for one in commands for folder in one.folders)),
        quoted=tuple(dict.fromkeys(folder for one in commands for folder in one.quoted)),
        standard=standards.most_common(1)[0][0],
    )


def _told(shown: str, told: Counter[Told]) -> Iterator[str]:
    why = {REFUSED: "refused, for they would load code or read what they please", DROPPED: "not known and dropped"}
    for kind in (REFUSED, DROPPED):
        found = sorted(flag for what, flag in told if what == kind)
        if found:
            short = [" ".join(flag[:_LONGEST].split()) for flag in found]
            yield f"{shown}: flags {why[kind]}: {some_of(short, _MOST_TOLD)}"
