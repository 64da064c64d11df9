"""The descriptor's layout: fields that fit, widths per arch, texts in both languages."""

from __future__ import annotations

from itertools import combinations

import pytest

from hygon_lint.model import descriptor


@pytest.mark.parametrize("kind", ["matrix", "buffer"])
def test_fields_of_a_word_do_not_overlap_and_fit(kind: descriptor.LoadKind) -> None:
    fields = descriptor.fields(kind)
    assert {f.word for f in fields} >= {0, 1, 2}
    for one in fields:
        assert one.word < descriptor.word_count()
        assert one.low_bit + one.width_bits <= descriptor.word_bits()
    for one, other in combinations(fields, 2):
        assert one.word != other.word or not one.bits.overlaps(other.bits.mask), (one.name, other.name)


def test_base_is_48_bits_in_words_0_and_1() -> None:
    assert descriptor.address_words() == (0, 1)
    for arch in ("gfx928", "gfx936", "gfx938", "gfx92a", "gfx946", "gfx90a", "gfx942"):
        assert descriptor.base_bits(arch) == 48
        assert descriptor.base_width(arch).known
    assert descriptor.base_mask("gfx938") == 0xFFFF_FFFF_FFFF
    assert descriptor.base_high_mask("gfx938") == 0xFFFF == descriptor.field("base_high").bits.mask


def test_base_is_57_bits_on_gfx1250_only_by_the_longest_prefix() -> None:
    assert descriptor.base_bits("gfx1250") == 57
    assert descriptor.base_high_mask("gfx1250") == (1 << 25) - 1
    assert descriptor.base_bits("gfx1201") == 48


def test_an_unknown_arch_gets_the_general_width_as_an_assumption() -> None:
    width = descriptor.base_width("gfx777")
    assert (width.width_bits, width.known, width.evidence) == (48, False, "inferred")
    assert descriptor.base_bits(None) == 48


def test_filter_is_8_bits_and_5_on_gfx92a() -> None:
    assert tuple(descriptor.filter_field("gfx938")) == (8, 8)
    assert tuple(descriptor.filter_field("gfx92a")) == (8, 5)
    assert descriptor.filter_field("gfx92a").max_value == 31
    assert descriptor.filter_mask("gfx938") == 0xFF00
    assert descriptor.filter_mask("gfx92a") == 0x1F00
    assert descriptor.filter_width("gfx92a").evidence == "code"
    assert descriptor.filter_word() == 3


def test_interleave_holds_the_mode_bits_in_use() -> None:
    field = descriptor.interleave_field()
    assert field.mask == 0x60000
    assert not field.overlaps(descriptor.filter_mask())


def test_the_four_layers_come_in_order_and_only_the_last_leans_on_an_inference() -> None:
    assert [layer.name for layer in descriptor.layers()] == ["predicate", "address", "mapping", "transaction"]
    assert "infer" in descriptor.layers()[-1].unsaid.en
    assert all("infer" not in layer.says.en for layer in descriptor.layers())


def test_every_text_has_both_languages() -> None:
    texts = [f.meaning for f in descriptor.fields()]
    texts += [t for k in descriptor.knowledge() for t in (k.title, k.why)]
    texts += [t for k in descriptor.layers() for t in (k.title, k.says, k.unsaid)]
    texts += [t for k in descriptor.idioms() for t in (k.title, k.how, k.where)]
    texts += [w.source for w in (*descriptor.base_widths(), *descriptor.filter_widths())]
    for text in texts:
        assert text.en and text.en.isascii(), text
        assert any("\u4e00" <= c <= "\u9fff" for c in text.zh), text


def test_names_are_unique() -> None:
    for group in (descriptor.fields(), descriptor.knowledge(), descriptor.idioms()):
        names = [entry.name for entry in group]
        assert len(names) == len(set(names))
