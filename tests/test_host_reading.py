"""What the rules of host code rest on: names, comments beside arguments, conditions judged, orders of dimensions."""

from __future__ import annotations

import pytest

from hygon_lint.analysis import facts
from hygon_lint.analysis.argument_names import passed
from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.polynomials import Poly
from hygon_lint.analysis.row_major import ONE, walked_order
from hygon_lint.analysis.supposing import suppose
from hygon_lint.analysis.tensor_views import views_of
from hygon_lint.analysis.truth import truth
from hygon_lint.frontend import syntax, translate
from hygon_lint.frontend.arch_classes import classes_of
from hygon_lint.frontend.nodes import Call, Unit
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.source import SourceText
from hygon_lint.model.arches import known_arches
from hygon_lint.model.families import family_of, siblings


def unit_of(text: str) -> Unit:
    """The typed tree of a text."""
    source = SourceText("case.cpp", text.encode())
    file = syntax.parse(source)
    arch_class = classes_of(file, tuple(known_arches().values()))[0]
    return translate.translate(file, arch_class, Prelude.build([source]).header_for(file))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("is_hg_938_head_dim", "is_hg_92a_head_dim", True),
        ("can_use_dense_fwd", "can_use_varlen_bwd", True),
        ("kHeadDimsFp16", "kHeadDimsBf16", True),
        ("run_mha_fwd_gfx92a", "run_mha_fwd", True),
        ("is_legacy_head_dim", "is_regular_head_dim", False),
        ("is_hg_938_head_dim", "is_hg_938_head_dim", False),
        ("fwd", "bwd", False),
    ],
)
def test_siblings_share_a_core_and_differ_in_arch_type_or_operation(one: str, other: str, expected: bool) -> None:
    assert siblings(one, other) is expected and siblings(other, one) is expected


def test_words_of_a_name_keep_types_and_arches_whole() -> None:
    assert family_of("supportsHeadDimGfx938") == (("supports", "head", "dim"), ("gfx938",))
    assert family_of("tile_fp8_e4m3_varlen") == (("tile",), ("fp8", "e4m3", "varlen"))


def test_comments_belong_to_the_argument_they_stand_beside() -> None:
    unit = unit_of(
        "void f(int a, bool b, bool c);\n"
        "void g(int n) { f(n /*rows*/, /* swapped: for now, always */ false, false /*causal里*/); }\n"
    )
    call = next(node for fn in facts.functions(unit) for node in fn.function.walk() if isinstance(node, Call))
    found = [one.comment[:1] for one in passed(call)]
    assert found == [("rows",), ("swapped",), ("causal",)]
    assert [one.param.name for one in passed(call) if one.param] == ["a", "b", "c"]


ROUTES = """
#include <string>
std::string get_device_name();
bool is_gfx938();
void a(int); void b(int); void c(int); void d(int); void e(int);
static int arch_number() {
    const std::string n = get_device_name();
    if (n == "gfx92a") { return 930; }
    return std::stoi(n.substr(3, 3));
}
void route(int dtype) {
    const int arch_id = arch_number();
    if (arch_id == 930) { a(1); }
    if (get_device_name() == "gfx938" || arch_id < 900) { b(1); }
    if (is_gfx938()) { c(1); } else { d(1); }
    if (arch_id >= 938 && dtype == 5) { e(1); }
}
"""


@pytest.mark.parametrize(
    ("arch", "dtype", "reached"),
    [("gfx92a", "half", "ad"), ("gfx938", "half", "bce"), ("gfx938", "bfloat16", "bc"), ("gfx936", "half", "d")],
)
def test_conditions_are_judged_for_an_arch_and_a_type(arch: str, dtype: str, reached: str) -> None:
    unit = unit_of(ROUTES)
    fn = next(fn for fn in facts.functions(unit) if fn.function.name == "route")
    oracle = suppose(arch, dtype)
    calls = [event for event in fn.trace.events if isinstance(event, CallEvent) and len(event.name) == 1]
    held = [event.name for event in calls if all(truth(guard.term, oracle) is not False for guard in event.guards)]
    assert "".join(held) == reached


VIEWS = """
#include <ATen/ATen.h>
void use(const void *p);
void run(const at::Tensor &in, bool copy) {
    auto x = in.transpose(0, 1);
    if (copy) { x = x.contiguous(); } else { x = x.clone(); }
    use(x.data_ptr());
    auto y = in.permute({1, 0, 2});
    if (copy) { y = in; }
    use(y.data_ptr());
    use(in.transpose(0, 1).transpose(1, 0).data_ptr());
    use(in.narrow(0, 1, 2).data_ptr());
    use(in.narrow(1, 1, 2).data_ptr());
}
"""


def test_views_are_followed_through_assignments_and_branches() -> None:
    unit = unit_of(VIEWS)
    fn = next(fn for fn in facts.functions(unit) if fn.function.name == "run")
    taken = [event for event in fn.trace.events if isinstance(event, CallEvent) and event.name == "data_ptr"]
    disturbed = [
        any(view.disturbed for view in views_of(fn, event.call.object, event.index, event.guards))
        for event in taken
        if event.call.object is not None
    ]
    assert disturbed == [False, True, False, False, True]


def test_strides_tell_the_order_in_which_dimensions_are_walked() -> None:
    a, b, c = (Poly({(number,): 1}) for number in range(3))
    assert walked_order([a, b, c], [b.times(c), c]) == (0, 1, 2)
    assert walked_order([a, b], [a]) == (1, 0)
    assert walked_order([a, b, c], [a.times(c), c]) == (1, 0, 2)
    assert walked_order([a, a], [a]) == (0, 1)
    assert walked_order([a, b], [c]) is None
    assert walked_order([a, b], []) is None
    assert walked_order([a, b], [ONE, b]) == (0, 1)
