"""A header of a checkout cannot take another file's findings away in silence.

Each trick stands in a header that the other file includes, or only seems to. Afterwards the finding is still there, or
its function has a blind spot, or the file is told as not analysed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cases import registry
from program import hygon_lint

from hygon_lint import engine
from hygon_lint.frontend import clang
from hygon_lint.outcome import Report
from hygon_lint.pool import Pool

TYPES = """\
#pragma once
#include <stdint.h>
typedef uint32_t words4 __attribute__((ext_vector_type(4)));
constexpr int kWide = 1 << 20;
struct Params { int rows; int width; long batch; };
"""

VICTIM = """\
#include <hip/hip_runtime.h>
#include "odd.h"
#include "types.h"

__device__ inline void issue(words4 srd, __attribute__((address_space(3))) char *lds)
{
    __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
}

__global__ void count(int64_t *done, Params p)
{
    if (threadIdx.x == 0) {
        const int64_t total = p.rows * p.width + seen();  // HYG202
        done[0] = total;
    }
}

__device__ void fetch(words4 root, __attribute__((address_space(3))) char *lds, uint32_t step, int pitch)
{
    words4 srd = root;
    srd[0] += step;  // HYG101
    srd[2] = pitch;
    issue(srd, lds);
}
"""
FAULTS = {(number, "HYG" + line.split("HYG")[1]) for number, line in enumerate(VICTIM.splitlines(), 1) if "HYG" in line}
SEEN = "constexpr int seen() { return 1; }\n"


def inside(line: str) -> str:
    """A line hidden in a body that callers need to see."""
    return f"constexpr int seen() {{\n{line}\nreturn 1; }}\n"


TRICKS = {
    "a type": SEEN + "#define int long\n",
    "a type of fixed width": SEEN + "#define uint32_t uint64_t\n",
    "a narrower one": SEEN + "#define int64_t int\n",
    "no sign": SEEN + "#define unsigned signed\n#define long int\n",
    "a statement": SEEN + "#define if while\n",
    "a condition": SEEN + "#define if(x) if ((x) && 0)\n",
    "a qualifier": SEEN + "#define const\n#define void\n",
    "a kernel's mark": SEEN + "#define __global__ template <class>\n",
    "a device's mark": SEEN + "#define __device__ __host__\n",
    "the thread's number": SEEN + "#define threadIdx 0\n",
    "a builtin": SEEN + "#define __builtin_hcu_matrix_load_32x16_b16(...) ((void)0)\n",
    "a builtin by another name": SEEN + "#define __builtin_hcu_matrix_load_32x16_b16 never\nvoid never(...);\n",
    "an arch": SEEN + "#define __gfx936__ 1\n#undef __HIP__\n#define __HIP_DEVICE_COMPILE__ 0\n",
    "under a condition that no build meets": SEEN
    + "#if !__has_include(<hip/hip_runtime.h>)\n#define int long\n#endif\n",
    "in a body": inside("#define int long"),
    "in a body behind a form feed": inside("\f#define int long"),
    "in a body over two lines": inside("#def\\\nine int long\n#define \\\nint long\n#define in\\\nt long"),
    "in a struct": f"struct Seen {{\n#define int long\nint x; operator int() const; }};\n{SEEN}Seen more();\n",
    "in an enumeration": f"{SEEN}enum Seen {{ kOne,\n#define uint32_t uint64_t\n kTwo }};\nusing words5 = Seen;\n",
    "in a head": "int seen(\n#define int long\n);\n",
    "poison": inside("#pragma GCC poison rows srd step"),
    "a crash": inside("#pragma clang __debug crash"),
    "lines that say they are of the other file": inside('#line 1 "/hygon-lint/source.hip"\n# 9 "source.hip"'),
    "marks taken away": inside("#undef __global__\n#undef __device__"),
    "a member": SEEN + "#define rows batch\n#define width batch\n",
    "a parameter": SEEN + "#define step 0\n",
    "a macro that ends the statement": "#define seen() 0; } void unused() { long total = 0\n",
    "a macro that opens braces": "#define seen() 0; { {\n",
    "a macro that opens a comment": "#define seen() 0 /\\\n* \n",
    "another type of that name": SEEN + "typedef unsigned long uint32_t;\nusing int64_t = short;\n",
    "a class in std": SEEN + "namespace std { class int64_t {}; template <class T> class size_t {}; }\n",
    "names by a using-directive": SEEN + "namespace z { typedef char uint32_t; struct Params { long rows, width; }; }\n"
    "using namespace z;\n",
    "unbalanced braces": SEEN + "namespace a { struct b {\n",
    "too many closing braces": "}}}}}\n" + SEEN,
    "an open parenthesis": SEEN + "int f((((;\n",
    "an open condition": SEEN + "#if 0\nint x;\n",
    "an open comment": SEEN + "int x; /* \n",
    "an open raw string": SEEN + 'const char *x = R"aaa(\n',
    "fifty thousand macros": SEEN + "".join(f"#define step{i} {i}\n" for i in range(50_000)),
    "templates without an end": "template <int N> struct D { static constexpr int v = D<N - 1>::v; };\n"
    "#define seen() D<9999>::v\n",
    "types that double": "template <class A, class B> struct P {};\nusing T0 = int;\n"
    + "".join(f"using T{n + 1} = P<T{n}, T{n}>;\n" for n in range(40))
    + "T40 more();\n#define seen() sizeof(more())\n",
    "a constant that takes for ever": inside("int n = 0; for (long i = 0; i < 1l << 60; ++i) ++n;"),
}


def place(folder: Path, odd: str, **others: str) -> None:
    for name, text in {"types.h": TYPES, "victim.hip": VICTIM, "odd.h": odd, **others}.items():
        (folder / name).write_text(text, encoding="utf-8")


def scan(folder: Path) -> Report:
    settings = engine.Settings(
        paths=(str(folder),), cwd=str(folder), root=str(folder), select=("HYG101", "HYG202"), full_coverage=True
    )
    return engine.run(settings, registry(), Pool(1))


def silently_lost(report: Report) -> set[tuple[int, str]]:
    """The faults that are not reported while nothing says that their functions were not wholly analysed."""
    if any(error.path == "victim.hip" for error in report.errors):
        return set()
    left = {(finding.place.line, finding.rule) for finding in report.findings}
    lost = FAULTS - left
    functions = [(10, 16), (18, 24)]
    spots = [spot for spot in report.blind if spot.path == "victim.hip"]
    return {
        (line, rule)
        for line, rule in lost
        for first, last in functions
        if first <= line <= last and not any(spot.line <= last and first <= spot.end_line for spot in spots)
    }


def test_the_faults_are_found_without_tricks(tmp_path: Path) -> None:
    place(tmp_path, SEEN)
    report = scan(tmp_path)
    assert {(finding.place.line, finding.rule) for finding in report.findings} == FAULTS
    assert report.typed_ratio == 1 and not report.errors and not report.notes


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_a_header_that_is_included(tmp_path: Path, trick: str) -> None:
    place(tmp_path, trick)
    assert not silently_lost(scan(tmp_path))


NOT_READ = {
    name: text
    for name, text in TRICKS.items()
    if name in ("a type", "a member", "a builtin", "names by a using-directive")
} | {
    "another struct": "struct Params { long rows; long width; };\n",
    "another type by a macro": "#define Params Other\nstruct Other { long rows; long width; };\n",
    "another constant": "#define kWide 1\n",
}


@pytest.mark.parametrize("trick", NOT_READ.values(), ids=NOT_READ)
@pytest.mark.parametrize("way", ["under a condition that no build meets", "by a file that includes both"])
def test_a_header_that_no_build_includes(tmp_path: Path, trick: str, way: str) -> None:
    if way.startswith("under"):
        place(tmp_path, f'#ifdef NEVER\n#include "trick.h"\n#endif\n{SEEN}', **{"trick.h": trick.replace(SEEN, "")})
    else:
        both = '#include "trick.h"\n#include "victim.hip"\n'
        place(tmp_path, SEEN, **{"trick.h": trick.replace(SEEN, ""), "both.cpp": both})
    assert not silently_lost(scan(tmp_path))


@pytest.mark.parametrize(
    "line",
    ['#include "{}"', '#include_next "{}"', '#import "{}"', '\f#include "{}"', '#\\\ninclude "{}"', '%:include "{}"'],
    ids=["include", "next", "import", "form feed", "splice", "digraph"],
)
def test_no_file_is_opened_for_a_body_that_callers_see(tmp_path: Path, line: str) -> None:
    outside = tmp_path / "outside.inc"
    outside.write_text("#define int long\n", encoding="utf-8")
    (tmp_path / "c").mkdir()
    place(tmp_path / "c", inside(line.format(outside)))
    assert not silently_lost(scan(tmp_path / "c"))


@pytest.mark.parametrize(
    "line",
    [
        '#include "{}"', '#inc\\\nlude "{}"', "#i\\\r\nnclude <{}>", '#\\\n\\ \nimport "{}"', '/\\\n* */ #include "{}"',
        '/* *\\\n/\n#include "{}"\n/* */',
        '/\\\n/ \\\n\n#include_next "{}"', '#__include_macros "{}"', '#em\\\nbed "{}"',
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["victim.hip", "types.h"])
@pytest.mark.parametrize("includes", ["none", "project"])
def test_no_file_is_opened_for_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, where: str, includes: str
) -> None:
    """Neither for one of the file nor for one of a header that is read as it is."""
    outside = tmp_path / "outside.inc"
    outside.write_text("int outside;\n", encoding="utf-8")
    folder = tmp_path / "c"
    folder.mkdir()
    place(folder, SEEN)
    text = (folder / where).read_text(encoding="utf-8")
    (folder / where).write_bytes(f"{line.format(outside)}\n{text}".encode())
    read: set[str] = set()

    class Recorded(clang.TranslationUnit):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            read.update(str(include.include) for include in self._unit.get_includes())

    monkeypatch.setattr(clang, "TranslationUnit", Recorded)
    settings = engine.Settings(
        paths=(str(folder),), cwd=str(folder), root=str(folder), select=("HYG101", "HYG202"), includes=includes
    )
    assert engine.run(settings, registry()).analysed == 3
    assert read and all(name.startswith("/hygon-lint/") for name in read)


def test_a_file_cannot_change_the_language_for_itself_either(tmp_path: Path) -> None:
    place(tmp_path, SEEN)
    victim = tmp_path / "victim.hip"
    text = VICTIM.replace("#include <hip/hip_runtime.h>", "#define int long")
    victim.write_text(text, encoding="utf-8")
    report = scan(tmp_path)
    assert {(finding.place.line, finding.rule) for finding in report.findings} == FAULTS
    assert [note.text for note in report.notes if note.path == "victim.hip"] == [
        "macros that would change words of the language are not obeyed: int"
    ]


def test_a_header_is_told_that_redefines_words(tmp_path: Path) -> None:
    """Where it stands, once, also where no rule looks at the header itself."""
    place(tmp_path, SEEN + "#ifdef NEVER\n#define int long\n#define if(x) while (x)\n#define free_name int\n#endif\n")
    done = hygon_lint("scan", "--no-cache", cwd=tmp_path)
    assert "odd.h: macros that would change words of the language are not obeyed: int, if\n" in done.out
    assert done.code == 1


def test_a_compile_database_cannot_either(tmp_path: Path) -> None:
    place(tmp_path, SEEN)
    entry = f'[{{"directory": "{tmp_path}", "file": "victim.hip", "command": "hipcc -Dint=long -DFREE=1 victim.hip"}}]'
    (tmp_path / "compile_commands.json").write_text(entry, encoding="utf-8")
    done = hygon_lint("scan", "--no-cache", "--select", "HYG101,HYG202", cwd=tmp_path)
    assert "-D int=long" in done.out
    for line, rule in FAULTS:
        assert f"victim.hip:{line}:" in done.out and rule in done.out


@pytest.mark.parametrize("includes", ["none", "project"])
def test_real_headers_cannot_either(tmp_path: Path, includes: str) -> None:
    place(tmp_path, SEEN + "#define int long\n")
    done = hygon_lint("scan", "--no-cache", "--includes", includes, "--select", "HYG101,HYG202", cwd=tmp_path)
    for line, _ in FAULTS:
        assert f"victim.hip:{line}:" in done.out


def test_macros_that_only_a_crash_can_follow_cost_the_file_and_are_told(tmp_path: Path) -> None:
    chain = "".join(f"#define A{n} A{n + 1} A{n + 1} A{n + 1}\n" for n in range(30))
    place(tmp_path, chain + "#define A30 +0\n#define seen() (1 A0)\n")
    done = hygon_lint("scan", "--no-cache", "--select", "HYG101,HYG202", cwd=tmp_path)
    assert done.code in (1, 3)
    assert done.code == 1 or re.search(r"Not analysed: victim\.hip: ", done.out)
