"""Coverage: which lines count, what is typed, what is seen, and why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import hygon_lint

from hygon_lint.finding import BlindSpot, Coverage
from hygon_lint.frontend import coverage, syntax
from hygon_lint.frontend.arch_classes import classes_of
from hygon_lint.frontend.other_arms import more_classes
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.rounds import Rounds
from hygon_lint.frontend.source import SourceText
from hygon_lint.model.arches import known_arches

ARCHES = tuple(known_arches().values())


def measure(text: str, more: bool = True) -> tuple[Coverage, tuple[BlindSpot, ...]]:
    source = SourceText("a.hip", text.encode())
    tree = syntax.parse(source)
    rounds = Rounds(tree, Prelude.build([source]))
    classes = classes_of(tree, ARCHES)
    if more:
        classes = (*classes, *more_classes(tree, classes, rounds.header))
    return coverage.measure(tree, [rounds.unit(one) for one in classes])


def test_brackets_comments_and_heads_are_no_code_lines() -> None:
    text = (
        "int f(int a)\n{\n  // words\n  if (a)\n  {\n    a += 1;\n  }\n  else\n  {\n    a = 2;\n  }\n  return a;\n}\n"
    )
    found, blind = measure(text)
    assert found == Coverage(code_lines=4, typed_lines=4, seen_lines=4)
    assert blind == ()


def test_a_stub_is_seen_and_not_typed() -> None:
    found, (spot,) = measure("void f(int *p) {\n  p[0] = 1;\n  auto x = lib::fetch<2>(p);\n  p[1] = 2;\n}\n")
    assert (found.code_lines, found.seen_lines, found.typed_lines) == (3, 3, 2)
    assert (spot.line, spot.end_line) == (3, 3)
    assert spot.reason.startswith("unknown type")


def test_a_reason_names_no_place_of_ours() -> None:
    """clang calls a lambda by where it stands, in a buffer of ours, which says nothing and changes with every line."""
    _, (spot,) = measure("void f() {\n  int x = [](int a) { return a; };\n}\n")
    assert spot.reason == "unknown type: no viable conversion from '(lambda)' to 'int'"


@pytest.mark.parametrize("parameter", ["int x, Params p", "Params p", "__attribute__((aligned(8))) Params p"])
def test_a_parameter_whose_type_clang_guessed_is_not_typed(parameter: str) -> None:
    two = "namespace a { struct Params { long n; }; }\nstruct Params { int n; };\nusing namespace a;\n"
    found, (spot,) = measure(f"{two}long f({parameter}) {{\n  return p.n * p.n;\n}}\n")
    assert (found.typed_lines, found.seen_lines, spot.line) == (0, 1, 5)


def test_template_parameters_are_known_types() -> None:
    found, _ = measure("template <class T> void f(T t) {\n  auto x = t.size() * 2;\n  typename T::type y(x);\n}\n")
    assert found.typed_lines == found.code_lines == 2


def test_a_dropped_statement_is_told() -> None:
    found, blind = measure("void f(int a) {\n  a = 1;\n  a = = 2;\n  a = 3;\n}\n")
    assert (found.code_lines, found.seen_lines, found.typed_lines) == (3, 3, 2)
    assert [(spot.line, spot.reason.split(":")[0]) for spot in blind] == [(3, "statement not parsed")]


def test_each_line_counts_in_its_best_class() -> None:
    text = "__device__ int f() {\n#if defined(__gfx938__)\n  return 1;\n#else\n  return 2;\n#endif\n}\n"
    assert measure(text)[0] == Coverage(code_lines=2, typed_lines=2, seen_lines=2)


def test_arms_of_unknown_macros_are_read_in_a_class_of_their_own() -> None:
    text = (
        "int f(int a) {\n#ifdef USE_FAST\n  a += 1;\n#elif LIB_VERSION >= 300\n  a += 2;\n#else\n  a += 3;\n#endif\n"
        "#ifndef USE_ROCM\n  a += 4;\n#endif\n  return a;\n}\n"
    )
    alone, blind = measure(text, more=False)
    assert alone.seen_lines == 2
    assert {spot.reason for spot in blind} == {"unreached arm"}
    assert measure(text)[0] == Coverage(code_lines=5, typed_lines=5, seen_lines=5)


def test_arms_that_the_files_own_switch_turns_off_are_read() -> None:
    text = "#define FAST\nint f() {\n#ifdef FAST\n  return 1;\n#else\n  return 2;\n#endif\n}\n"
    assert measure(text)[0].seen_lines == 2


def test_arms_that_a_header_turns_off_are_read() -> None:
    header = "#ifndef FAST\n#define FAST 0\n#endif\n#define SLOW 1\n#define OLD 1\n"
    body = (
        "#if FAST\n  a += 1;\n#else\n  a += 2;\n#endif\n#if SLOW\n  a += 3;\n#else\n  a += 4;\n#endif\n"
        "#if !NOWHERE\n  a += 5;\n#else\n  a += 6;\n#endif\n#ifdef OLD\n  a += 7;\n#else\n  a += 8;\n#endif\n"
    )
    text = f'#ifndef A_H\n#define A_H\n#include "config.h"\nint f(int a) {{\n{body}  return a;\n}}\n#endif\n'
    source, config = SourceText("a.hip", text.encode()), SourceText("config.h", header.encode())
    tree = syntax.parse(source)
    rounds = Rounds(tree, Prelude.build([source, config]))
    classes = classes_of(tree, ARCHES)
    more = more_classes(tree, classes, rounds.header)
    found, blind = coverage.measure(tree, [rounds.unit(one) for one in (*classes, *more)])
    assert (found, blind) == (Coverage(code_lines=9, typed_lines=9, seen_lines=9), ())
    settled = more_classes(tree, classes, rounds.header, ("FAST", "SLOW", "NOWHERE", "OLD"))
    assert not any(one.overrides for one in settled), "what this build decides is not guessed at"


def test_bodies_outside_functions_are_seen() -> None:
    """Lambdas that initialise members and globals, and friends that a class defines."""
    text = (
        "struct out { out &put(int); };\ntemplate <class P> struct T {\n"
        "  static constexpr int block = []() {\n    if constexpr (P::x != -1) return 1;\n    else return 2;\n  }();\n"
        "  friend out &show(out &os, const T &t) {\n    return os.put(3);\n  }\n};\n"
        "static int table = []() {\n  return 7;\n}();\n"
    )
    assert measure(text) == (Coverage(code_lines=4, typed_lines=4, seen_lines=4), ())


def test_methods_of_local_types_are_functions() -> None:
    method = "    int operator()(int b) {\n      lib::call<1>(b);\n      return b;\n    }\n"
    text = f"void f(int a) {{\n  struct {{\n{method}  }} g;\n  g(a);\n}}\n"
    found, (spot,) = measure(text)
    assert (found.code_lines, found.seen_lines, found.typed_lines) == (6, 6, 5)
    assert (spot.line, spot.end_line) == (4, 4)


def test_what_is_no_code_in_a_body() -> None:
    text = 'void f() {\n#pragma clang diagnostic ignored "-Wshadow"\n  alignas(sizeof(int)) char buf[8];\n}\n'
    assert measure(text) == (Coverage(code_lines=1, typed_lines=1, seen_lines=1), ())


def test_macros_count_where_they_are_used() -> None:
    macros = "#define SWAP(a, b) { auto t = a; a = b; b = t; }\n#define HINT(x)\n"
    text = f"{macros}void f(int a, int b) {{\n  SWAP(a, b)\n  HINT(word)\n}}\n"
    assert measure(text)[0] == Coverage(code_lines=2, typed_lines=2, seen_lines=2)


def test_local_types_and_attributes_are_seen() -> None:
    text = "void f() {\n  using T = int;\n  [[maybe_unused]] T a = 1;\n  struct S { T b; };\n}\n"
    assert measure(text)[0] == Coverage(code_lines=3, typed_lines=3, seen_lines=3)


def test_removing_a_declaration_lowers_the_figure() -> None:
    body = "void f(P p) {\n  long a = p.stride * 2;\n  use(a);\n}\n"
    whole = measure("struct P { int stride; };\nvoid use(long);\n" + body)[0]
    broken = measure("void use(long);\n" + body)[0]
    assert whole.typed_lines == 2
    assert broken.typed_lines < whole.typed_lines


def test_without_units_nothing_was_needed() -> None:
    tree = syntax.parse(SourceText("a.hip", b"int f() {\n  return 1;\n}\n"))
    assert coverage.measure(tree, []) == (Coverage(code_lines=1, not_needed_lines=1), ())


def test_what_the_analysis_did_not_get_to_is_blind(tmp_path: Path) -> None:
    """A function that needs too many steps: its end is parsed and typed, and no rule has seen it."""
    call = f"  g({', '.join(['1'] * 200)});\n"
    text = f"void g(...);\nvoid f(long *p, int row, int stride) {{\n{call * 220}  p[row * stride] = 1;\n}}\n"
    (tmp_path / "long.hip").write_text(text, encoding="utf-8")
    done = hygon_lint("scan", "--select", "HYG2", "--coverage", "full", "--format", "json", cwd=tmp_path)
    coverage = json.loads(done.out)["coverage"]
    (spot,) = coverage["blind"]
    assert spot["reason"].startswith("analysis cut off")
    assert 150 < spot["line"] < spot["end_line"] == 223, "from the statement in which the steps ran out to the end"
    assert coverage["typed_lines"] == coverage["code_lines"] - (223 - spot["line"] + 1)
    assert coverage["seen_lines"] == coverage["code_lines"]
    assert "analysis cut off" in hygon_lint("scan", "--select", "HYG2", cwd=tmp_path).out
    assert hygon_lint("scan", "--select", "HYG2", "--min-coverage", "0.99", cwd=tmp_path).code == 3


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("expected ')'", "expected ')'"),
        (f"{'word ' * 30}end", f"{'word ' * 24}..."),
        (f"{'word ' * 20}type 'cute::tuple<int, int, int>' decomposes", f"{'word ' * 20}type ..."),
        (f"{'word ' * 20}type 'a' (aka 'tuple<int, int>') decomposes", f"{'word ' * 20}type 'a' ..."),
        (f"{'word ' * 20}type (aka tuple of ints) decomposes", f"{'word ' * 20}type ..."),
        ("x" * 300, f"{'x' * 120} ..."),
    ],
)
def test_long_messages_are_not_cut_inside_a_word_or_a_parenthesis(message: str, shown: str) -> None:
    assert coverage.shortened(message) == shown
