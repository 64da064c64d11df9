"""What the rules about descriptors say besides the line: confidence, words, flow and the text they offer instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import scan

from hygon_lint.finding import Confidence, Finding

HEAD = """\
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long int64_t;
typedef uint32_t word4 __attribute__((ext_vector_type(4)));
void __builtin_hcu_matrix_load_32x16_b16(word4 srd, void* lds, int, int, int, int, int);
#define LOAD(srd) __builtin_hcu_matrix_load_32x16_b16(srd, lds, 0, 0, 0, 0, 0);
"""
LINES = HEAD.count("\n")


@pytest.fixture
def found(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Scans a piece of code with one rule; line 1 is its own first line."""

    def findings(rule: str, text: str) -> list[Finding]:
        file = tmp_path / "tile.hip"
        file.write_text(HEAD + text, encoding="utf-8")
        return list(scan(file, tmp_path, confidence=Confidence.LOW, rules=(rule,)).new)

    return findings


def flow(finding: Finding) -> list[tuple[int, str]]:
    return [(step.place.line - LINES, step.message.en.split("`")[0].strip()) for step in finding.flow]


def replacement(finding: Finding) -> str:
    assert finding.fix is not None
    return finding.fix.edits[0].text


# ---------------------------------------------------------------- HYG101


def stepped(body: str, args: str = "word4 root, void* lds, uint32_t far") -> str:
    return f"__device__ void f({args})\n{{\n    word4 srd = root;\n{body}\n    LOAD(srd)\n}}\n"


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("srd[0] = root[0] + far;", "&srd) = (*reinterpret_cast<const uint64_t*>(&root) + uint64_t(far))"),
        ("srd[0] += far;", "&srd) = (*reinterpret_cast<const uint64_t*>(&srd) + uint64_t(far))"),
        ("srd[0] = root[0] + far * 2;", "(&root) + uint64_t(far * 2))"),
        ("srd[0] = far + root[0];", None),
        ("srd[0] = cap ? root[0] + far : root[0];", None),
        ("srd[0] = far > 3 ? far + root[0] : 0;", None),
        ("srd[0] = step(root[0], far);", None),
        ("srd[0] = table[far] + root[0];", None),
        ("srd.x += far;", "&srd) = (*reinterpret_cast<const uint64_t*>(&srd) + uint64_t(far))"),
        ("srd[0] = root[0] - far;", None),
        ("srd[0] = root[0] + far - 4;", None),
        ("srd[0] = uint32_t(at) + far;", None),
        ("SHIFT(srd[0], far);", None),
    ],
)
def test_the_wide_form_is_offered_where_it_can_be_written(found, line: str, fix: str | None) -> None:  # type: ignore[no-untyped-def]
    helpers = (
        "#define SHIFT(w, by) w += by\n__device__ inline uint32_t step(uint32_t at, uint32_t by) { return at + by; }\n"
    )
    (one,) = found(
        "HYG101", helpers + stepped(line, "word4 root, void* lds, uint32_t far, bool cap, uint32_t* table, uint64_t at")
    )
    assert (one.fix is not None) == (fix is not None), one
    if fix is not None:
        assert fix in replacement(one) and replacement(one).endswith("& 0xffffffffffffull")
        assert not one.fix.safe


def test_the_wide_form_is_not_offered_for_words_further_on(found) -> None:  # type: ignore[no-untyped-def]
    text = (
        "struct mover { uint32_t g[4]; };\nvoid __builtin_hcu_matrix_load_32x16_b8(mover);\n"
        "__device__ void f(const void* p, uint32_t far)\n{\n    uint64_t at = (uint64_t)p;\n    mover m;\n"
        "    m.g[2] = at;\n    m.g[3] = (at >> 32) & 0xffff;\n    m.g[0] = 1;\n    m.g[2] += far;\n"
        "    __builtin_hcu_matrix_load_32x16_b8(m);\n}\n"
    )
    (one,) = found("HYG101", text)
    assert one.fix is None


@pytest.mark.parametrize(
    ("added", "confidence"),
    [
        ("far", Confidence.HIGH),
        ("1024", Confidence.MEDIUM),
        ("1025", Confidence.HIGH),
        ("(far & 0x3ff)", Confidence.MEDIUM),
        ("(far & 0x3ff) + 64", Confidence.HIGH),
        ("unseen(far)", Confidence.HIGH),
    ],
)
def test_small_steps_are_less_sure(found, added: str, confidence: Confidence) -> None:  # type: ignore[no-untyped-def]
    text = "uint32_t unseen(uint32_t);\n" + stepped(f"    srd[0] = root[0] + {added};")
    (one,) = found("HYG101", text)
    assert one.confidence is confidence


def test_a_descriptor_by_its_name_only_is_less_sure(found) -> None:  # type: ignore[no-untyped-def]
    (one,) = found("HYG101", "__device__ void f(word4& k_srsrc, uint32_t far)\n{\n    k_srsrc[0] += far;\n}\n")
    assert one.confidence is Confidence.MEDIUM
    (one,) = found("HYG101", stepped("    srd[0] += far;"))
    assert one.confidence is Confidence.HIGH


def test_a_step_says_what_is_added_in_which_width_and_where_to(found) -> None:  # type: ignore[no-untyped-def]
    (one,) = found("HYG101", stepped("    srd[0] = root[0] + far * 2;"))
    assert one.message.en.startswith("`far * 2` is added to `root[0]`")
    assert "stored in `srd[0]`: the sum is 32 bits wide" in one.message.en
    (one,) = found("HYG101", stepped("    srd[0] = root[0] + uint64_t(far) * 2;"))
    assert "the sum is 64 bits wide but the 32-bit store keeps its low half" in one.message.en
    assert "和是 64 位的" in one.message.zh


def test_the_flow_of_a_step_leaves_constants_out(found) -> None:  # type: ignore[no-untyped-def]
    text = "    uint32_t at = far * 3;\n    srd[0] = root[0] + at;\n    LOAD(srd)"
    (one,) = found("HYG101", stepped(text))
    assert flow(one) == [
        (4, "the offset is computed here"),
        (5, "only the low word is written"),
        (6, "the descriptor reaches"),
    ]
    (one,) = found("HYG101", stepped("    srd[0] = root[0] + 128;"))
    assert flow(one) == [(4, "only the low word is written"), (5, "the descriptor reaches")]


def test_a_helper_names_its_callers(found) -> None:  # type: ignore[no-untyped-def]
    helper = "__device__ inline void step(word4& at, uint32_t by) { at[0] += by; }\n"
    (one,) = found("HYG101", helper + stepped("    step(srd, far);"))
    assert one.place.line == LINES + 1
    assert [step.place.line - LINES for step in one.related] == [5]


# ---------------------------------------------------------------- HYG102


def moved(body: str, args: str = "word4 root, void* lds, int64_t far, uint32_t pitch") -> str:
    return f"__device__ void f({args})\n{{\n    word4 srd = root;\n{body}\n    LOAD(srd)\n}}\n"


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("*(uint64_t*)&srd = *(uint64_t*)&root + far;", "(*(uint64_t*)&root + far) & 0xffffffffffffull"),
        ("*(uint64_t*)&srd += far;", None),
        ("SET(srd, *(uint64_t*)&root + far);", None),
        ("*(uint64_t*)&srd = FURTHER(root, far);", None),
        ("uint64_t at = *(uint64_t*)&root + far; srd[0] = at; srd[1] = at >> 32;", None),
        ('uint64_t at = *(uint64_t*)&root + far; asm("" : "+r"(far)); *(uint64_t*)&srd = at;', "(at) & 0xff"),
    ],
)
def test_the_mask_is_offered_where_it_can_be_written(found, line: str, fix: str | None) -> None:  # type: ignore[no-untyped-def]
    macros = "#define SET(to, at) *(uint64_t*)&to = at\n#define FURTHER(r, by) (*(uint64_t*)&r + by)\n"
    (one,) = found("HYG102", macros + moved(f"    {line}"))
    assert (one.fix is not None) == (fix is not None), one
    if fix is not None:
        assert replacement(one).startswith(fix)
        assert one.fix.safe


def test_both_spellings_of_a_base_say_what_to_mask(found) -> None:  # type: ignore[no-untyped-def]
    (one,) = found("HYG102", moved("    *(uint64_t*)&srd = *(uint64_t*)&root + far;"))
    assert "in words 0-1 of `srd` without the 48-bit limit" in one.message.en
    halves = "    uint64_t at = *(uint64_t*)&root + far;\n    srd[0] = at;\n    srd[1] = at >> 32;"
    (one,) = found("HYG102", moved(halves))
    assert "the high half of" in one.message.en and "`& 0xffff`" in one.message.en
    assert flow(one) == [(4, "the address is computed here"), (6, "stored without a limit"), (7, "used by")]


def test_layout_is_as_good_as_a_load_but_a_name_says_nothing(found) -> None:  # type: ignore[no-untyped-def]
    body = "    *(uint64_t*)&srd = *(uint64_t*)&root + far;\n"
    build = (
        "struct desc { word4 words; };\n__device__ word4 f(word4 root, int64_t far)\n{\n    word4 srd;\n"
        f"{body}    srd[2] = 64;\n    return srd;\n}}\n"
    )
    (one,) = found("HYG102", build)
    assert one.confidence is Confidence.HIGH
    assert not found("HYG102", build.replace("    srd[2] = 64;\n", ""))


@pytest.mark.parametrize(
    ("after", "faulty"),
    [
        ("*(uint64_t*)&srd &= 0xffffffffffffull; LOAD(srd)", False),
        ("srd[1] &= 0xffff; LOAD(srd)", False),
        ("LOAD(srd) srd[1] &= 0xffff; LOAD(srd)", True),
        ("srd[0] &= 0xffff; LOAD(srd)", True),
        ("srd[2] &= 0xffff; LOAD(srd)", True),
        ("if (pitch) srd[1] &= 0xffff; LOAD(srd)", True),
        ("for (int i = 0; i < 4; ++i) { LOAD(srd) }", True),
    ],
)
def test_a_later_mask_counts_before_the_first_load(found, after: str, faulty: bool) -> None:  # type: ignore[no-untyped-def]
    text = moved(f"    *(uint64_t*)&srd = *(uint64_t*)&root + far;\n    {after}").replace("    LOAD(srd)\n}", "}")
    assert bool(found("HYG102", text)) is faulty


def test_a_root_moved_after_its_last_load_harms_nothing(found) -> None:  # type: ignore[no-untyped-def]
    step = "*(uint64_t*)&srd += far;"
    assert not found("HYG102", moved(f"    LOAD(srd)\n    {step}").replace("    LOAD(srd)\n}", "}"))
    looped = moved(f"    for (uint32_t i = 0; i < pitch; ++i)\n    {{\n        LOAD(srd)\n        {step}\n    }}")
    assert found("HYG102", looped.replace("    LOAD(srd)\n}", "}"))


# ---------------------------------------------------------------- HYG103


def narrow(body: str, args: str = "word4 root, void* lds, int token, int pitch, uint32_t page, uint32_t wide") -> str:
    return f"__device__ void f({args})\n{{\n    word4 srd = root;\n{body}\n    LOAD(srd)\n}}\n"


def based(offset: str) -> str:
    return narrow(f"    *(uint64_t*)&srd = (*(uint64_t*)&root + {offset}) & 0xffffffffffffull;")


@pytest.mark.parametrize(
    ("offset", "fix"),
    [
        ("token * pitch", "int64_t(token)"),
        ("token * pitch * 2", "int64_t(token)"),
        ("((token * pitch) << 1)", "int64_t(token)"),
        ("(token + 1) * pitch", "int64_t(token)"),
        ("PRODUCT(token, pitch)", "int64_t(token)"),
        ("(TOKEN * pitch)", None),
        ("(pitch * TOKEN)", "int64_t(pitch)"),
    ],
)
def test_the_first_factor_is_widened(found, offset: str, fix: str | None) -> None:  # type: ignore[no-untyped-def]
    (one,) = found("HYG103", "#define PRODUCT(a, b) ((a) * (b))\n#define TOKEN token\n" + based(offset))
    assert (one.fix is not None) == (fix is not None), one
    if fix is not None:
        assert replacement(one) == fix and one.fix.safe


def test_a_product_says_where_it_wraps_and_how_sure_that_is(found) -> None:  # type: ignore[no-untyped-def]
    (one,) = found("HYG103", based("token * pitch"))
    assert "past 2^31" in one.message.en
    assert flow(one) == [(4, "multiplied in 32 bits"), (4, "added to the base here")]
    (one,) = found("HYG103", based("page * wide"))
    assert "past 2^32" in one.message.en


def test_a_product_is_told_once_and_not_where_the_base_itself_is_stepped(found) -> None:  # type: ignore[no-untyped-def]
    twice = "    int off = token * pitch;\n" + "".join(
        f"    *(uint64_t*)&srd = (*(uint64_t*)&root + off + {n}) & 0xffffffffffffull;\n    LOAD(srd)\n" for n in (1, 2)
    )
    assert len(found("HYG103", narrow(twice))) == 1
    assert not found("HYG103", narrow("    srd[0] = root[0] + token * pitch;"))


# ---------------------------------------------------------------- HYG111, 112, 113


def tail(base: str, count: str = "max(0, min(16, wave * 16 + 16 - valid))", load: str = "LOAD(srd)") -> str:
    return (
        "int max(int, int);\nint min(int, int);\n"
        "__device__ void fetch(word4 root, void* lds, int wave, int64_t pitch, int valid)\n{\n"
        f"    word4 srd = root;\n    int filter = {count};\n"
        f"    *(uint64_t*)&srd = (*(uint64_t*)&root + {base}) & 0xffffffffffffull;\n"
        f"    srd[3] = filter << 8;\n    {load}\n}}\n"
    )


def test_a_dead_tile_is_shown_with_numbers_and_its_four_places(found) -> None:  # type: ignore[no-untyped-def]
    (one,) = found("HYG111", tail("wave * 16 * pitch"))
    assert one.confidence is Confidence.HIGH
    assert "wave = " in one.message.en and "valid = " in one.message.en
    assert flow(one) == [
        (6, "rows past the end"),
        (8, "the filter is stored here"),
        (7, "the base still moves with the tile"),
        (9, "the load is issued here"),
    ]


def test_a_load_that_nobody_knows_is_less_sure(found) -> None:  # type: ignore[no-untyped-def]
    (one,) = found(
        "HYG111",
        "void fetch_block(word4, void*);\n" + tail("wave * 16 * pitch", load="matrix_row_fetch(srd, lds);") + "",
    )
    assert one.confidence is Confidence.MEDIUM
