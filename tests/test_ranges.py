"""Intervals and terms: never narrower than what can happen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hygon_lint.analysis.ranges import Ranges, evaluate, type_range
from hygon_lint.analysis.terms import ARITHMETIC, COMPARISONS, Term, Terms, compute, wrap
from hygon_lint.model.magnitudes import role_of

WIDTHS = st.sampled_from([8, 16, 32, 64])


@given(st.integers(), WIDTHS, st.booleans())
def test_wrap_keeps_the_low_bits(value: int, bits: int, signed: bool) -> None:
    wrapped = wrap(value, bits, signed)
    low, high = type_range(bits, signed)
    assert low <= wrapped <= high
    assert (wrapped - value) % (1 << bits) == 0


@st.composite
def expressions(draw: st.DrawFn) -> tuple[Terms, Term, list[Term]]:
    """A random term over three 32-bit symbols."""
    terms = Terms()
    symbols = [terms.sym(name, 32, draw(st.booleans())) for name in ("xa", "xb", "xc")]
    pool: list[Term] = [*symbols, terms.const(draw(st.integers(-20, 300)))]
    for _ in range(draw(st.integers(1, 6))):
        a, b = draw(st.sampled_from(pool)), draw(st.sampled_from(pool))
        kind = draw(st.sampled_from(["op", "cast", "select", "minmax", "negate"]))
        if kind == "op":
            op = draw(st.sampled_from(sorted(ARITHMETIC - {"<<", ">>"})))
            pool.append(terms.binary(op, a, b, draw(st.sampled_from([32, 64])), draw(st.booleans())))
        elif kind == "cast":
            pool.append(terms.cast(a, draw(WIDTHS), draw(st.booleans())))
        elif kind == "select":
            condition = terms.binary(draw(st.sampled_from(sorted(COMPARISONS))), a, b, 8, False)
            pool.append(terms.select(condition, a, draw(st.sampled_from(pool))))
        elif kind == "minmax":
            pool.append(terms.minmax(draw(st.sampled_from(["min", "max"])), a, b, 64, True))
        else:
            pool.append(terms.unary("neg", a, 64, True))
    return terms, pool[-1], symbols


@given(expressions(), st.lists(st.integers(-(2**31), 2**31 - 1), min_size=3, max_size=3))
def test_a_proven_interval_holds_every_value(drawn: tuple[Terms, Term, list[Term]], given_values: list[int]) -> None:
    _, term, symbols = drawn
    values = {id(s): wrap(v, 32, s.signed) for s, v in zip(symbols, given_values, strict=True)}
    result = evaluate(term, values)
    if result is None:
        return
    bound = Ranges(assume=False).of(term)
    assert bound.low <= result <= bound.high


@given(expressions())
def test_equal_terms_are_one_object(drawn: tuple[Terms, Term, list[Term]]) -> None:
    terms, term, _ = drawn
    again = terms.binary("+", term, terms.const(1), 64, True)
    assert again is terms.binary("+", term, terms.const(1), 64, True)


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_division_truncates_as_in_cpp(a: int, b: int) -> None:
    if b == 0:
        assert compute("/", a, b) is None
        return
    quotient, rest = compute("/", a, b), compute("%", a, b)
    assert quotient is not None and rest is not None
    assert quotient * b + rest == a and abs(rest) < abs(b) and (rest == 0 or (rest < 0) == (a < 0))


def test_products_wrap_by_their_assumed_maxima() -> None:
    terms, ranges = Terms(), Ranges()
    warp, stride, row = (terms.sym(name, 32, True) for name in ("warp_id", "row_stride", "row0"))
    small = terms.binary("*", terms.binary("*", warp, terms.const(32), 32, True), stride, 32, True)
    assert not ranges.may_wrap(small)
    assert ranges.may_wrap(terms.binary("*", row, stride, 32, True))
    assert not ranges.may_wrap(terms.binary("*", terms.cast(row, 64, True), stride, 64, True))


def test_select_arms_know_their_condition() -> None:
    terms, ranges = Terms(), Ranges()
    x = terms.sym("x", 32, True)
    clamped = terms.select(
        terms.binary("<", x, terms.const(0), 8, False),
        terms.const(0),
        terms.select(terms.binary(">", x, terms.const(16), 8, False), terms.const(16), x),
    )
    assert ranges.of(clamped)[:2] == (0, 16)


def test_roles_are_read_from_whole_names() -> None:
    assert [(role.name if role else None) for role in map(role_of, ("warp_id", "num_heads", "kHeadDim", "token"))] == [
        "wave",
        "heads",
        "head dimension",
        None,
    ]
    assert role_of("total_q_heads_bytes_in_flight") is None
