"""How long a parse takes beside one of the same file with all its includes followed.

    python benchmarks/parse_ratio.py --corpus DIR [--folder include] [--include DIR ...] [--sample 40] [--seed 1]

For each file and arch class clang parses twice in this process: with the declarations that the prelude picks, and with
the real headers that the includes reach (`--includes full`), found below the corpus and in the folders of `--include`
(a C++ library, an SDK). Printed are the medians of both, and of their ratio. Reading and picking are not counted: both
are done once a file, not once a class. Nothing of a checkout is run.
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

from hygon_lint.frontend import syntax, translate
from hygon_lint.frontend.arch_classes import classes_of, inherited_macros
from hygon_lint.frontend.compilation import FULL, Compilation
from hygon_lint.frontend.compile_commands import CompileDb
from hygon_lint.frontend.compile_flags import Flags
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.model.arches import known_arches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, type=Path)
    parser.add_argument("--folder", default="", help="only files below this folder of the checkout")
    parser.add_argument(
        "--include", default=[], type=Path, action="append", help="a folder of headers; may be repeated"
    )
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = options.corpus.resolve()
    files = list(sources(root))
    prelude = Prelude.build(files)
    chosen = [source for source in files if source.path.startswith(options.folder)]
    chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    folders = tuple(str(folder.resolve()) for folder in (root / "include", *options.include))
    compilation = Compilation(
        root=str(root), includes=FULL, db=CompileDb(path="given here", common=Flags(folders=folders))
    )
    arches = tuple(known_arches().values())
    ours: list[float] = []
    full: list[float] = []
    headers: list[int] = []
    for source in chosen:
        tree = syntax.parse(source)
        header = prelude.header_for(source)
        followed = compilation.follow(source, prelude.project)
        assert followed is not None
        given = prelude.header_for(source, frozenset(), followed.headers)
        headers.append(len(followed.headers))
        for one in classes_of(tree, arches, inherited_macros(header, arches, tree.identifiers)):
            ours.append(seconds(partial(translate.parse, tree, one, header)))
            full.append(seconds(partial(translate.parse, tree, one, given, "", followed)))
    ratio = statistics.median(a / b for a, b in zip(ours, full, strict=True))
    print(f"{len(chosen)} files, {len(ours)} parses, {statistics.median(headers):.0f} headers a file (median)")
    print(f"parse: {1000 * statistics.median(ours):.1f} ms, includes followed: {1000 * statistics.median(full):.0f} ms")
    print(f"median ratio {ratio:.4f}")


def seconds(work: Callable[[], object]) -> float:
    """Processor time of a call."""
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
