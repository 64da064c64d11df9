"""Bytes of a file to text, with the encoding kept so that fixes are written back as they came."""

from __future__ import annotations

import re

from hygon_lint.frontend.source import SourceText

# (byte order mark, Python codec, our name). UTF-32 LE starts with the UTF-16 LE mark, so it is asked first.
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8", "utf-8-bom"),
    (b"\xff\xfe\x00\x00", "utf-32-le", "utf-32-le-bom"),
    (b"\x00\x00\xfe\xff", "utf-32-be", "utf-32-be-bom"),
    (b"\xff\xfe", "utf-16-le", "utf-16-le-bom"),
    (b"\xfe\xff", "utf-16-be", "utf-16-be-bom"),
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE = 65536
_BINARY_SHARE = 0.02  # text may hold a stray NUL; a fiftieth of control characters is no text


class DecodeError(Exception):
    """A file that is no text we can read. `kind` is "binary" or "undecodable"."""

    def __init__(self, reason: str, kind: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind = kind


def decode(path: str, raw: bytes) -> SourceText:
    """The text of a file: UTF-8, UTF-16/32 by byte order mark, else GB18030. Empty files give an empty text.

    Raises `DecodeError` for binary content and for bytes that fit none of these encodings.
    """
    for mark, codec, name in _MARKS:
        if raw.startswith(mark):
            try:
                return SourceText(path, raw[len(mark) :].decode(codec).encode("utf-8"), name)
            except UnicodeError as error:
                if codec == "utf-32-le":
                    continue  # then it is UTF-16 that begins with a NUL
                raise DecodeError(f"not valid {name[:-4].upper()}: {_where(error)}", "undecodable") from error
    sample = raw[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _BINARY_SHARE * len(sample):
        raise DecodeError("binary content", "binary")
    try:
        raw.decode("utf-8")
        return SourceText(path, raw, "utf-8")
    except UnicodeDecodeError as error:
        try:
            return SourceText(path, raw.decode("gb18030").encode("utf-8"), "gb18030")
        except UnicodeError:
            raise DecodeError(f"neither UTF-8 nor GB18030: {_where(error)}", "undecodable") from error


def encode(data: bytes, encoding: str) -> bytes:
    """The inverse of `decode`: UTF-8 `data` in the named encoding, its byte order mark included.

    Whoever writes a file back checks `encode(source.data, source.encoding)` against the bytes on disk first.
    """
    for mark, codec, name in _MARKS:
        if name == encoding:
            return mark + data.decode("utf-8").encode(codec)
    return data if encoding == "utf-8" else data.decode("utf-8").encode(encoding)


def _where(error: UnicodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
    return "a character that no text may hold"
