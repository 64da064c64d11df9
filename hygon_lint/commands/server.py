"""`hygon-lint server`: a language server on stdin and stdout."""

from __future__ import annotations

import click

from hygon_lint.commands import SETTINGS
from hygon_lint.errors import UsageError


@click.command("server", context_settings=SETTINGS, short_help="Run a language server for editors.")
def command() -> int:
    """Speak the Language Server Protocol on stdin and stdout: diagnostics on open and save, quick fixes, hover.

    Settings (from the section `hygonLint` of the editor's): `lang`, `select`, `ignore`, `minConfidence`.
    """
    try:
        from hygon_lint import server
    except ImportError as error:
        raise UsageError("server needs the extra: pip install 'hygon-lint[lsp]'") from error
    server.serve()
    return 0
