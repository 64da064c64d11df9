"""The action, the workflow and the GitLab template: well formed, and their commands do what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

CONTEXT = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


@pytest.fixture(scope="module")
def action(repository: Path) -> dict[str, Any]:
    return dict(yaml.safe_load((repository / "action.yml").read_text(encoding="utf-8")))


def test_the_action_is_a_composite_one_whose_expressions_exist(action: dict[str, Any]) -> None:
    assert {"name", "description", "inputs", "outputs", "runs"} <= set(action)
    assert action["runs"]["using"] == "composite"
    known = {f"inputs.{name}" for name in action["inputs"]} | {"github.action_path", "steps.scan.outputs.sarif"}
    used = set(CONTEXT.findall(json.dumps(action)))
    assert used <= known
    assert {f"inputs.{name}" for name in action["inputs"]} <= used, "an input that nothing reads"
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an expression in a script is code of whoever sets it"
    for entry in action["inputs"].values():
        assert entry["description"] and "default" in entry


def run_step(action: dict[str, Any], number: int, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """One step of the action, as a runner would run it."""
    values = {f"inputs.{name}": entry["default"] for name, entry in action["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    values["github.action_path"] = str(folder)
    step = action["runs"]["steps"][number]
    environment = {name: CONTEXT.sub(lambda match: values[match[1]], text) for name, text in step["env"].items()}
    temp = folder / "temp"
    surroundings = {**os.environ, **environment, "RUNNER_TEMP": str(temp), "GITHUB_OUTPUT": str(temp / "output")}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder / "checkout", env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """A runner's folder with the program where the first step would have put it, and a checkout."""
    (tmp_path / "temp" / "hygon-lint" / "bin").mkdir(parents=True)
    (tmp_path / "temp" / "hygon-lint" / "bin" / "hygon-lint").symlink_to(Path(sys.executable).parent / "hygon-lint")
    (tmp_path / "checkout" / "my csrc").mkdir(parents=True)
    (tmp_path / "checkout" / "my csrc" / "a.cpp").write_text("// static_assert(sizeof(int) == 4);\n", encoding="utf-8")
    return tmp_path


def test_the_action_scans(action: dict[str, Any], runner: Path) -> None:
    done = run_step(action, 1, runner, paths="my csrc\n", arguments="--select\nHYG401\n--no-cache")
    assert done.returncode == 1, done.stderr
    assert re.match(r"::warning file=my csrc/a\.cpp,line=1,", done.stdout)
    assert (runner / "temp" / "output").read_text(encoding="utf-8") == "sarif=hygon-lint.sarif\n"
    sarif = json.loads((runner / "checkout" / "hygon-lint.sarif").read_text(encoding="utf-8"))
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == ["HYG401"]


def test_inputs_are_not_evaluated(action: dict[str, Any], runner: Path) -> None:
    evil = f"$(touch {runner}/sprung)`touch {runner}/sprung`; touch {runner}/sprung"
    for name in ("paths", "arguments", "changed", "sarif"):
        run_step(action, 1, runner, **{name: evil})
    assert not (runner / "sprung").exists()


def test_the_workflow_example_uses_inputs_that_the_action_has(action: dict[str, Any], repository: Path) -> None:
    workflow = yaml.safe_load((repository / "ci" / "workflow-example.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["scan"]["steps"]
    (step,) = [step for step in steps if step.get("uses", "").startswith("hygon-lint/")]
    assert set(step["with"]) <= set(action["inputs"])
    assert workflow["permissions"] == {"contents": "read", "security-events": "write"}


def test_the_gitlab_job_runs(repository: Path, runner: Path) -> None:
    job = yaml.safe_load((repository / "ci" / "gitlab.yml").read_text(encoding="utf-8"))["hygon-lint"]
    assert set(job) == {"image", "variables", "cache", "before_script", "script", "artifacts"}
    checkout = runner / "checkout"
    (checkout / ".hygon-lint-venv" / "bin").mkdir(parents=True)
    (checkout / ".hygon-lint-venv" / "bin" / "hygon-lint").symlink_to(Path(sys.executable).parent / "hygon-lint")
    variables = {**os.environ, "CI_PROJECT_DIR": str(checkout)}
    for name, value in job["variables"].items():
        variables[name] = str(value).replace("$CI_PROJECT_DIR", str(checkout))
    script = "\n".join(job["script"])
    done = subprocess.run(
        ["bash", "-ec", script], cwd=checkout, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    report = json.loads((checkout / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    assert [issue["location"]["path"] for issue in report] == ["my csrc/a.cpp"]


def test_the_hooks_match_what_a_scan_takes(repository: Path) -> None:
    from hygon_lint.discovery import is_build_file, is_source

    hooks = yaml.safe_load((repository / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["hygon-lint", "hygon-lint-project"]
    names = [
        "a.h",
        "a.HIP",
        "x/a.cuh",
        "a.cpp",
        "a.inl",
        "CMakeLists.txt",
        "x/setup.py",
        "Makefile",
        "b.mk",
        "f.cmake",
        "r.sh",
    ]
    for hook in hooks:
        for name in names:
            assert re.search(hook["files"], name), name
            assert is_source(name) or is_build_file(Path(name).name), name
        for name in ("a.txt", "a.hpp.in", "README.md", "a.c_", "h"):
            assert not re.search(hook["files"], name), name
