"""Inputs that the fuzzers or an attack found, cut down: each once cost its file, or the whole run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import FAULT, hygon_lint, rules_dir

from hygon_lint.changed import hunks


def steps(statement: str) -> str:
    """Forty steps, each under a condition of its own: as many arms of arms as there are ways through them."""
    return "\n".join(f"    if (flags & {1 << i % 31}) {statement};" for i in range(40))


LOAD = """\
#include <stdint.h>
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void *lds, int, int, int, int, int);
__device__ void fetch(word4 root, void *lds, int flags, int step, int pitch, int limit)
{
    word4 srd = root;
    int row = step * 32;
"""
ISSUE = "    srd[2] = pitch;\n    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);\n}\n"
BASE = "    *(uint64_t *)&srd = (*(uint64_t *)&root + off) & 0xffffffffffffull;\n"

SURVIVED = {
    "forty steps to a base": f"{LOAD}    int64_t off = row;\n{steps('off += step')}\n{BASE}{ISSUE}",
    "forty narrow steps": f"{LOAD}    int off = row;\n{steps('off += step * pitch')}\n"
    f"{BASE.replace('+ off', '+ off * pitch')}{ISSUE}",
    "forty steps to a filter": f"{LOAD}{steps('row += step')}\n    int64_t off = int64_t(row) * pitch;\n{BASE}"
    f"    srd[3] = min(max(row + 32 - limit, 0), 16) << 8;\n{ISSUE}",
    "forty steps of a pointer": "__global__ void add(float *p, const float *q, int flags, long s)\n{\n"
    f"{steps('q += s')}\n{steps('p += s')}\n    p[threadIdx.x] += q[s * threadIdx.x];\n}}\n",
    "forty steps of a condition": "#include <ATen/ATen.h>\nat::Tensor swap(at::Tensor q, int flags)\n{\n"
    "    int64_t n = q.size(0);\n    bool c = flags & 1;\n"
    f"{steps('{ n = n * 2 + q.size(1); c = c && n > 3; }')}\n"
    "    if ((c && n > 3) || !c) q = q.transpose(1, 2);\n    return q.view({n, -1});\n}\n",
    "a lambda that calls itself": """\
__device__ int f(int n, int *p)
{
    auto down = [&](int k) -> int {
        int s = 0;
        for (int i = 0; i < k; ++i) { s += down(k - 1); p[i] = s; }
        return s;
    };
    for (int i = 0; i < n; ++i) down(i);
    return 0;
}
""",
    "a namespace that is none, for long": "namespace " + "word" * 20 + " - {\n}\nint x;\n",
    "chains of overloaded operators": "struct Value { Value operator&&(const Value &) const; "
    "Value operator,(const Value &) const; Value operator!() const; };\n"
    f"void all(Value a)\n{{\n    Value b = {' && '.join('a' * 60)};\n    Value c = ({', '.join('a' * 60)});\n"
    f"    Value d = {'!' * 60}a;\n}}\n",
    "a declaration that begins with a comparison": "{.const std::string full = prop.gcnArchName;\n"
    '    include (&(prop6, "=gfx938",0.} ==:) return true; + (full.rfind("gfx946", 0) == 0 || full.substr ,(6) = "gfx92'
    "a) return true;)return base_name(prop\n",
    "a for statement of four parts": """\
__global__ void wide(const float *x, float *y, long n)
{
    for (int64_t i = b * blockDim.x;gridDim threadIdx.x; i < n; i += int64_t(+.x) * blockDim.x)
        y[i] = x[i];
}
""",
}


@pytest.mark.parametrize("text", SURVIVED.values(), ids=SURVIVED)
def test_the_file_is_analysed(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.hip").write_text(text, encoding="utf-8")
    done = hygon_lint("scan", "--no-cache", "--format", "json", cwd=tmp_path)
    report = json.loads(done.out)
    assert report["run"]["errors"] == [] and report["coverage"]["analysed"] == 1


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("setup.py", "archs = ['gfx936']\nx = " + "-" * 100_000 + "1\n", "not read as Python: "),
        ("setup.py", "print 'gfx936'\n", "not read as Python: SyntaxError"),
        ("CMakeLists.txt", "#" * ((8 << 20) + 1) + "\nset(ARCHS gfx936)\n", "larger than 8 MiB"),
    ],
    ids=["too deep", "no Python", "too large"],
)
def test_a_build_file_that_is_not_read_is_told(tmp_path: Path, name: str, text: str, reason: str) -> None:
    """The rules about arch lists rest on it: without it the checkout is not clean, it was not seen."""
    (tmp_path / "a.hip").write_text("int fine;\n", encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = hygon_lint("scan", "--no-cache", cwd=tmp_path)
    assert done.code == 3, done.out
    assert name in done.out and reason in done.out
    assert hygon_lint("scan", "--no-cache", "--allow-partial", cwd=tmp_path).code == 0
    assert hygon_lint("scan", "--no-cache", "--select", "HYG101", cwd=tmp_path).code == 0, "no rule asked for it"


def test_a_key_of_a_hundred_thousand_parts_is_refused_at_once(tmp_path: Path) -> None:
    rules = rules_dir(tmp_path / "rules")
    (tmp_path / "a.hip").write_text(FAULT, encoding="utf-8")
    (tmp_path / ".hygon-lint.toml").write_text("a" + ".a" * 100_000 + " = 1\n", encoding="utf-8")
    done = hygon_lint("scan", "--rules-dir", rules, "--select", "TST", cwd=tmp_path)
    assert done.code == 2
    assert ".hygon-lint.toml:1: more than 1000 dots in one line" in done.err


def test_a_patch_with_an_octal_number_that_is_no_byte() -> None:
    assert hunks(b'+++ "b/\\777.h"' + b"\n@@ -1 +1 @@\n") == {b"\xff.h": ((1, 1),)}


def test_a_chain_in_a_comment_that_is_never_closed_is_not_parsed(tmp_path: Path) -> None:
    """A syntax tree reads on behind the mark: 10,000 of them took a minute."""
    (tmp_path / "a.hip").write_text("__device__ void f() /* (\n{\n    CHECK(b" + "\na" + "<a" * 5000 + "\n}\n", "utf-8")
    done = hygon_lint("scan", "--isolated", "--no-cache", ".", cwd=tmp_path)
    assert done.code == 3
    assert "nested 5000 deep in a comment" in done.err + done.out


def test_a_thousand_signs_in_a_row_are_not_parsed(tmp_path: Path) -> None:
    """Each was a step of its own, looked at from each of the others: a minute and more."""
    (tmp_path / "a.hip").write_text("__device__ int f(int a) { return " + "-" * 100 + "/**/\\\n" + "-" * 900 + "a; }\n")
    (tmp_path / "b.hip").write_text("// " + "-" * 900 + "\n__device__ int f(int a) { return " + "- " * 150 + "a; }\n")
    done = hygon_lint("scan", "--isolated", "--no-cache", ".", cwd=tmp_path)
    assert done.code == 3
    assert (done.err + done.out).count("operators in a row") == 1
