"""The map step over expendable worker processes.

libclang can crash, hang or eat memory on hostile input, so each file is analysed in a worker that may die: the file
it was working on is tried once more in a fresh worker, then given up with the reason, and everything else goes on.
Workers are forked from this process (they share the context and the project's index), each has a memory limit, and
each dies with its parent. The parent runs no thread, so forking is safe; results come back in the order they finish.

One file may take its time, a thousand that hang may not: the time that failed attempts cost is added up over the run,
and the more is lost, the less a file is given (see `_Losses`).
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from hygon_lint.job import Failure
from hygon_lint.walk import describe

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

    from hygon_lint.job import Context, Job

_PR_SET_PDEATHSIG = 1
_OUT_OF_MEMORY = 77  # exit code of a worker that ran out

_LEAST = 1.0  # seconds that a file is given in any case
_RETRY_BELOW = 0.5  # of the time that may be lost; beyond, a file that failed is not tried again

_STACK = 120 << 20
_RECURSION = 12_000

R = TypeVar("R")


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one worker may use: seconds a file, bytes of memory, and the size at which it is replaced.

    `lost` are the seconds that the failed attempts of a run may cost together.
    """

    seconds: float = 60.0
    lost: float = 600.0
    memory: int = 3 << 30
    recycle: int = 350 << 20


class Pool:
    """A map step (see `job.MapStep`) over `size` worker processes."""

    def __init__(self, size: int, limits: Limits | None = None) -> None:
        self.size = size
        self.limits = limits or Limits()
        self._losses = _Losses(self.limits)

    def __call__(
        self, function: Callable[[Job, Context], R], jobs: Sequence[Job], context: Context
    ) -> Iterator[tuple[Job, R | Failure]]:
        """One result a job, in the order they finish. Closing the iterator ends the workers at once."""
        losses = self._losses
        todo = deque(_largest_first(jobs))
        tried: set[str] = set()
        workers: list[_Worker[R]] = []
        size = min(self.size, len(jobs))
        gc.freeze()  # pages shared with the workers are not dirtied by their collector
        try:
            while todo or any(worker.job for worker in workers):
                while len(workers) < size and sum(w.job is None for w in workers) < len(todo):
                    workers.append(_Worker(function, context, self.limits))
                for worker in workers:
                    if todo and worker.job is None:
                        worker.give(todo.popleft(), losses.allowance())
                for worker in _ready(workers):
                    job = worker.job
                    if job is None:
                        continue
                    answer = worker.take()
                    if worker.spent:
                        worker.kill()
                        workers.remove(worker)
                    if isinstance(answer, Failure):
                        losses.add(worker.taken)
                        if job.name not in tried and losses.share < _RETRY_BELOW:
                            tried.add(job.name)
                            todo.appendleft(job)
                            continue
                    yield job, answer
                while todo and losses.share >= 1:
                    yield todo.popleft(), Failure(losses.reason())
        finally:
            for worker in workers:
                worker.kill()
            gc.unfreeze()


class _Losses:
    """The time that failed attempts have cost a run, and what it leaves for the next.

    A file is given the whole limit at first, and less by the square of what is left: hangs by the dozen are passed
    over in ever shorter time while most files still have enough. When all is lost the rest is not tried, and told.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """An attempt failed after this time."""
        self._seconds += seconds

    @property
    def share(self) -> float:
        """How much of what may be lost is lost, from 0 on."""
        return self._seconds / self._limits.lost

    def allowance(self) -> float:
        """The seconds for the next file."""
        left = max(0.0, 1.0 - self.share)
        return max(min(_LEAST, self._limits.seconds), self._limits.seconds * left * left)

    def reason(self) -> str:
        """Why a file is not tried."""
        return f"given up: files that hang or crash have cost this run {self._limits.lost:g} s (lost-time-limit)"


def _largest_first(jobs: Sequence[Job]) -> list[Job]:
    """Large files first, so that no worker is left with one at the end."""

    def size(job: Job) -> int:
        if job.data is not None:
            return len(job.data)
        try:
            return os.stat(job.path).st_size  # noqa: PTH116 - one of many
        except OSError:
            return 0

    return sorted(jobs, key=size, reverse=True)


def _ready(workers: Sequence[_Worker[R]]) -> list[_Worker[R]]:
    """Workers that have answered, died or run out of time."""
    now = time.monotonic()
    busy = [worker for worker in workers if worker.job is not None]
    patience = max(0.0, min(worker.deadline for worker in busy) - now)
    by_handle: dict[object, _Worker[R]] = {}
    for worker in busy:
        by_handle[worker.pipe] = worker
        by_handle[worker.process.sentinel] = worker
    answered = wait(list(by_handle), timeout=patience)  # type: ignore[arg-type]
    now = time.monotonic()
    chosen = {id(by_handle[handle]): by_handle[handle] for handle in answered}
    for worker in busy:
        if now >= worker.deadline:
            chosen[id(worker)] = worker
    return list(chosen.values())


class _Worker(Generic[R]):
    """One process and the job it has. A `spent` one must be replaced."""

    def __init__(self, function: Callable[[Job, Context], R], context: Context, limits: Limits) -> None:
        fork = multiprocessing.get_context("fork")
        self.limits = limits
        self.pipe, other = fork.Pipe()
        self.process: ForkProcess = fork.Process(
            target=_serve, args=(other, self.pipe, function, context, limits), name="hygon-lint worker", daemon=True
        )
        self.process.start()
        other.close()
        self.job: Job | None = None
        self.given = self.deadline = self.allowance = 0.0
        self.taken = 0.0  # seconds that the last job took
        self.spent = False

    def give(self, job: Job, seconds: float) -> None:
        """Hand a job over. A worker that died meanwhile is noticed when its answer is awaited."""
        self.job = job
        self.allowance = seconds
        self.given = time.monotonic()
        self.deadline = self.given + seconds
        with contextlib.suppress(OSError):
            self.pipe.send(job)

    def take(self) -> R | Failure:
        """The result of its job, or why there is none."""
        self.job = None
        self.taken = time.monotonic() - self.given
        try:
            if self.pipe.poll():
                answer: _Answer[R] = self.pipe.recv()
                self.spent = answer.growth > self.limits.recycle
                return answer.result
        except (EOFError, OSError):
            pass
        self.spent = True
        if time.monotonic() >= self.deadline and self.process.is_alive():
            less = f" (not {self.limits.seconds:g} s: other files hang, too)" if self._is_cut() else ""
            return Failure(f"took longer than {self.allowance:.3g} s{less}")
        self.process.join(1.0)
        code = self.process.exitcode
        if code is None:
            return Failure("the worker stopped answering")
        if code == _OUT_OF_MEMORY:
            return Failure(f"out of memory (limit {self.limits.memory >> 20} MiB)")
        return Failure(
            f"the worker was killed by {_signal_name(-code)}" if code < 0 else f"the worker exited with code {code}"
        )

    def _is_cut(self) -> bool:
        return self.allowance < self.limits.seconds

    def kill(self) -> None:
        """End it now, stopped or hung as it may be."""
        with contextlib.suppress(OSError):
            self.pipe.close()
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


@dataclass(slots=True)
class _Answer(Generic[R]):
    """What comes back through the pipe; `growth` is in bytes since the fork."""

    result: R | Failure
    growth: int


def _serve(
    pipe: Connection,
    parents_end: Connection,
    function: Callable[[Job, Context], R],
    context: Context,
    limits: Limits,
) -> None:
    """The life of a worker: jobs in, answers out, until it is killed or its parent is gone."""
    parents_end.close()
    _settle(limits)
    inherited = _peak()
    while True:
        try:
            job = pipe.recv()
            try:
                result: R | Failure = function(job, context)
            except MemoryError:
                os._exit(_OUT_OF_MEMORY)
            except Exception as error:
                result = Failure(f"internal error: {describe(error)}")
            pipe.send(_Answer(result, _peak() - inherited))
        except (EOFError, OSError):
            return


def _peak() -> int:
    """The most memory this process ever held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _settle(limits: Limits) -> None:
    """Limits and manners of a worker: no core files, no Ctrl-C of its own, no life after its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    with contextlib.suppress(ValueError, OSError):
        # Deeply nested code needs a deep stack, in clang and here. Linux keeps room for this much below the mappings.
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (_STACK if hard < 0 else min(_STACK, hard), hard))
    sys.setrecursionlimit(_RECURSION)
    # What a crashing C library has to say must not end up among the reports.
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
