"""Which words of a declaration bring other declarations, and which bring nothing."""

from __future__ import annotations

import pytest

from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.prelude_words import opened, operands, outer_words
from hygon_lint.frontend.source import SourceText


def header(main: str, **files: str) -> str:
    texts = {"main.hip": main, **{f"{name}.h": text for name, text in files.items()}}
    sources = {name: SourceText(name, text.encode()) for name, text in texts.items()}
    return Prelude.build(sources.values()).header_for(sources["main.hip"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Box make(const Size &size, int count);", {"Box", "const", "Size", "size", "int"}),
        ("template <typename T> Ptr<T> first(Range<T> range);", {"template", "typename", "T", "Ptr", "Range"}),
        ("struct Cell { Shape shape; Edge edge() const { return next->far.edge_of; } };",
         {"struct", "Cell", "Shape", "Edge", "const", "return", "next"}),
        ("using Wide = pair<Left, Right>;", {"using", "Wide", "pair", "Left", "Right"}),
        ("constexpr float Scale = 1.5f * factor;", {"constexpr", "float", "factor"}),
        ("HOST_DEVICE Index total(Index = limit);", {"HOST_DEVICE", "Index", "limit"}),
    ],
)  # fmt: skip
def test_what_a_declaration_introduces_or_reaches_through_an_object_names_nothing(text: str, words: set[str]) -> None:
    assert outer_words(text) == words


def test_namespaces_that_a_text_names() -> None:
    text = "namespace a::b { using namespace c; namespace e = f::g; } x = h::i::j(k); namespace [[deprecated]] l {}"
    assert opened(text) == {"a", "b", "c", "f", "g", "h", "i", "l"}


def test_operands_of_an_operator() -> None:
    text = "template <typename T, Index N> Out<T> operator+(const Left<T, N> &a, Right b) { return Other(a); }"
    assert operands(text) == {"operator", "const", "Left", "a", "Right", "b"}


def test_an_operator_comes_with_the_last_of_its_types() -> None:
    operators = "#pragma once\nstruct Sink {}; struct Far {};\nSink &operator<<(Sink &out, const Far &far);\n"
    use = '#include "ops.h"\nvoid use(Sink &sink) { sink.put(); }\n'
    assert "operator<<" not in header(use, ops=operators)
    assert "operator<<" in header(use + "void more(Far &far);\n", ops=operators)
    assert "operator<<" in header('#include "ops.h"\n#include "b.h"\nvoid use(Sink &sink, Near near);\n', ops=operators,
                                  b="using Near = Far;\n")  # fmt: skip


def test_what_only_a_bundled_declaration_mentions_is_not_taken_from_the_checkout() -> None:
    use = '#include <string>\n#include "mine.h"\nvoid use(std::string text) { std::string copy = text; }\n'
    mine = "namespace std {} struct allocator_of_mine {};\nstruct basic_string_view { int mine; };\nint insert(int);\n"
    assert "basic_string" in header(use, mine=mine)
    assert "int mine" not in header(use, mine=mine)
    assert "int mine" in header(use + "basic_string_view view;\n", mine=mine)


def test_a_namespace_has_to_be_named_as_one() -> None:
    """A member `at` or a parameter `at` does not open the namespace at."""
    files = {"a": "namespace far { struct Shape { int there; }; }\n", "b": "using far::Shape;\n"}
    use = '#include "a.h"\nint use(int far) { int Shape = far; return Shape; }\n'
    assert "there" not in header(use, **files)
    assert "there" in header('#include "a.h"\n#include "b.h"\nint use(Shape shape);\n', **files)
    alias = '#include "a.h"\nnamespace near = far;\nint use(near::Shape shape);\n'
    assert "there" in header(alias, **files)
