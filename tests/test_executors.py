"""The map step over executors: threads, processes, a real Dask cluster whose worker is killed in mid-scan."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import registry
from program import hygon_lint

from hygon_lint import engine, executors
from hygon_lint.job import Context, Failure, Job, MapStep, in_process

KERNEL = "__global__ void k{n}(float* p, int pitch) {{\n  p[blockIdx.x * pitch] = 0;  // {n}\n}}\n"
CONTEXT = Context(rules=(), arches=(), known=())


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for number in range(20):
        (tmp_path / f"k{number}.hip").write_text(KERNEL.format(n=number), encoding="utf-8")
    return tmp_path


def scan(folder: Path, mapper: MapStep) -> dict[str, Any]:
    report = engine.run(engine.Settings(paths=(str(folder),), cwd=str(folder), root=str(folder)), registry(), mapper)
    assert not report.errors
    return dict(msgspec.to_builtins(msgspec.structs.replace(report, rules=(), timing=engine.Timing())))


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_same_report(checkout: Path, kind: Any) -> None:
    with kind(2) as executor:
        assert scan(checkout, executors.OverExecutor(executor, batch=3)) == scan(checkout, in_process)


def deadly(job: Job, context: Context) -> str:  # noqa: ARG001 - a map function
    if job.name == "5":
        os.kill(os.getpid(), signal.SIGKILL)
    return job.name


def test_a_broken_executor_costs_what_it_had_and_is_told() -> None:
    jobs = [Job(name=str(number), path="", data=b"") for number in range(8)]
    with ProcessPoolExecutor(1) as executor:
        results = {job.name: result for job, result in executors.OverExecutor(executor, 2)(deadly, jobs, CONTEXT)}
    assert len(results) == 8
    assert isinstance(results["5"], Failure)
    assert all(isinstance(result, Failure) or result == name for name, result in results.items())


def test_what_cannot_be_sent_is_a_mistake() -> None:
    from hygon_lint.errors import UsageError

    with ThreadPoolExecutor(1) as executor, pytest.raises(UsageError, match="cannot be sent"):
        list(executors.OverExecutor(executor)(deadly, [], Context(rules=(lambda: 0,), arches=(), known=())))


# ---------------------------------------------------------------- a cluster


def _start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", *words], stderr=subprocess.PIPE, text=True, start_new_session=True)


def _line(process: subprocess.Popen[str], word: str) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return line
    raise AssertionError(f"{process.args} ended without a word of {word}")


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler and two workers, each a process of its own."""
    pytest.importorskip("distributed")
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    processes = [_start("distributed.cli.dask_scheduler", *options)]
    try:
        address = _line(processes[0], "Scheduler at").split()[-1]
        for number in range(2):
            folder = str(tmp_path.parent / f"{tmp_path.name}-worker-{number}")
            worker = _start("distributed.cli.dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-nanny",
                            "--host", "127.0.0.1", "--no-dashboard", "--local-directory", folder)  # fmt: skip
            processes.append(worker)
            _line(worker, "Registered to")
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


def test_a_cluster_that_loses_a_worker_gives_the_same_report(
    checkout: Path, scheduler: tuple[str, list[subprocess.Popen[str]]]
) -> None:
    address, workers = scheduler
    executor = executors.cluster(address)
    over = executors.OverExecutor(executor, batch=1)
    killed = []

    def mapper(function: Any, jobs: Any, context: Any) -> Any:
        for done, pair in enumerate(over(function, jobs, context)):
            if done == 3 and not killed:
                workers[0].kill()
                killed.append(time.monotonic())
            yield pair

    assert scan(checkout, mapper) == scan(checkout, in_process)
    assert killed
    executor.shutdown()


def test_the_option(checkout: Path, scheduler: tuple[str, list[subprocess.Popen[str]]]) -> None:
    address, _ = scheduler
    local = hygon_lint("scan", "--no-cache", "--format", "json", cwd=checkout)
    remote = hygon_lint("scan", "--no-cache", "--format", "json", "--cluster", address, cwd=checkout)
    assert (remote.code, remote.out) == (local.code, local.out)


def test_no_scheduler(checkout: Path) -> None:
    pytest.importorskip("distributed")
    done = hygon_lint("scan", "--cluster", "nonsense://x", cwd=checkout)
    assert done.code == 2
    assert "--cluster" in done.err
