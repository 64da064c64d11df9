"""Coverage-guided fuzzing of our own parsers: `pip install -e '.[fuzz]'`, then

python fuzz/parsers.py TARGET [-max_total_time=60] [libFuzzer's options] [CORPUS]

TARGET is one of suppressions, python, cmake, shell, make, compile-db, configuration, baseline, patch. A parser may
refuse what it is given with the error that it documents; anything else it raises ends the run, and the input is kept.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["hygon_lint"]):
    from hygon_lint import build_comments, changed, config, suppression
    from hygon_lint.baseline import Baseline
    from hygon_lint.errors import UsageError
    from hygon_lint.frontend.decode import DecodeError, decode
    from hygon_lint.frontend.syntax import parse
    from hygon_lint.project import cmake_build, compile_db, python_build, shell_build
    from hygon_lint.project.checkout import read_build_file

# Readers are imported when they are needed; here they must be there while the imports are instrumented.
INSTRUMENTED = (cmake_build, compile_db, python_build, shell_build)

BUILD_FILES = {
    "python": "setup.py",
    "cmake": "CMakeLists.txt",
    "shell": "build.sh",
    "make": "Makefile",
    "compile-db": "compile_commands.json",
}


def _suppressions(data: bytes) -> None:
    for found in suppression.of_syntax(parse(decode("a.hip", data))):
        assert 1 <= found.first <= found.last


def _build_file(name: str) -> Callable[[bytes], None]:
    path = Path(tempfile.mkdtemp(), name)

    def target(data: bytes) -> None:
        path.write_bytes(data)
        made = read_build_file(name, str(path))
        assert made is not None and made.path == name
        build_comments.of_build_file(decode(name, data))

    return target


def _configuration(data: bytes) -> None:
    path = Path(tempfile.gettempdir(), "hygon-lint-fuzz.toml")
    path.write_bytes(data)
    config.load(path.parent, file=path)


def _baseline(data: bytes) -> None:
    path = Path(tempfile.gettempdir(), "hygon-lint-fuzz.json")
    path.write_bytes(data)
    Baseline.load(path).dumped()


def _patch(data: bytes) -> None:
    for ranges in changed.hunks(data).values():
        assert all(first <= last for first, last in ranges)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "suppressions": _suppressions,
    **{kind: _build_file(name) for kind, name in BUILD_FILES.items()},
    "configuration": _configuration,
    "baseline": _baseline,
    "patch": _patch,
}


SEEDS: dict[str, bytes] = {
    "suppressions": b"int x; // NOLINT(HYG101): why\n// NOLINTBEGIN\n// hygon-lint: ignore[HYG1,x] y\n// NOLINTEND\n",
    "python": b"import os\narchs = os.environ.get('A', 'gfx936').split(';')\nf = ['-DX'] if 'a' in archs else 1\n",
    "cmake": b'set(A "gfx936;gfx938" CACHE STRING x)\nif(A MATCHES "gfx9")\nadd_compile_definitions(X=${A})\nendif()\n',
    "shell": b'export A="gfx936;gfx938"  # x\nif [ "$A" = x ]; then cmake -DA=$A .; fi\n',
    "make": b"A ?= gfx936 gfx938\nifeq ($(A),x)\nF += --offload-arch=$(A) -DX\nendif\n",
    "compile-db": b'[{"directory": "/x", "file": "a.hip", "command": "clang++ -DX=1 --offload-arch=gfx936 -c a.hip"}]',
    "configuration": b'select = ["HYG1"]\nmin-confidence = "low"\n[severity]\nHYG101 = "note"\n',
    "baseline": Baseline().dumped(),
    "patch": b'+++ b/a.hip\n@@ -1,2 +3,4 @@\n+x\n+++ "b/\\303\\244.h"\n@@ -0,0 +1 @@\n',
}


def main() -> None:
    """Run one target until libFuzzer's options say stop."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit((__doc__ or "") + f"\nno target; one of {', '.join(TARGETS)}")
    name = sys.argv.pop(1)
    target = TARGETS[name]
    corpus = Path(tempfile.mkdtemp())
    (corpus / "seed").write_bytes(SEEDS[name])

    def one(data: bytes) -> None:
        try:
            target(data)
        except (UsageError, DecodeError):
            return

    atheris.Setup([*sys.argv, str(corpus)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
