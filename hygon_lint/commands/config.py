"""`hygon-lint config`: the effective values, and where each came from."""

from __future__ import annotations

import json
from pathlib import Path

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS
from hygon_lint.commands.common import form_option, start_of
from hygon_lint.config_keys import KEYS


@click.command("config", context_settings=SETTINGS, short_help="Print the effective configuration.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=str))
@click.option("--config", "file", metavar="FILE", type=click.Path(path_type=Path), help="Read this configuration file.")
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the configuration for editors, and stop.")
@form_option
def command(paths: tuple[str, ...], file: Path | None, isolated: bool, schema: bool, form: str) -> int:
    """Print the configuration that a scan of PATHS has, and where each value came from."""
    from hygon_lint import config
    from hygon_lint.config_keys import json_schema

    if schema:
        output.to_stdout(json.dumps(json_schema(), indent=2) + "\n")
        return 0
    loaded = config.load(start_of(paths or (".",)), file=file, isolated=isolated)
    if form == "json":
        values = {key.name: {"value": loaded[key.name], "origin": loaded.origin(key.name)} for key in KEYS}
        shown = {"file": str(loaded.file) if loaded.file else None, "values": values}
        output.to_stdout(json.dumps(shown, ensure_ascii=False, indent=2) + "\n")
        return 0
    width = max(len(key.name) for key in KEYS)
    for key in KEYS:
        value = json.dumps(loaded[key.name], ensure_ascii=False)
        output.to_stdout(f"{key.name:<{width}} = {value}  # {loaded.origin(key.name)}\n")
    return 0
