"""Titles of audit items. Items of other people's rules may be unknown to the catalogue."""

from __future__ import annotations


def title(item: str, lang: str) -> str:
    """The title of an audit item, or an empty text."""
    from hygon_lint.audit.catalogue import items

    entry = items().get(item)
    return entry.title.get(lang) if entry else ""
