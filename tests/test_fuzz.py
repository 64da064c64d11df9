"""A fixed budget of mutants, the same every time; `fuzz/mutate.py` runs as many as wanted."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "fuzz"))

import mutate  # noqa: E402 - it is a script beside the package

from hygon_lint.pool import Limits, Pool  # noqa: E402

SEEDS = mutate.sources([REPOSITORY / "fixtures" / "rules" / name for name in ("HYG101", "HYG202", "HYG305", "HYG401")])


@pytest.mark.parametrize("seed", [11, 12])
def test_mutants_cost_nothing_but_themselves(seed: int) -> None:
    jobs = list(islice(mutate.mutants(SEEDS, seed), 25))
    pool = Pool(2, Limits(seconds=60))
    wrong = {job.name: found for job, found in mutate.run(jobs, pool, mutate.context()) if found}
    assert not wrong


def test_every_format_takes_a_report_on_mutants(tmp_path: Path) -> None:
    for job in islice(mutate.mutants(SEEDS, 13), 12):
        path = tmp_path / job.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(job.data or b"")
    mutate.reports_are_writable(tmp_path)


def test_the_same_seed_makes_the_same_mutants() -> None:
    one, other = (list(islice(mutate.mutants(SEEDS, 5), 10)) for _ in range(2))
    assert one == other
