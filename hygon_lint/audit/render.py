"""The formats of the audit report; each module turns an `Audit` into a string and touches no file."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hygon_lint.audit.status import Audit
    from hygon_lint.report.options import Options

FORMATS = ("text", "markdown", "json", "html")


def render(name: str, audit: Audit, options: Options) -> str:
    """The audit in one of `FORMATS`."""
    module = import_module(f"hygon_lint.audit.render_{name}")
    text: str = module.render(audit, options)
    return text
