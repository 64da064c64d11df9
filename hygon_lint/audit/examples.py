"""A rule's examples as a reader should see them: without the marks that the tests look for."""

from __future__ import annotations

import re

_MARK = r"expect(?:@\+\d+)?:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*"
_WHOLE_LINE = re.compile(rf"^[ \t]*(?://|#|/\*)[ \t]*{_MARK}[ \t]*(?:\*/)?[ \t]*$\n?", re.M)
_TRAILING = re.compile(rf"[ \t]*(?://|#|/\*)[ \t]*{_MARK}[ \t]*(?:\*/)?[ \t]*$", re.M)

_LANGUAGES = {"py": "python", "txt": "cmake", "cmake": "cmake", "sh": "shell", "toml": "toml"}


def without_marks(text: str) -> str:
    """The source without `expect:` comments; lines that held nothing else are gone."""
    return _TRAILING.sub("", _WHOLE_LINE.sub("", text)).strip("\n")


def language_of(path: str) -> str:
    """The name of a file's language in a code fence."""
    return _LANGUAGES.get(path.rpartition(".")[2].lower(), "cpp")
