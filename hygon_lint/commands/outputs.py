"""Where reports go: `--format NAME[=FILE]` and `--output FILE`, for each command that writes one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hygon_lint import output
from hygon_lint.commands import completion
from hygon_lint.commands.common import Command
from hygon_lint.errors import UsageError, nearest

if TYPE_CHECKING:
    from hygon_lint.outcome import Report
    from hygon_lint.report.options import Options, Reader

Target = tuple[str, "str | None"]
"""The name of a format and the file it goes to; None is stdout."""


def options(formats: Iterable[str]) -> Callable[[Command], Command]:
    """Give a command `--format` (parameter `targets`) and `--output`."""
    names = tuple(formats)

    def parse(context: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[Target]:
        targets: list[Target] = []
        for value in values:
            name, equals, file = value.partition("=")
            if name not in names:
                wrong = f'unknown format "{name}"{nearest(name, names)} (one of {", ".join(names)})'
                raise click.BadParameter(wrong, context, param)
            if equals and not file:
                raise click.BadParameter(f"no file after {name}=", context, param)
            targets.append((name, file or None))
        return targets

    def decorate(command: Command) -> Command:
        command = click.option(
            "--output", metavar="FILE", help="Write the format that names no file here instead of to stdout."
        )(command)
        return click.option(
            "--format",
            "targets",
            multiple=True,
            callback=parse,
            metavar="NAME[=FILE]",
            shell_complete=completion.one_of(lambda: ((name, "") for name in names)),
            help=f"Output format, to stdout or a file; several may be given. One of: {', '.join(names)}. "
            "Default: text.",
        )(command)

    return decorate


def targets(given: Sequence[Target], file: str | None) -> list[Target]:
    """Each format with its file; None is stdout, which can hold one report."""
    chosen = [(name, target if target is not None else file) for name, target in given or [("text", None)]]
    places = [target or "stdout" for _, target in chosen]
    for place in places:
        if places.count(place) > 1:
            raise UsageError(f"two reports to {place}: give each --format a file of its own, as in {given[0][0]}=FILE")
    return chosen


def write(
    chosen: Sequence[Target],
    render: Callable[[str, Options], str],
    lang: str,
    read: Reader,
    switches: dict[str, Any],
) -> None:
    """Render everything before writing anything; `switches` holds `verbose`, `quiet` and `allow_partial`."""
    from hygon_lint.report.options import Options

    rendered = []
    for name, file in chosen:
        terminal = name == "text" and file is None
        look = Options(
            lang=lang,
            verbose=switches["verbose"],
            quiet=switches["quiet"],
            color=terminal and output.wants_color(sys.stdout),
            width=output.terminal_width(sys.stdout) if terminal else None,
            allow_partial=switches["allow_partial"],
            read=read,
        )
        rendered.append((file, render(name, look)))
    for file, text in rendered:
        if file is not None:
            output.write_file(Path(file), text.encode("utf-8", "backslashreplace"))
    for file, text in rendered:
        if file is None:
            output.to_stdout(text)


def tell(chosen: Sequence[Target], report: Report, lang: str, *, quiet: bool) -> None:
    """One line on stderr of what the reports have no room for, unless the log says it anyway."""
    from hygon_lint.report import told

    names = {name for name, _ in chosen}
    if (("text", None) in chosen and not quiet) or ("github", None) in chosen:
        return
    if ("text" in names and quiet) or names & set(told.NO_ROOM):
        line = told.aside(report, lang, quiet=not names & set(told.NO_ROOM))
        if line:
            output.to_stderr(line)
