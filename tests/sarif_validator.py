"""The real SARIF validator, where it is installed.

`HYGON_LINT_SARIF_VALIDATOR` names its program; otherwise it is looked for in `node_modules` of the repository, where
`npm install @microsoft/sarif-multitool-linux` puts it.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

_INSTALLED = "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool"
REASON = "no SARIF validator: set HYGON_LINT_SARIF_VALIDATOR or `npm install @microsoft/sarif-multitool-linux`"


def program() -> str | None:
    """Path of the validator's program, made executable if it is not."""
    named = os.environ.get("HYGON_LINT_SARIF_VALIDATOR", "")
    path = Path(named) if named else Path(__file__).parent.parent / _INSTALLED
    if not path.is_file():
        return None
    if not os.access(path, os.X_OK):
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


needs_validator = pytest.mark.skipif(program() is None, reason=REASON)


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the validator's program."""
    name = program()
    assert name is not None
    return subprocess.run([name, *arguments], cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


def complaints(text: str, folder: Path) -> list[str]:
    """Errors and warnings that the validator has about a log, by the rules of SARIF and of code-scanning pages."""
    log, verdict = folder / "log.sarif", folder / "verdict.sarif"
    log.write_text(text, "utf-8")
    verdict.unlink(missing_ok=True)
    done = run("validate", str(log), "--rule-kind", "Sarif;Ghas", "--output", str(verdict), cwd=folder)
    assert verdict.is_file(), done.stdout + done.stderr
    runs: list[dict[str, Any]] = json.loads(verdict.read_text("utf-8-sig"))["runs"]
    entries = [entry for made in runs for entry in made["results"]]
    failed = [note for made in runs for note in made["invocations"][0].get("toolExecutionNotifications", [])]
    found = [f"{entry.get('level', 'warning')} {entry['ruleId']} {entry['message']}" for entry in entries]
    return found + [str(note["message"]) for note in failed if note.get("level") == "error"]
