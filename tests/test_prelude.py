"""The project prelude: what a file's names bring in, from where, and what is left out."""

from __future__ import annotations

import pickle

import pytest

from hygon_lint.frontend import syntax
from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.nodes import Call, Unit, VarDecl
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.prelude_index import FileIndex, index_text
from hygon_lint.frontend.prelude_scan import expand, scan, strip_groups
from hygon_lint.frontend.rounds import Rounds
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.translate import translate

DEVICE = ArchClass("probe", (), True, (("__gfx938__", "1"),))


def source(path: str, text: str) -> SourceText:
    return SourceText(path, text.encode())


def prelude(**files: str) -> Prelude:
    return Prelude.build(source(name.replace("__", "/") + ".h", text) for name, text in files.items())


def unit(main: str, path: str = "main.hip", **files: str) -> Unit:
    text = source(path, main)
    built = Prelude.build([text, *(source(n.replace("__", "/") + ".h", t) for n, t in files.items())])
    tree = syntax.parse(text)
    return translate(tree, DEVICE, built.header_for(tree))


def type_of(result: Unit, name: str) -> str:
    for function in result.functions:
        for node in function.walk():
            if isinstance(node, VarDecl) and node.decl.name == name:
                kind = node.decl.type.deref()
                return f"{kind.kind}{kind.bits}"
    raise AssertionError(f"no variable {name}")


def entries(text: str) -> dict[str, str]:
    return {entry.name: entry.kind for entry in index_text("a.h", text).entries}


# ---------------------------------------------------------------- the scan


def test_kinds_of_declarations() -> None:
    found = entries(
        """
        using stride_t = long; typedef float v4 __attribute__((ext_vector_type(4)));
        struct P { int a; }; template <class T, int N = 3> struct Tile; enum Mode { Off, On };
        template <> struct Tile<int, 1> {}; constexpr int kM = 64; int f(int a, int b = 2) { return a; }
        namespace x = y; union U { int i; float f; }; extern int table[4];
        #define TWICE(x) ((x) * 2)
        """
    )
    assert found == {
        "stride_t": "alias",
        "v4": "alias",
        "P": "record",
        "Tile": "specialisation",
        "Mode": "enum",
        "kM": "variable",
        "f": "function",
        "x": "namespace",
        "U": "record",
        "table": "variable",
        "TWICE": "macro",
    }


def test_what_needs_no_declaration_is_left_out() -> None:
    text = 'static_assert(sizeof(int) == 4, ""); template void f<int>(int); void A::g() {} RUN(1, 2); friend class B;'
    assert entries(text) == {}


@pytest.mark.parametrize(
    "body",
    [
        "A() : a_{1}, b_(2) {}",
        "template <class T, enable<sizeof(T) >= 2, int> = 0> A(T t) : a_(t) {}",
        "union alignas(16) { int u; float v; } data_;",
        "private:\n#if X\n  A() = default;\n#else\n  A() {}\n#endif",
    ],
)
def test_members_after_difficult_ones_are_kept(body: str) -> None:
    (entry,) = index_text("a.h", f"struct A {{ {body}\n int last; }};").entries
    assert "int last;" in entry.text
    assert entry.text.count("{") == entry.text.count("}")


def test_bodies_are_taken_out_unless_they_decide_something() -> None:
    text = (
        "struct A { void f() { g(); } constexpr int n() const { return 4; } auto deduced() { return 1.0f; } };"
        "inline int h(int x) { return x + secret(); }"
    )
    record, function = (entry.text for entry in index_text("a.h", text).entries)
    assert "g()" not in record
    assert "return 4" in record
    assert "return 1.0f" in record
    assert function == "inline int h(int x);"


def test_an_arm_inside_a_statement_stays_with_it() -> None:
    text = "constexpr int kWaves =\n#if defined(__gfx938__)\n  4;\n#else\n  8;\n#endif\nint after();"
    assert entries(text) == {"kWaves": "variable", "after": "function"}


def test_macros_that_declare_are_expanded() -> None:
    text = "#define DTYPE(name, impl) using name##_t = impl;\nDTYPE(f8, unsigned char)\nDTYPE(f16, _Float16)\nint z;"
    assert entries(text) == {"DTYPE": "macro", "f8_t": "alias", "f16_t": "alias", "z": "variable"}


def test_expansion_pastes_and_quotes() -> None:
    assert expand("(a, ...) a##_x #a __VA_ARGS__", "k, 1, 2") == ' k_x "k" 1, 2'


def test_comparisons_are_no_template_arguments() -> None:
    assert strip_groups("template <int N, enable<(N > 3)> = 0> void f(T<A<int>> t)") == "template void f()"


def test_conditions_nest_and_guards_say_nothing() -> None:
    (macro, first), _ = (lambda r: (tuple(r.declarations), r.macros))(
        scan("#ifndef A_H\n#define A_H\n#if X\nint a;\n#else\nint b;\n#endif\n#endif\n")
    )
    assert [macro.conditions, first.conditions] == [("(X)",), ("(!(X))",)]


# ---------------------------------------------------------------- the choice


def test_types_come_from_the_headers_a_file_includes() -> None:
    result = unit(
        '#include "b.h"\n__device__ void f(P p, index_t i) { auto a = p.stride * i; auto b = scale(i); }',
        a="using index_t = long;",
        b='#include "a.h"\nstruct P { int stride; };\n__device__ short scale(index_t i, int by = 2);',
    )
    assert result.errors == []
    assert (type_of(result, "a"), type_of(result, "b")) == ("int64", "int16")


def test_the_included_of_two_names_wins() -> None:
    result = unit(
        '#include "narrow/types.h"\nvoid f(index_t i) { auto a = i; }',
        wide__types="using index_t = long;",
        narrow__types="using index_t = int;",
    )
    assert type_of(result, "a") == "int32"


def test_a_files_own_definition_wins_over_everything() -> None:
    result = unit('#include "a.h"\nusing half = float;\nvoid f(half h) { auto a = h; }', a="using half = double;")
    assert result.errors == []
    assert type_of(result, "a") == "float32"


def test_a_projects_definition_wins_over_a_shim() -> None:
    result = unit(
        '#include "a.h"\nvoid f(dim9 d, float4 v) { auto a = v.x; }', a="struct float4 { double x; }; struct dim9 {};"
    )
    assert type_of(result, "a") == "float64"


def test_headers_that_rely_on_their_includer() -> None:
    result = unit(
        "template <int N> __device__ void f(vec4 v, len_t n) { auto a = n; }",
        path="part.h",
        types="using len_t = unsigned char; typedef float vec4 __attribute__((ext_vector_type(4)));",
        kernel='#include "types.h"\n#include "part.h"',
    )
    assert (result.errors, type_of(result, "a")) == ([], "int8")


def test_conditional_includes_keep_their_condition() -> None:
    built = prelude(
        config="#define WIDE 0\n",
        x="using t = long; int only_x();",
        y="using t = int;",
        top='#include "config.h"\n#if WIDE\n#include "x.h"\n#else\n#include "y.h"\n#endif\n',
    )
    header = built.header_for(source("m.hip", '#include "top.h"\nt f();'))
    assert "#if (WIDE)\nusing t = long;" in header
    assert "#if (!(WIDE))\nusing t = int;" in header


def test_operators_come_with_their_types() -> None:
    result = unit(
        '#include "a.h"\nvoid f(Half a, Half b) { auto c = a + b; }',
        a="struct Half { short x; }; __device__ __host__ Half operator+(Half, Half); int operator+(int*, Half);",
    )
    assert (result.errors, type_of(result, "c")) == ([], "record16")


def test_enumerators_bring_their_enum_and_macros_what_they_name() -> None:
    result = unit(
        '#include "a.h"\nvoid f() { auto a = On; auto b = WIDEN(1); }',
        a="enum Mode : short { Off, On }; long widen(int); \n#define WIDEN(x) widen(x)",
    )
    assert (type_of(result, "a"), type_of(result, "b")) == ("enum16", "int64")


def test_nothing_is_taken_that_no_one_names() -> None:
    header = prelude(a="struct Unused { int a; };").header_for(source("m.hip", '#include "a.h"\nint f();'))
    assert "Unused" not in header


def test_preludes_and_indexes_pickle() -> None:
    built = pickle.loads(pickle.dumps(prelude(a="using t = int;")))
    assert "using t = int;" in built.header_for(source("m.hip", '#include "a.h"\nt x;'))
    index = pickle.loads(pickle.dumps(index_text("a.h", "int f();")))
    assert isinstance(index, FileIndex)


# ---------------------------------------------------------------- what nobody declares


def rounds(text: str) -> Unit:
    tree = syntax.parse(source("main.hip", text))
    return Rounds(tree, Prelude.build([source("main.hip", text)])).unit(DEVICE)


def calls(result: Unit) -> list[str]:
    return [node.name for function in result.functions for node in function.walk() if isinstance(node, Call)]


@pytest.mark.parametrize(
    "statement",
    [
        "lib::fetch<3>(p);",
        "lib::Engine<float, 4> e(p); e.run(p[0]);",
        "vendor_t v = make_vendor(p); use(v.field);",
        "auto x = cfg::kLimit * 2; use(x);",
        "ns::inner::call(p, sizeof(int));",
    ],
)
def test_statements_with_unknown_names_survive(statement: str) -> None:
    result = rounds(f"void use(int); void f(int *p) {{ {statement} p[1] = 2; }}")
    (function,) = [f for f in result.functions if f.body is not None]
    assert function.body is not None
    assert len(function.body.body) == statement.count(";") + 1


def test_nothing_is_concluded_from_a_stub() -> None:
    result = rounds("void f(int *p) { auto x = lib::length(p); long y = 3; }")
    assert type_of(result, "x").startswith("unknown")
    assert type_of(result, "y") == "int64"


def test_names_the_checkout_declares_elsewhere_are_found() -> None:
    main = source("main.hip", "void f(far_t v) { auto a = v; }")
    tree = syntax.parse(main)
    built = Prelude.build([main, source("far/away.h", "using far_t = short;")])
    assert type_of(Rounds(tree, built).unit(DEVICE), "a") == "int16"


def test_a_forward_declaration_does_not_hide_the_definition() -> None:
    result = unit(
        '#include "b.h"\nvoid f() { loop<3>{}(1); auto a = loop<2>::n; auto b = first(1); }',
        a="template <int N> struct loop; template <class T> constexpr auto first(T);",
        b='#include "a.h"\ntemplate <int N> struct loop { static constexpr long n = N; void operator()(int) const; };\n'
        "template <class T> constexpr auto first(T t) { return 1L; }",
    )
    assert (result.errors, type_of(result, "a"), type_of(result, "b")) == ([], "int64", "int64")


def test_a_namespace_with_a_macro_behind_its_name() -> None:
    """As the C++ library of GNU writes them; once, this took time exponential in the length of the macro's name."""
    (entry,) = index_text(
        "a.h", "namespace std LIBRARY_VISIBILITY_OF_SYMBOLS_AND_MORE_(default) { class T; }\n"
    ).entries
    assert (entry.scope, entry.name) == (("std",), "T")


def test_an_else_of_an_include_guard() -> None:
    text = "#ifndef A_H\n#define A_H\nstruct A { int x; };\n#else\nint again;\n#endif\n"
    assert [entry.name for entry in index_text("a.h", text).entries if entry.kind == "record"] == ["A"]
