"""From the paths a user names to the files that are read.

Directories are walked without following directory links; folders of version control, build output and vendored code
are skipped, as is what a `.gitignore` names. A path that is named outright is walked even if a default would skip it,
but a file named one by one still obeys the excludes (a hook hands over whatever a commit touches). Nothing here opens
a file, except `.gitignore`.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hygon_lint.errors import UsageError
from hygon_lint.outcome import FileError, Note
from hygon_lint.reading import read_regular

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = frozenset(
    (".h", ".hpp", ".hxx", ".hh", ".h++", ".cuh", ".cu", ".hip", ".cpp", ".cc", ".cxx", ".c++",
     ".inl", ".inc", ".ipp", ".tpp", ".txx", ".tcc")
)  # fmt: skip
"""Suffixes of C++/HIP files, compared without case."""

TEMPLATE_SUFFIXES = (".h.in", ".hpp.in", ".cpp.in", ".hip.in", ".cu.in", ".cuh.in", ".inc.in")
"""Templates of sources: not C++ until a build tool has filled them in."""

BUILD_NAMES = ("setup.py", "setup_*.py", "*build*.py", "CMakeLists.txt", "*.cmake", "Makefile", "GNUmakefile", "*.mk")
BUILD_SUFFIXES = frozenset({".py", ".cmake", ".mk", ".sh"})
"""Build files found in a walk (by name), and what is taken for one when named outright (by suffix)."""

SKIPPED_FOLDERS = (
    ".*",
    "__pycache__",
    "node_modules",
    "site-packages",
    "build",
    "build[-_]*",
    "cmake-build*",
    "_build",
    "dist",
    "*.egg-info",
    "venv",
    "third_party",
    "thirdparty",
    "third-party",
    "3rdparty",
    "vendor",
    "vendored",
    "external",
    "generated",
)
"""Folders that hold no sources of the project's own."""

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj"})  # passed over without a word


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A file to read: `name` is root-relative, POSIX and printable; `path` is what the system opens."""

    name: str
    path: str


@dataclass(slots=True)
class Discovery:
    """What a walk found, in order of name, and what it left out and why."""

    root: str
    sources: list[Found] = field(default_factory=list)
    build_files: list[Found] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    errors: list[FileError] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)  # reason -> number of files or folders left out
    left_out: list[tuple[str, str]] = field(default_factory=list)  # (name, reason), for `doctor`
    named_files: int = 0  # how many of the given paths were files


@dataclass(frozen=True, slots=True)
class Filter:
    """What to leave out. `exclude` holds patterns in .gitignore syntax, relative to the root."""

    exclude: tuple[str, ...] = ()
    default_excludes: bool = True
    gitignore: bool = True


def find_root(paths: Sequence[str], cwd: str) -> str:
    """The folder that findings are relative to.

    The nearest folder above all paths that holds a `.git` or a `.hygon-lint.toml`; else the working directory when it
    holds them all; else their common parent.
    """
    whole = [os.path.realpath(os.path.join(cwd, path)) for path in paths] or [os.path.realpath(cwd)]
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in whole]
    common = os.path.commonpath(folders)
    for folder in (Path(common), *Path(common).parents):
        if (folder / ".git").exists() or (folder / ".hygon-lint.toml").exists():
            return str(folder)
    here = os.path.realpath(cwd)
    return here if os.path.commonpath([here, common]) == here else common


def printable(path: str) -> str:
    """A POSIX path that can be encoded: bytes that are not UTF-8 become backslash escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace").replace(os.sep, "/")


def below(path: str, folder: str) -> str:
    """An absolute path relative to a folder: `os.path.relpath`, quick for the thousands of plain ones below it."""
    head = folder if folder.endswith(os.sep) else folder + os.sep
    if path.startswith(head) and "/." not in path and "//" not in path and not path.endswith(os.sep):
        return path[len(head) :]
    return os.path.relpath(path, folder)


def is_source(name: str) -> bool:
    """Whether the name is that of a C++/HIP file."""
    suffix = os.path.splitext(name)[1]
    return suffix.lower() in SUFFIXES or suffix == ".C"  # .c is C


def is_build_file(name: str) -> bool:
    """Whether a walk takes the name for a build file."""
    return any(fnmatch(name, pattern) for pattern in BUILD_NAMES) or name.endswith(".sh")


def discover(
    paths: Sequence[str], root: str, cwd: str, wanted: Filter | None = None, given: Container[str] = ()
) -> Discovery:
    """All files below `paths`. A path that does not exist is a usage error, unless its text is `given`."""
    walk = _Walk(Discovery(root), wanted or Filter())
    for path in paths:
        whole = os.path.realpath(os.path.join(cwd, path))
        try:
            mode = stat.S_IFREG if whole in given else os.stat(whole).st_mode
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(f"{printable(path)}: {reason}") from error
        if stat.S_ISDIR(mode):
            walk.folder(whole)
        else:
            walk.result.named_files += 1
            walk.named_file(whole, mode)
    result = walk.result
    result.sources.sort()
    result.build_files.sort()
    for reason, count in sorted(result.skipped.items()):
        result.notes.append(Note("", f"{count} skipped: {reason}"))
    return result


class _Walk:
    def __init__(self, result: Discovery, wanted: Filter) -> None:
        self.result = result
        self.wanted = wanted
        self.seen: set[str] = set()
        self.exclude = _spec(wanted.exclude) if wanted.exclude else None

    def name(self, path: str) -> str:
        return printable(below(path, self.result.root))

    def note(self, path: str, text: str) -> None:
        self.result.notes.append(Note(self.name(path), text))

    def skip(self, path: str, reason: str) -> None:
        self.result.skipped[reason] += 1
        self.result.left_out.append((self.name(path), reason))

    def excluded(self, path: str, *, folder: bool = False) -> bool:
        if self.exclude is None:
            return False
        relative = below(path, self.result.root)
        return self.exclude.match_file(relative + "/" if folder else relative)

    # -------------------------------------------------------- named files

    def named_file(self, path: str, mode: int) -> None:
        base = os.path.basename(path)
        relative = below(path, self.result.root)
        if not stat.S_ISREG(mode):
            self.result.errors.append(FileError(path=self.name(path), reason="not a regular file"))
        elif self.excluded(path):
            self.note(path, "excluded by configuration")
        elif self.wanted.default_excludes and any(_default_skip(part) for part in relative.split(os.sep)[:-1]):
            self.note(path, "in a folder of vendored, generated or built files; --no-default-excludes scans it")
        elif is_source(base) or is_build_file(base) or os.path.splitext(base)[1] in BUILD_SUFFIXES:
            self.take(path)
        elif base.lower().endswith(TEMPLATE_SUFFIXES):
            self.note(path, "template of a source, not analysed")
        else:
            self.note(path, "neither a C++/HIP source nor a build file")

    def take(self, path: str) -> None:
        if path in self.seen:
            return
        self.seen.add(path)
        found = Found(self.name(path), path)
        (self.result.sources if is_source(path) else self.result.build_files).append(found)

    # -------------------------------------------------------- folders

    def folder(self, top: str) -> None:
        ignores = _ignore_files_above(top, self.result.root) if self.wanted.gitignore else ()
        stack: list[tuple[str, tuple[_Ignore, ...]]] = [(top, ignores)]
        while stack:
            folder, ignores = stack.pop()
            try:
                with os.scandir(folder) as entries:
                    listing = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self.result.errors.append(
                    FileError(path=self.name(folder), reason=f"folder cannot be read: {error.strerror}")
                )
                continue
            if self.wanted.gitignore and any(entry.name == ".gitignore" for entry in listing):
                ignores = (*ignores, _Ignore.load(folder))
            for entry in listing:
                if entry.is_dir(follow_symlinks=False):
                    if self._wanted_folder(entry, ignores):
                        stack.append((entry.path, ignores))
                else:
                    self._walked_file(entry, ignores)

    def _wanted_folder(self, entry: os.DirEntry[str], ignores: tuple[_Ignore, ...]) -> bool:
        if self.wanted.default_excludes and entry.name in _VERSION_CONTROL:
            return False
        if self.wanted.default_excludes and _default_skip(entry.name):
            self.skip(entry.path, "folder of vendored, generated or built files")
        elif self.excluded(entry.path, folder=True):
            self.skip(entry.path, "folder excluded by configuration")
        elif _ignored(entry.path, ignores, folder=True):
            self.skip(entry.path, "folder named in .gitignore")
        else:
            return True
        return False

    def _walked_file(self, entry: os.DirEntry[str], ignores: tuple[_Ignore, ...]) -> None:
        name = entry.name
        if name.lower().endswith(TEMPLATE_SUFFIXES):
            self.note(entry.path, "template of a source, not analysed")
            return
        if not (is_source(name) or is_build_file(name)):
            return
        if self.excluded(entry.path):
            self.skip(entry.path, "file excluded by configuration")
            return
        if _ignored(entry.path, ignores, folder=False):
            self.skip(entry.path, "file named in .gitignore")
            return
        path = entry.path
        try:
            if entry.is_symlink():
                path = os.path.realpath(path)
                if os.path.commonpath([path, self.result.root]) != self.result.root:
                    self.note(entry.path, "link that leaves the checkout, not followed")
                    return
            mode = os.stat(path).st_mode
        except OSError as error:
            self.note(entry.path, f"not read: {error.strerror}")
            return
        if stat.S_ISDIR(mode):
            return
        if stat.S_ISREG(mode):
            self.take(path)
        else:
            self.note(entry.path, "not a regular file, not read")


@lru_cache(maxsize=4096)
def _default_skip(folder: str) -> bool:
    return any(fnmatch(folder, pattern) for pattern in SKIPPED_FOLDERS)


# ---------------------------------------------------------------- .gitignore


@dataclass(frozen=True, slots=True)
class _Ignore:
    """One `.gitignore` and the folder it stands in."""

    folder: str
    spec: GitIgnoreSpec

    @staticmethod
    def load(folder: str) -> _Ignore:
        try:
            lines = read_regular(os.path.join(folder, ".gitignore"), 1 << 20).decode("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        return _Ignore(folder, _spec(lines))


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    import pathspec

    patterns = []
    for line in lines:
        try:
            pathspec.GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue  # git, too, passes over a pattern that it cannot read
        patterns.append(line)
    return pathspec.GitIgnoreSpec.from_lines(patterns)


def _ignore_files_above(top: str, root: str) -> tuple[_Ignore, ...]:
    """The `.gitignore` files from the root down to the folder above `top`."""
    if os.path.commonpath([top, root]) != root:
        return ()
    relative = os.path.relpath(top, root)
    if relative == ".":
        return ()
    folders = [root]
    for part in relative.split(os.sep)[:-1]:
        folders.append(os.path.join(folders[-1], part))
    return tuple(_Ignore.load(folder) for folder in folders if os.path.isfile(os.path.join(folder, ".gitignore")))


def _ignored(path: str, ignores: tuple[_Ignore, ...], *, folder: bool) -> bool:
    """Whether git would ignore the path: the deepest `.gitignore` that says anything decides."""
    for ignore in reversed(ignores):
        relative = below(path, ignore.folder)
        verdict = ignore.spec.check_file(relative + "/" if folder else relative).include
        if verdict is not None:
            return bool(verdict)
    return False
