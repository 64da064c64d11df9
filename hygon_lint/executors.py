"""The map step over any `concurrent.futures.Executor`: threads of another program, a process pool, a cluster.

Jobs travel in batches with the bytes of their files, so the other side needs this program and no checkout. A batch
whose worker is lost is tried once more job by job; what is lost again is told as that file's failure.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from hygon_lint.errors import UsageError
from hygon_lint.job import Context, Failure, Job
from hygon_lint.reading import read_regular

R = TypeVar("R")

BATCH = 16


class OverExecutor:
    """A map step (see `job.MapStep`) that hands batches to an executor. The executor stays its owner's."""

    def __init__(self, executor: Executor, batch: int = BATCH) -> None:
        self._executor = executor
        self._batch = batch

    def __call__(
        self, function: Callable[[Job, Context], R], jobs: Sequence[Job], context: Context
    ) -> Iterator[tuple[Job, R | Failure]]:
        """One result a job, in the order batches finish."""
        try:
            packed = pickle.dumps(context)
        except Exception as error:
            raise UsageError(f"this run cannot be sent to other machines: {error}") from error
        key = hashlib.blake2b(packed, digest_size=16).hexdigest()
        parts = [jobs[start : start + self._batch] for start in range(0, len(jobs), self._batch)]
        lost: list[Job] = []
        for part, outcome in self._round(function, parts, key, packed):
            if isinstance(outcome, Failure):
                lost.extend(part)
            else:
                yield from zip(part, outcome, strict=True)
        for part, outcome in self._round(function, [[job] for job in lost], key, packed):
            yield part[0], outcome if isinstance(outcome, Failure) else outcome[0]

    def _round(
        self, function: Callable[[Job, Context], R], parts: Sequence[Sequence[Job]], key: str, packed: bytes
    ) -> Iterator[tuple[Sequence[Job], list[R] | Failure]]:
        waiting: dict[Future[list[R]], Sequence[Job]] = {}
        for part in parts:
            try:
                waiting[self._executor.submit(_work, function, [_carried(job) for job in part], key, packed)] = part
            except RuntimeError as error:  # the executor is broken or shut down
                yield part, Failure(f"no worker took it: {error}")
        for future in as_completed(waiting):
            try:
                yield waiting[future], future.result()
            except Exception as error:  # whatever the executor says of a lost worker
                yield waiting[future], Failure(f"the worker was lost: {type(error).__name__}: {error}"[:300])


def _carried(job: Job) -> Job:
    """The job with its file's bytes, where they can be read; the other side tells why when they cannot."""
    if job.data is not None:
        return job
    try:
        return msgspec.structs.replace(job, data=read_regular(job.path))
    except OSError:
        return job


def _work(function: Callable[[Job, Context], R], jobs: Sequence[Job], key: str, packed: bytes) -> list[R]:
    context = _context(key, _Bytes(packed))
    return [function(job, context) for job in jobs]


class _Bytes:
    """Bytes that a cache compares by their key alone."""

    def __init__(self, value: bytes) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Bytes)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=2)
def _context(key: str, packed: _Bytes) -> Any:  # noqa: ARG001 - the key is what it is cached by
    return pickle.loads(packed.value)


def cluster(address: str) -> Executor:
    """The executor of a Dask scheduler; needs the extra `cluster`."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise UsageError("--cluster needs the extra: pip install 'hygon-lint[cluster]'") from error
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"--cluster: no scheduler answers at {address}: {error}") from error
    executor: Executor = client.get_executor(pure=False, retries=0)
    return executor
