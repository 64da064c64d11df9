"""The checkout that named paths lie in: what stands there declares things for them, scanned or not.

A scan of a folder or of a few files (a hook's) must see what a scan of the whole sees. So the declarations of the
checkout around each path are read; never above it: a home folder, a temporary folder and a file system hold many
projects and are none.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence, Set
from itertools import takewhile
from pathlib import Path

from hygon_lint.config import OWN_FILE, find
from hygon_lint.discovery import Discovery, Filter, Found, discover
from hygon_lint.errors import UsageError
from hygon_lint.outcome import Note

MOST = 20_000
"""Files whose declarations are read besides the scanned ones; the nearest ones, where there are more."""

_VERSION_CONTROL = (".git", ".hg", ".svn", ".jj")
_TOP_OF_A_PROJECT = ("CMakeLists.txt", "pyproject.toml", "setup.py")


def around(found: Discovery, paths: Sequence[str], cwd: str, wanted: Filter) -> list[Found]:
    """The sources of the checkouts around the scanned ones; what keeps some of them from being read is noted there."""
    walked = {Path(os.path.realpath(Path(cwd, path))) for path in paths}
    starts = {path if path.is_dir() else path.parent for path in walked}
    tops = _outermost({checkout_of(start, cwd) for start in starts})
    folders = [str(folder) for folder in tops if folder not in walked]
    if not folders:
        return []
    scanned = {file.path for file in found.sources}
    others = [file for file in discover(folders, found.root, cwd, wanted).sources if file.path not in scanned]
    if len(others) > MOST:
        found.notes.append(Note("", f"declarations of {len(others) - MOST} files of the checkout are not read"))
        near = {str(folder) for path in walked for folder in (path, *path.parents)}
        others.sort(key=lambda file: (-_nearness(file.path, near), file))
        del others[MOST:]
    return others


def _nearness(path: str, near: Set[str]) -> int:
    """How deep the folder is that a file shares with what is scanned."""
    return next(len(folder.parts) for folder in Path(path).parents if str(folder) in near)


def checkout_of(start: Path, cwd: str) -> Path:
    """The checkout that a folder lies in (a real path), the folder itself where nothing tells of one."""
    many = _many()
    above = list(takewhile(lambda folder: folder not in many, (start, *start.parents)))
    for folder in above:
        if any((folder / name).exists() for name in _VERSION_CONTROL):
            return folder
    for folder in above:
        if _configures(folder):
            return folder
    above = list(takewhile(lambda folder: not any(folder in one.parents for one in many), above))
    for folder in reversed(above):
        if any((folder / name).is_file() for name in _TOP_OF_A_PROJECT):
            return folder
    here = Path(os.path.realpath(cwd))
    return here if here in above else start


def _many() -> set[Path]:
    """Folders that hold many projects."""
    temporary = ("/tmp", "/var/tmp", "/usr/tmp", *(os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP")))
    many = {Path("/"), *(Path(folder).resolve() for folder in temporary if folder)}
    with contextlib.suppress(RuntimeError):  # there is none
        many.add(Path.home().resolve())
    return many


def _outermost(folders: Set[Path]) -> list[Path]:
    """Folders without those that lie in another one of them."""
    return sorted(folder for folder in folders if not any(one in folders for one in folder.parents))


def _configures(folder: Path) -> bool:
    if (folder / OWN_FILE).is_file():
        return True
    try:
        file = find(folder)
    except UsageError:
        return False
    return file is not None and file.parent == folder
