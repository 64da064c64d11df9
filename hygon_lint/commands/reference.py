"""The reference part of docs/cli.md, made from the commands themselves.

python -m hygon_lint.commands.reference docs/cli.md    write it anew between its marks
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

from hygon_lint.cli import COMMANDS
from hygon_lint.commands import SETTINGS

BEGIN, END = "<!-- reference: begin -->", "<!-- reference: end -->"


def reference() -> str:
    """One section a command, one row an option."""
    lines: list[str] = []
    for name in COMMANDS:
        lines += _section(("hygon-lint", name), import_module(f"hygon_lint.commands.{name}").command)
    return "\n".join(lines)


def _section(path: tuple[str, ...], command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=path[-1], **SETTINGS)
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    yield f"### {' '.join(path)}"
    yield ""
    text = " ".join((command.help or "").split())
    yield text if isinstance(command, click.Group) else f"`{' '.join((*path, *pieces))}`: {text}"
    yield ""
    if isinstance(command, click.Group):
        for name, sub in command.commands.items():
            yield from _section((*path, name), sub)
        return
    options = [parameter for parameter in command.get_params(context) if isinstance(parameter, click.Option)]
    rows = [row for option in options if (row := option.get_help_record(context)) is not None]
    if rows:
        yield "| option | what it does |"
        yield "|---|---|"
        yield from (f"| `{_cell(option)}` | {_cell(' '.join(words.split()))} |" for option, words in rows)
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def main(arguments: list[str]) -> None:
    """Write the reference into a page."""
    page = Path(arguments[0])
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n\n{reference()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
