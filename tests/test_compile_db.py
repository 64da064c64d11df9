"""Compile databases and real headers: macros, header folders, and everything in them that is not to be trusted."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from program import Done, hygon_lint

from hygon_lint.frontend.compile_flags import DROPPED, REFUSED, Flags, Told, read_flags

KERNEL = """\
#include <lib/types.tpp>
__global__ void f(float *p, int stride) {
  ROW_T row = blockIdx.x;
  p[row * stride] = 1.0f;
}
__global__ void g(float *p, int stride) {
  lib::row_t row = blockIdx.x;
  p[row * stride] = 1.0f;
}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A kernel that needs a macro which no file defines, and a type from a header that no index would read."""
    folder = tmp_path / "checkout"
    write(folder / ".hygon-lint.toml", "")
    write(folder / "src" / "k.hip", KERNEL)
    write(
        folder / "third_party" / "lib" / "types.tpp", '#include "more.tpp"\nnamespace lib { LIB_ALIAS(row_t, int); }\n'
    )
    write(folder / "third_party" / "lib" / "more.tpp", "#pragma once\n#define LIB_ALIAS(a, b) using a = b\n")
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def database(folder: Path, flags: str, name: str = "compile_commands.json", file: str = "src/k.hip") -> None:
    entry = {"directory": str(folder), "file": file, "command": f"hipcc {flags} -c {file} -o k.o"}
    write(folder / name, json.dumps([entry]))


def scan(folder: Path, *words: str) -> dict[str, Any]:
    done: Done = hygon_lint("scan", "--select", "HYG2", "--format", "json", *words, "src", cwd=folder)
    assert done.code in (0, 1), done.err
    return dict(json.loads(done.out))


def lines(report: dict[str, Any]) -> list[int]:
    return [finding["line"] for finding in report["findings"]]


def notes(report: dict[str, Any]) -> str:
    return "\n".join(note["text"] for note in report["run"]["notes"])


# ---------------------------------------------------------------- macros


def test_a_macro_of_the_database_changes_the_verdict(checkout: Path) -> None:
    assert lines(scan(checkout)) == []
    database(checkout, "-DROW_T=int")
    report = scan(checkout)
    assert lines(report) == [4]
    assert {"kind": "compile-database", "path": "compile_commands.json"} in report["run"]["sources"]
    assert lines(scan(checkout, "--isolated")) == []
    database(checkout, "-DROW_T=int64_t")
    assert lines(scan(checkout)) == [], "a cached result does not outlive the database"


def test_a_database_elsewhere_is_named(checkout: Path) -> None:
    database(checkout, "-DROW_T=int", "build/db.json", file="../src/k.hip")
    (checkout / "build" / "db.json").write_text(
        (checkout / "build" / "db.json").read_text(encoding="utf-8").replace(str(checkout), str(checkout / "build")),
        encoding="utf-8",
    )
    assert lines(scan(checkout)) == []
    assert lines(scan(checkout, "--compile-db", "build/db.json")) == [4]
    done = hygon_lint("scan", "--compile-db", "nope.json", cwd=checkout)
    assert (done.code, done.err) == (2, "hygon-lint: error: --compile-db: nope.json: No such file or directory\n")


def test_a_macro_decides_an_arm_that_would_be_read_both_ways(checkout: Path) -> None:
    text = "#ifdef WIDE\nusing row_t = int64_t;\n#else\nusing row_t = int;\n#endif\n"
    write(checkout / "src" / "k.hip", f"{text}__global__ void f(float *p, int s, row_t r) {{\n  p[r * s] = 1;\n}}\n")
    assert lines(scan(checkout)) == [7]
    database(checkout, "-DWIDE")
    assert lines(scan(checkout)) == []
    database(checkout, "-UWIDE")
    assert lines(scan(checkout)) == [7]


def test_headers_get_what_all_commands_have_in_common(checkout: Path) -> None:
    entries = [
        {"directory": str(checkout), "file": name, "arguments": ["hipcc", "-DROW_T=int", f"-D{macro}", name]}
        for name, macro in (("a.cpp", "ONE"), ("b.cpp", "TWO"))
    ]
    write(checkout / "compile_commands.json", json.dumps(entries))
    assert lines(scan(checkout)) == [4]
    entries[1]["arguments"] = ["hipcc", "-DROW_T=int64_t", "b.cpp"]
    write(checkout / "compile_commands.json", json.dumps(entries))
    assert lines(scan(checkout)) == []


@pytest.mark.parametrize("text", ["{", "{}", "[1, null, {}]", '[{"file": "a\\u0000b", "command": "x \'"}]', "[" * 9000])
def test_a_broken_database_costs_nothing(checkout: Path, text: str) -> None:
    write(checkout / "compile_commands.json", text)
    assert lines(scan(checkout)) == []


# ---------------------------------------------------------------- real headers


def test_a_type_of_a_real_header_makes_a_line_typed(checkout: Path) -> None:
    database(checkout, "-DROW_T=int -I third_party")
    plain, followed = scan(checkout), scan(checkout, "--includes", "project")
    assert (plain["coverage"]["typed_lines"], followed["coverage"]["typed_lines"]) == (2, 4)
    assert (lines(plain), lines(followed)) == ([4], [4, 8])
    tree = hygon_lint("ast", "src/k.hip:7", "--includes", "project", cwd=checkout).out
    assert "lib::row_t" in tree
    assert "not known" not in tree


def test_the_configuration_may_ask_for_the_headers_of_the_checkout_only(checkout: Path) -> None:
    database(checkout, "-DROW_T=int -I third_party")
    write(checkout / ".hygon-lint.toml", 'includes = "project"\n')
    assert lines(scan(checkout)) == [4, 8]
    write(checkout / ".hygon-lint.toml", 'includes = "full"\n')
    done = hygon_lint("scan", cwd=checkout)
    assert done.code == 2
    assert '"includes" must be one of none, project' in done.err


def test_a_header_that_changes_is_read_again(checkout: Path) -> None:
    """The header lies in a folder that is not scanned, so nothing else would notice."""
    database(checkout, "-DROW_T=int -I third_party")
    words = ("--includes", "project", "--cache-dir", str(checkout.parent / "cache"))
    assert lines(scan(checkout, *words)) == [4, 8]
    assert lines(scan(checkout, *words)) == [4, 8]
    write(checkout / "third_party" / "lib" / "more.tpp", "#pragma once\n#define LIB_ALIAS(a, b) using a = long\n")
    assert lines(scan(checkout, *words)) == [4]
    (checkout / "third_party" / "lib" / "more.tpp").unlink()
    report = scan(checkout, *words)
    assert lines(report) == [4]
    assert "headers not found: more.tpp" in notes(report)


def test_headers_of_the_checkout_and_their_declarations_do_not_clash(checkout: Path) -> None:
    """What clang reads from the header itself is not declared once more from the index."""
    write(
        checkout / "src" / "a.h",
        "#pragma once\nstruct Pair { int a, b; };\nenum Kind { ONE = 1 };\nint twice(int x = 2);\n",
    )
    write(checkout / "src" / "k.hip", '#include "a.h"\nint f(Pair p) {\n  return p.a + ONE + twice();\n}\n')
    for mode in ("none", "project"):
        coverage = scan(checkout, "--coverage", "full", "--includes", mode)["coverage"]
        assert (coverage["typed_lines"], coverage["code_lines"], coverage["blind"]) == (1, 1, []), mode


def test_shims_still_stand_for_what_no_header_gives(checkout: Path) -> None:
    write(
        checkout / "src" / "a.h",
        "#include <hip/hip_runtime.h>\n#include <vector>\ninline dim3 one() { return dim3(1); }\n",
    )
    write(checkout / "src" / "k.hip", '#include "a.h"\nint f(std::vector<int> &v) {\n  return v.size() + one().x;\n}\n')
    coverage = scan(checkout, "--coverage", "full", "--includes", "project")["coverage"]
    assert (coverage["typed_lines"], coverage["code_lines"]) == (2, 2)


def test_offsets_stay_where_include_lines_name_headers(checkout: Path) -> None:
    write(checkout / "src" / "a.h", "typedef int row_t;\n")
    body = "__global__ void f(float *p, int s, row_t r) {\n  p[r * s] = 1;\n}\n"
    write(checkout / "src" / "k.hip", f'/* 一 */ #  include   "a.h"  // 二\r\n{body}')
    (finding,) = scan(checkout, "--includes", "project")["findings"]
    assert (finding["line"], finding["column"]) == (3, 5)


# ---------------------------------------------------------------- nothing is trusted


def test_no_header_outside_the_checkout_is_read(checkout: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.h"
    write(secret, "typedef int lib_row_t;\n")
    (checkout / "src" / "link.h").symlink_to(secret)
    (checkout / "out").symlink_to(tmp_path)
    ways = (
        '"../../secret.h"', f'"{secret}"', f"<{secret}>", '"link.h"', "<secret.h>", "<../secret.h>",
        '"../out/secret.h"',
    )  # fmt: skip
    user = "__global__ void f(float *p, int s, lib_row_t r) {\n  p[r * s] = 1;\n}\n"
    for number, way in enumerate(ways):
        own = f"/**/ # \\\n include {way}\n%:include {way}\n#embed {way}\n#define S {way}\n#include S\n"
        write(checkout / "src" / f"own{number}.h", own)
        write(checkout / "src" / f"a{number}.hip", f"#include {way}\n{user}")
        write(checkout / "src" / f"b{number}.hip", f"%:include {way}\n{user}")
        write(checkout / "src" / f"c{number}.hip", f'#include "own{number}.h"\n{user}')
    for flags in ("", f"-I{tmp_path} -include {secret}", "-I .. -include=../secret.h", "-I out -include out/secret.h"):
        database(checkout, flags)
        assert lines(scan(checkout, "--includes", "project", "--no-cache")) == [], flags
    assert lines(scan(checkout, "--no-cache")) == []
    database(checkout, f"-I{tmp_path}")
    write(checkout / "src" / "k.hip", f"#include <secret.h>\n{user}")
    assert "refused: it leaves the checkout" in notes(scan(checkout, "--includes", "project"))
    assert 3 in lines(scan(checkout, "--includes", "full")), "unless the user asks for it"


def test_a_database_behind_a_link_is_not_read(checkout: Path, tmp_path: Path) -> None:
    database(checkout, "-DROW_T=int", "../db.json")
    (checkout / "compile_commands.json").symlink_to(tmp_path / "db.json")
    report = scan(checkout)
    assert lines(report) == []
    assert "a link that leaves the checkout, not read" in notes(report)


def test_a_header_that_never_ends_is_no_header(checkout: Path) -> None:
    os.mkfifo(checkout / "src" / "pipe.h")
    write(checkout / "src" / "k.hip", '#include "pipe.h"\n#include "k.hip"\n' + KERNEL)
    assert scan(checkout, "--includes", "project", "--no-cache")["coverage"]["analysed"] == 1


def test_hostile_flags_are_refused_and_told(checkout: Path) -> None:
    database(
        checkout,
        "-DROW_T=int -fplugin=./evil.so -fpass-plugin=x.so -Xclang -load -Xclang ./evil.so -include /etc/passwd "
        "@flags.rsp -B. --config evil.cfg -wrapper sh,-c -imacros /etc/passwd -ivfsoverlay o.yaml --frobnicate "
        "-resource-dir .",
    )
    report = scan(checkout)
    assert lines(report) == [4]
    refused = ("-fplugin=./evil.so", "-fpass-plugin=x.so", "-Xclang -load", "-Xclang ./evil.so", "@flags.rsp", "-B.",
               "--config evil.cfg", "-wrapper sh,-c", "-imacros /etc/passwd", "-ivfsoverlay o.yaml",
               "-resource-dir .")  # fmt: skip
    for flag in refused:
        assert flag in notes(report), flag
    assert "-include /etc/passwd refused: it leaves the checkout" in notes(report)
    assert "not known and dropped: --frobnicate" in notes(report)


def test_doctor_shows_the_database(checkout: Path) -> None:
    assert "compile database     none" in hygon_lint("doctor", cwd=checkout).out
    database(checkout, "-DROW_T=int -std=c++20 -fplugin=evil.so")
    shown = hygon_lint("doctor", cwd=checkout).out
    assert "compile database     compile_commands.json: 1 command(s), for 1 of the files that a scan reads" in shown
    assert "ROW_T; standard c++20" in shown
    assert "-fplugin=evil.so" in shown


# ---------------------------------------------------------------- flags


@pytest.mark.parametrize(
    ("words", "flags"),
    [
        ("-DA -D B=2 -DF(x)=x*x --define-macro=C", Flags(macros=(("A", "1"), ("B", "2"), ("F(x)", "x*x"), ("C", "1")))),
        ("-DA=1 -UA -U B", Flags(macros=(("A", "1"), ("A", None), ("B", None)))),
        ("-Ia -I b -isystem c -iquote q -I../d", Flags(folders=("/w/a", "/w/b", "/d", "/w/c"), quoted=("/w/q",))),
        ("--include-path a,b -isystem=c -idirafter z", Flags(folders=("/w/a", "/w/b", "/w/c", "/w/z"))),
        ("-include f.h --pre-include=g.h", Flags(forced=("/w/f.h", "/w/g.h"))),
        ("-std=gnu++20 -x hip", Flags(standard="c++20")),
        ("--std c++14", Flags()),
        ("-D__gfx936__ -D__HIP_DEVICE_COMPILE__=1 -U__GFX9__ --offload-arch=gfx936", Flags()),
        ("-gencode arch=compute_80,code=sm_80 -Xcompiler -fPIC -ccbin g++ --expt-relaxed-constexpr -MF a.d", Flags()),
        ("-mllvm -amdgpu-early-inline-all=true -Wall -fno-gpu-rdc -o a.o -c a.hip -", Flags()),
    ],
)  # fmt: skip
def test_flags_of_hipcc_clang_and_nvcc(words: str, flags: Flags) -> None:
    told: list[Told] = []
    assert read_flags(words.split(), "/w", told) == flags
    assert told == []


def test_macros_cannot_leave_their_line() -> None:
    told: list[Told] = []
    flags = read_flags(['-DA=1\n#include "/etc/passwd"', "-DB=/*", "-DC=x\\", "-D1=2", "-D"], "/w", told)
    assert flags.header() == '#define A 1 #include "/etc/passwd"\n#define C x\n'
    assert [kind for kind, _ in told] == [DROPPED] * 3
    assert read_flags(["-Xclang"], "/w", told) == Flags()
    assert told[-1] == (REFUSED, "-Xclang ")
