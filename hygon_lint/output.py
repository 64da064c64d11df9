"""Where output goes: stdout as UTF-8 whatever the locale, files whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import IO

from hygon_lint.errors import UsageError


class ReaderGone(Exception):
    """Nobody reads stdout any more."""


def to_stdout(text: str) -> None:
    """Write to stdout, as UTF-8. Raises `ReaderGone` when the other end of a pipe was closed."""
    buffer = getattr(sys.stdout, "buffer", None)
    try:
        if buffer is None:  # a test's or an embedding program's text stream
            sys.stdout.write(text)
        else:
            _write_all(buffer, text.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise ReaderGone from error


def to_stderr(text: str) -> None:
    """Write a line of commentary to stderr; a closed or full stderr is no reason to fail."""
    try:
        sys.stderr.write(text if text.endswith("\n") else text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def write_file(path: Path, data: bytes) -> None:
    """Replace a file's content in one step: readers see the old or the new, never a part.

    A link is followed within its own folder and from `/dev`, else it is replaced itself: a checkout must not lead a
    report elsewhere. The mode of an existing file is kept. What is no regular file (a pipe, a device) is written
    to directly. Failure is a usage error that names the file, and leaves the old content.
    """
    target = _target(path)
    try:
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            if stat.S_ISDIR(mode):
                raise UsageError(f"{path}: is a directory")
            with target.open("wb", buffering=0) as device:
                _write_all(device, data)
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as temporary:
                temporary.write(data)
                temporary.flush()
                os.fchmod(temporary.fileno(), stat.S_IMODE(mode) if mode is not None else _default_mode())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def _target(path: Path) -> Path:
    folder, target = Path(os.path.realpath(path.parent)), Path(os.path.realpath(path))
    stays = target.is_relative_to(folder) or folder.is_relative_to("/dev") or folder.is_relative_to("/proc")
    return target if stays else folder / path.name


def _write_all(stream: IO[bytes], data: bytes) -> None:
    """Write everything: a stream without a buffer (PYTHONUNBUFFERED, a device) may take a part, and say nothing."""
    rest = memoryview(data)
    while rest:
        taken = stream.write(rest)
        if not taken:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        rest = rest[taken:]


def _default_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def wants_color(stream: object) -> bool:
    """Whether escape sequences are welcome: a terminal, or FORCE_COLOR; never with NO_COLOR or TERM=dumb."""
    if os.environ.get("NO_COLOR"):
        return False
    force = os.environ.get("FORCE_COLOR")
    if force is not None:
        return force not in ("", "0", "false")
    return _is_terminal(stream) and os.environ.get("TERM") != "dumb"


def terminal_width(stream: object) -> int | None:
    """Columns of the terminal, or None when the stream is none."""
    if not _is_terminal(stream):
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return 80


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False
