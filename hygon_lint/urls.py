"""The project's addresses on the web; the tests hold them against `[project.urls]`."""

from __future__ import annotations

HOMEPAGE = "https://github.com/hygon-lint/hygon-lint"
DOCUMENTATION = f"{HOMEPAGE}/blob/main/docs"


def rule_page(rule: str, lang: str = "en") -> str:
    """The documentation of a rule; rules of other people have none here, and lead to the project's page."""
    return f"{_pages(lang)}/rules/{rule}.md" if rule.startswith("HYG") else HOMEPAGE


def item_page(item: str, lang: str = "en") -> str:
    """The documentation of an audit item."""
    return f"{_pages(lang)}/audit/{item}.md"


def _pages(lang: str) -> str:
    return f"{DOCUMENTATION}/zh" if lang == "zh" else DOCUMENTATION


def cwe_page(number: int) -> str:
    """The definition of a CWE."""
    return f"https://cwe.mitre.org/data/definitions/{number}.html"
