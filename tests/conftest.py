"""Tools that tests may need and that are no Python packages; `.ci/run` installs them and lets no test skip."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


def _tool(variable: str, *names: str) -> Path:
    given = os.environ.get(variable)
    if given:
        path = Path(given)
        assert path.exists(), f"{variable} names {path}, which does not exist"
        return path
    for name in names:
        found = shutil.which(name)
        if found:
            return Path(found)
    pytest.skip(f"needs {names[0]} (see {variable} in .ci/run)")


@pytest.fixture(scope="session")
def sarif_validator() -> Path:
    """The SARIF validator of the npm package @microsoft/sarif-multitool-linux."""
    return _tool("HYGON_LINT_SARIF_VALIDATOR", "Sarif.Multitool")


@pytest.fixture(scope="session")
def chromium() -> Path:
    """A Chromium."""
    return _tool("HYGON_LINT_CHROMIUM", "chromium", "chromium-browser")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout the tests run in."""
    return REPOSITORY
