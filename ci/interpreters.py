"""Every interpreter from 3.10 on that is found here, with the program installed, for the test of equal reports.

python ci/interpreters.py WHEEL FOLDER [CONSTRAINTS]

Makes a virtual environment for each below FOLDER, installs the wheel, and prints the interpreters with ":" between:
the value of HYGON_LINT_PYTHONS. One whose dependencies cannot be installed is named on stderr and left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_NEWEST = 14
_PLACES = (
    "~/.pyenv/versions/*/bin/python3",
    "~/.local/share/uv/python/*/bin/python3",
    "~/.local/bin/python3.*",
    "/opt/*/bin/python3",
    "/opt/python/*/bin/python3",
    "/usr/local/bin/python3.*",
    "/usr/bin/python3.*",
)
_VERSION = "import sys; print('%d.%d %s' % (*sys.version_info[:2], sys.implementation.name))"


def candidates() -> Iterator[Path]:
    """Interpreters by name on the PATH, and in the places where version managers keep theirs."""
    for minor in range(10, _NEWEST + 1):
        found = shutil.which(f"python3.{minor}")
        if found:
            yield Path(found)
    for place in _PLACES:
        path = Path(place).expanduser()
        yield from sorted(path for path in Path(path.anchor).glob(str(path.relative_to(path.anchor))) if path.is_file())


def interpreters() -> dict[str, Path]:
    """One for each version of CPython from 3.10 on: "3.10" -> interpreter."""
    out: dict[str, Path] = {}
    for path in candidates():
        if not re.fullmatch(r"python3(\.\d+)?", path.name):
            continue
        try:
            run = subprocess.run([path, "-I", "-c", _VERSION], capture_output=True, text=True, check=False, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            continue
        version, _, name = run.stdout.strip().partition(" ")
        if run.returncode == 0 and name == "cpython" and int(version.partition(".")[2]) >= 10:
            out.setdefault(version, path)
    return dict(sorted(out.items(), key=lambda item: int(item[0].partition(".")[2])))


def install(wheel: Path, folder: Path, constraints: Path | None) -> list[Path]:
    """An environment for each interpreter; those that have all they need."""
    made = []
    for version, interpreter in interpreters().items():
        python = folder / version / "bin" / "python"
        words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        words += ["-c", str(constraints)] if constraints else []
        steps = ([interpreter, "-m", "venv", folder / version], [python, *words, wheel])
        for step in steps:
            run = subprocess.run([str(word) for word in step], capture_output=True, text=True, check=False)
            if run.returncode:
                print(f"Python {version}: left out: {(run.stderr.strip() or '?').splitlines()[-1]}", file=sys.stderr)
                break
        else:
            made.append(python)
    return made


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    paths = [Path(word) for word in sys.argv[1:]]
    print(os.pathsep.join(map(str, install(paths[0], paths[1], paths[2] if paths[2:] else None))))
