"""The model of arches: macros as clang defines them, facts, spelling suggestions, configuration."""

import pytest

from hygon_lint.model.arches import (
    arch_macros,
    arch_names_in,
    by_number,
    compiler_macros,
    extended,
    known_arches,
    nearest,
)


def test_hygon_arches_come_first_and_carry_their_numbers():
    known = known_arches()
    hygon = [arch.name for arch in known.values() if arch.hygon]
    assert hygon == list(known)[: len(hygon)]
    assert set(hygon) == {f"gfx{x}" for x in ("906", "916", "926", "928", "936", "938", "946", "948", "92a")}
    assert known["gfx92a"].numbers == (930,)
    assert by_number(930, known.values()) == ("gfx92a",)
    assert known["gfx90a"].numbers == ()


def test_macros_are_those_of_a_device_compile():
    known = known_arches()
    assert dict(known["gfx942"].macros)["__gfx942__"] == "1"
    assert ("__GFX9__", "1") in known["gfx942"].macros
    assert ("__AMDGCN_WAVEFRONT_SIZE__", "32") in known["gfx1100"].macros
    assert ("__gfx9_4_generic__", "1") in known["gfx9-4-generic"].macros
    assert ("__HIP_DEVICE_COMPILE__", "1") in known["gfx938"].macros
    assert all(arch.wave == 64 for arch in known.values() if arch.hygon)
    assert "gfx1200" in arch_macros()["__GFX12__"]
    assert "gfx938" not in arch_macros()["__GFX12__"]
    assert compiler_macros()["__CUDA_ARCH__"] == "device"


def test_the_class_of_gfx946_is_an_open_question_until_a_user_states_it():
    assert "vgprs" in known_arches()["gfx946"].open
    assert "vgprs" not in known_arches()["gfx946"].facts
    stated = extended({"gfx946": {"vgprs": 768}})["gfx946"]
    assert stated.facts["vgprs"] == 768
    assert stated.open == ()
    assert stated.stated == ("vgprs",)
    assert stated.facts["mls"] is True


def test_configuration_adds_an_arch():
    new = extended({"gfx956": {"number": 956, "wave": 64, "vgprs": 1024}})["gfx956"]
    assert new.hygon
    assert new.macro == "__gfx956__"
    assert new.numbers == (956,)
    assert new.facts == {"vgprs": 1024}
    assert "gfx956" not in known_arches()


def test_configuration_changes_a_number_and_keeps_the_rest():
    arch = extended({"gfx92a": {"number": 940}})["gfx92a"]
    assert arch.numbers == (940,)
    assert arch.facts["vgprs"] == 512


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("__gfx11__", "__GFX11__"),
        ("__gfx93a__", "__gfx92a__"),
        ("__GFX928__", "__gfx928__"),
        ("__gfx942", "__gfx942__"),
        ("__gfx983__", "__gfx938__"),
        ("__gfx90A__", "__gfx90a__"),
        ("gfx939", "gfx938"),
        ("gfx926", "gfx926"),
        ("__gfx777777__", None),
        ("USE_SPLIT", None),
    ],
)
def test_nearest(written, meant):
    assert nearest(written) == meant


def test_names_are_found_in_any_text():
    assert arch_names_in("gfx90a:sramecc+ --x=gfx938,GFX92A gfx9-generic gfx942_v gfx9380") == (
        "gfx90a",
        "gfx938",
        "gfx92a",
        "gfx9-generic",
        "gfx942",
    )
