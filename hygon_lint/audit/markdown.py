"""Small pieces of Markdown, used by every page of the audit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def code(text: str) -> str:
    """Foreign text as an inline code span, whatever back quotes it holds."""
    from hygon_lint.report.plain import one_line

    text = one_line(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def cell(text: str) -> str:
    """Our own text as a table cell."""
    return " ".join(text.split()).replace("|", r"\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table; empty when there are no rows."""
    body = [f"| {' | '.join(cell(text) for text in row)} |" for row in rows]
    if not body:
        return []
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *body]


def document(blocks: Iterable[Sequence[str]]) -> str:
    """Blocks of lines, an empty line between them; empty blocks are left out."""
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
