"""The command line: names of commands, exit codes, and what reaches stdout and stderr.

Commands are imported when they are called, so that `--version` and a hook over one file start fast. Every way out
of the program goes through `main`: 0 nothing to report, 1 findings, 2 a mistake in what was asked, 3 not everything
could be analysed, 130 interrupted, 141 nobody read the output, 143 terminated.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module

import click

from hygon_lint import __version__

CLEAN, FINDINGS, USAGE, PARTIAL, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 3, 130, 141, 143

COMMANDS = {
    "scan": "Scan files and folders.",
    "rules": "List the rules.",
    "explain": "Explain a rule or an audit item.",
    "audit": "Report on the audit items of a checkout.",
    "arches": "Show which arches a checkout names where.",
    "baseline": "Create and maintain the baseline.",
    "cache": "Tell about cached results, or drop them.",
    "merge": "Make one report of the parts of a scan.",
    "config": "Print the effective configuration, and where each value came from.",
    "server": "Run a language server for editors.",
    "doctor": "Tell what this installation has, and what a scan would read.",
    "ast": "Print the typed tree of a file.",
}
"""Name of a command -> its one line of help; the code stands in `hygon_lint.commands.<name>`."""


class LazyGroup(click.Group):
    """A group that imports a command's module when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All commands, the main job first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"hygon_lint.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest right name in the message."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from hygon_lint.errors import nearest

            ctx.fail(f'unknown command "{args[0]}"{nearest(args[0], COMMANDS)}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, "-V", "--version", prog_name="hygon-lint", message="%(prog)s %(version)s")
def cli() -> None:
    """Static analysis for HIP/C++ GPU kernels on Hygon DCUs."""


def main(arguments: list[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    sys.exit(run(words))


def run(words: list[str]) -> int:
    """Run the program; the exit code."""
    from hygon_lint.errors import UsageError
    from hygon_lint.output import ReaderGone

    signal.signal(signal.SIGTERM, _terminate)
    try:
        code = cli.main(args=words, prog_name="hygon-lint", standalone_mode=False)
        if not sys.stdout.closed:  # a language server closes it when its editor leaves
            sys.stdout.flush()
        return code if isinstance(code, int) else CLEAN
    except UsageError as error:
        complain(str(error))
        return USAGE
    except click.exceptions.NoArgsIsHelpError as error:
        _to_stderr(f"{error.format_message()}\n")  # the help, as it stands
        return USAGE
    except click.ClickException as error:
        complain(error.format_message())
        return USAGE
    except _Terminated:
        complain("terminated")
        return TERMINATED
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    except ReaderGone:
        # The reader went away. Point stdout at nothing so that the interpreter's own flush stays quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        complain(f"{error.filename + ': ' if isinstance(error.filename, str) else ''}{error.strerror or error}")
        return USAGE
    except Exception as error:
        from hygon_lint.walk import describe

        complain(f"internal error: {describe(error)}; nothing was reported")
        if os.environ.get("HYGON_LINT_TRACEBACK"):
            raise
        return PARTIAL


class _Terminated(BaseException):
    """SIGTERM arrived: unwind, so that workers are ended and no temporary file stays."""


def _terminate(number: int, frame: object) -> None:  # noqa: ARG001 - a signal handler's signature
    raise _Terminated


def complain(message: str) -> None:
    """One line on stderr, harmless whatever it quotes."""
    from hygon_lint.report.plain import one_line

    _to_stderr(f"hygon-lint: error: {one_line(' '.join(message.split()))}\n")


def _to_stderr(text: str) -> None:
    try:
        sys.stderr.write(text.encode("utf-8", "backslashreplace").decode("utf-8"))
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # nowhere left to say it; the exit code still does
