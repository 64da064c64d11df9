"""A program gives what the evaluation of the tree gives, whatever the terms."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hygon_lint.analysis.program import Program
from hygon_lint.analysis.ranges import evaluate
from hygon_lint.analysis.terms import ARITHMETIC, Term, Terms
from hygon_lint.model.comparisons import COMPARISONS

_BINARY = (*sorted(ARITHMETIC), *sorted(COMPARISONS), "&&", "||")
_WIDTHS = (0, 8, 32, 64)


def _grown(random: Random) -> tuple[list[Term], list[Term]]:
    """Leaves, and terms grown from them and from one leaf that no assignment knows."""
    terms = Terms()
    known = [terms.sym(f"x{n}", 32, True) for n in range(3)]
    pool = [*known, terms.sym("unknown", 32, True), *(terms.const(value) for value in (0, 1, 5, -3))]
    for _ in range(25):
        a, b, c = (random.choice(pool) for _ in range(3))
        bits, signed = random.choice(_WIDTHS), random.random() < 0.5
        match random.randrange(6):
            case 0:
                made = terms.cast(a, bits, signed)
            case 1:
                made = terms.unary(random.choice(("neg", "~")), a, bits, signed)
            case 2:
                made = terms.select(a, b, c)
            case 3:
                made = terms.minmax(random.choice(("min", "max")), a, b, bits, signed)
            case 4:
                made = (
                    terms.negate(a)
                    if random.random() < 0.5
                    else terms.join(terms.cast(a, 32, False), terms.cast(b, 32, False))
                )
            case _:
                made = terms.binary(random.choice(_BINARY), a, b, bits, signed)
        pool.append(made)
    return known, pool


@given(st.integers(0, 2**32), st.lists(st.integers(-(2**31), 2**33), min_size=3, max_size=3))
def test_same_values_as_the_tree(seed: int, numbers: list[int]) -> None:
    known, pool = _grown(Random(seed))
    values = {id(leaf): number for leaf, number in zip(known, numbers, strict=True)}
    middle = len(pool) // 2
    program = Program(known, [pool[:middle], pool[middle:]])
    registers = program.run(1, program.run(0, program.start(values)))
    for term in pool:
        assert registers[program.slot(term)] == evaluate(term, values), term
