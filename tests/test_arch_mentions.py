"""Every place that names arches has a cell: conditions of build files, `#if`, host code, whatever hangs on them."""

import json

import pytest
from program import hygon_lint


def matrix(folder, *args):
    done = hygon_lint("arches", "--format", "json", "--no-cache", "-j1", "--isolated", *args, cwd=folder)
    assert done.code == 0, done.err
    return json.loads(done.out)


def row(folder, name, text, kind):
    """The cells and the shut-out arches of the one row of a kind, for a file with this text."""
    (folder / name).write_text(text, encoding="utf-8")
    if not name.endswith((".cpp", ".h")):
        (folder / "a.h").write_text("int a;\n")
    rows = [one for one in matrix(folder)["places"] if one["kind"] == kind and one["path"] == name]
    assert len(rows) == 1, rows
    return rows[0]["cells"], rows[0]["shuts"]


# ---------------------------------------------------------------- build files


@pytest.mark.parametrize(
    ("text", "cells", "shuts"),
    [
        ('size = 48 if target in ["gfx942", "gfx938"] else 128\n', {"gfx938": [1], "gfx942": [1]}, {}),
        ('macro = "-DA" if target == "gfx942" else "-DB"\n', {"gfx942": [1]}, {}),
        ('if target != "gfx942":\n    wide = 1\n', {}, {"gfx942": [1]}),
        ('if not target == "gfx942":\n    wide = 1\n', {}, {"gfx942": [1]}),
        ('if target not in ["gfx938"]:\n    sys.exit(1)\n', {"gfx938": [1]}, {}),
        ('if ready and target != "gfx938":\n    raise ValueError\n', {"gfx938": [1]}, {}),
        ('assert target in (\n    "gfx936",\n    "gfx938",\n)\n', {"gfx936": [2], "gfx938": [3]}, {}),
        ('wide = "gfx936" in archs\n', {"gfx936": [1]}, {}),
        ('units = {"gfx936": 80, "gfx938": 120}\n', {"gfx936": [1], "gfx938": [1]}, {}),
        ('match target:\n    case "gfx946" | "gfx948":\n        x = 1\n', {"gfx946": [2], "gfx948": [2]}, {}),
    ],
)
def test_conditions_of_python(tmp_path, text, cells, shuts):
    assert row(tmp_path, "setup.py", text, "condition") == (cells, shuts)


def test_a_prefix_counts_for_the_arches_that_are_named_elsewhere(tmp_path):
    text = 'archs = ["gfx936", "gfx1100"]\nold = any(a.startswith("gfx9") for a in archs)\n'
    assert row(tmp_path, "setup.py", text, "condition") == ({"gfx936": [2]}, {})


def test_a_pattern_is_no_list(tmp_path):
    """The patterns of `match` are conditions, and do not stand as lists besides."""
    text = 'match target:\n    case "gfx946":\n        x = 1\n'
    (tmp_path / "setup.py").write_text(text)
    (tmp_path / "a.h").write_text("int a;\n")
    assert [one["kind"] for one in matrix(tmp_path)["places"]] == ["condition"]


@pytest.mark.parametrize("target", ['env["GPU_ARCHS"]', 'env["PYTORCH_ROCM_ARCH"]'])
def test_the_environment_of_a_process_names_arches_but_is_no_default(tmp_path, target):
    (tmp_path / "setup.py").write_text(f'import os\n\nenv = dict(os.environ)\n{target} = "gfx936"\n')
    (tmp_path / "CMakeLists.txt").write_text("set(GPU_TARGETS gfx936 gfx938)\n")
    (tmp_path / "a.h").write_text("int a;\n")
    found = matrix(tmp_path)
    lists = {one["path"]: one for one in found["places"] if one["kind"] == "list"}
    assert (lists["setup.py"]["cells"], lists["setup.py"]["detail"]) == ({"gfx936": [4]}, "mention")
    assert lists["setup.py"]["name"] == target[5:-2]
    assert found["conflicts"] == []


@pytest.mark.parametrize(
    ("text", "cells", "shuts"),
    [
        ('if(GPU_TARGETS MATCHES "gfx938")\nendif()\n', {"gfx938": [1]}, {}),
        ('if(NOT GPU_TARGETS MATCHES "gfx938" AND x MATCHES "gfx936")\nendif()\n', {"gfx936": [1]}, {"gfx938": [1]}),
        ('if(NOT (A STREQUAL "gfx938" OR NOT A STREQUAL "gfx936"))\nendif()\n', {"gfx936": [1]}, {"gfx938": [1]}),
        ('if(NOT A STREQUAL gfx938)\n  message(FATAL_ERROR "no")\nendif()\n', {"gfx938": [1]}, {}),
        ("list(REMOVE_ITEM TARGETS gfx936\n  gfx938)\n", {}, {"gfx936": [1], "gfx938": [2]}),
        ('list(FILTER TARGETS EXCLUDE REGEX "gfx938")\n', {}, {"gfx938": [1]}),
    ],
)
def test_conditions_of_cmake(tmp_path, text, cells, shuts):
    assert row(tmp_path, "CMakeLists.txt", text, "condition") == (cells, shuts)


@pytest.mark.parametrize(
    ("name", "text", "cells", "shuts"),
    [
        ("a.sh", 'if [[ "$arch" == *gfx938* ]]; then :; fi\n', {"gfx938": [1]}, {}),
        ("a.sh", '[[ "$arch" != "gfx938" ]] && exit 1\n', {}, {"gfx938": [1]}),
        ("a.sh", "if rocminfo | grep -q gfx938; then :; fi\n", {"gfx938": [1]}, {}),
        ("a.sh", 'case "$a" in\n  gfx936|"gfx938")\n    x=1 ;;\nesac\n', {"gfx936": [2], "gfx938": [2]}, {}),
        ("Makefile", "ifneq ($(ARCH),gfx938)\nX := 1\nendif\n", {}, {"gfx938": [1]}),
    ],
)
def test_conditions_of_shell_and_make(tmp_path, name, text, cells, shuts):
    assert row(tmp_path, name, text, "condition") == (cells, shuts)


def test_what_is_no_pattern_of_a_case(tmp_path):
    (tmp_path / "a.sh").write_text("run_gfx938() {\n  x=$(f gfx938)\n  (echo gfx936)\n}\n")
    (tmp_path / "a.h").write_text("int a;\n")
    assert [one for one in matrix(tmp_path)["places"] if one["kind"] == "condition"] == []


def test_a_search_for_a_text_in_a_file_is_no_condition(tmp_path):
    (tmp_path / "a.sh").write_text("grep -A20 'AS gfx938' Dockerfile\n")
    (tmp_path / "a.h").write_text("int a;\n")
    assert matrix(tmp_path)["places"] == []


def test_a_list_in_an_array_of_shell(tmp_path):
    assert row(tmp_path, "a.sh", 'declare -A env\nenv[GPU_ARCHS]="gfx950"\n', "list")[0] == {"gfx950": [2]}


def test_a_kernel_table_has_a_row(tmp_path):
    text = 'kernels = {"gfx936": ["a.hip"], "gfx938": ["b.hip"]}\n'
    assert row(tmp_path, "setup.py", text, "table") == ({"gfx936": [1], "gfx938": [1]}, {})


# ---------------------------------------------------------------- conditions of the preprocessor


@pytest.mark.parametrize(
    ("text", "cells", "shuts"),
    [
        ("#if !defined(__gfx938__)\nint a;\n#endif\n", {}, {"gfx938": [1]}),
        ("#ifndef __gfx938__\nint a;\n#endif\n", {}, {"gfx938": [1]}),
        ("#if defined(__gfx938__) || defined(OTHER)\nint a;\n#endif\n", {"gfx938": [1]}, {}),
        ("#if !defined(__HIP_DEVICE_COMPILE__) || defined(__gfx936__)\nint a;\n#endif\n", {"gfx936": [1]}, {}),
        (
            "#if defined(__gfx936__) || defined(__gfx938__)\n#if !defined(__gfx938__)\nint a;\n#endif\n#endif\n",
            {"gfx936": [1, 2], "gfx938": [1]},
            {"gfx938": [2]},
        ),
        (
            "#if defined(__gfx938__)\nint a;\n#endif\n#if defined(__GFX9__) && !defined(__gfx938__)\nint b;\n#endif\n",
            {"gfx938": [1]},
            {"gfx938": [4]},
        ),
    ],
)
def test_conditions_of_the_preprocessor(tmp_path, text, cells, shuts):
    assert row(tmp_path, "a.h", text, "gate") == (cells, shuts)


def test_a_family_macro_of_the_project(tmp_path):
    """`__gfx93__` is what the project made of it, in another file."""
    (tmp_path / "b.h").write_text("#if defined(__gfx936__) || defined(__gfx938__)\n#define __gfx93__\n#endif\n")
    assert row(tmp_path, "a.h", "#if defined(__gfx93__)\nint a;\n#endif\n", "gate") == (
        {"gfx936": [1], "gfx938": [1]},
        {},
    )


def test_a_family_macro_counts_for_the_arches_that_are_named_elsewhere(tmp_path):
    text = (
        "#if defined(__gfx938__)\nint a;\n#elif defined(__GFX9__)\nint b;\n#endif\n#ifdef __gfx942__\nint c;\n#endif\n"
    )
    assert row(tmp_path, "a.h", text, "gate") == ({"gfx938": [1], "gfx942": [3, 6]}, {})


# ---------------------------------------------------------------- host code

NAME = "#include <string>\nstd::string name();\n"


@pytest.mark.parametrize(
    ("body", "cells", "shuts"),
    [
        ('void f() {\n  if (name() == "gfx938") g();\n}\n', {"gfx938": [4]}, {}),
        ('void f() {\n  if (name() != "gfx938") g();\n}\n', {}, {"gfx938": [4]}),
        ('void f() {\n  if (name() != "gfx938") return;\n  g();\n}\n', {"gfx938": [4]}, {}),
        ('void f() {\n  g(name() == "gfx938");\n}\n', {"gfx938": [4]}, {}),
        (
            'bool f() {\n  return name() == "gfx92a" &&\n    name() != "gfx938";\n}\n',
            {"gfx92a": [4]},
            {"gfx938": [5]},
        ),
        (
            "void f(int arch) {\n  switch (arch) {\n    case 936: g(); break;\n    case 938: h(); break;\n  }\n}\n",
            {"gfx936": [5], "gfx938": [6]},
            {},
        ),
    ],
)
def test_conditions_of_host_code(tmp_path, body, cells, shuts):
    assert row(tmp_path, "a.cpp", NAME + body, "predicate") == (cells, shuts)


def test_a_function_for_all_arches_but_one_has_a_cell(tmp_path):
    body = "bool is_gfx938();\nbool needs_938_fallback(int d) {\n  return is_gfx938() && d > 256;\n}\n"
    assert row(tmp_path, "a.cpp", NAME + body, "predicate") == ({"gfx938": [5]}, {})


def test_a_range_counts_for_the_arches_that_are_named_elsewhere(tmp_path):
    body = 'bool is_gfx938() {\n  return name() == "gfx938";\n}\nvoid f(int arch_id) {\n  if (arch_id >= 936) g();\n}\n'
    (tmp_path / "CMakeLists.txt").write_text("set(GPU_TARGETS gfx928 gfx936 gfx938)\n")
    assert row(tmp_path, "a.cpp", NAME + body, "predicate") == ({"gfx936": [7], "gfx938": [4, 7]}, {})


def test_a_mapping_to_numbers_does_not_shut_out_what_it_maps(tmp_path):
    body = 'int arch_id() {\n  if (name() == "gfx92a") {\n    return 930;\n  }\n  return 938;\n}\n'
    assert row(tmp_path, "a.cpp", NAME + body, "predicate") == ({"gfx92a": [4]}, {})


# ---------------------------------------------------------------- conflicts


def test_a_conflict_marks_both_sides(tmp_path):
    """The predicate that asks for the other arch, and the function that is named for this one."""
    body = 'bool is_gfx938() {\n  return name() == "gfx938";\n}\nbool can_use_92a() {\n  return is_gfx938();\n}\n'
    (tmp_path / "a.cpp").write_text(NAME + body)
    found = {one["kind"]: one for one in matrix(tmp_path)["places"]}
    assert found["predicate"]["cells"] == {"gfx938": [4, 7]}
    assert found["predicate"]["conflicts"] == ["gfx938"]
    assert found["function"]["conflicts"] == ["gfx92a"]


def test_lines_that_shut_an_arch_out_are_told_apart(tmp_path):
    (tmp_path / "a.h").write_text("#if !defined(__gfx938__)\nint a;\n#endif\n")
    shown = hygon_lint("arches", "--no-cache", "-j1", "--isolated", cwd=tmp_path).out
    assert "¬1" in shown
    assert "#if conditions" in shown


def test_a_helper_for_a_family_that_another_file_defines(tmp_path):
    (tmp_path / "b.h").write_text(
        NAME + 'inline bool is_gfx93_supported() {\n  return name() == "gfx936" || name() == "gfx938";\n}\n'
    )
    body = "bool is_gfx93_supported();\nvoid f() {\n  if (is_gfx93_supported()) g();\n}\n"
    assert row(tmp_path, "a.cpp", body, "predicate") == ({"gfx936": [3], "gfx938": [3]}, {})


def test_a_macro_of_the_build_that_is_named_for_an_arch(tmp_path):
    text = "#ifndef K_GFX938_H\n#define K_GFX938_H\n#ifdef BUILD_HAS_GFX938\nint a;\n#endif\n#endif\n"
    assert row(tmp_path, "a.h", text, "gate") == ({"gfx938": [3]}, {})


def test_a_list_of_names_in_a_source(tmp_path):
    text = 'static const char* supported[] = {"gfx936", "gfx938"};\nmap names{{"a", "gfx936"}, {"gfx93x", "gfx938"}};\n'
    assert row(tmp_path, "a.h", text, "table") == ({"gfx936": [1], "gfx938": [1]}, {})


def test_a_function_is_told_at_the_line_of_its_name(tmp_path):
    text = "template <int kDim>\n__global__ void\nrun_gfx938(int a)\n{\n}\n"
    assert row(tmp_path, "a.h", text, "function") == ({"gfx938": [3]}, {})


def test_a_source_that_could_not_be_analysed_is_told(tmp_path):
    (tmp_path / "a.h").write_bytes(b"#if defined(__gfx938__)\n#endif\n")
    (tmp_path / "b.h").write_bytes(b"int a;\n" * 400_000)
    (tmp_path / ".hygon-lint.toml").write_text("max-file-size = 1\n")
    done = hygon_lint("arches", "--format", "json", "--no-cache", "-j1", "--allow-partial", cwd=tmp_path)
    assert [text for text in json.loads(done.out)["not_compared"] if text.startswith("b.h: not analysed")], done.out
