"""Every configuration key: type, default and words. Validation and the JSON Schema follow from this table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hygon_lint.errors import nearest

SEVERITIES = ("error", "warning", "note")
CONFIDENCES = ("low", "medium", "high")
LEVELS = (*SEVERITIES, "never")

Path = tuple[str | int, ...]
"""Where a value stands: keys of tables and indices of arrays."""

Problem = tuple[Path, str]


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `kind`: "flag", "count", "share", "word", "words", "severities", "overrides", "arches", "sizes"."""

    name: str
    kind: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()


KEYS = (
    Key("required-version", "word", "", 'Versions of hygon-lint that may read this: ">=0.1,<1" or "0.1.0".'),
    Key("select", "words", [], "Only these rules: ids, prefixes of ids, or names. Empty: all."),
    Key("ignore", "words", [], "Not these rules."),
    Key("preview", "flag", False, "Run preview rules, too."),
    Key("severity", "severities", {}, "Severity by rule id or name, in place of the rule's own."),
    Key("overrides", "overrides", [], "For some paths: rules to ignore, severities, a least confidence."),
    Key("min-confidence", "word", "medium", "Leave out findings that are less sure.", CONFIDENCES),
    Key("fail-on", "word", "warning", "The severity from which findings make the exit code 1.", LEVELS),
    Key("exclude", "words", [], "Paths to leave out, in .gitignore syntax, relative to the root."),
    Key("default-excludes", "flag", True, "Skip vendored, generated and build folders."),
    Key("gitignore", "flag", True, "Skip what .gitignore names."),
    Key("arches", "words", [], "Look at the code only as these arches see it. Empty: all known."),
    Key("arch", "arches", {}, "Arches to add, and facts of arches: [arch.gfx946] number, wave, macros, vgprs, ..."),
    Key("magnitudes", "sizes", {}, "The largest value to assume by role, where the code gives no bound."),
    Key("coverage", "word", "needed", "full: parse what no rule's trigger touches, too.", ("needed", "full")),
    Key("includes", "word", "none", "project: read the checkout's real headers, too.", ("none", "project")),
    Key("min-coverage", "share", None, "Exit with 3 when less than this share of the code was typed."),
    Key("baseline", "word", "", "The baseline file, relative to this file."),
    Key("strict-baseline", "flag", False, "Baseline entries that match nothing any more make the exit code 1."),
    Key("require-reason", "flag", False, "A suppression without a reason suppresses nothing and is reported."),
    Key("lang", "word", "en", "Language of messages.", ("en", "zh")),
    Key("jobs", "count", None, "Worker processes. Default: one for each core."),
    Key("time-limit", "count", 60, "Seconds that one file may take."),
    Key(
        "lost-time-limit", "count", 600, "Seconds that files which hang or crash may cost a run; the rest is not tried."
    ),
    Key("memory-limit", "count", 3072, "MiB that one worker may use."),
    Key("max-file-size", "count", 32, "MiB above which a file is not analysed."),
)

COMMAND_LINE_ONLY = ("rules-dir", "libclang", "cache-dir", "config", "cluster", "compile-db")
"""What a checkout must not decide about the machine that scans it."""

_OVERRIDE_KEYS = {"paths": "words", "ignore": "words", "severity": "severities", "min-confidence": "word"}

BY_NAME: Mapping[str, Key] = {key.name: key for key in KEYS}


def problems(table: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a configuration: where, and in words."""
    for name, value in table.items():
        key = BY_NAME.get(name)
        if key is not None:
            yield from _wrong_value((name,), key.kind, key.choices, value)
        elif name in COMMAND_LINE_ONLY:
            yield (name,), f'"{name}" is taken from the command line only (as --{name}), never from a checkout'
        else:
            yield (name,), f'unknown key "{name}"{nearest(name, BY_NAME)}'


def _wrong_value(path: Path, kind: str, choices: tuple[str, ...], value: Any) -> Iterator[Problem]:
    name = ".".join(str(part) for part in path)
    text, right = _TESTS[kind]
    if not right(value):
        yield path, f'"{name}" must be {text}, not {_named(value)}'
    elif kind == "word" and choices and value not in choices:
        yield path, f'"{name}" must be one of {", ".join(choices)}{nearest(value, choices)}'
    elif kind == "severities":
        for rule, level in value.items():
            if level not in SEVERITIES:
                hint = nearest(str(level), SEVERITIES)
                yield (*path, rule), f'"{name}.{rule}" must be one of {", ".join(SEVERITIES)}{hint}'
    elif kind == "overrides":
        for index, entry in enumerate(value):
            yield from _wrong_override((*path, index), entry)
    elif kind == "arches":
        for arch, facts in value.items():
            if not re.fullmatch(r"gfx[0-9a-z-]+", arch):
                yield (*path, arch), f'"{arch}" is no arch: write gfx946'
            elif not isinstance(facts, dict):
                yield (*path, arch), f'"{name}.{arch}" must be a table of facts, not {_named(facts)}'
    elif kind == "sizes":
        from hygon_lint.model.magnitudes import keys

        known = keys()
        for role, size in value.items():
            if role not in known:
                yield (*path, role), f'unknown role "{role}"{nearest(role, known)}'
            elif not _is_count(size):
                yield (*path, role), f'"{name}.{role}" must be a positive whole number, not {_named(size)}'


def _wrong_override(path: Path, entry: Any) -> Iterator[Problem]:
    if "paths" not in entry:
        yield path, 'an override needs "paths"'
    for name, value in entry.items():
        if name not in _OVERRIDE_KEYS:
            yield (*path, name), f'unknown key "{name}" of an override{nearest(name, _OVERRIDE_KEYS)}'
            continue
        choices = CONFIDENCES if name == "min-confidence" else ()
        yield from _wrong_value((*path, name), _OVERRIDE_KEYS[name], choices, value)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _is_share(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


_TESTS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "flag": ("true or false", lambda value: isinstance(value, bool)),
    "count": ("a positive whole number", _is_count),
    "share": ("a number from 0 to 1", _is_share),
    "word": ("a string", lambda value: isinstance(value, str)),
    "words": ("a list of strings", _is_words),
    "severities": ("a table of rule = severity", lambda value: isinstance(value, dict)),
    "overrides": (
        "an array of tables",
        lambda value: isinstance(value, list) and all(isinstance(v, dict) for v in value),
    ),
    "arches": ("a table of arches", lambda value: isinstance(value, dict)),
    "sizes": ("a table of role = number", lambda value: isinstance(value, dict)),
}


def _named(value: Any) -> str:
    """A wrong value as a person would call it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the string {value[:60]!r}"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else f"a {type(value).__name__}"


# ---------------------------------------------------------------- JSON Schema


def json_schema() -> dict[str, Any]:
    """The schema of `.hygon-lint.toml` (and of `[tool.hygon-lint]`), for editors."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "hygon-lint configuration",
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _key_schema(key) for key in KEYS},
    }


def _key_schema(key: Key) -> dict[str, Any]:
    schema = {"description": key.help, **_kind_schema(key.kind, key.choices)}
    if key.default is not None:
        schema["default"] = key.default
    return schema


def _kind_schema(kind: str, choices: tuple[str, ...] = ()) -> dict[str, Any]:
    from hygon_lint.model.magnitudes import keys

    severities = {"type": "object", "additionalProperties": {"enum": list(SEVERITIES)}}
    words = {"type": "array", "items": {"type": "string"}}
    plain: dict[str, dict[str, Any]] = {
        "flag": {"type": "boolean"},
        "count": {"type": "integer", "minimum": 1},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "word": {"enum": list(choices)} if choices else {"type": "string"},
        "words": words,
        "severities": severities,
        "arches": {
            "type": "object",
            "propertyNames": {"pattern": "^gfx[0-9a-z-]+$"},
            "additionalProperties": {"type": "object"},
        },
        "sizes": {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: {"type": "integer", "minimum": 1} for name in keys()},
        },
        "overrides": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["paths"],
                "additionalProperties": False,
                "properties": {
                    "paths": words,
                    "ignore": words,
                    "severity": severities,
                    "min-confidence": {"enum": list(CONFIDENCES)},
                },
            },
        },
    }
    return plain[kind]
