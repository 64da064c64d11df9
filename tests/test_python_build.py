"""Build scripts are read, never run: lists, flags, macros and variables with their places and conditions."""

import textwrap

from hygon_lint.frontend.source import SourceText
from hygon_lint.project.python_build import read_python


def read(text, path="setup.py"):
    return read_python(SourceText(path, textwrap.dedent(text).encode()))


def lists(build):
    return [(one.place.line, one.name, one.role, set(one.archs)) for one in build.lists]


def test_a_list_is_found_through_variables_comprehensions_and_functions():
    build = read(
        """\
        CARDS = ["gfx936", "gfx938"]

        def normalise(text):
            names = []
            for item in text.replace(",", ";").split(";"):
                names.append(item if item.startswith("gfx") else f"gfx{item}")
            return names

        flags = ["-O3"] + [f"--offload-arch={card}" for card in CARDS]
        more = ["--offload-arch=" + name for name in normalise("928;92a")]
        """
    )
    assert lists(build) == [
        (1, "CARDS", "default", {"gfx936", "gfx938"}),
        (10, "more", "default", {"gfx928", "gfx92a"}),
    ]


def test_defaults_of_the_environment_and_numbers_without_prefix():
    build = read(
        """\
        import os
        archs = os.environ.get("GPU_ARCHS", "gfx90a;gfx942").split(";")
        GFX_VERSION = os.getenv("GFX_VERSION")
        if GFX_VERSION is None:
            GFX_VERSION = "938;92a"
        def build(options="-DGFX_VERSION=936;938 -Wl,-Bsymbolic"):
            pass
        """
    )
    assert lists(build) == [
        (2, "GPU_ARCHS", "default", {"gfx90a", "gfx942"}),
        (5, "GFX_VERSION", "default", {"gfx938", "gfx92a"}),
        (6, "options", "default", {"gfx936", "gfx938"}),
    ]
    assert ("GPU_ARCHS", "read") in {(v.name, v.how) for v in build.variables}
    assert ("GFX_VERSION", "passed") in {(v.name, v.how) for v in build.variables}


def test_roles():
    build = read(
        """\
        SUPPORTED = ["gfx936", "gfx938"]
        archs = ["gfx936"]
        archs += ["gfx92a"]
        if debug_build:
            flags = ["--offload-arch=gfx938"]
        else:
            flags = [f"--offload-arch={a}" for a in archs]
        def is_new(arch):
            return arch in ("gfx938", "gfx946")
        """
    )
    roles = {one.place.line: (one.role, one.additions) for one in build.lists}
    assert roles == {
        1: ("supported", ()),
        2: ("default", ("gfx92a",)),
        3: ("addition", ()),
        5: ("developer", ()),
    }


def test_flags_of_a_branch_belong_to_its_arches():
    build = read(
        """\
        def flags(archs):
            out = []
            for arch in archs:
                if arch in ("gfx936", "gfx938"):
                    out.extend([f"-Xarch_{arch}", "-mllvm=-support-768-vgprs=true"])
                elif arch == "gfx928" or arch.startswith("gfx92a"):
                    out += [f"-Xarch_{arch}", "-mllvm=-support-512-vgprs=true"]
                else:
                    out.append("-mllvm=-support-256-vgprs=true")
            return out
        LIST = ["gfx926"]
        x = [f"--offload-arch={a}" for a in LIST]
        """
    )
    assert [(one.place.line, set(one.archs), one.hardware) for one in build.flags] == [
        (4, {"gfx936", "gfx938"}, (("vgprs", 768),)),
        (6, {"gfx928", "gfx92a"}, (("vgprs", 512),)),
        (6, {"gfx926"}, (("vgprs", 256),)),
    ]


def test_flags_of_tables_pairs_and_choices():
    build = read(
        """\
        TABLE = {"gfx936": ["-mllvm=-support-768-vgprs=true"]}
        PAIR = ["-Xarch_gfx92a", "-mllvm=-support-512-vgprs=true", "-mllvm", "-support-768-vgprs=true"]
        BIG = {"gfx936", "gfx938"}
        def one(arch):
            return f"-mllvm=-support-{768 if arch in BIG else 512}-vgprs=true"
        """
    )
    assert [(one.place.line, set(one.archs), one.hardware) for one in build.flags] == [
        (1, {"gfx936"}, (("vgprs", 768),)),
        (2, {"gfx92a"}, (("vgprs", 512),)),
        (2, set(), (("vgprs", 768),)),
        (5, {"gfx936", "gfx938"}, (("vgprs", 768),)),
    ]


def test_macros_know_their_compiler_and_their_condition():
    build = read(
        """\
        import os
        extra = ["-DBOTH=1"]
        fast = ["-DFAST"] if os.environ.get("F") else ["-DSLOW"]
        args = {"cxx": ["-DWIDTH=64"] + extra, "nvcc": ["-DWIDTH=32"] + extra + fast}
        ext = Extension("x", define_macros=[("PAIR", "2")])
        """
    )
    assert {(d.name, d.value, d.scope, d.when) for d in build.defines} == {
        ("BOTH", "1", "both", ""),
        ("WIDTH", "64", "host", ""),
        ("WIDTH", "32", "device", ""),
        ("FAST", "1", "device", 'os.environ.get("F")'),
        ("SLOW", "1", "device", 'not (os.environ.get("F"))'),
        ("PAIR", "2", "both", ""),
    }


def test_broken_and_hostile_scripts_cost_only_themselves():
    assert read("def f(:\n").error
    assert read("x = " + "(" * 5000 + ")" * 5000).error
    loop = read("a = b\nb = a + ['--offload-arch=gfx936']\na += b\nflags = a + a + a\n")
    assert set(loop.lists[0].archs) == {"gfx936"}


def test_columns_count_characters():
    build = read('名 = "值"; GFX_VERSION = "938"\n')
    assert (build.lists[0].place.line, build.lists[0].place.column) == (1, 24)


def test_asking_whether_the_list_was_given_is_no_question_of_versions():
    text = """\
        import os

        def build(versions):
            CHIP_VERSION = os.environ.get("CHIPS")
            if CHIP_VERSION is None:
                CHIP_VERSION = "938;936"
            return [f"--offload-arch=gfx{one}" for one in CHIP_VERSION.split(";")]

        def older():
            archs = "928"
            if TOOLKIT_VERSION < (5, 0):
                archs = "926;928"
            return [f"--offload-arch=gfx{one}" for one in archs.split(";")]
        """
    roles = {one.place.line: one.role for one in read(text).lists}
    assert (roles[6], roles[12]) == ("default", "conditional")


def test_a_branch_for_all_arches_but_some_is_not_for_those():
    text = """\
        GPU_ARCHS = ["gfx928", "gfx936", "gfx938"]

        def flags():
            out = []
            for arch in GPU_ARCHS:
                if arch not in ("gfx936", "gfx938"):
                    out += ["-mllvm=-support-512-vgprs=true"]
            return out
        """
    assert [one.archs for one in read(text).flags] == [("gfx928",)]
