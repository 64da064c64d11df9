"""The project's addresses on the web; the tests hold them against `[project.urls]`."""

from __future__ import annotations

HOMEPAGE = "https://github.com/hygon-lint/hygon-lint"
DOCUMENTATION = f"{HOMEPAGE}/blob/main/docs"


def rule_page(rule: str) -> str:
    """The documentation of a rule."""
    return f"{DOCUMENTATION}/rules/{rule}.md"


def item_page(item: str) -> str:
    """The documentation of an audit item."""
    return f"{DOCUMENTATION}/audit/{item}.md"


def cwe_page(number: int) -> str:
    """The definition of a CWE."""
    return f"https://cwe.mitre.org/data/definitions/{number}.html"
