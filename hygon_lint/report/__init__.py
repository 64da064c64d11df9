"""One module a format: each turns a `hygon_lint.outcome.Report` into a string and touches no file.

A new format is a module with `render(report, options) -> str` and a line in `FORMATS`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hygon_lint.outcome import Report
    from hygon_lint.report.options import Options

FORMATS = {
    "text": "text",
    "json": "json_report",
    "sarif": "sarif",
    "html": "html",
    "jsonl": "jsonl",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "rdjson": "rdjson",
}
"""Name of a format -> the module that renders it, imported when it is asked for."""


def render(name: str, report: Report, options: Options) -> str:
    """The report in the format called `name`, a key of `FORMATS`."""
    module = import_module(f"hygon_lint.report.{FORMATS[name]}")
    text: str = module.render(report, options)
    return text
