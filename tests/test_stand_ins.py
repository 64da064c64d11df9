"""The struct that stands for a template parameter is found by the members that are read of it."""

from __future__ import annotations

import pytest

from hygon_lint.frontend.decode import decode
from hygon_lint.frontend.prelude_index import Index, index_file
from hygon_lint.frontend.stand_ins import lines, stand_ins

_HEADER = """
namespace fa {
struct Base_params { using index_t = int64_t; index_t q_row_stride; int h; };
struct Fwd_params : public Base_params { int seqlen_q, seqlen_k; float *o_ptr; };
struct Bwd_params : public Fwd_params { float *dq_ptr; int seqlen_q_rounded; };
struct Decode_args { int seqlen_q, seqlen_k, h; float *o_ptr; int64_t q_row_stride; };
}
"""


def _found(body: str, parameter: str = "Params") -> dict[str, str]:
    text = f"template <int kBlockM, typename {parameter}>\nvoid f(const {parameter} &params, int row)\n{{\n{body}\n}}\n"
    project = Index([index_file(decode("params.h", _HEADER.encode()))])
    return {name: entry.name for name, entry in stand_ins(text, project).items()}


def test_the_smallest_struct_with_all_members_is_taken() -> None:
    assert _found("use(params.h, params.seqlen_q, params.seqlen_k, params.q_row_stride);") == {"Params": "Fwd_params"}


def test_members_of_bases_count() -> None:
    assert _found("use(params.h, params.seqlen_q, params.dq_ptr, params.q_row_stride);") == {"Params": "Bwd_params"}


@pytest.mark.parametrize(
    "body",
    [
        "use(params.h, params.seqlen_q, params.pages, params.q_row_stride);",  # nobody has pages
        "use(params.h, params.seqlen_q);",  # too few to say anything
        "use(params.h(), params.seqlen_q(), params.seqlen_k(), params.q_row_stride());",  # methods
    ],
)
def test_nothing_is_guessed(body: str) -> None:
    assert _found(body) == {}


def test_the_names_must_share_a_word() -> None:
    body = "use(params.h, params.seqlen_q, params.seqlen_k, params.q_row_stride);"
    assert _found(body, "Traits") == {}
    assert _found(body, "Args") == {"Args": "Decode_args"}


def test_the_parser_is_told_by_qualified_name() -> None:
    project = Index([index_file(decode("params.h", _HEADER.encode()))])
    text = (
        "template <class Params> void f(Params params) { g(params.h, params.seqlen_q, params.seqlen_k, params.o_ptr); }"
    )
    assert lines(stand_ins(text, project)) == "typedef ::fa::Fwd_params __hl_stands_for_Params;\n"
