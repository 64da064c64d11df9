"""Host predicates are evaluated per known arch: numbers, prefixes, helpers, free conditions, budgets."""

import pytest

from hygon_lint.finding import Fact, Place
from hygon_lint.model.arches import extended, known_arches
from hygon_lint.project.arch_logic import Logic, satisfiable
from hygon_lint.project.helpers import helpers_of, numbers_of
from hygon_lint.project.names import archs_in_name, archs_in_path
from hygon_lint.project.predicates import asks, both, either, negated, size

PLACE = [1, 1, 1, 2]
IS_938 = ["arch", ["gfx938"], PLACE]
IS_92A = ["arch", ["gfx92a"], PLACE]


def free(name):
    return ["free", name]


def number(op, value):
    return ["number", op, value, PLACE]


@pytest.fixture(scope="module")
def logic():
    return Logic(known_arches().values())


def hygon(archs):
    return {arch for arch in archs if known_arches()[arch].hygon}


def test_thresholds_use_the_numbers_of_the_model(logic):
    assert hygon(logic.can_hold(number(">=", 938))) == {"gfx938", "gfx946", "gfx948"}
    assert logic.can_hold(number("==", 930)) == {"gfx92a"}
    assert "gfx90a" not in logic.can_hold(number("!=", 900))  # it has no number at all


def test_own_numbers_and_helpers_of_the_checkout_count():
    place = Place("a.cpp", 1, 1, 1, 2)
    helper = Fact("function", place, {"name": "on_new", "tree": IS_92A})
    facts = [Fact("number", place, {"cases": [[["call", "on_new", PLACE, "on_new()"], 9210]], "digits": True})]
    helpers = helpers_of([helper])
    numbers = numbers_of(facts, known_arches(), helpers)
    assert numbers["gfx92a"] == 9210
    assert numbers["gfx938"] == 938
    assert numbers["gfx90a"] == 90
    logic = Logic(known_arches().values(), helpers, numbers)
    assert "gfx92a" in logic.can_hold(number(">=", 938))


def test_helpers_with_two_meanings_mean_nothing():
    place = Place("a.cpp", 1, 1, 1, 2)
    two = [Fact("function", place, {"name": "is_new", "tree": tree}) for tree in (IS_938, IS_92A)]
    assert helpers_of(two) == {}
    same = [Fact("function", place, {"name": "is_new", "tree": ["arch", ["gfx938"], [n, 1, n, 2]]}) for n in (1, 7)]
    assert "is_new" in helpers_of(same)


def test_names_stand_in_for_helpers_that_say_nothing(logic):
    call = ["call", "is_gfx938", PLACE, "is_gfx938()"]
    assert logic.can_hold(call) == {"gfx938"}
    opaque = Logic(known_arches().values(), {"is_gfx938": ["call", "query", PLACE, "query(938)"]})
    assert opaque.can_hold(call) == {"gfx938"}
    assert len(logic.can_hold(["call", "is_even", PLACE, "is_even()"])) == len(known_arches())


def test_a_helper_that_calls_itself_ends():
    tree = ["or", ["call", "again", PLACE, "again()"], IS_938]
    logic = Logic(known_arches().values(), {"again": tree})
    assert "gfx938" in logic.can_hold(["call", "again", PLACE, "again()"])


def test_free_conditions_are_told_apart_by_their_text(logic):
    contradiction = both(free("x"), negated(free("x")), IS_938)
    assert logic.can_hold(contradiction) == frozenset()
    assert logic.can_hold(both(free("x"), negated(free("y")), IS_938)) == {"gfx938"}
    assert logic.always_holds(either(IS_938, free("x"))) == {"gfx938"}
    assert logic.tells_apart(both(IS_938, free("x")))
    assert not logic.tells_apart(free("x"))


def test_a_search_too_large_says_can_hold():
    hard = ["const", True]
    for i in range(24):
        hard = ["and", hard, ["or", free(f"a{i}"), ["and", free(f"b{i}"), free(f"a{(i + 7) % 24}")]]]
    assert satisfiable(hard)


def test_constants_fold():
    assert both(["const", True], IS_938) == IS_938
    assert either(["const", True], IS_938) == ["const", True]
    assert negated(negated(IS_938)) == IS_938
    assert both() == ["const", True]
    assert either() == ["const", False]
    assert size(both(IS_938, negated(IS_92A))) == 4
    assert asks(["named", "x", IS_938])


def test_arches_of_a_configuration_take_part():
    logic = Logic(extended({"gfx956": {"number": 956}}).values())
    assert "gfx956" in logic.can_hold(number(">", 948))


@pytest.mark.parametrize(
    ("name", "archs"),
    [
        ("can_use_hg_92a_varlen_fwd", ("gfx92a",)),
        ("hg_938_or_92a", ("gfx938", "gfx92a")),
        ("run_fwd_gfx936", ("gfx936",)),
        ("useGfx938Path", ("gfx938",)),
        ("is_gfx90a", ("gfx90a",)),
        ("tile_128x928", ()),
        ("limit_9380", ()),
        ("head_942", ()),
        ("v938", ()),
        ("gfx93x", ()),
    ],
)
def test_arches_in_names(name, archs):
    assert archs_in_name(name) == archs


def test_the_innermost_part_of_a_path_decides():
    assert archs_in_path("csrc/gfx938/decode_gfx92a.h") == ("gfx92a",)
    assert archs_in_path("csrc/gfx938/decode.h") == ("gfx938",)
    assert archs_in_path("csrc/src/decode_938.cu") == ("gfx938",)
    assert archs_in_path("csrc/src/decode.h") == ()
