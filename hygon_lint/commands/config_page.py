"""docs/configuration.md, made from the table of keys, the model of arches and the assumed magnitudes.

python -m hygon_lint.commands.config_page docs/configuration.md    write it anew
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from hygon_lint.config_keys import COMMAND_LINE_ONLY, CONFIDENCES, KEYS, SEVERITIES, Key
from hygon_lint.model import magnitudes
from hygon_lint.model.arches import known_arches

TYPES = {
    "flag": "`true` or `false`",
    "count": "a positive whole number",
    "share": "a number from 0 to 1",
    "word": "a string",
    "words": "a list of strings",
    "severities": "a table: rule = severity",
    "overrides": "an array of tables",
    "arches": "a table of tables: arch, fact = value",
    "sizes": "a table: role = a positive whole number",
}

EXAMPLES = {
    "required-version": 'required-version = ">=0.1,<1"',
    "select": 'select = ["HYG1", "HYG2", "arch-route-shadowed"]',
    "ignore": 'ignore = ["HYG404"]',
    "preview": "preview = true",
    "severity": '[severity]\nHYG203 = "note"\narch-missing-from-build = "error"',
    "overrides": '[[overrides]]\npaths = ["tests/", "*_generated.h"]\nignore = ["HYG4"]\nmin-confidence = "high"\n\n'
    '[overrides.severity]\nHYG203 = "note"',
    "min-confidence": 'min-confidence = "high"',
    "fail-on": 'fail-on = "error"',
    "exclude": 'exclude = ["csrc/layer_norm/", "*_autogen.h"]',
    "default-excludes": "default-excludes = false",
    "gitignore": "gitignore = false",
    "arches": 'arches = ["gfx936", "gfx938"]',
    "arch": "[arch.gfx946]\nvgprs = 768\n\n[arch.gfx95f]\nnumber = 959\nwave = 64\nvgprs = 512",
    "magnitudes": "[magnitudes]\nheads = 256\npage-size = 1024",
    "coverage": 'coverage = "full"',
    "includes": 'includes = "project"',
    "min-coverage": "min-coverage = 0.9",
    "baseline": 'baseline = "ci/hygon-lint-baseline.json"',
    "strict-baseline": "strict-baseline = true",
    "require-reason": "require-reason = true",
    "lang": 'lang = "zh"',
    "jobs": "jobs = 4",
    "time-limit": "time-limit = 120",
    "lost-time-limit": "lost-time-limit = 120",
    "memory-limit": "memory-limit = 4096",
    "max-file-size": "max-file-size = 8",
}
"""For each key the lines to write in `.hygon-lint.toml`."""

HEAD = f"""\
# Configuration

<!-- Made by `python -m hygon_lint.commands.config_page docs/configuration.md`; do not edit. -->

No configuration is needed. Where a checkout wants one, hygon-lint reads the nearest file upwards from what is scanned,
no further than the root of the checkout:

- `.hygon-lint.toml`, keys at the top level, or
- `pyproject.toml`, the same keys under `[tool.hygon-lint]` (tables become `[tool.hygon-lint.severity]` and so on).

`.hygon-lint.toml` wins where both stand in one folder. The command line wins over the file. `hygon-lint config` prints
each value that counts and where it came from; `--config FILE` names a file outright, `--isolated` reads none. Unknown
keys and wrong types are mistakes (exit code 2) that name the line and the nearest right word.

A checkout says what to look for, never what to run: {", ".join(f"`{name}`" for name in COMMAND_LINE_ONLY)} are taken
from the command line only.

Editors that know JSON Schema complete and check the file with `hygon-lint config --schema`, which is
[`config.schema.json`](../hygon_lint/config.schema.json).
"""

OVERRIDES = f"""\
## overrides

Each `[[overrides]]` speaks of some paths. Later ones win over earlier ones, and all win over the keys above.

| key | type | what it does |
|---|---|---|
| `paths` | a list of strings | which files, in .gitignore syntax, relative to the root; required |
| `ignore` | a list of strings | rules that say nothing there: ids, prefixes of ids, or names |
| `severity` | a table: rule = severity | the severity of rules there |
| `min-confidence` | one of {", ".join(f"`{level}`" for level in CONFIDENCES)} | leave out what is less sure there |
"""

SEVERITY = f"""\
## severity

Rules are named by id or name. A severity is one of {", ".join(f"`{level}`" for level in SEVERITIES)}; `fail-on` and
`--fail-on` say from which one on findings make the exit code 1. To silence a rule, use `ignore`.
"""

ARCH = """\
## arch

`[arch.NAME]` adds an arch, or states facts of one that is known. What the documents leave open (`?` below) is settled
by stating it: the rules and the audit then point to the side that contradicts the fact (DEBT-3, DEBT-Q1).

| key | what it says |
|---|---|
| `number` | the number host code compares for it |
| `wave` | lanes of a wave as compiled by default |
| `macros` | further macros that a device compile for it defines, `["__GFX9__"]` unless said otherwise |
| `family`, `codename` | words for reports |
| `legacy` | `true`: older than the arches the kernels are written for; never demanded of a build list |
| any other | a fact of the hardware: `vgprs` (vector registers a lane can address), `mls` (has matrix loads) |

The Hygon arches as the program knows them (AMD's are known, too):
"""

MAGNITUDES = """\
## magnitudes

How large an integer may get when the code itself gives no bound, by the role that its name speaks for:
"""


def page() -> str:
    """The whole page."""
    return "\n".join((HEAD, *_overview(), *_keys(), OVERRIDES, SEVERITY, ARCH, *_arches(), MAGNITUDES, *_roles()))


def _overview() -> Iterator[str]:
    yield "## Keys"
    yield ""
    yield "| key | type | default |"
    yield "|---|---|---|"
    for key in KEYS:
        yield f"| [`{key.name}`](#key-{key.name}) | {_type(key)} | {_default(key)} |"
    yield ""


def _keys() -> Iterator[str]:
    for key in KEYS:
        yield f'<a id="key-{key.name}"></a>`{key.name}`: {key.help}'
        yield ""
        yield "```toml"
        yield EXAMPLES[key.name]
        yield "```"
        yield ""


def _type(key: Key) -> str:
    return f"one of {', '.join(f'`{choice}`' for choice in key.choices)}" if key.choices else TYPES[key.kind]


def _default(key: Key) -> str:
    return "-" if key.default is None else f"`{json.dumps(key.default)}`"


def _arches() -> Iterator[str]:
    known = [arch for arch in known_arches().values() if arch.hygon]
    facts = sorted({name for arch in known for name in (*arch.facts, *arch.open)})
    yield f"| arch | number | wave | {' | '.join(facts)} |"
    yield f"|---|---|---|{'---|' * len(facts)}"
    for arch in known:
        values = [json.dumps(arch.facts[name]) if name in arch.facts else "?" for name in facts]
        yield f"| `{arch.name}` | {', '.join(map(str, arch.numbers))} | {arch.wave} | {' | '.join(values)} |"
    yield ""


def _roles() -> Iterator[str]:
    yield "| role | assumed at most |"
    yield "|---|---|"
    for role in magnitudes.roles():
        yield f"| `{magnitudes.key_of(role.name)}` | {role.max:,} |"
    yield f"| `{magnitudes.TEMPLATE}`: a template constant that nothing is known of | {magnitudes.template_max():,} |"
    yield f"| `{magnitudes.DEFAULT}`: anything else | {magnitudes.default_max():,} |"
    yield ""


def main(arguments: list[str]) -> None:
    """Write the page."""
    Path(arguments[0]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
