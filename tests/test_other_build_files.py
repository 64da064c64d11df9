"""CMake, shell, make and compile databases: lists, flags per arch, macros and their compilers."""

import json
import textwrap

from hygon_lint.frontend.source import SourceText
from hygon_lint.project.cmake_build import read_cmake
from hygon_lint.project.compile_db import read_compile_db
from hygon_lint.project.shell_build import read_make, read_shell


def source(text, path):
    return SourceText(path, textwrap.dedent(text).encode())


def lists(build):
    return [(one.place.line, one.name, one.role, set(one.archs)) for one in build.lists]


def cmake(text, path="CMakeLists.txt"):
    return read_cmake(source(text, path))


def test_cmake_lists_come_from_variables_options_and_properties():
    build = cmake(
        """\
        set(MHA_GPU_ARCHS "gfx938;gfx936" CACHE STRING "what to build for")
        if(NOT DEFINED GFX_VERSION)
          set(GFX_VERSION 928 92a)
        endif()
        set(cards gfx936 gfx946)
        foreach(card IN LISTS cards)
          add_compile_options($<$<COMPILE_LANGUAGE:HIP>:--offload-arch=${card}>)
        endforeach()
        set_target_properties(fa PROPERTIES HIP_ARCHITECTURES "gfx90a;gfx942")
        set(SUPPORTED gfx936)
        """
    )
    assert lists(build) == [
        (1, "MHA_GPU_ARCHS", "default", {"gfx938", "gfx936"}),
        (3, "GFX_VERSION", "default", {"gfx928", "gfx92a"}),
        (5, "cards", "default", {"gfx936", "gfx946"}),
        (9, "HIP_ARCHITECTURES", "default", {"gfx90a", "gfx942"}),
        (10, "SUPPORTED", "supported", {"gfx936"}),
    ]


def test_cmake_lists_for_old_toolchains_and_sanitizers_are_no_defaults():
    build = cmake(
        """\
        if(HIP_VERSION_FLAT LESS 600)
          set(GPU_TARGETS "gfx90a")
        else()
          set(GPU_TARGETS "gfx90a;gfx942")
        endif()
        set(GPU_ARCHS gfx936)
        list(APPEND GPU_ARCHS gfx938)
        if(DEBUG_BUILD)
          set(DCU_TARGETS gfx936)
        endif()
        list(REMOVE_ITEM GPU_ARCHS gfx92a)
        """
    )
    assert [(line, role) for line, _, role, _ in lists(build)] == [
        (2, "conditional"),
        (4, "conditional"),
        (6, "default"),
        (7, "addition"),
        (9, "developer"),
    ]
    assert build.lists[2].additions == ("gfx938",)


def test_cmake_flags_belong_to_the_arches_of_their_branch():
    build = cmake(
        """\
        set(ARCHS gfx928 gfx936 gfx938 gfx92a)
        foreach(arch ${ARCHS})
          list(APPEND OPTS --offload-arch=${arch})
          if(arch STREQUAL "gfx936" OR arch MATCHES "^gfx938$")
            list(APPEND OPTS "SHELL:-Xarch_${arch} -mllvm=-support-768-vgprs=true")
          elseif(NOT arch IN_LIST OLD)
            list(APPEND OPTS -Xarch_${arch} -mllvm=-support-512-vgprs=true)
          elseif(arch MATCHES "gfx92[8a]")
            list(APPEND OPTS -Xarch_${arch} -mllvm=-co-issue-vgpr-size=256)
          endif()
        endforeach()
        set(OLD gfx928 gfx92a)
        add_compile_options(-mllvm=-support-256-vgprs=true)
        target_compile_options(t PRIVATE -Xarch_gfx938 -mllvm=-support-1024-vgprs=true)
        """
    )
    found = [(one.place.line, set(one.archs), one.hardware) for one in build.flags]
    assert (4, {"gfx936", "gfx938"}, (("vgprs", 768),)) in found
    assert (8, {"gfx928", "gfx92a"}, (("co_issue_vgprs", 256),)) in found
    assert (13, set(), (("vgprs", 256),)) in found
    assert (14, {"gfx938"}, (("vgprs", 1024),)) in found


def test_cmake_macros_know_their_compiler():
    build = cmake(
        """\
        target_compile_definitions(t PRIVATE A=1 $<$<COMPILE_LANGUAGE:HIP>:W=64> $<$<COMPILE_LANGUAGE:CXX>:W=32>)
        set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -DDEEP")
        if(USE_X)
          add_definitions(-DX=3)
        endif()
        """
    )
    assert [(d.name, d.value, d.scope, d.when, d.group) for d in build.defines] == [
        ("A", "1", "both", "", "t"),
        ("W", "64", "device", "", "t"),
        ("W", "32", "host", "", "t"),
        ("DEEP", "1", "device", "", ""),
        ("X", "3", "both", "USE_X", ""),
    ]


def test_cmake_that_is_broken_or_deep_is_read_as_far_as_it_goes():
    assert lists(cmake('set(GPU_ARCHS "gfx936")\nif(\n')) == [(1, "GPU_ARCHS", "default", {"gfx936"})]
    deep = "if(A)\n" * 400 + "set(GPU_ARCHS gfx936)\n" + "endif()\n" * 400
    assert lists(cmake(deep)) == []
    assert lists(cmake("set(A ${B})\nset(B ${A} gfx936)\nadd_compile_options(--offload-arch=${A})\n"))[0][3] == {
        "gfx936"
    }


def test_shell_defaults():
    build = read_shell(
        source(
            """\
            # PYTORCH_ROCM_ARCH="gfx1100"
            TARGETS="${GPU_ARCHS:-gfx936;gfx938}"
            export PYTORCH_ROCM_ARCH="gfx928;gfx936"
            if [ -z "$GFX_VERSION" ]; then
              GFX_VERSION="938;92a"
            fi
            if [ "$MODE" = full ]; then
              GPU_ARCHS="gfx936;gfx938"
            fi
            AMDGPU_TARGETS=gfx938 ./run
            cmake -DGPU_TARGETS="gfx936;gfx946" -DNAME=2 .. && hipcc --offload-arch=gfx936,gfx928 x.hip
            """,
            "build.sh",
        )
    )
    assert lists(build) == [
        (2, "GPU_ARCHS", "default", {"gfx936", "gfx938"}),
        (3, "PYTORCH_ROCM_ARCH", "default", {"gfx928", "gfx936"}),
        (5, "GFX_VERSION", "default", {"gfx938", "gfx92a"}),
        (8, "GPU_ARCHS", "conditional", {"gfx936", "gfx938"}),
        (10, "AMDGPU_TARGETS", "developer", {"gfx938"}),
        (11, "GPU_TARGETS", "default", {"gfx936", "gfx946"}),
        (11, "--offload-arch", "default", {"gfx936", "gfx928"}),
    ]
    assert [(d.name, d.value) for d in build.defines] == [("NAME", "2")]


def test_makefile_lists():
    build = read_make(
        source(
            """\
            GPU_ARCHS ?= gfx936;gfx938
            ifeq ($(DEBUG),1)
            OFFLOAD_ARCHS := gfx936,gfx92a
            endif
            DCU_TARGETS += gfx946
            """,
            "Makefile",
        )
    )
    assert [(line, role) for line, _, role, _ in lists(build)] == [(1, "default"), (3, "developer"), (5, "addition")]


def test_compile_database():
    entries = [
        {"directory": "/x", "file": "a.hip", "command": "hipcc --offload-arch=gfx936 -DW=64 a.hip"},
        {"directory": "/x", "file": "b.hip", "arguments": ["hipcc", "--offload-arch=gfx938:xnack-", "b.hip"]},
        "nonsense",
    ]
    build = read_compile_db(SourceText("compile_commands.json", json.dumps(entries, indent=1).encode()))
    assert build.lists[0].archs == ("gfx936", "gfx938")
    assert build.lists[0].place.line == 5
    assert [(d.name, d.value) for d in build.defines] == [("W", "64")]
    assert build.sources == ("a.hip", "b.hip")
    assert read_compile_db(SourceText("compile_commands.json", b"{")).error


def test_cmake_macros_of_a_variable_are_those_of_the_place_that_sets_them():
    build = cmake(
        """\
        if(OLD_ABI)
          set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -DABI=0")
          set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -DABI=0")
        else()
          set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -DABI=1")
          set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -DABI=1")
        endif()
        """
    )
    assert [(d.place.line, d.value, d.scope) for d in build.defines] == [
        (2, "0", "host"),
        (3, "0", "device"),
        (5, "1", "host"),
        (6, "1", "device"),
    ]


def test_asking_whether_a_cmake_list_was_given_is_no_question_of_versions():
    build = cmake(
        """\
        if(NOT DEFINED CHIP_VERSION)
          set(CHIP_VERSION gfx936 gfx938)
        endif()
        foreach(one IN LISTS CHIP_VERSION)
          add_compile_options(--offload-arch=${one})
        endforeach()
        """
    )
    assert [one.role for one in build.lists] == ["default"]


def test_parentheses_of_a_cmake_condition_count():
    build = cmake(
        """\
        set(GPU_TARGETS gfx936 gfx938 gfx92a)
        foreach(card IN LISTS GPU_TARGETS)
          if(NOT (card STREQUAL gfx936 OR card STREQUAL gfx938))
            add_compile_options(-mllvm -support-512-vgprs=true)
          endif()
        endforeach()
        """
    )
    assert "gfx92a" in {arch for one in build.flags for arch in one.archs}
    assert not {"gfx936", "gfx938"} & {arch for one in build.flags for arch in one.archs}
