"""From clang's cursors to typed nodes: types, implicit conversions, macros, asm, places."""

from __future__ import annotations

from core_samples import unit_of

from hygon_lint.frontend import nodes as n
from hygon_lint.frontend.asm_text import parse_asm


def _all(text: str, kind: type[n.Node], name: str = "f") -> list[n.Node]:
    unit = unit_of(text)
    function = next(f for f in unit.functions if f.name == name)
    return [node for node in function.walk() if isinstance(node, kind)]


def test_implicit_conversions_are_nodes() -> None:
    (cast,) = [c for c in _all("void f(int a, int b) { int64_t x = a * b; }", n.Cast) if isinstance(c, n.Cast)]
    assert (cast.kind, cast.type.bits) == ("implicit", 64)
    assert isinstance(cast.operand, n.Binary)
    assert (cast.operand.op, cast.operand.type.bits) == ("*", 32)


def test_explicit_cast_keeps_one_node_for_one_conversion() -> None:
    casts = _all("int64_t f(int a, int b) { return int64_t(a) * b; }", n.Cast)
    assert [(c.kind, c.type.bits) for c in casts if isinstance(c, n.Cast)] == [("functional", 64), ("implicit", 64)]


def test_sizeof_of_a_template_parameter_has_no_value() -> None:
    text = "template <typename T> uint64_t f(int a) { return a * sizeof(T) + sizeof(int); }"
    assert [s.value for s in _all(text, n.SizeOf) if isinstance(s, n.SizeOf)] == [None, 4]


def test_functions_know_their_side() -> None:
    unit = unit_of("__device__ void d() {} __global__ void k() {} void h() {} __host__ __device__ void b() {}")
    sides = {f.name: (f.device, f.kernel, f.host) for f in unit.functions}
    assert sides == {
        "d": (True, False, False),
        "k": (True, True, False),
        "h": (False, False, True),
        "b": (True, False, True),
    }


def test_launches_keep_their_configuration() -> None:
    text = "__global__ void k(int* p) {} void f(int g) { k<<<dim3(g, 2), 64>>>(nullptr); }"
    (call,) = [c for c in _all(text, n.Call) if isinstance(c, n.Call) and c.name == "k"]
    assert call.launch is not None and len(call.launch) >= 2
    assert call.decl is not None and call.decl.kernel


def test_vector_components_are_subscripts() -> None:
    subscripts = [s for s in _all("void f(word4 v) { v.y = 3; v[2] = 4; }", n.Subscript) if isinstance(s, n.Subscript)]
    assert [s.index.value for s in subscripts if isinstance(s.index, n.Literal)] == [1, 2]


def test_for_parts_are_told_apart_when_some_are_missing() -> None:
    first, second = _all("void f(int k) { for (; k < 9;) --k; for (int i = 0;; ++i) break; }", n.For)
    assert isinstance(first, n.For) and isinstance(second, n.For)
    assert (first.init, first.step) == (None, None) and first.condition is not None
    assert second.condition is None and second.init is not None and second.step is not None


def test_if_constexpr_is_marked() -> None:
    text = "template <bool B> void f(int& a) { if constexpr (B) a = 1; else a = 2; if (a) a = 3; }"
    assert [i.constexpr for i in _all(text, n.If) if isinstance(i, n.If)] == [True, False]


def test_asm_keeps_template_and_operands() -> None:
    text = 'void f(int a, int b) { asm volatile("s_add_u32 %0, %0, %1\\n\\ts_nop 0" : "+s"(a) : [n] "s"(b) : "scc"); }'
    (asm,) = [a for a in _all(text, n.Asm) if isinstance(a, n.Asm)]
    assert asm.template == "s_add_u32 %0, %0, %1\n\ts_nop 0"
    assert [(o.constraint, o.output, o.name) for o in asm.operands] == [("+s", True, ""), ("s", False, "n")]
    assert asm.clobbers == ("scc",)


def test_asm_text_without_inputs() -> None:
    parsed = parse_asm('asm volatile("s_nop 0" ::: "memory")')
    assert parsed is not None and parsed.operands == () and parsed.clobbers == ("memory",)


def test_a_statement_from_a_macro_body_stands_in_the_definition() -> None:
    text = "#define STEP() v[0] += tile\nvoid f(word4 v, uint32_t tile)\n{\n    STEP();\n}\n"
    (assign,) = _all(text, n.Assign)
    assert (assign.place.line, assign.place.column) == (1, 16)


def test_an_argument_of_a_macro_stands_where_it_is_passed() -> None:
    text = "#define KEEP(x) (x)\nvoid f(int a, int b)\n{\n    int c = KEEP(a * b);\n}\n"
    (product,) = _all(text, n.Binary)
    assert (product.place.line, product.text) == (4, "a * b")


def test_a_macro_mixed_of_body_and_arguments_stands_at_the_use() -> None:
    text = "#define ADD(S, o) S[0] = S[0] + (o)\nvoid f(word4 v, uint32_t t)\n{\n    ADD(v, t);\n}\n"
    (assign,) = _all(text, n.Assign)
    assert assign.place.line == 4


def test_columns_count_code_points() -> None:
    (assign,) = _all("void f(int a)\n{\n    /* 偏移 */ a = 1;\n}\n", n.Assign)
    assert (assign.place.line, assign.place.column) == (3, 14)


def test_union_fields_share_an_offset() -> None:
    unit = unit_of("union u { word4 v; uint64_t q[2]; };")
    (record,) = unit.records
    assert record.union and [field.offset for field in record.fields] == [0, 0] and record.size == 128


def test_arms_that_name_arches_are_kept() -> None:
    unit = unit_of("#if defined(__gfx92a__)\nvoid f() {}\n#elif !defined(__gfx936__)\nvoid g() {}\n#endif\n")
    assert [archs for _, archs in unit.arch_arms] == [("gfx92a",)]


def test_an_unresolved_call_keeps_name_and_arguments() -> None:
    calls = [c for c in _all("void f(int a) { unseen(a, 3); }", n.Call) if isinstance(c, n.Call)]
    assert [(c.name, len(c.args)) for c in calls] == [("unseen", 2)]
