"""Conditions as trees, and which arms are read under what is known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hygon_lint.frontend import syntax
from hygon_lint.frontend.conditions import (
    Arithmetic,
    Defined,
    Logic,
    MacroCall,
    Unary,
    Unparsed,
    condition_of,
    parse_condition,
)
from hygon_lint.frontend.preprocess import DEFINED, UNDEFINED, UNKNOWN, Environment, Macro, read_file, truth, value
from hygon_lint.frontend.source import SourceText, Span


def parsed(text: str):
    data = text.encode()
    return parse_condition(data, Span(0, len(data)))


def environment(**macros: str | None) -> Environment:
    table = {name: (UNDEFINED if body is None else Macro(True, body)) for name, body in macros.items()}
    return Environment(lambda _: UNKNOWN, table)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 == 7", 1),
        ("-3 % 2", -1),
        ("-3 / 2", -1),
        ("0x10 | 0b11 | 010u", 27),
        ("1 << 4 > 15", 1),
        ("!(2 > 1) || 3 < 2", 0),
        ("1 ? 2 : 3", 2),
        ("0 ? U : 3", 3),
        ("U && 0", 0),
        ("U || 1", 1),
        ("U || 0", None),
        ("U == 0", None),
        ("1 / 0", None),
        ("1 << 900", None),
        ("defined(N) || defined Y", 1),
        ("defined(U)", None),
        ("not defined(N) and Y >= 3", 1),
        ("N", 0),
        ("Y", 3),
        ("E", 4),
        ("LOOP", None),
        ("F(1)", None),
        ("__has_include(<a.h>) && 0", 0),
        ("true && !false", 1),
        ("1'000 == 1000", 1),
        ("'a' == 97", None),
    ],
)
def test_values(text: str, expected: int | None) -> None:
    env = environment(N=None, Y="3", E="(Y + 1)", LOOP="LOOP + 1")
    assert value(parsed(text), env) == expected


@pytest.mark.parametrize(
    "text", ["", "1 +", "(1", "defined", "defined(", "1 2", "&& 1", "!" * 500, "(" * 500, "+".join("1" * 500)]
)
def test_what_is_no_expression_is_unknown(text: str) -> None:
    node = parsed(text)
    assert isinstance(node, Unparsed)
    assert truth(node, environment()) is None


def test_long_lists_of_arches_are_read() -> None:
    node = parsed(" || ".join(f"defined(__gfx{n}__)" for n in range(900, 1400)))
    assert isinstance(node, Logic) and len(node.operands) == 500


def test_spans_stand_in_the_file() -> None:
    text = "#if defined(A) && \\\n    !defined B /* c */ && F(x, (y)) >= 2\n#endif\n#ifndef C\n#endif\n"
    file = syntax.parse(SourceText("a.h", text.encode()))
    condition = condition_of(file.chains[0].arms[0], file.lexed.no_comments)
    assert isinstance(condition, Logic)
    first, second, third = condition.operands
    assert isinstance(first, Defined) and file.text(first.span) == "defined(A)" and file.text(first.name_span) == "A"
    assert isinstance(second, Unary) and file.text(second.span) == "!defined B"
    assert isinstance(third, Arithmetic) and isinstance(third.left, MacroCall)
    assert (third.left.name, third.left.arguments) == ("F", "x, (y)")
    negated = condition_of(file.chains[1].arms[0], file.lexed.no_comments)
    assert isinstance(negated, Unary) and isinstance(negated.operand, Defined)
    assert file.text(negated.operand.name_span) == "C"


def reading(text: str, **macros: str | None) -> tuple[list[bool | None], Environment]:
    file = syntax.parse(SourceText("a.h", text.encode()))
    result = read_file(file, environment(**macros).lookup)
    return [result.read(arm) for chain in file.chains for arm in chain.arms], result.final


def test_arms() -> None:
    text = "#if A\n#elif B\n#else\n#endif\n"
    assert reading(text, A="1", B="1")[0] == [True, False, False]
    assert reading(text, A=None, B="1")[0] == [False, True, False]
    assert reading(text, A=None, B=None)[0] == [False, False, True]
    assert reading(text, B="1")[0] == [None, None, False]
    assert reading(text)[0] == [None, None, None]


def test_nested_arms_need_the_outer_one() -> None:
    assert reading("#if A\n#if B\n#endif\n#endif", A="0", B="1")[0] == [False, False]
    assert reading("#if A\n#if B\n#endif\n#endif", B="1")[0] == [None, None]


def test_defines_take_part_in_order() -> None:
    text = "#if A\n#define B 2\n#else\n#define B 3\n#endif\n#if B == 2\n#endif\n#undef B\n#ifdef B\n#endif\n"
    assert reading(text, A="1")[0] == [True, False, True, False]
    assert reading(text, A=None)[0] == [False, True, False, False]
    assert reading(text)[0] == [None, None, None, False]


def test_what_both_ways_leave_is_united() -> None:
    _, final = reading(
        "#ifndef A\n#define A 1\n#endif\n#if B\n#define C 1\n#endif\n#if B\n#define D 1\n#else\n#define D 1\n#endif"
    )
    assert final.lookup("A") == DEFINED
    assert final.lookup("C").defined is None
    assert final.lookup("D") == Macro(True, "1")


def test_conditions_already_decided_are_known_inside() -> None:
    text = "#ifdef A\n#ifdef A\n#else\n#endif\n#else\n#ifdef A\n#endif\n#endif\n"
    assert reading(text)[0] == [None, None, None, False, False]


def test_an_include_guard_is_taken() -> None:
    assert reading("#ifndef X_H\n#define X_H\n#ifdef A\n#endif\n#endif\n", A="1")[0] == [True, True]


ATOM = st.sampled_from(["defined(A)", "B", "C > 2", "!D", "0", "1", "X"])
CONDITION = st.recursive(
    ATOM, lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["&&", "||"]), inner)
)


@settings(max_examples=200, deadline=None)
@given(CONDITION, st.dictionaries(st.sampled_from("ABCDX"), st.sampled_from(["0", "1", "3", None])))
def test_more_knowledge_never_overturns_a_verdict(text: str, known: dict[str, str | None]) -> None:
    """What is decided with less knowledge stays so with more."""
    before = truth(parsed(text), environment(**known))
    everything = {name: known.get(name, "1") for name in "ABCDX"}
    after = truth(parsed(text), environment(**everything))
    assert after is not None
    assert before is None or before == after
