"""How long a parse takes beside one of the same file with all its includes followed.

    python benchmarks/parse_ratio.py --corpus DIR --sdk DIR --clang DIR [--include DIR ...] [--folder include]
                                     [--sample 80] [--seed 1]

For each file and arch class clang parses twice in this process, as HIP for the device: with the declarations that the
prelude picks, and from disk with all the headers that its includes reach: the checkout's (`include` below it and the
folders of `--include`), those of an SDK (`--sdk`: the folder that holds `hip/hip_runtime.h`), clang's own (`--clang`: a
folder whose `include` holds `__clang_hip_runtime_wrapper.h`; a libclang wheel has none) and the C++ library of the
machine. Headers that a build makes (`hip/hip_version.h`, `ck/config.h`) have to be put into one of these folders.
Headers that are not found make the second parse quicker than it ought to be; how many files that is, is printed.
Printed are the medians of both, and of their ratio; `--steps` adds where the time of a file goes. Reading and picking
are done once a file, not once a class, and are not counted in the ratio. Nothing of a checkout is run.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from coverage import sources

from hygon_lint.frontend import clang, syntax, translate
from hygon_lint.frontend.arch_classes import ArchClass, classes_of, inherited_macros
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.rounds import Rounds
from hygon_lint.frontend.source import SourceText
from hygon_lint.model.arches import known_arches

_WRAPPER = "__clang_hip_runtime_wrapper.h"  # what clang includes before every HIP source
_OURS = ("-nogpuinc", "-nostdinc", "-fno-digraphs")  # of the arguments for a parse without headers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, type=Path)
    parser.add_argument("--folder", default="", help="only files below this folder of the checkout")
    parser.add_argument("--sdk", required=True, type=Path, help="the include folder of an SDK")
    parser.add_argument("--clang", required=True, type=Path, help="the resource folder of a clang")
    parser.add_argument("--include", default=[], type=Path, action="append", help="a folder of headers; repeatable")
    parser.add_argument("--sample", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", action="store_true", help="the other steps of a file as well")
    options = parser.parse_args()
    root = options.corpus.resolve()
    files = list(sources(root))
    prelude = Prelude.build(files)
    chosen = [source for source in files if source.path.startswith(options.folder)]
    chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    arches = tuple(known_arches().values())
    own = options.clang.resolve() / "include"
    words = ["-nogpuinc", f"-resource-dir={own.parent}"]
    for folder in (root / "include", *options.include):
        words += ["-I", str(folder.resolve())]
    for folder in (own / "cuda_wrappers", options.sdk):
        words += ["-isystem", str(folder.resolve())]
    words += ["-include", _WRAPPER]
    steps: dict[str, list[float]] = {}
    ratios: list[float] = []
    sizes: list[int] = []
    lacking = 0
    for source in chosen:
        tree, header, classes = prepared(source, prelude, arches, steps)
        sizes.append(len(header))
        missing = False
        for one in classes:
            ours = timed(steps, "parse", partial(translate.parse, tree, one, header))
            taken, unit = followed(root / source.path, one, words)
            steps.setdefault("parse, includes followed", []).append(taken)
            ratios.append(ours / taken)
            missing = missing or any("file not found" in message.message for message in unit.diagnostics())
            if options.steps:
                timed(steps, "parse, rounds and lowering", partial(Rounds(tree, prelude).unit, one))
        lacking += missing
    print(f"{len(chosen)} files ({lacking} with a header that is not there), {len(ratios)} parses")
    print(f"prelude: {statistics.median(sizes) / 1000:.0f} kB (median)")
    for name, taken_all in steps.items():
        if options.steps or name.startswith("parse"):
            print(f"{name}: {1000 * statistics.median(taken_all):.1f} ms")
    print(f"median ratio {statistics.median(ratios):.4f}, of all together {total(steps):.4f}")


def prepared(
    source: SourceText, prelude: Prelude, arches: tuple, steps: dict[str, list[float]]
) -> tuple[syntax.SyntaxFile, str, tuple[ArchClass, ...]]:
    """What comes before the parses of a file: its syntax, what the prelude picks, and the classes."""
    found: list = []
    timed(steps, "syntax", lambda: found.append(syntax.parse(source)))
    timed(steps, "picking", lambda: found.append(prelude.header_for(source)))
    tree, header = found
    timed(
        steps,
        "arch classes",
        lambda: found.append(classes_of(tree, arches, inherited_macros(header, arches, tree.identifiers))),
    )
    return tree, header, found[2]


def followed(path: Path, one: ArchClass, words: list[str]) -> tuple[float, clang.TranslationUnit]:
    """A parse from disk, and the time it took."""
    arguments = [word for word in translate.arguments(one) if word not in _OURS]
    start = time.process_time()
    unit = clang.TranslationUnit(str(path), path.read_bytes(), [*arguments, *words])
    return time.process_time() - start, unit


def total(steps: dict[str, list[float]]) -> float:
    """The time of all parses beside that of all with the includes followed."""
    return sum(steps["parse"]) / sum(steps["parse, includes followed"])


def timed(steps: dict[str, list[float]], name: str, work: Callable[[], object]) -> float:
    """Processor time of a call, kept under its name."""
    start = time.process_time()
    work()
    taken = time.process_time() - start
    steps.setdefault(name, []).append(taken)
    return taken


if __name__ == "__main__":
    main()
