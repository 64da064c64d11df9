"""Expendable workers: what kills one costs one file, after one retry, and is told with the reason."""

from __future__ import annotations

import ctypes
import faulthandler
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from program import FAULT, RULE, hygon_lint

from hygon_lint.job import Context, Failure, Job
from hygon_lint.pool import Limits, Pool, _Losses

CONTEXT = Context(rules=(), arches=(), known=())
JOBS = [Job(name=f"{number}.h", path="", data=b"x" * number) for number in range(12)]


def outcome(act: Callable[[], object], *, size: int = 2, limits: Limits | None = None) -> dict[str, object]:
    """Run 12 jobs; number 5 does something first. What came of each, by name."""

    def work(job: Job, context: Context) -> str:  # noqa: ARG001 - a map function
        if job.name == "5.h":
            act()
        return f"done {job.name}"

    results = list(Pool(size, limits)(work, JOBS, CONTEXT))
    assert sorted(job.name for job, _ in results) == sorted(job.name for job in JOBS)
    return {job.name: result for job, result in results}


def check(results: dict[str, object], reason: str) -> None:
    failed = results.pop("5.h")
    assert isinstance(failed, Failure)
    assert reason in failed.reason
    assert results == {name: f"done {name}" for name in results}


def hang() -> None:
    while True:
        time.sleep(60)


def allocate() -> None:
    block = bytearray(1 << 40)
    block[0] = 1


def segfault() -> None:
    faulthandler.disable()  # pytest's own would print the stack
    ctypes.string_at(8)


def test_all_is_well() -> None:
    results = outcome(lambda: None)
    assert results == {job.name: f"done {job.name}" for job in JOBS}


def abort() -> None:
    faulthandler.disable()
    os.abort()


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "killed by SIGKILL"),
        (segfault, "killed by SIGSEGV"),
        (abort, "killed by SIGABRT"),
        (lambda: os._exit(3), "exited with code 3"),
        (allocate, "out of memory (limit 3072 MiB)"),
    ],
    ids=["kill", "segfault", "abort", "exit", "memory"],
)
@pytest.mark.parametrize("size", [1, 3])
def test_what_kills_a_worker_costs_one_file(act: Callable[[], object], reason: str, size: int) -> None:
    check(outcome(act, size=size), reason)


@pytest.mark.parametrize("act", [hang, lambda: os.kill(os.getpid(), signal.SIGSTOP)], ids=["hang", "stop"])
def test_what_stops_a_worker_costs_one_file(act: Callable[[], object]) -> None:
    check(outcome(act, limits=Limits(seconds=0.3)), "took longer than 0.3 s")


def test_a_file_is_tried_once_more_in_a_fresh_worker(tmp_path: Path) -> None:
    tried = tmp_path / "tried"

    def once() -> None:
        if not tried.exists():
            tried.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    assert outcome(once)["5.h"] == "done 5.h"


@pytest.mark.parametrize("size", [1, 3])
def test_files_that_hang_cannot_add_up(size: int) -> None:
    """A thousand files that hang cost what a few may; the rest is told, and what was done before stays."""
    started = multiprocessing.get_context("fork").Value("i", 0)

    def work(job: Job, context: Context) -> str:  # noqa: ARG001
        if job.name.startswith("hang"):
            with started:
                started.value += 1
            hang()
        return "done"

    fine = [Job(name=f"{number}.h", path="", data=b"x" * 100) for number in range(5)]
    hostile = [Job(name=f"hang{number}.h", path="", data=b"x") for number in range(1000)]
    results = dict(Pool(size, Limits(seconds=0.1, lost=0.8))(work, [*fine, *hostile], CONTEXT))
    assert len(results) == 1005
    assert all(results[job] == "done" for job in fine)
    reasons = [result.reason for result in results.values() if isinstance(result, Failure)]
    slow = [reason for reason in reasons if reason.startswith("took longer than 0.1 s")]
    given_up = "given up: files that hang or crash have cost this run 0.8 s (lost-time-limit)"
    assert len(slow) + reasons.count(given_up) == 1000
    assert len(slow) <= started.value < 8 + 2 * size


def test_the_more_time_is_lost_the_less_a_file_is_given() -> None:
    losses = _Losses(Limits(seconds=60, lost=600))
    given = []
    while losses.share < 1:
        given.append(losses.allowance())
        losses.add(given[-1])
    assert given[0] == 60 and given == sorted(given, reverse=True) and given[-1] == 1
    assert given[4] > 25, "a few slow files are no attack"
    assert len(given) > 100, "a hundred that hang leave something for the others"
    assert sum(given) <= 600 + 1


def test_a_whole_scan_with_files_that_hang(tmp_path: Path) -> None:
    """What was not analysed is counted and told, and the exit code says so."""
    rules = tmp_path / "rules"
    rules.mkdir()
    text = RULE.replace(
        "        words = ", "        if b'sleep' in file.source.data:\n            time.sleep(60)\n        words = "
    )
    (rules / "slow.py").write_text("import time\n" + text, encoding="utf-8")
    folder = tmp_path / "c"
    folder.mkdir()
    (folder / "fault.h").write_text(FAULT + "\n" * 100, encoding="utf-8")
    for number in range(30):
        (folder / f"{number}.h").write_text("int sleep;\n", encoding="utf-8")
    (folder / ".hygon-lint.toml").write_text("time-limit = 1\nlost-time-limit = 2\n", encoding="utf-8")
    done = hygon_lint("scan", "--rules-dir", rules, "--select", "TST", "--format", "json", "-j2", cwd=folder)
    report = json.loads(done.out)
    assert done.code == 3
    assert report["coverage"]["files"] == 31 and report["coverage"]["analysed"] == 1
    assert [finding["path"] for finding in report["findings"]] == ["fault.h"]
    reasons = [error["reason"] for error in report["run"]["errors"]]
    assert len(reasons) == 30
    assert sum(reason.startswith("given up: ") for reason in reasons) >= 26


def test_a_worker_that_has_grown_is_replaced() -> None:
    kept = []

    def grow(job: Job, context: Context) -> int:  # noqa: ARG001
        kept.append(bytearray(40 << 20))
        return os.getpid()

    pids = {result for _, result in Pool(1, Limits(recycle=100 << 20))(grow, JOBS, CONTEXT)}
    assert 3 <= len(pids) <= 6
    assert not kept, "the parent's memory is its own"


def test_an_error_of_the_function_itself_is_told() -> None:
    check(outcome(lambda: 1 / 0), "internal error: ZeroDivisionError: division by zero (test_pool.py:")


def test_leaving_early_ends_all_workers() -> None:
    def pid(job: Job, context: Context) -> int:  # noqa: ARG001
        return os.getpid()

    results = Pool(3)(pid, JOBS, CONTEXT)
    _, first = next(results)
    results.close()  # type: ignore[attr-defined]
    assert isinstance(first, int)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_workers_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    outcome(lambda: os.write(2, b"libclang: fatal error"))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    script = textwrap.dedent(
        """
        import os, signal, sys, time
        from hygon_lint.job import Context, Job
        from hygon_lint.pool import Pool

        def work(job, context):
            open(sys.argv[1] + "/" + str(os.getpid()), "w").close()
            time.sleep(100)

        jobs = [Job(name=str(n), path="", data=b"") for n in range(4)]
        list(Pool(2)(work, jobs, Context(rules=(), arches=(), known=())))
        """
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stderr=subprocess.DEVNULL)
    _until(lambda: len(list(tmp_path.iterdir())) == 2)
    parent.send_signal(number)
    parent.wait(10)
    for file in tmp_path.iterdir():
        _until(lambda pid=int(file.name): not _alive(pid))  # type: ignore[misc]


def _until(done: Callable[[], bool]) -> None:
    """Wait for something that must happen; a generous limit, for slow machines."""
    for _ in range(600):
        if done():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
