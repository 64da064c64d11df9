"""What build files say about arches, as plain data: lists, flags, macros, variables.

Every reader (`python_build`, `cmake`, `shell_build`, `compile_db`) turns a file into one `BuildFile`.
"""

from __future__ import annotations

import msgspec

from hygon_lint.finding import Place


class ArchList(msgspec.Struct, frozen=True, kw_only=True):
    """A list of arches written down in a build file.

    `name` is the variable or option that holds it. `role` is "default" (what is built when nobody asks for anything
    else), "developer" (a list for one developer's card, a debug build, a test), "supported" (what is allowed or
    handled), "conditional" (for some toolchains only), "addition" (added to a variable that has a list of its own) or
    "mention" (anything else).
    """

    place: Place
    archs: tuple[str, ...]
    name: str
    role: str
    additions: tuple[str, ...] = ()  # arches added to the same variable elsewhere, perhaps under a condition
    function: str = ""


class ArchFlags(msgspec.Struct, frozen=True, kw_only=True):
    """Compiler flags given to some arches. `place` is the condition, table key or `-Xarch_` option that says so.

    `archs` empty: given to every arch built. `hardware` holds the facts the flags assert: (("vgprs", 768), ...).
    """

    place: Place
    archs: tuple[str, ...]
    flags: tuple[str, ...]
    hardware: tuple[tuple[str, int], ...]
    group: str = ""  # what alternatives belong together: the function, loop or table they stand in


class ArchTest(msgspec.Struct, frozen=True, kw_only=True):
    """A condition, or the key of a table, that names arches. `exact`: each by its own name, not by a prefix they share.

    `shuts` is true where what hangs on it is for all arches but these.
    """

    place: Place
    archs: tuple[str, ...]
    exact: bool = True
    shuts: bool = False


class Define(msgspec.Struct, frozen=True, kw_only=True):
    """A macro defined on the command line. `scope` is "host", "device" or "both"; `when` the condition, if any.

    `archs` empty: for every arch.
    """

    place: Place
    name: str
    value: str
    scope: str = "both"
    when: str = ""
    archs: tuple[str, ...] = ()
    group: str = ""  # the list, target or call it stands in


class Variable(msgspec.Struct, frozen=True, kw_only=True):
    """A build variable that is set, read or handed on. `how` is "set", "read" or "passed" (`-DNAME=`)."""

    place: Place
    name: str
    how: str
    value: str = ""


class ArchTable(msgspec.Struct, frozen=True, kw_only=True):
    """Kernel sources or code objects by arch: a table, or variables named for an arch."""

    place: Place
    name: str
    archs: tuple[str, ...]


class BuildFile(msgspec.Struct, frozen=True, kw_only=True):
    """All that one build file says. `error` is not empty when it could not be read as what its name promises."""

    path: str
    kind: str  # "python" | "cmake" | "shell" | "make" | "compile-db"
    lists: tuple[ArchList, ...] = ()
    flags: tuple[ArchFlags, ...] = ()
    defines: tuple[Define, ...] = ()
    variables: tuple[Variable, ...] = ()
    tables: tuple[ArchTable, ...] = ()
    tests: tuple[ArchTest, ...] = ()
    sources: tuple[str, ...] = ()  # source files it names
    error: str = ""
