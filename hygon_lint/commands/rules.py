"""`hygon-lint rules`: what there is to find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS
from hygon_lint.commands.common import form_option, lang_option, rules_dir_option
from hygon_lint.rule import Rule


@click.command("rules", context_settings=SETTINGS, short_help="List the rules.")
@form_option
@rules_dir_option("List the rules of this folder, too.")
@lang_option
def command(form: str, rules_dirs: tuple[Path, ...], lang: str) -> int:
    """List the rules: id, severity, name, audit items, and in one sentence what each finds."""
    from hygon_lint.registry import load_rules

    rules = load_rules(rules_dirs).rules
    if form == "json":
        output.to_stdout(json.dumps([describe(rule) for rule in rules], ensure_ascii=False, indent=2) + "\n")
        return 0
    names = max((len(rule.meta.name) for rule in rules), default=0)
    for rule in rules:
        meta = rule.meta
        items = ", ".join(meta.items) or "-"
        preview = " (preview)" if meta.preview else ""
        output.to_stdout(f"{meta.id}  {meta.severity.value:<7}  {meta.name:<{names}}  {items}{preview}\n")
        output.to_stdout(f"        {meta.summary.get(lang)}\n")
    return 0


def describe(rule: Rule) -> dict[str, Any]:
    """A rule's identity as plain data, both languages included."""
    meta = rule.meta
    return {
        "id": meta.id,
        "name": meta.name,
        "aliases": list(meta.aliases),
        "severity": meta.severity.value,
        "confidence": meta.confidence.value,
        "evidence": meta.evidence.value,
        "audit": list(meta.items),
        "cwe": list(meta.cwe),
        "tags": list(meta.tags),
        "preview": meta.preview,
        "rests_on_names": meta.rests_on_names,
        "summary": {"en": meta.summary.en, "zh": meta.summary.zh},
    }
