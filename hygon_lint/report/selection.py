"""Which findings a format that cannot hold them all leaves out."""

from __future__ import annotations

from hygon_lint.finding import Finding


def most_severe(findings: tuple[Finding, ...], limit: int) -> tuple[Finding, ...]:
    """At most `limit` findings, the most severe and surest first to stay, in their old order."""
    if len(findings) <= limit:
        return findings
    order = sorted(range(len(findings)), key=lambda i: (-findings[i].severity.rank, -findings[i].confidence.rank, i))
    return tuple(findings[i] for i in sorted(order[:limit]))
