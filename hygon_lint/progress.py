"""The progress bar: on a terminal only, on stderr, never in CI."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_QUIET_FILES = 20  # a scan of so few files is over before a bar can be read


@contextmanager
def bar() -> Iterator[Callable[[int, int], None] | None]:
    """Gives a function to be told (done, total), or None where no bar is wanted.

    It is drawn by whoever calls that function: no thread runs, so that workers can be forked safely.
    """
    if not (sys.stderr.isatty() and sys.stdout.isatty()) or os.environ.get("CI") or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("scanning"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    display = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    task = display.add_task("scan", total=None)
    shown = -1

    def advance(done: int, total: int) -> None:
        nonlocal shown
        percent = done * 100 // max(total, 1)
        if total < _QUIET_FILES or percent == shown:
            return
        if shown < 0:
            display.start()
        shown = percent
        display.update(task, completed=done, total=total)
        display.refresh()

    try:
        yield advance
    finally:
        if shown >= 0:
            display.stop()
