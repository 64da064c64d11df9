"""Reading files of a checkout: regular ones only, whatever has taken their place since they were found.

A pipe that nobody writes to would be waited for without an end, a device may have none.
"""

from __future__ import annotations

import errno
import os
import stat


def read_regular(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """The bytes of a regular file, no more than `most` (-1: all). Raises OSError for anything else."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
        return file.read(most)
