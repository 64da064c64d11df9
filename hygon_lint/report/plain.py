"""Making foreign text harmless: file names and source code may hold anything.

Characters that could steer a terminal, reorder a line or end it (controls, escapes, bidirectional marks, line and
paragraph separators, halves of surrogate pairs) are shown as backslash escapes.
"""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = (
    "\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff"
)
_UNSAFE_ONE = re.compile(f"[{_UNSAFE}]")
_UNSAFE_BUT_LAYOUT = re.compile(f"(?![\n\t])[{_UNSAFE}]")
_TAGS = re.compile("[\U000e0000-\U000e007f]")
_LOG_COMMAND = re.compile(r"##(?=\w*\[)")  # ##[command], ##vso[...], ##teamcity[...]: anywhere in a line
_LINE_COMMAND = re.compile(r"^(\s*):(?=:)")  # ::command:: at the start of a line


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The text as one harmless line; tabs and line ends are escaped too."""
    return _TAGS.sub(_escape, _UNSAFE_ONE.sub(_escape, text))


def harmless(text: str) -> str:
    """The text without anything that steers a terminal; line feeds stay, a tab becomes a space."""
    return _TAGS.sub(_escape, _UNSAFE_BUT_LAYOUT.sub(_escape, text)).replace("\t", " ")


def log_line(line: str) -> str:
    """A finished line of a log, which no CI service takes for a command."""
    return _LOG_COMMAND.sub(r"#\\x23", _LINE_COMMAND.sub(r"\1\\x3a", line))


def _escape_json(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def json_text(value: Any, *, indent: int | None = 2) -> str:
    """JSON with Chinese left readable and everything unsafe escaped, in the order of the value's keys."""
    separators = None if indent else (",", ":")
    text = json.dumps(value, indent=indent, ensure_ascii=False, separators=separators)
    return _TAGS.sub(_escape_json, _UNSAFE_JSON.sub(_escape_json, text))


_UNSAFE_JSON = re.compile(f"(?!\n)[{_UNSAFE}]")  # dumps itself escapes the controls inside strings
