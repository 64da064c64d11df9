"""The same bytes from every interpreter from 3.10 on that is found here, and no newer syntax or library than 3.10's.

HYGON_LINT_PYTHONS names interpreters that have the program installed (`ci/interpreters.py` makes them; `.ci/run` does).
Without it those that are found and can import everything are compared with this one.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "ci"))

import interpreters  # noqa: E402 - a script beside the package

_STATE = (
    "import sys, hashlib, pathlib, clang.cindex, tree_sitter, tree_sitter_cpp, click, hygon_lint, hygon_lint.rules\n"
    "state = hashlib.sha256()\n"
    "for name, folder in (('', pathlib.Path(hygon_lint.__file__).parent), ('rules', hygon_lint.rules.__path__[0])):\n"
    "    for path in sorted(pathlib.Path(folder).rglob('*')):\n"
    "        inner = path.relative_to(folder)\n"
    "        if path.suffix in ('.py', '.toml', '.h') and (name or inner.parts[0] != 'rules'):\n"
    "            state.update((name + str(inner)).encode() + path.read_bytes())\n"
    "print('%d.%d' % sys.version_info[:2], state.hexdigest())\n"
)
"""Prints the version and a digest of the program as that interpreter would run it."""


def state(python: Path | str) -> tuple[str, str] | None:
    """An interpreter's version and the state of the program it has; None where it cannot run it."""
    run = subprocess.run([python, "-I", "-c", _STATE], capture_output=True, text=True, check=False, timeout=120)
    version, _, digest = run.stdout.strip().partition(" ")
    return (version, digest) if run.returncode == 0 else None


@cache
def comparable() -> dict[str, str]:
    """Version -> interpreter, of those that have this very state of the program, this one left out."""
    here = state(sys.executable)
    assert here is not None
    given = os.environ.get("HYGON_LINT_PYTHONS", "")
    found = given.split(os.pathsep) if given else [str(path) for path in interpreters.interpreters().values()]
    states = {python: state(python) for python in found}
    if given:
        wrong = {python: one for python, one in states.items() if one is None or one[1] != here[1]}
        assert not wrong, "HYGON_LINT_PYTHONS names interpreters that do not have this state of the program"
    same = {one[0]: python for python, one in states.items() if one is not None and one[1] == here[1]}
    return {version: python for version, python in same.items() if version != here[0]}


def scan(python: str, folder: Path, form: str) -> bytes:
    words = ["-m", "hygon_lint", "scan", "--no-cache", "-j1", "--coverage", "full", "--format", form, str(folder)]
    run = subprocess.run([python, "-I", *words], capture_output=True, check=False, timeout=300)
    assert run.returncode == 1, run.stderr
    return run.stdout


@pytest.mark.parametrize("form", ["json", "sarif", "html", "text"])
def test_the_same_bytes_from_every_interpreter(form: str) -> None:
    others = comparable()
    if not others:
        pytest.skip("only this interpreter has the program (see HYGON_LINT_PYTHONS)")
    folder = REPOSITORY / "fixtures" / "flash-attention-hygon" / "before"
    here = scan(sys.executable, folder, form)
    for version, python in others.items():
        assert scan(python, folder, form) == here, f"Python {version}"


def modules() -> list[Path]:
    """All that is installed."""
    found = [path for name in ("hygon_lint", "rules") for path in (REPOSITORY / name).rglob("*.py")]
    assert len(found) > 300
    return found


def test_the_linter_and_the_type_checker_are_set_to_the_oldest() -> None:
    text = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    for line in ('requires-python = ">=3.10"', 'target-version = "py310"', 'python_version = "3.10"'):
        assert line in text


def test_no_syntax_is_newer_than_the_oldest_interpreter() -> None:
    for path in modules():
        ast.parse(path.read_text("utf-8"), str(path), feature_version=(3, 10))
    with pytest.raises(SyntaxError):
        ast.parse("try: f()\nexcept* OSError: pass\n", feature_version=(3, 10))


NEWER = {
    "modules": {"tomllib", "compression", "annotationlib", "concurrent.interpreters"},
    "names": {
        "datetime": {"UTC"}, "enum": {"StrEnum", "ReprEnum", "verify", "member", "nonmember", "global_enum"},
        "typing": {"Self", "Never", "LiteralString", "assert_never", "assert_type", "reveal_type", "override",
                   "Required", "NotRequired", "Unpack", "TypeVarTuple", "TypeAliasType", "dataclass_transform",
                   "ReadOnly", "TypeIs"},
        "contextlib": {"chdir"}, "hashlib": {"file_digest"}, "itertools": {"batched"}, "warnings": {"deprecated"},
        "math": {"cbrt", "exp2", "sumprod", "fma"}, "operator": {"call"}, "copy": {"replace"},
        "inspect": {"getmembers_static", "BufferFlags"}, "asyncio": {"TaskGroup", "timeout", "Runner"},
        "collections.abc": {"Buffer"}, "types": {"get_original_bases", "CapsuleType"}, "re": {"NOFLAG"},
        "sys": {"exception", "monitoring"}, "os": {"process_cpu_count"},
    },
    "methods": {"add_note", "full_match", "is_junction", "from_uri"},
}  # fmt: skip
"""What the standard library had later than 3.10, as far as code of this kind might use it."""


def newer(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Uses of a newer library, those under a test of `sys.version_info` left out."""
    guarded = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "version_info" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    names = {(module, name) for module, found in NEWER["names"].items() for name in found}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if node in guarded:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name in NEWER["modules"])
        elif isinstance(node, ast.ImportFrom):
            if node.module in NEWER["modules"]:
                yield node.lineno, str(node.module)
            yield from ((node.lineno, a.name) for a in node.names if (node.module, a.name) in names)
        elif isinstance(node, ast.Attribute) and (
            node.attr in NEWER["methods"] or (ast.unparse(node.value), node.attr) in names
        ):
            yield node.lineno, node.attr


def test_no_library_is_newer_than_the_oldest_interpreter() -> None:
    found = {
        f"{path.relative_to(REPOSITORY)}:{line}: {name}"
        for path in modules()
        for line, name in newer(ast.parse(path.read_text("utf-8")))
    }
    assert not found


def test_newer_libraries_are_seen() -> None:
    text = "import tomllib\nfrom typing import Self\nimport itertools\nitertools.batched([], 2)\nerror.add_note('x')\n"
    assert [name for _, name in newer(ast.parse(text))] == ["tomllib", "Self", "batched", "add_note"]
    guarded = "import sys\nif sys.version_info >= (3, 11):\n    import tomllib\nelse:\n    import tomli as tomllib\n"
    assert not list(newer(ast.parse(guarded)))
