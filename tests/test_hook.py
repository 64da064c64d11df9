"""The pre-commit hook, with the real pre-commit in a real repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FAULT = """#include <cstdint>
typedef uint32_t vec4_uint __attribute__((ext_vector_type(4)));
__device__ void load(vec4_uint root, int tile, int64_t stride) {
  vec4_uint srsrc = root;
  srsrc[0] = root[0] + tile * 16 * stride;
  __builtin_hcu_matrix_load_128X16_b8(0, srsrc, 0, 0);
}
"""
CLEAN = FAULT.replace("  srsrc[0] = root[0] + tile * 16 * stride;\n", "")


def run(folder: Path, *words: str, check: bool = True, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PRE_COMMIT"))}
    surroundings["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{surroundings['PATH']}"
    for name in ("AUTHOR", "COMMITTER"):
        surroundings |= {f"GIT_{name}_NAME": "T", f"GIT_{name}_EMAIL": "t@example.org"}
    if home is not None:
        surroundings |= {"PRE_COMMIT_HOME": str(home / "pre-commit"), "XDG_CACHE_HOME": str(home / "cache")}
    done = subprocess.run(words, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environments that it installs; made once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """This checkout as a repository of hooks, with its uncommitted changes."""
    copy = tmp_path_factory.mktemp("hooks") / "hygon-lint"
    kept = ("hygon_lint", "rules", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
    copy.mkdir()
    for name in kept:
        source = repository / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / name)
    run(copy, "git", "init", "-q")
    run(copy, "git", "add", "-A")
    run(copy, "git", "commit", "-q", "-m", "hooks")
    return copy


@pytest.fixture
def checkout(tmp_path: Path, hooks: Path, home: Path) -> Path:
    """A repository that uses both hooks."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    revision = run(hooks, "git", "rev-parse", "HEAD").stdout.strip()
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos: [{{repo: {hooks}, rev: {revision}, hooks: [{{id: hygon-lint}}, {{id: hygon-lint-project}}]}}]\n",
        encoding="utf-8",
    )
    run(folder, "git", "init", "-q")
    run(folder, "git", "add", "-A")
    run(folder, "git", "commit", "-q", "-m", "start")
    run(folder, "pre-commit", "install", home=home)
    return folder


def commit(folder: Path, home: Path, **files: str) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / f"{name}.hip").write_text(text, encoding="utf-8")
    run(folder, "git", "add", "-A")
    return run(folder, "git", "commit", "-q", "-m", "change", check=False, home=home)


def test_a_fault_is_refused_and_a_clean_change_passes(checkout: Path, home: Path) -> None:
    done = commit(checkout, home, kernel=CLEAN)
    assert done.returncode == 0, done.stderr
    done = commit(checkout, home, kernel=FAULT)
    assert done.returncode == 1
    assert "kernel.hip:5:" in done.stderr and "HYG101" in done.stderr
    done = commit(
        checkout, home, kernel=FAULT.replace("stride;", "stride;  // NOLINT(HYG101): the test is about hooks")
    )
    assert done.returncode == 0, done.stderr


def test_only_what_the_commit_changes_is_held_against_it(checkout: Path, home: Path) -> None:
    (checkout / "old.hip").write_text(FAULT, encoding="utf-8")
    run(checkout, "git", "add", "-A")
    run(checkout, "git", "commit", "-q", "--no-verify", "-m", "an old fault")
    assert commit(checkout, home, other=CLEAN).returncode == 0
    run(checkout, "git", "mv", "old.hip", "renamed.hip")
    assert commit(checkout, home, third=CLEAN).returncode == 0


def test_a_suppression_left_behind_by_a_mended_line_is_refused(checkout: Path, home: Path) -> None:
    silenced = FAULT.replace("  srsrc[0]", "  // NOLINTNEXTLINE(HYG101): the test is about hooks\n  srsrc[0]")
    assert commit(checkout, home, kernel=silenced).returncode == 0
    done = commit(checkout, home, kernel=silenced.replace("+ tile * 16 * stride", ""))
    assert done.returncode == 1
    assert "kernel.hip:5:" in done.stderr and "HYG001" in done.stderr


def test_files_that_are_no_sources_are_passed_over(checkout: Path, home: Path) -> None:
    (checkout / "notes.md").write_text("srsrc[0] += 1;", encoding="utf-8")
    assert commit(checkout, home).returncode == 0


def test_many_files_in_several_runs_at_once(checkout: Path, home: Path) -> None:
    """pre-commit splits a long list of files and runs the parts side by side."""
    names = [f"{'n' * 180}{number}" for number in range(400)]
    done = commit(checkout, home, **dict.fromkeys(names[:-1], CLEAN), **{names[-1]: FAULT})
    assert done.returncode == 1
    assert done.stderr.count(f"{names[-1]}.hip:5:") == 2, "once by each hook"
    assert done.stderr.count("HYG101") == 2
