"""What a shell completes values with: rules, arches, formats, and words that can be explained."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def one_of(words: Callable[[], Iterable[tuple[str, str]]]) -> Complete:
    """Completes a value with one of some words; each comes with a word on it that some shells show."""

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
        return _matching(words(), typed)

    return complete


def list_of(words: Callable[[], Iterable[tuple[str, str]]]) -> Complete:
    """The same for the last one of a comma-separated list."""

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:  # noqa: ARG001
        before, comma, last = typed.rpartition(",")
        return _matching(words(), last, before + comma)

    return complete


def _matching(words: Iterable[tuple[str, str]], typed: str, before: str = "") -> list[CompletionItem]:
    start = typed.casefold()
    return [CompletionItem(before + word, help=help) for word, help in words if word.casefold().startswith(start)]


def rules() -> Iterable[tuple[str, str]]:
    """Rules by id, then by name."""
    from hygon_lint.registry import load_rules

    known = load_rules().rules
    yield from ((rule.meta.id, rule.meta.name) for rule in known)
    yield from ((rule.meta.name, rule.meta.id) for rule in known)


def arches() -> Iterable[tuple[str, str]]:
    """The arches of the model."""
    from hygon_lint.model.arches import known_arches

    yield from ((arch.name, arch.codename or arch.family) for arch in known_arches().values())


def explained() -> Iterable[tuple[str, str]]:
    """What `explain` knows: rules and audit items."""
    from hygon_lint.audit.catalogue import items

    yield from rules()
    yield from ((item.id, item.title.en) for item in items().values())
