"""Paths as relative URIs."""

from __future__ import annotations

import os
import posixpath
from urllib.parse import quote_from_bytes

from hygon_lint.outcome import Report

_SAFE = "/-._~!$&'()*+,;=@"  # RFC 3986 path characters; a colon could be taken for a scheme


def relative_uri(report: Report, path: str) -> str:
    """The root-relative path, percent-encoded; for names that had to be escaped, the bytes the system knows."""
    real = report.odd_names.get(path)
    name = posixpath.relpath(real, report.root) if real else path
    return quote_from_bytes(os.fsencode(name) if real else name.encode("utf-8", "surrogateescape"), safe=_SAFE)
