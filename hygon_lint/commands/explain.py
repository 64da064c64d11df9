"""`hygon-lint explain`: a rule or an audit item, in full."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS, completion
from hygon_lint.commands.common import lang_option, rules_dir_option


@click.command("explain", context_settings=SETTINGS, short_help="Explain a rule or an audit item.")
@click.argument("word", metavar="RULE|AUDIT-ITEM", shell_complete=completion.one_of(completion.explained))
@rules_dir_option("Know the rules of this folder, too.")
@lang_option
def command(word: str, rules_dirs: tuple[Path, ...], lang: str) -> int:
    """Explain a rule (by id or name) or an item of the audit: what, why, wrong, right, and what to do."""
    from hygon_lint.audit.explain import explain, for_terminal
    from hygon_lint.registry import load_rules

    page = explain(word, lang, load_rules(rules_dirs).rules)
    width = output.terminal_width(sys.stdout)
    output.to_stdout(page if width is None else for_terminal(page, width, output.wants_color(sys.stdout)))
    return 0
