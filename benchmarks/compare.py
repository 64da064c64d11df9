"""Speed against a generic pattern scanner and against ourselves, as ratios measured side by side in one run.

    python benchmarks/compare.py --corpus DIR [--corpus DIR=OWNER/NAME@COMMIT] [--row NAME ...] [--by cpu]

DIR is a checkout of ROCm/composable_kernel or Dao-AILab/flash-attention (told by its folders). It is only read: what is
scanned is a copy of its C++ files. The peer is installed as a wheel into a virtual environment of its own
(`--peers DIR`). A row whose corpus is missing is left out. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hygon_lint.discovery import is_source

HERE = Path(__file__).parent
SEMGREP = "semgrep==1.185.0"
CK, FA = "ROCm/composable_kernel", "Dao-AILab/flash-attention"
MARKS = {CK: "include/ck", FA: "csrc/flash_attn"}
HOOK_FILES = 5
SAMPLE = 120
HEADER = "include/ck/utility/math.hpp"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one command took: seconds of wall time and of CPU (all its processes), MiB of its largest process."""

    wall: float
    cpu: float
    peak: float


@dataclass(frozen=True, slots=True)
class Corpus:
    """A checkout: where it is, and what it is."""

    name: str
    folder: Path
    commit: str


@dataclass(frozen=True, slots=True)
class Result:
    """A row of the table: what was reached, and what was compared."""

    value: float
    unit: str
    detail: str


def run(*command: str | Path, cwd: Path) -> Cost:
    """Run to the end, quietly. Raises RuntimeError when the command could not do its job."""
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "HYGON_LINT"))}
    start = time.perf_counter()
    with tempfile.TemporaryFile() as words:
        process = subprocess.Popen(
            [str(word) for word in command], cwd=cwd, env=surroundings, stdout=subprocess.DEVNULL, stderr=words
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        if process.returncode not in (0, 1):
            words.seek(0)
            last = words.read().decode("utf-8", "replace").strip().splitlines()[-3:]
            raise RuntimeError(f"{command[0]} ended with {process.returncode}: {' '.join(last)}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Bench:
    """The commands, the corpora and the scratch folder of one run."""

    def __init__(self, corpora: dict[str, Corpus], peers: Path, scratch: Path, by: str) -> None:
        self.corpora = corpora
        self.scratch = scratch
        self.by = by
        self._peers = peers
        self._costs: dict[str, Cost] = {}

    def ratio(self, ours: Cost, other: Cost) -> float:
        """Ours over the other, by the clock that was chosen."""
        return ours.cpu / other.cpu if self.by == "cpu" else ours.wall / other.wall

    def once(self, name: str, measure: Callable[[], Cost]) -> Cost:
        """A measurement that several rows share."""
        if name not in self._costs:
            self._costs[name] = measure()
            cost = self._costs[name]
            print(f"  {name}: {cost.wall:.1f} s, CPU {cost.cpu:.1f} s, {cost.peak:.0f} MiB", file=sys.stderr)
        return self._costs[name]

    def tree(self, corpus: str, folder: str = "") -> Path:
        """A copy of the C++ files of a corpus (or of one folder of it), with the mark of a checkout."""
        target = self.scratch / (corpus.replace("/", "+") + "+" + folder.replace("/", "+"))
        if not target.exists():
            source = self.corpora[corpus].folder
            for path in sources(source / folder):
                copy = target / path.relative_to(source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
            (target / ".git").mkdir()
        return target

    def ours(self, tree: Path, *paths: str | Path, jobs: int = 2, cache: str = "") -> Cost:
        """A scan by this program, as a user runs it."""
        where = ("--cache-dir", self.scratch / cache) if cache else ("--no-cache",)
        options = ("--isolated", "--exit-zero", "--allow-partial", "-q", "-j", str(jobs), *where)
        return run(sys.executable, "-m", "hygon_lint", "scan", *options, *(paths or (tree,)), cwd=tree)

    def semgrep(self, tree: Path, *paths: str | Path, jobs: int = 2) -> Cost:
        """A scan of the same files by semgrep with two rules; CUDA and HIP suffixes count as C++."""
        tool = self._peers / "bin" / "semgrep"
        if not tool.exists():
            venv.create(self._peers, with_pip=True)
            run(self._peers / "bin" / "python", "-m", "pip", "install", "-q", SEMGREP, cwd=self.scratch)
        options = ("--metrics", "off", "--disable-version-check", "-q", "-j", str(jobs), "--scan-unknown-extensions")
        files = paths or tuple(sources(tree))
        return run(tool, "scan", "--config", HERE / "semgrep.yml", "--no-git-ignore", *options, *files, cwd=tree)


def sources(folder: Path) -> Iterator[Path]:
    """The C++ files below a folder, in order."""
    for path in sorted(folder.rglob("*")):
        if is_source(path.name) and path.is_file() and not path.is_symlink():
            yield path


# ------------------------------------------------------------ rows


def _cold(bench: Bench, corpus: str, folder: str) -> Result:
    tree = bench.tree(corpus, folder)
    other = bench.once(f"semgrep, {corpus} {folder}", lambda: bench.semgrep(tree))
    ours = bench.once(f"cold, {corpus} {folder}", lambda: bench.ours(tree))
    return Result(bench.ratio(ours, other), "x semgrep", f"{sum(1 for _ in sources(tree))} files, -j2 both")


def ck_cold(bench: Bench) -> Result:
    """cold scan of composable_kernel"""
    return _cold(bench, CK, "")


def fa_cold(bench: Bench) -> Result:
    """cold scan of flash-attention csrc"""
    return _cold(bench, FA, "csrc")


def _filled(bench: Bench) -> tuple[Path, Cost]:
    tree = bench.tree(CK)
    return tree, bench.once("cold with a cache, composable_kernel", lambda: bench.ours(tree, cache="kept"))


def ck_warm(bench: Bench) -> Result:
    """warm scan of composable_kernel, nothing changed"""
    tree, cold = _filled(bench)
    warm = bench.once("warm, composable_kernel", lambda: bench.ours(tree, cache="kept"))
    return Result(bench.ratio(warm, cold), "x its cold scan", "-j2")


def ck_header(bench: Bench) -> Result:
    """warm scan of composable_kernel after one header changed"""
    tree, cold = _filled(bench)
    header = tree / HEADER
    before = header.read_bytes()
    header.write_bytes(before + b"\nnamespace ck { inline int changed_for_the_benchmark(int x) { return x; } }\n")
    try:
        warm = bench.once("one header changed, composable_kernel", lambda: bench.ours(tree, cache="kept"))
    finally:
        header.write_bytes(before)
    return Result(bench.ratio(warm, cold), "x its cold scan", HEADER)


def hook(bench: Bench) -> Result:
    """one file as a pre-commit hook runs it, whole process"""
    corpus = CK if CK in bench.corpora else FA
    tree = bench.tree(corpus)
    chosen = random.Random(3).sample(list(sources(tree)), HOOK_FILES)
    bench.ours(tree, chosen[0], cache="hook")  # a hook runs again and again: the checkout has been read before
    ours = others = 0.0
    for file in chosen:
        file.write_bytes(file.read_bytes() + b"\n// changed\n")
        mine, other = bench.ours(tree, file, jobs=1, cache="hook"), bench.semgrep(tree, file, jobs=1)
        ours, others = (
            (ours + mine.cpu, others + other.cpu) if bench.by == "cpu" else (ours + mine.wall, others + other.wall)
        )
    return Result(ours / others, "x semgrep", f"{HOOK_FILES} files of {corpus}, each just changed")


def parse(bench: Bench) -> Result:
    """all of a file's analysis over the bare libclang parse of the same buffers"""
    from hygon_lint import job
    from hygon_lint.discovery import find_root
    from hygon_lint.engine import prelude_of
    from hygon_lint.frontend import clang
    from hygon_lint.model.arches import known_arches
    from hygon_lint.registry import load_rules

    corpus = FA if FA in bench.corpora else CK
    tree = bench.tree(corpus, "csrc" if corpus == FA else "")
    files = list(sources(tree))
    chosen = random.Random(4).sample(files, min(SAMPLE, len(files)))
    _, prelude = prelude_of(str(files[0]), str(tree))
    arches = known_arches()
    context = job.Context(
        rules=tuple(load_rules().enabled((), (), preview=False)),
        arches=tuple(arches.values()),
        known=tuple(arches),
        prelude=prelude,
    )
    root = Path(find_root([str(tree)], str(tree)))
    parsed = [0.0]
    plain = clang.TranslationUnit.__init__

    def timed(self: clang.TranslationUnit, *words: object, **named: object) -> None:
        start = time.process_time()
        plain(self, *words, **named)  # type: ignore[arg-type]
        parsed[0] += time.process_time() - start

    total = 0.0
    count = 0
    clang.TranslationUnit.__init__ = timed  # type: ignore[method-assign]
    try:
        for path in chosen:
            start, before = time.process_time(), parsed[0]
            job.analyse(job.Job(name=path.relative_to(root).as_posix(), path=str(path)), context)
            if parsed[0] > before:  # of files that clang need not read there is nothing to compare
                total += time.process_time() - start
                count += 1
    finally:
        clang.TranslationUnit.__init__ = plain  # type: ignore[method-assign]
    return Result(total / parsed[0], "x parse", f"{count} files of {corpus} that clang reads, CPU, one process")


def jobs(bench: Bench) -> Result:
    """-j2 against -j1"""
    corpus, folder = (FA, "csrc") if FA in bench.corpora else (CK, "")
    tree = bench.tree(corpus, folder)
    one = bench.once(f"cold -j1, {corpus} {folder}", lambda: bench.ours(tree, jobs=1))
    two = bench.once(f"cold, {corpus} {folder}", lambda: bench.ours(tree))
    return Result(one.wall / two.wall, "x faster", f"{corpus} {folder}, wall")


def memory(bench: Bench) -> Result:
    """peak memory of one worker on composable_kernel"""
    tree = bench.tree(CK)
    return Result(bench.once(f"cold, {CK} ", lambda: bench.ours(tree)).peak, "MiB", "largest process of the scan")


def doubling(bench: Bench) -> Result:
    """time when the files are doubled"""
    corpus = CK if CK in bench.corpora else FA
    chosen = random.Random(5).sample(list(sources(bench.tree(corpus))), SAMPLE)
    costs = []
    for copies in (1, 2):
        tree = bench.scratch / f"times{copies}"
        for number in range(copies):
            for path in chosen:
                copy = tree / f"copy{number}" / path.relative_to(bench.tree(corpus))
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
        (tree / ".git").mkdir()
        costs.append(bench.ours(tree, jobs=1))
    return Result(bench.ratio(costs[1], costs[0]), "x", f"{SAMPLE} files of {corpus}, then each twice, cold, -j1")


@dataclass(frozen=True, slots=True)
class Row:
    """What a row needs and must reach: at most `target` (at least, where `least`)."""

    measure: Callable[[Bench], Result]
    corpora: tuple[str, ...]  # any of these
    target: float
    least: bool = False


ROWS = {
    "ck-cold": Row(ck_cold, (CK,), 0.75),
    "fa-cold": Row(fa_cold, (FA,), 0.5),
    "ck-warm": Row(ck_warm, (CK,), 0.05),
    "ck-header": Row(ck_header, (CK,), 0.10),
    "hook": Row(hook, (CK, FA), 0.15),
    "parse": Row(parse, (CK, FA), 2.5),
    "jobs": Row(jobs, (CK, FA), 1.7, least=True),
    "memory": Row(memory, (CK,), 400.0),
    "doubling": Row(doubling, (CK, FA), 2.1),
}


def _corpora(given: list[str]) -> dict[str, Corpus]:
    found = {}
    for word in given:
        place, _, said = word.partition("=")
        folder = Path(place).resolve()
        name = next((name for name, mark in MARKS.items() if (folder / mark).is_dir()), "")
        if not name:
            raise SystemExit(f"{place}: neither {CK} nor {FA}")
        found[name] = Corpus(name, folder, said.partition("@")[2] or _commit(folder))
    return found


def _commit(folder: Path) -> str:
    asked = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "of unknown commit"


def _line(name: str, row: Row, result: Result) -> str:
    met = result.value >= row.target if row.least else result.value <= row.target
    bound = f"{'>=' if row.least else '<='} {row.target:g} {result.unit}"
    return (
        f"| {name}: {row.measure.__doc__} | {bound} | {result.value:.3g} {result.unit} "
        f"| {'met' if met else '**not met**'} | {result.detail} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="append", default=[], metavar="DIR[=OWNER/NAME@COMMIT]")
    parser.add_argument("--row", action="append", choices=list(ROWS), help="measure this row only (repeatable)")
    parser.add_argument("--by", choices=("wall", "cpu"), default="wall", help="the clock of the ratios (default: wall)")
    parser.add_argument("--peers", type=Path, default=HERE / ".peers", help="virtual environment of the peers")
    options = parser.parse_args()
    corpora = _corpora(options.corpus)
    if not corpora:
        parser.error("no --corpus given")
    print(f"Measured {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, by {options.by} time, against {SEMGREP}.\n")
    for corpus in corpora.values():
        print(f"- {corpus.name} {corpus.commit}")
    print("\n| row | to reach | reached | | measured on |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(corpora, options.peers.resolve(), Path(scratch).resolve(), options.by)
        for name, row in ROWS.items():
            if (not options.row or name in options.row) and any(corpus in corpora for corpus in row.corpora):
                print(_line(name, row, row.measure(bench)), flush=True)


if __name__ == "__main__":
    main()
