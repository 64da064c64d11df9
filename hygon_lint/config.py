"""Configuration: the nearest `.hygon-lint.toml` or `[tool.hygon-lint]` upwards, under the command line.

Every value knows where it came from. Mistakes are usage errors that name the file, the line and the nearest right
word. A configuration belongs to the checkout, so it can say what to look for and never what to run.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hygon_lint.config_keys import BY_NAME, KEYS, problems
from hygon_lint.config_keys import Path as KeyPath
from hygon_lint.errors import UsageError, shown

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OWN_FILE = ".hygon-lint.toml"
SHARED_FILE = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Value:
    """A value and its origin: "default", "command line", "environment", or a file and line."""

    value: Any
    origin: str
    of_file: bool = False  # whether a configuration file decided it


@dataclass(slots=True)
class Config:
    """The effective values by key; `file` is the configuration file that was read, if any."""

    values: dict[str, Value] = field(default_factory=lambda: {key.name: Value(key.default, "default") for key in KEYS})
    file: Path | None = None

    def __getitem__(self, name: str) -> Any:
        return self.values[name].value

    def origin(self, name: str) -> str:
        """Where the value of a key came from."""
        return self.values[name].origin

    def override(self, name: str, value: Any, origin: str) -> None:
        """Set a key that the command line or the environment decides."""
        self.values[name] = Value(value, origin)


def load(start: Path, *, file: Path | None = None, isolated: bool = False) -> Config:
    """The configuration for a scan below `start`; `file` names one outright, `isolated` reads none."""
    config = Config()
    path = file or (None if isolated else find(start))
    if path is None:
        return config
    text = _read(path)
    table, prefix = _parse(path, text)
    for where, message in problems(table):
        raise UsageError(f"{_at(path, text, (*prefix, *where))}: {message}")
    config.file = path
    for name, value in table.items():
        config.values[name] = Value(value, _at(path, text, (*prefix, name)), of_file=True)
    _check_version(config)
    return config


def find(start: Path) -> Path | None:
    """The nearest configuration file: in `start` or above it, no further up than the root of the checkout."""
    for folder in (start, *start.parents):
        own = folder / OWN_FILE
        if own.is_file():
            return own
        shared = folder / SHARED_FILE
        if shared.is_file() and _is_ours(shared):
            return shared
        if (folder / ".git").exists():
            return None
    return None


def _is_ours(shared: Path) -> bool:
    text = _read(shared)
    if "hygon-lint" not in text:
        return False
    table = _toml(shared, text)
    tool = table.get("tool")
    return isinstance(tool, dict) and "hygon-lint" in tool


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown(path)}: is not UTF-8") from error
    except OSError as error:
        raise UsageError(f"{shown(path)}: {error.strerror or error}") from error


_MOST_DOTS = 1000  # a line with more is no configuration, and a key of so many parts takes hours to read


def _toml(path: Path, text: str) -> dict[str, Any]:
    for number, written in enumerate(text.splitlines(), 1):
        if written.count(".") > _MOST_DOTS:
            raise UsageError(f"{shown(path)}:{number}: more than {_MOST_DOTS} dots in one line")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        at = line[1] if line else len(text.splitlines()) or 1
        raise UsageError(f"{shown(path)}:{at}: {error}") from error


def _parse(path: Path, text: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    table = _toml(path, text)
    if path.name != SHARED_FILE:
        tool = table.get("tool")
        if isinstance(tool, dict) and "hygon-lint" in tool:
            wrong = f"[tool.hygon-lint] belongs into {SHARED_FILE}; here the keys stand at the top level"
            raise UsageError(f"{_at(path, text, ('tool', 'hygon-lint'))}: {wrong}")
        return table, ()
    section = table.get("tool", {}).get("hygon-lint", {})
    if not isinstance(section, dict):
        raise UsageError(f"{_at(path, text, ('tool', 'hygon-lint'))}: [tool.hygon-lint] must be a table")
    return section, ("tool", "hygon-lint")


def _check_version(config: Config) -> None:
    wanted = config["required-version"]
    if not wanted:
        return
    from hygon_lint import __version__

    if not version_fits(__version__, wanted, config.origin("required-version")):
        origin = config.origin("required-version")
        raise UsageError(f'{origin}: this is hygon-lint {__version__}, and "{wanted}" is required')


_CLAUSE = re.compile(r"\s*(==|!=|>=|<=|>|<|)\s*(\d+(?:\.\d+)*)\s*")


def version_fits(version: str, wanted: str, origin: str) -> bool:
    """Whether a version meets clauses such as `>=0.1,<1`; a bare version means exactly that one."""
    have = _numbers(version)
    for clause in wanted.split(","):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            raise UsageError(f'{origin}: "{clause.strip()}" is no version clause: write ">=0.1,<1"')
        want = _numbers(match[2])
        sign = (have > want) - (have < want)
        right = {"==": sign == 0, "": sign == 0, "!=": sign != 0, ">=": sign >= 0, "<=": sign <= 0}
        if not right.get(match[1], sign > 0 if match[1] == ">" else sign < 0):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d+", version)[:3]]
    return tuple(numbers + [0] * (3 - len(numbers)))


# ---------------------------------------------------------------- lines


_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_ASSIGNMENT = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def _at(path: Path, text: str, where: KeyPath) -> str:
    return f"{shown(path)}:{line_of(text, where)}"


def line_of(text: str, where: KeyPath) -> int:
    """The 1-based line of a key in TOML text: of the assignment or header that comes nearest to it."""
    best, depth = 1, 0
    table: KeyPath = ()
    seen: dict[KeyPath, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            table = _resolved(_parts(header[2]), seen)
            if header[1] == "[[":
                count = seen[table] = seen.get(table, -1) + 1
                table = (*table, count)
            found = table
        else:
            assignment = _ASSIGNMENT.match(line)
            if not assignment:
                continue
            found = (*table, *_parts(assignment[1]))
        common = _common(found, where)
        if common > depth and (common == len(found) or common == len(where)):
            best, depth = number, common
    return best


def _common(one: KeyPath, other: KeyPath) -> int:
    """How many leading parts two paths share."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length


def _resolved(parts: KeyPath, seen: Mapping[KeyPath, int]) -> KeyPath:
    """A header's path, with the index of the newest element where it leads through an array of tables."""
    result: KeyPath = ()
    for part in parts[:-1]:
        result = (*result, part)
        if result in seen:
            result = (*result, seen[result])
    return (*result, parts[-1])


def _parts(dotted: str) -> KeyPath:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


__all__ = ["BY_NAME", "Config", "Value", "find", "line_of", "load", "version_fits"]
