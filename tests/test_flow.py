"""Symbolic execution: what places hold, in which width, on which paths."""

from __future__ import annotations

import pytest
from core_samples import facts_of

from hygon_lint.analysis.events import AsmEvent, CallEvent, LoadEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.ranges import evaluate
from hygon_lint.analysis.sampling import leaves
from hygon_lint.analysis.terms import Term


def _stores(facts: FunctionFacts) -> list[StoreEvent]:
    return [e for e in facts.trace.events if isinstance(e, StoreEvent) and e.place is not None]


def _last(facts: FunctionFacts, name: str) -> Term:
    return next(e.value for e in reversed(_stores(facts)) if e.place is not None and e.place.name == name)


def _value(term: Term, **given: int) -> int | None:
    named = {leaf.name: leaf for leaf in leaves([term])}
    return evaluate(term, {id(named[name]): value for name, value in given.items() if name in named})


def test_widths_are_those_of_the_operations() -> None:
    facts = facts_of("void f(int a, int b) { int64_t x = a * b; int64_t y = int64_t(a) * b; }")
    assert _value(_last(facts, "x"), a=65536, b=65536) == 0
    assert _value(_last(facts, "y"), a=65536, b=65536) == 1 << 32


def test_a_64_bit_store_fills_two_words() -> None:
    facts = facts_of("void f(word4 s, uint64_t a) { *(uint64_t*)&s = a; uint32_t lo = s[0]; uint32_t hi = s[1]; }")
    assert _value(_last(facts, "lo"), a=0x1_FFFF_F000) == 0xFFFFF000
    assert _value(_last(facts, "hi"), a=0x1_FFFF_F000) == 1


def test_two_words_read_as_one_address() -> None:
    facts = facts_of("void f(word4 s, uint32_t a, uint32_t b) { s[0] = a; s[1] = b; uint64_t w = *(uint64_t*)&s; }")
    assert _value(_last(facts, "w"), a=7, b=2) == (2 << 32) | 7


def test_unions_and_references_share_storage() -> None:
    body = "u x; x.q[0] = a; auto& w = x.v; uint32_t hi = w[1];"
    text = f"union u {{ word4 v; uint64_t q[2]; }}; void f(uint64_t a) {{ {body} }}"
    assert _value(_last(facts_of(text), "hi"), a=0x5_0000_0000) == 5


def test_branches_merge_into_selects() -> None:
    facts = facts_of("void f(int a, bool c) { int x = 1; if (c) x = a; int y = x + 1; }")
    assert _value(_last(facts, "y"), c=1, a=9) == 10
    assert _value(_last(facts, "y"), c=0, a=9) == 2


def test_early_exits_leave_a_guard() -> None:
    facts = facts_of("void f(int a) { if (a > 16) return; int x = a; }")
    store = _stores(facts)[-1]
    assert [repr(g.term) for g in store.guards] == ["(a <=8 16)"]
    assert facts.range_of(store.value, store.guards).high == 16


def test_else_arms_are_guarded_by_the_negation() -> None:
    facts = facts_of("void f(int a, int* p) { int x = 0; if (a < 3) x = 1; else x = 2; }")
    guards = {repr(e.value): [repr(g.term) for g in e.guards] for e in _stores(facts)}
    assert guards["1"] == ["(a <8 3)"] and guards["2"] == ["(a >=8 3)"]


def test_counters_are_bounded_by_their_loop() -> None:
    facts = facts_of("void f() { for (int i = 2; i < 8; ++i) { int x = i * 4; } }")
    bound = facts.range_of(_last(facts, "x"))
    assert (bound.low, bound.high) == (8, 28)


def test_what_a_loop_changes_is_not_its_first_value() -> None:
    facts = facts_of("void f(int n) { int s = 0; for (int i = 0; i < n; ++i) { int x = s; s += 3; } int y = s; }")
    assert _last(facts, "x").op == "loop" and _last(facts, "y").op == "loop"


def test_helpers_are_followed_with_values_and_references() -> None:
    text = """
__device__ int twice(int v) { return v < 0 ? 0 : v * 2; }
__device__ void bump(int& r, int by) { r += by; }
__device__ void f(int a) { int x = twice(a); bump(x, 5); int y = x; }
"""
    facts = facts_of(text)
    assert _value(_last(facts, "y"), a=4) == 13
    assert _value(_last(facts, "y"), a=-4) == 5
    assert any(e.chain for e in _stores(facts))


def test_lambdas_are_followed() -> None:
    facts = facts_of("void f(int a) { auto g = [&](int k) { return k * a; }; int x = g(3); }")
    assert _value(_last(facts, "x"), a=5) == 15


def test_unseen_functions_forget_what_they_may_change() -> None:
    facts = facts_of("void other(int& r); void f(int a) { int x = a; other(x); int y = x; }")
    assert _value(_last(facts, "y"), a=5) is None


def test_equal_unseen_calls_are_one_value() -> None:
    facts = facts_of("int seen(int v); void f(int a) { int x = seen(a); int y = seen(a); int z = seen(a + 1); }")
    assert _last(facts, "x") is _last(facts, "y") is not _last(facts, "z")


@pytest.mark.parametrize(
    ("call", "value", "expected"), [("min(a, 16)", 40, 16), ("max(0, a)", -3, 0), ("std::min(a, 7)", 9, 7)]
)
def test_known_functions_have_their_meaning(call: str, value: int, expected: int) -> None:
    declared = "namespace std { int min(int, int); } int min(int, int); int max(int, int);"
    assert _value(_last(facts_of(f"{declared} void f(int a) {{ int x = {call}; }}"), "x"), a=value) == expected


def test_assembly_computes_what_it_says() -> None:
    text = 'void f(uint32_t a, uint32_t b) { asm("s_add_u32 %0, %0, %1" : "+s"(a) : "s"(b)); uint32_t x = a; }'
    facts = facts_of(text)
    assert _value(_last(facts, "x"), a=0xFFFFFFFF, b=2) == 1
    (event,) = [e for e in facts.trace.events if isinstance(e, AsmEvent)]
    assert [i.name for i in event.instructions] == ["s_add_u32"]


def test_reads_through_pointers_are_events() -> None:
    facts = facts_of("float f(const float* p, int i) { return p[i] + p[3]; }")
    loads = [e for e in facts.trace.events if isinstance(e, LoadEvent)]
    assert [repr(e.subscript) for e in loads] == ["i", "None"]


def test_descriptor_arguments_carry_their_words() -> None:
    facts = facts_of("void load(word4 s); void f(word4 r, uint32_t a) { word4 s = r; s[3] = a; load(s); }")
    (call,) = [e for e in facts.trace.events if isinstance(e, CallEvent)]
    assert [repr(word) for word in call.args[0].words or ()] == ["r[0]", "r[1]", "r[2]", "a"]


def test_an_endless_function_is_cut_off_and_says_so() -> None:
    body = "\n".join(f"x = x * {i} + a;" for i in range(2, 9000))
    facts = facts_of(f"void f(int a) {{ int x = a; {body} }}")
    assert facts.trace.cut is not None
