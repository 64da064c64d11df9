"""Coverage of the front end on checkouts: typed and seen lines, files wholly unseen, time per file.

    python benchmarks/coverage.py --corpus DIR [--folder csrc] [--sample N] [--blind]

DIR is one checkout. Nothing of it is run, and no SDK is needed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hygon_lint.finding import BlindSpot, Coverage
from hygon_lint.frontend import coverage, syntax
from hygon_lint.frontend.arch_classes import classes_of, inherited_macros
from hygon_lint.frontend.decode import DecodeError, decode
from hygon_lint.frontend.other_arms import more_classes
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.rounds import Rounds
from hygon_lint.frontend.source import SourceText
from hygon_lint.model.arches import known_arches

SUFFIXES = frozenset((".h", ".hpp", ".hip", ".cu", ".cuh", ".cpp", ".cc", ".inc", ".inl"))


def sources(root: Path) -> Iterator[SourceText]:
    """The decodable C++ files below a folder."""
    for path in sorted(root.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            try:
                yield decode(path.relative_to(root).as_posix(), path.read_bytes())
            except DecodeError as error:
                print(f"skipped {path}: {error.reason}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, type=Path)
    parser.add_argument("--folder", default="", help="measure only files below this folder of the checkout")
    parser.add_argument("--sample", type=int, default=0, help="measure so many files, chosen at random (seed 1)")
    parser.add_argument("--blind", action="store_true", help="list the commonest reasons of blind spots")
    parser.add_argument("--worst", type=int, default=0, help="list so many files with the most lines not typed")
    parser.add_argument("--file", default="", help="show every blind spot of the files whose path holds this")
    options = parser.parse_args()

    start = time.process_time()
    files = list(sources(options.corpus))
    prelude = Prelude.build(files)
    indexed = time.process_time() - start
    chosen = [f for f in files if f.path.startswith(options.folder) and options.file in f.path]
    if options.sample and len(chosen) > options.sample:
        chosen = random.Random(1).sample(chosen, options.sample)

    arches = tuple(known_arches().values())
    total = Coverage()
    unseen: list[str] = []
    parses: list[float] = []
    reasons: Counter[str] = Counter()
    lost: list[tuple[int, str]] = []
    for source in chosen:
        tree = syntax.parse(source)
        units = []
        rounds = Rounds(tree, prelude)
        classes = classes_of(tree, arches, inherited_macros(rounds.header, arches, tree.identifiers))
        classes = (*classes, *more_classes(tree, classes, rounds.header))
        for arch_class in classes:
            began = time.process_time()
            units.append(rounds.unit(arch_class))
            parses.append(time.process_time() - began)
        measured, blind = coverage.measure(tree, units)
        total += measured
        if measured.code_lines and not measured.seen_lines:
            unseen.append(source.path)
        for spot in blind:
            reasons[spot.reason] += spot.end_line - spot.line + 1
        lost.append((measured.code_lines - measured.typed_lines, source.path))
        if options.file:
            show(source, blind)
    report(options.corpus, chosen, total, unseen, parses, indexed, len(files))
    if options.blind:
        for reason, count in reasons.most_common(60):
            print(f"{count:7d}  {reason}")
    for count, path in sorted(lost, reverse=True)[: options.worst]:
        print(f"{count:7d}  {path}")


def show(source: SourceText, blind: tuple[BlindSpot, ...]) -> None:
    """Print the blind spots of one file with their first line of text."""
    for spot in blind:
        print(f"{spot.path}:{spot.line}-{spot.end_line}: {spot.reason}\n    {source.line_text(spot.line).strip()}")


def report(
    corpus: Path,
    chosen: list[SourceText],
    total: Coverage,
    unseen: list[str],
    parses: list[float],
    indexed: float,
    known: int,
) -> None:
    """Print the figures as one table row and a line of times."""
    lines = max(total.code_lines, 1)
    typed, seen = 100 * total.typed_lines / lines, 100 * total.seen_lines / lines
    row = (corpus.name, f"{len(chosen)} files", f"{total.code_lines} lines in bodies", f"typed {typed:.2f}%")
    print("|", " | ".join((*row, f"seen {seen:.2f}%", f"wholly unseen {len(unseen)}")), "|")
    median, longest = 1000 * statistics.median(parses or [0]), 1000 * max(parses or [0])
    print(f"index of {known} files {indexed:.1f} s; a parse (file, arch class): {median:.1f} ms, {longest:.0f} ms max")
    for path in unseen[:20]:
        print("  wholly unseen:", path)


if __name__ == "__main__":
    main()
