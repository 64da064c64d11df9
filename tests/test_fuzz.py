"""A fixed budget of mutants, the same every time; `fuzz/mutate.py` runs as many as wanted."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "fuzz"))

import mutate  # noqa: E402 - it is a script beside the package

from hygon_lint.finding import Confidence, FileResult, Finding, Place, Severity, Text  # noqa: E402
from hygon_lint.job import Failure, Job  # noqa: E402
from hygon_lint.pool import Limits, Pool  # noqa: E402

SEEDS = mutate.sources([REPOSITORY / "fixtures" / "rules" / name for name in ("HYG101", "HYG202", "HYG305", "HYG401")])


@pytest.mark.parametrize("seed", [11, 12])
def test_mutants_cost_nothing_but_themselves(seed: int) -> None:
    jobs = list(islice(mutate.mutants(SEEDS, seed), 30))
    pool = Pool(2, Limits(seconds=120))
    judged = dict(mutate.run(jobs, pool, mutate.context()))
    assert {job.name for job in judged} == {*(job.name for job in jobs), "report"}
    assert not {job.name: found for job, found in judged.items() if found}


def test_faults_are_seen() -> None:
    """What the fuzzer looks for, shown to it: a place outside of the file, a broken report, a worker that died."""
    job = Job(name="0/a.hip", path="", data=b"int x;\n")
    place = Place("0/a.hip", 7, 1, 7, 2)
    text = Text(en="nothing \x1b[31m", zh="无")
    finding = Finding(
        rule="HYG101", name="n", severity=Severity.NOTE, confidence=Confidence.LOW, message=text, place=place
    )
    result = FileResult(path="0/a.hip", findings=(finding,))
    assert mutate.objections(job, result) == [f"HYG101: a place outside of the file: {place}"]
    assert mutate.objections(job, Failure("killed")) == ["killed"]
    elsewhere = FileResult(path="1/b.hip")
    assert mutate.report_objections([job], [elsewhere])[0].startswith("no report: ")
    with pytest.raises(ValueError, match="control character"):
        mutate.check("text", "\x1b[31m")
    with pytest.raises(ValueError, match="Expecting"):
        mutate.check("sarif", "{")


def test_the_same_seed_makes_the_same_mutants() -> None:
    one, other = (list(islice(mutate.mutants(SEEDS, 5), 10)) for _ in range(2))
    assert one == other
