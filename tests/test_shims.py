"""The bundled declarations: they parse, they are true, and they yield to a file's own."""

from __future__ import annotations

import pytest

from hygon_lint.frontend import clang, shims, syntax
from hygon_lint.frontend.arch_classes import ArchClass
from hygon_lint.frontend.nodes import Call, Unit, VarDecl
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.rounds import Rounds
from hygon_lint.frontend.shims.builtins import declaration
from hygon_lint.frontend.source import SourceText

CLASS = ArchClass("probe", (), True, ())


def unit(text: str) -> Unit:
    tree = syntax.parse(SourceText("main.cpp", text.encode()))
    return Rounds(tree, Prelude.build([])).unit(CLASS)


def types(result: Unit) -> dict[str, str]:
    out = {}
    for function in result.functions:
        for node in function.walk():
            if isinstance(node, VarDecl):
                kind = node.decl.type.deref()
                out[node.decl.name] = f"{kind.kind}{kind.bits}"
    return out


def test_every_library_parses_whole() -> None:
    headers = [("/x/core.h", shims.core_text()), *((f"/x/{name}", text) for name, text in shims.library_texts())]
    text = "\n".join(f'#include "{name}"' for name, _ in headers)
    body = f"#pragma clang force_cuda_host_device begin\n{text}\n#pragma clang force_cuda_host_device end\n"
    args = ["-x", "hip", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-std=c++17", "-Wno-everything"]
    parsed = clang.TranslationUnit("/x/main.hip", body.encode(), args, headers)
    assert [d.message for d in parsed.diagnostics() if d.severity >= 3] == []


def test_tensors_answer_in_64_bits() -> None:
    found = types(
        unit(
            """
            #include <torch/extension.h>
            void f(at::Tensor q, std::optional<at::Tensor> o) {
              auto sizes = q.sizes(); auto a = sizes[0]; auto b = q.size(0); auto c = q.numel(); auto d = q.stride(-2);
              const int e = sizes[1]; auto g = q.data_ptr<float>(); auto h = q.dtype() == torch::kFloat16;
              auto s = at::cuda::getCurrentCUDAStream().stream();
            }
            """
        )
    )
    assert {k: found[k] for k in "abcde"} == {"a": "int64", "b": "int64", "c": "int64", "d": "int64", "e": "int32"}
    assert (found["g"], found["h"], found["s"]) == ("pointer64", "bool8", "pointer64")


def test_checks_are_calls_with_their_condition() -> None:
    result = unit('#include <torch/all.h>\nvoid f(int n) { TORCH_CHECK(n < 4, "n is ", n); }')
    (call,) = [node for fn in result.functions for node in fn.walk() if isinstance(node, Call)]
    assert (call.name, len(call.args)) == ("TORCH_CHECK", 3)


def test_kernels_launches_and_lanes() -> None:
    result = unit(
        """
        #include <hip/hip_runtime.h>
        __global__ void __launch_bounds__(256) k(float4 *v, half2 *h) {
          int i = blockIdx.x * blockDim.x + threadIdx.x; auto u = threadIdx.x; auto x = v[i].y;
          auto m = __ballot(i > 2); auto s = __shfl_xor(x, 1); auto t = __low2float(h[i]); __shared__ int lds[64];
          __syncthreads(); atomicAdd(&lds[0], 1);
        }
        void launch(float4 *v, half2 *h, hipStream_t s) { k<<<dim3(2, 3), 256, 0, s>>>(v, h); }
        """
    )
    found = types(result)
    assert result.errors == []
    wanted = {"i": "int32", "u": "int32", "x": "float32", "m": "int64", "s": "float32", "t": "float32"}
    assert {k: found[k] for k in wanted} == wanted
    assert [len(n.launch) for f in result.functions for n in f.walk() if isinstance(n, Call) and n.launch] == [4]


def test_the_standard_library_evaluates() -> None:
    found = types(
        unit(
            """
            #include <vector>
            template <class T> using wide = std::conditional_t<std::is_same_v<T, int>, long, T>;
            void f(std::vector<int> v) {
              wide<int> a = 1; auto b = std::max(1, 2); auto c = v.size(); int d[std::max(3, 5)];
              auto e = std::numeric_limits<int>::max(); auto g = std::get<1>(std::make_tuple(1, 2.0));
            }
            """
        )
    )
    assert found["a"] == "int64"
    assert found["b"] == "int32"
    assert found["c"] == "int64"
    assert found["d"] == "array160"
    assert (found["e"], found["g"]) == ("int32", "float64")


@pytest.mark.parametrize(
    "line",
    [
        "struct half { int x; };",
        "#define __forceinline__ inline",
        "typedef int float4;",
        "namespace cute { struct Layout {}; }",
    ],
)
def test_a_files_own_definitions_do_not_collide(line: str) -> None:
    assert unit(f"{line}\nvoid f() {{ int a = 1; }}").errors == []


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("__builtin_hcu_matrix_load_32x16_b16", "void"),
        ("__builtin_hcu_mmac_f32_16x16x16_f16_lit_lts", "T"),
        ("__builtin_hcu_ds_read_matrix_format_f16", "__hl_vector<_Float16, 8>"),
        ("__builtin_amdgcn_raw_buffer_load_b128", "__hl_vector<unsigned, 4>"),
        ("__builtin_hcu_cvt_pk_f32_fp8", "__hl_vector<float, 2>"),
        ("__builtin_hcu_get_wave_id", "unsigned"),
        ("__builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12", "__hl_vector<float, 8>"),
    ],
)
def test_builtins_are_declared_by_their_names(name: str, result: str) -> None:
    text = declaration(name)
    assert text is not None
    assert f"> {result} {name}(" in text


def test_a_builtin_whose_name_says_nothing_is_not_declared() -> None:
    assert declaration("__builtin_hcu_frobnicate") is None
