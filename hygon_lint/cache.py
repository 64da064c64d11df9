"""A bounded, content-addressed store on disk, safe with parallel runs; without it everything works, only slower.

One SQLite file. Whatever goes wrong with it (read-only, full, corrupt, locked, no home folder) costs the speed and
nothing else.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

DEFAULT_LIMIT = 512 << 20
"""Bytes on disk above which the entries that were not used for longest are dropped."""

_FILE = "cache-v1.sqlite"
_DAY = 86400
_BATCH = 500
_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS by_use ON entries (used);
"""


def default_folder() -> Path | None:
    """Where the cache is kept: HYGON_LINT_CACHE_DIR, else the user's cache folder; None where there is none."""
    given = os.environ.get("HYGON_LINT_CACHE_DIR")
    if given:
        return Path(given)
    import platformdirs

    try:
        folder = platformdirs.user_cache_path("hygon-lint", appauthor=False).expanduser()
    except (RuntimeError, OSError):
        return None
    return folder if folder.is_absolute() else None


class Cache:
    """Bytes by key. `folder` None makes one that holds nothing."""

    def __init__(self, folder: Path | None, limit: int = DEFAULT_LIMIT) -> None:
        self.folder = folder
        self.limit = limit
        self._connection: sqlite3.Connection | None = None
        if folder is not None:
            self._open(folder)

    @property
    def file(self) -> Path | None:
        """The file that holds it all."""
        return self.folder / _FILE if self.folder is not None else None

    def _open(self, folder: Path) -> None:
        import sqlite3

        path = folder / _FILE
        for attempt in range(2):
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                connection = sqlite3.connect(path, timeout=2.0, isolation_level=None)
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=NORMAL")
                connection.executescript(_SCHEMA)
                self._connection = connection
                return
            except sqlite3.DatabaseError as error:
                corrupt = not isinstance(error, sqlite3.OperationalError)
                if attempt or not corrupt:
                    return
                for suffix in ("", "-wal", "-shm"):  # no database at all: begin anew
                    with contextlib.suppress(OSError):
                        Path(f"{path}{suffix}").unlink()
            except OSError:
                return

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The values that are there."""
        found: dict[bytes, bytes] = {}
        today = int(time.time()) // _DAY
        old: list[tuple[int, bytes]] = []
        with self._guarded() as connection:
            if connection is None:
                return found
            for batch in _batches(keys):
                marks = ",".join("?" * len(batch))
                rows = connection.execute(f"SELECT key, used, value FROM entries WHERE key IN ({marks})", batch)
                for key, used, value in rows:
                    found[key] = value
                    if used < today:
                        old.append((today, key))
            if old:
                connection.execute("BEGIN")
                connection.executemany("UPDATE entries SET used = ? WHERE key = ?", old)
                connection.execute("COMMIT")
        return found

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Keep values; what is there already stays."""
        today = int(time.time()) // _DAY
        with self._guarded() as connection:
            if connection is None or not values:
                return
            connection.execute("BEGIN IMMEDIATE")
            rows = ((key, today, value) for key, value in values.items())
            connection.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)
            connection.execute("COMMIT")
            self._shrink(connection)

    def _shrink(self, connection: sqlite3.Connection) -> None:
        """Drop the least used quarter while the file is above its limit."""
        if self.size() <= self.limit:
            return
        (count,) = connection.execute("SELECT count(*) FROM entries").fetchone()
        connection.execute(
            "DELETE FROM entries WHERE key IN (SELECT key FROM entries ORDER BY used, rowid LIMIT ?)",
            (max(1, count // 4),),
        )
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def size(self) -> int:
        """Bytes on disk."""
        total = 0
        for suffix in ("", "-wal"):
            with contextlib.suppress(OSError):
                total += Path(f"{self.file}{suffix}").stat().st_size
        return total

    def count(self) -> int:
        """Number of entries."""
        with self._guarded() as connection:
            if connection is not None:
                return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])
        return 0

    def clear(self) -> int:
        """Drop everything; how many entries there were."""
        count = self.count()
        with self._guarded() as connection:
            if connection is not None:
                connection.execute("DELETE FROM entries")
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return count

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[sqlite3.Connection | None]:
        """The connection; an error closes the cache for the rest of the run."""
        if self._connection is None:
            yield None
            return
        import sqlite3

        try:
            yield self._connection
        except sqlite3.Error:
            self.close()


def _batches(keys: Iterable[bytes]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    for key in keys:
        batch.append(key)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
