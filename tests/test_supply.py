"""The lock holds what pyproject.toml asks for, each with a hash; gaps in an audit are failures; wheels are compared."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "ci"))

import supply  # noqa: E402 - a script beside the package

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LOCKED = re.compile(r"^([A-Za-z0-9][\w.-]*)==(\S+)", re.MULTILINE)


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _pins(name: str) -> dict[str, str]:
    text = (REPOSITORY / "requirements" / name).read_text("utf-8")
    return {_canonical(package): version for package, version in LOCKED.findall(text)}


def test_the_lock_satisfies_what_is_asked_for() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    pins = _pins("dev.txt")
    wanted = [Requirement(text) for text in (*project["dependencies"], *project["optional-dependencies"]["dev"])]
    assert len(wanted) > 20
    for requirement in wanted:
        if requirement.marker is None or requirement.marker.evaluate({"python_version": "3.11"}):
            assert requirement.specifier.contains(pins[_canonical(requirement.name)]), requirement
    assert {"setuptools", "wheel"} <= _pins("build.txt").keys()


@pytest.mark.parametrize("name", ["dev.txt", "build.txt"])
def test_every_pin_has_a_hash_and_no_file_names_an_index(name: str) -> None:
    text = (REPOSITORY / "requirements" / name).read_text("utf-8")
    assert "://" not in text and "index" not in text.replace("--no-emit-index-url", "")
    for entry in re.split(r"\n(?=\S)", text):
        if LOCKED.match(entry):
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.split(" ")[0]


@pytest.mark.parametrize(
    ("dependencies", "code", "told"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], 0, "1 of 1 looked up"),
        ([{"name": "a", "version": "1", "vulns": [{"id": "CVE-1"}]}], 1, "a 1: CVE-1"),
        ([{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "x"}], 1, "b: skipped"),
        (
            [{"name": "b", "skip_reason": "not found"}],
            3,
            "NOT audited: the source of advisories knows none of 1: not found",
        ),
        ([], 3, "NOT audited"),
    ],
    ids=["clean", "advisory", "gap", "nothing reached", "nothing said"],
)
def test_an_audit_with_gaps_is_no_audit(
    dependencies: list[object], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert supply.judged("dev.txt", json.dumps({"dependencies": dependencies})) == code
    assert told in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Traceback\n  line\nConnectionError: no route\n", "ConnectionError: no route"),
        ("No module named pip_audit\n", "No module named pip_audit"),
        ("", "it said nothing"),
    ],
)
def test_an_audit_that_reached_nothing_says_why(said: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert supply.judged("dev.txt", "no JSON", said) == 3
    assert capsys.readouterr().err == f"dev.txt: NOT audited: pip-audit made no report: {why}\n"


def test_the_audit_fails_where_the_tool_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where no name can be resolved: each lock is named, and the exit code is 3."""
    failed = subprocess.CompletedProcess([], 1, "", "requests.exceptions.ConnectionError: api.example\n")
    monkeypatch.setattr(supply, "_run", lambda *_, **__: failed)
    assert supply.audit() == 3
    told = capsys.readouterr().err
    assert told.count("NOT audited") == len(list(supply.LOCKS.glob("*.txt"))) == 2
    assert "ConnectionError: api.example" in told


def test_wheels_are_compared_byte_for_byte(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    assert supply.compared(one, other) == 1, "no wheel at all"
    (one / "a.whl").write_bytes(b"x")
    assert supply.compared(one, other) == 1
    (other / "a.whl").write_bytes(b"x")
    assert supply.compared(one, other) == 0
    (other / "a.whl").write_bytes(b"y")
    assert supply.compared(one, other) == 1
