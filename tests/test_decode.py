"""Bytes to text and back."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hygon_lint.frontend.decode import DecodeError, decode, encode
from hygon_lint.frontend.source import Span

TEXT = "// 断言\r\nint a;\rint b;\n"


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8-bom"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le-bom"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be-bom"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32-le-bom"),
        (TEXT.encode("gb18030"), "gb18030"),
    ],
)
def test_encodings_and_back(raw: bytes, encoding: str) -> None:
    source = decode("a.h", raw)
    assert source.encoding == encoding
    assert source.data.decode() == TEXT
    assert encode(source.data, source.encoding) == raw
    assert source.place(Span(0, len("// 断言".encode()))).end_column == 6
    assert source.line_count == 4


def test_empty_is_text() -> None:
    assert decode("a.h", b"").data == b""
    assert decode("a.h", codecs.BOM_UTF8).data == b""


def test_binary_and_undecodable_are_told_apart() -> None:
    with pytest.raises(DecodeError) as binary:
        decode("a.h", b"\x7fELF\x02\x01\x01" + bytes(40))
    assert binary.value.kind == "binary"
    with pytest.raises(DecodeError) as broken:
        decode("a.h", b"int a; // \xff\xff\xff\n" * 20)
    assert broken.value.kind == "undecodable"
    with pytest.raises(DecodeError) as odd:
        decode("a.h", codecs.BOM_UTF16_LE + b"a\x00b")
    assert odd.value.kind == "undecodable"


def test_a_stray_nul_is_still_text() -> None:
    assert decode("a.h", b"int a;\x00\n" + b"int b;\n" * 100).encoding == "utf-8"


@example(text="\x000", encoding="utf-16-le-bom")
@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-16-le-bom", "utf-8-bom"]))
def test_round_trip(text: str, encoding: str) -> None:
    data = text.encode("utf-8", "ignore")
    raw = encode(data, encoding)
    try:
        source = decode("a.h", raw)
    except DecodeError as error:
        assert error.kind == "binary"
        return
    assert encode(source.data, source.encoding) == raw
