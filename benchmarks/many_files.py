"""How long a checkout of very many tiny headers takes: two lines each, 500 in a folder, no cache.

python benchmarks/many_files.py [--files 100000] [--jobs 1] [--folder FOLDER]

Prints JSON: files, analysed, exit code, seconds of wall and processor time, and MiB of its largest process.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

IN_A_FOLDER = 500


def make(folder: Path, count: int) -> None:
    """Write the headers."""
    for number in range(count):
        place = folder / f"part{number // IN_A_FOLDER:04}"
        if number % IN_A_FOLDER == 0:
            place.mkdir()
        header = place / f"header{number % IN_A_FOLDER:03}.h"
        header.write_text(f"#pragma once\nint function_{number}(int x);\n", encoding="utf-8")


def measure(folder: Path, jobs: int) -> dict[str, object]:
    """Scan the folder with the program that is installed beside this interpreter."""
    tool = Path(sys.executable).parent / "hygon-lint"
    start = time.perf_counter()
    words = ("scan", "--no-cache", f"-j{jobs}", "--format", "json", ".")
    run = subprocess.run([tool, *words], cwd=folder, capture_output=True, check=False)
    wall = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    coverage = json.loads(run.stdout)["coverage"]
    return {
        "files": coverage["files"],
        "analysed": coverage["analysed"],
        "code": run.returncode,
        "wall": round(wall, 1),
        "processor": round(used.ru_utime + used.ru_stime, 1),
        "peak_mib": used.ru_maxrss >> 10,
    }


def main() -> None:
    """Make, scan, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the checkout is made; default: a temporary folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        make(Path(folder), chosen.files)
        print(json.dumps(measure(Path(folder), chosen.jobs)))


if __name__ == "__main__":
    main()
