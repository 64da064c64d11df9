"""The lexical pass: comments, literals, preprocessor lines; exact in the corners."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hygon_lint.frontend import syntax
from hygon_lint.frontend.lexing import Lexed
from hygon_lint.frontend.source import SourceText


def file_of(text: str) -> syntax.SyntaxFile:
    return syntax.parse(SourceText("a.hip", text.encode()))


def comments(text: str) -> list[tuple[str, str]]:
    file = file_of(text)
    return [(c.kind, file.text(c.span)) for c in file.comments]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int a; // x\nint b;", [("line", "// x")]),
        ("// one \\\n two\nint b;", [("line", "// one \\\n two")]),
        ("// one \\  \r\n two\r\nint b;", [("line", "// one \\  \r\n two")]),
        ("// end\rint b;", [("line", "// end")]),
        ("/\\\n/ split\nint a;", [("line", "/\\\n/ split")]),
        ("/* a */ b /* c\n d */", [("block", "/* a */"), ("block", "/* c\n d */")]),
        ("/**/ x /***/ y /** doc */", [("block", "/**/"), ("block", "/***/"), ("doc", "/** doc */")]),
        ("/// doc\n//! doc\n//// rule\n", [("doc", "/// doc"), ("doc", "//! doc"), ("line", "//// rule")]),
        ("/*/ still open */ int a;", [("block", "/*/ still open */")]),
        ("/* never closed", [("block", "/* never closed")]),
        ('"// no" // yes', [("line", "// yes")]),
        ('"a\\"// no" // yes', [("line", "// yes")]),
        ('"open\n// yes', [("line", "// yes")]),
        ('"spliced \\\n // no" // yes', [("line", "// yes")]),
        ("'\"' // yes\n'\\'' // two", [("line", "// yes"), ("line", "// two")]),
        ("1'000'000 // yes", [("line", "// yes")]),
        ("0x1'f // a'b", [("line", "// a'b")]),
        ("L'x' u8'\"' // yes", [("line", "// yes")]),
        ('R"(// no " )" // yes', [("line", "// yes")]),
        ('u8R"ab(// no )" // no )ab" // yes', [("line", "// yes")]),
        ('FOOR"(" // yes', [("line", "// yes")]),
        ("#include <a//b.h> // yes", [("line", "// yes")]),
        ("#error don't // gone with the literal\n// yes", [("line", "// yes")]),
        ("#define A /* in\n side */ 1 // yes", [("block", "/* in\n side */"), ("line", "// yes")]),
        ("# /* odd */ define A", [("block", "/* odd */")]),
        ("a / b", []),
        ("/", []),
        ("'", []),
    ],
)
def test_comments(text: str, expected: list[tuple[str, str]]) -> None:
    assert comments(text) == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#if A\n#endif\n", ["if", "endif"]),
        ("  # \tif A\n", ["if"]),
        ("/* x */ # /* y */ ifdef A\n", ["ifdef"]),
        ("/* x\n */ #if A\n", ["if"]),
        ("int a; #if A\n", []),
        ("int a; /* x\n */ #if A\n", []),
        ("#define A \\\n #x\n#undef A", ["define", "undef"]),
        ("int a \\\n #if A\n", []),
        ("// c \\\n#if A\n#if B", ["if"]),
        ('R"(\n#if A\n)"\n#if B', ["if"]),
        ("#if A\r#else\r\n#endif", ["if", "else", "endif"]),
        ("#\n#12 x\n", ["", ""]),
        ("#\\\nif A", ["if"]),
    ],
)
def test_preprocessor_lines(text: str, names: list[str]) -> None:
    assert [d.name for d in file_of(text).preprocessor_lines] == names


def test_blanked_copies_keep_lengths_and_lines() -> None:
    text = 'int a; /* x\r\n y */ char* s = "a // b"; // 注释\n#define A "x"\n'
    lexed = Lexed(text.encode())
    for copy in (lexed.no_comments, lexed.no_literals, lexed.code):
        assert len(copy) == len(text.encode())
        assert copy.count(b"\n") == text.count("\n")
    assert b"x" not in lexed.no_comments.split(b"char")[0]
    assert b'"      "' in lexed.no_literals
    assert b"define" not in lexed.code


def test_runs_of_line_comments() -> None:
    file = file_of("// a\n// b\n\n// c\nint x; // d\n// e\n  // f\n/* g */\n// h")
    assert [[file.text(c.span) for c in run] for run in file.comment_runs] == [
        ["// a", "// b"],
        ["// c"],
        ["// d"],
        ["// e", "// f"],
        ["/* g */"],
        ["// h"],
    ]


def test_identifiers_leave_out_comments_and_literals() -> None:
    file = file_of('int a1 = 0x1f; // word\nchar* s = "other";\n#if defined(__gfx936__)\n#endif\nauto x = 1\'000u;')
    assert file.identifiers == {"int", "a1", "char", "s", "if", "defined", "__gfx936__", "endif", "auto", "x"}


PIECES = st.sampled_from(
    [
        "//",
        "/*",
        "*/",
        '"',
        "'",
        "\\",
        "\n",
        "\r\n",
        "\r",
        "#",
        "if ",
        "R",
        "(",
        ")",
        "a",
        "1",
        " ",
        "注",
        "/",
        "u8",
        "{",
        "}",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=60).map("".join))
def test_any_text_is_partitioned(text: str) -> None:
    data = text.encode()
    lexed = Lexed(data)
    for spans in (
        [c.span for c in lexed.comments],
        [s.span for s in lexed.literals],
        [d.span for d in lexed.directives],
    ):
        position = 0
        for span in spans:
            assert position <= span.start < span.end <= len(data)
            position = span.end
    for copy in (lexed.no_comments, lexed.no_literals, lexed.code):
        assert len(copy) == len(data)
        assert SourceText("a", copy).line_count == SourceText("a", data).line_count
    file = syntax.parse(SourceText("a.hip", data))
    for function in file.functions:
        assert 0 <= function.span.start <= function.body.start < function.body.end == function.span.end <= len(data)
    assert all(1 <= line <= file.source.line_count for line in file.code_lines)
