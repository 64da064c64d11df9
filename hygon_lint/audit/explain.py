"""`explain`: the page of a rule or of an audit item, as Markdown text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hygon_lint.audit import catalogue, links, pages
from hygon_lint.errors import UsageError, nearest

if TYPE_CHECKING:
    from hygon_lint.rule import Rule


def explain(word: str, lang: str, rules: Iterable[Rule]) -> str:
    """The page for a rule's id, name or alias, or for an item's id, in any case.

    Raises `UsageError` with the nearest right words when there is neither.
    """
    known = tuple(rules)
    by_word = {name.casefold(): rule for rule in known for name in words_of(rule)}
    rule = by_word.get(word.casefold())
    if rule is not None:
        return pages.rule_page(rule, lang)
    item = catalogue.find(word)
    if item is not None:
        return pages.item_page(item, links.rules_by_item(known)[item.id], lang)
    choices = [*(name for rule in known for name in words_of(rule)), *catalogue.items()]
    raise UsageError(f'"{word}" is neither a rule nor an audit item{nearest(word, choices)}')


def for_terminal(page: str, width: int, color: bool) -> str:
    """A page laid out for a terminal of `width` columns."""
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    from hygon_lint.report.plain import harmless

    target = StringIO()
    console = Console(
        file=target,
        width=width,
        force_terminal=color,
        no_color=not color,
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    console.print(Markdown(harmless(page)))
    return "".join(f"{line.rstrip()}\n" for line in target.getvalue().splitlines())


def words_of(rule: Rule) -> tuple[str, ...]:
    """What a rule may be called."""
    return (rule.meta.id, rule.meta.name, *rule.meta.aliases)
