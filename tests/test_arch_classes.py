"""Arch classes: as few as the file needs, each arch in exactly one."""

from __future__ import annotations

import pytest

from hygon_lint.frontend import arch_classes, syntax
from hygon_lint.frontend.preprocess import Macro
from hygon_lint.frontend.source import SourceText
from hygon_lint.model.arches import known_arches

ARCHES = tuple(known_arches().values())
HYGON = tuple(arch for arch in ARCHES if arch.hygon)


def file_of(text: str) -> syntax.SyntaxFile:
    return syntax.parse(SourceText("a.hip", text.encode()))


def sets_of(text: str, arches=HYGON, headers=None) -> set[tuple[frozenset[str], bool]]:
    return {(frozenset(c.archs), c.host) for c in arch_classes.classes_of(file_of(text), arches, headers)}


ALL = frozenset(arch.name for arch in HYGON)


def test_a_file_without_conditions_has_one_class() -> None:
    assert sets_of("int a;\n#ifdef FEATURE\nint b;\n#endif\n// __gfx936__\n") == {(ALL, True)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#ifdef __gfx936__\nx\n#endif", {(frozenset({"gfx936"}), False), (ALL - {"gfx936"}, True)}),
        (
            "#if defined(__gfx936__) || defined(__gfx938__)\nx\n#elif defined(__gfx92a__)\ny\n#endif",
            {
                (frozenset({"gfx936", "gfx938"}), False),
                (frozenset({"gfx92a"}), False),
                (ALL - {"gfx936", "gfx938", "gfx92a"}, True),
            },
        ),
        ("#if defined(__HIP_DEVICE_COMPILE__)\nx\n#endif", {(ALL, False), (frozenset(), True)}),
        ("#ifdef __GFX11__\nx\n#endif", {(ALL, True)}),
        ("#ifdef __GFX9__\nx\n#endif", {(ALL, False), (frozenset(), True)}),
        ("#ifdef __gfx93a__\nx\n#endif", {(ALL, True)}),
        (
            "#ifdef __gfx938__\n#define WIDE 1\n#endif\n#if WIDE\nx\n#endif",
            {(frozenset({"gfx938"}), False), (ALL - {"gfx938"}, True)},
        ),
        (
            "#if defined(__gfx938__) && 0\nx\n#endif",
            {(ALL, True)},
        ),
        (
            "#if 0\n#ifdef __gfx938__\nx\n#endif\n#endif",
            {(ALL, True)},
        ),
    ],
)
def test_classes(text: str, expected: set[tuple[frozenset[str], bool]]) -> None:
    assert sets_of(text) == expected


def test_arches_that_the_file_refuses_have_no_class() -> None:
    text = '#ifdef __gfx936__\nx\n#elif defined(__gfx938__)\ny\n#else\n#error "no such card"\n#endif'
    assert sets_of(text) == {(frozenset({"gfx936"}), False), (frozenset({"gfx938"}), False)}
    assert set(arch_classes.plan(file_of(text), HYGON).left_out) == ALL - {"gfx936", "gfx938"}
    assert sets_of('#ifndef MINE\n#error "no"\n#endif\n#ifdef __gfx936__\n#endif') != set()


def test_values_that_code_uses_tell_arches_apart() -> None:
    classes = arch_classes.classes_of(file_of("int w = __AMDGCN_WAVEFRONT_SIZE__;"), ARCHES)
    waves = {dict(c.defines).get("__AMDGCN_WAVEFRONT_SIZE__") for c in classes if c.archs}
    assert waves == {"64", "32"}


def test_macros_of_headers_tell_arches_apart() -> None:
    header = (
        "#pragma once\n#if defined(__gfx938__)\n#define HAS_MLS 1\n#else\n#define HAS_MLS 0\n#endif\n#define PLAIN 1\n"
    )
    exported = arch_classes.exported_macros(file_of(header), HYGON)
    assert exported["gfx938"] == {"HAS_MLS": Macro(True, "1")}
    assert exported["gfx936"] == exported[arch_classes.HOST] == {"HAS_MLS": Macro(True, "0")}
    expected = {(frozenset({"gfx938"}), False), (ALL - {"gfx938"}, True)}
    assert sets_of("#if HAS_MLS\nx\n#endif", headers=exported) == expected
    assert sets_of("int a = HAS_MLS;", headers=exported) == expected
    assert sets_of("int a = PLAIN;", headers=exported) == {(ALL, True)}
    wide = next(
        c for c in arch_classes.classes_of(file_of("#if HAS_MLS\nx\n#endif"), HYGON, exported) if c.archs == ("gfx938",)
    )
    assert ("HAS_MLS", "1") in wide.defines
    assert arch_classes.exported_macros(file_of("#define PLAIN 1\n"), HYGON) == {}


def test_defines_and_undefines() -> None:
    one, other = arch_classes.classes_of(file_of("#ifdef __gfx936__\nx\n#else\ny\n#endif"), HYGON[:4] + HYGON[4:6])
    wide = one if one.archs == ("gfx936",) else other
    rest = other if wide is one else one
    assert ("__gfx936__", "1") in wide.defines and "__gfx936__" in rest.undefines
    assert not set(wide.undefines) & dict(wide.defines).keys()


def test_restricted_to_one_arch_the_host_still_counts() -> None:
    gfx936 = (known_arches()["gfx936"],)
    assert sets_of("int a;", gfx936) == {(frozenset({"gfx936"}), True)}
    assert sets_of("#ifdef __gfx936__\nx\n#endif", gfx936) == {(frozenset({"gfx936"}), False), (frozenset(), True)}


def test_arms_of_a_cuda_compile_get_a_class_of_their_own() -> None:
    classes = arch_classes.classes_of(
        file_of("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900\nx\n#elif __CUDA_ARCH__ >= 800\ny\n#endif"), HYGON
    )
    assert [c.archs for c in classes] == [tuple(a.name for a in HYGON), ()]
    assert ("__CUDA_ARCH__", "900") in classes[1].defines
    assert not classes[1].host


def test_every_arch_is_in_one_class_and_the_cap_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"#ifdef {arch.macro}\nint a_{i};\n#endif\n" for i, arch in enumerate(HYGON))
    plan = arch_classes.plan(file_of(text), HYGON)
    assert sorted(name for c in plan.classes for name in c.archs) == sorted(ALL)
    assert plan.note == ""
    monkeypatch.setattr(arch_classes, "MAX_CLASSES", 3)
    capped = arch_classes.plan(file_of(text), HYGON)
    assert len(capped.classes) == 3 and "3 analysed" in capped.note
    assert sorted([*capped.left_out, *(n for c in capped.classes for n in c.archs)]) == sorted(ALL)


def test_macros_inherited_from_a_header_text() -> None:
    header = "#if defined(__gfx938__)\n#define WIDE 1\n#endif\n#if defined(__gfx936__)\n#define OTHER 1\n#endif\n"
    inherited = arch_classes.inherited_macros(header, HYGON, frozenset({"WIDE"}))
    assert inherited["gfx938"] == {"WIDE": Macro(True, "1")}
    assert set(inherited["gfx936"]) == {"WIDE"} and not inherited["gfx936"]["WIDE"].on
    assert arch_classes.inherited_macros("#define WIDE 1\n", HYGON, frozenset({"WIDE"})) == {}
