"""Reading the TOML files that hold the program's knowledge."""

from __future__ import annotations

import sys
from importlib.resources import files
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def load_toml(package: str, name: str) -> dict[str, Any]:
    """The TOML file `name` that ships inside `package`, as plain dictionaries."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
