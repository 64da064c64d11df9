"""The catalogue of audit items: complete, in both languages, and true to the numbers of its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from hygon_lint.audit import links
from hygon_lint.audit.catalogue import AuditedPlace, Item, Reference, audited_items, find, items
from hygon_lint.finding import Severity, Text
from hygon_lint.registry import load_rules
from hygon_lint.rule import Meta, Rule

AUDITED = [
    *(f"DEBT-{n}" for n in range(1, 7)),
    "DEBT-7.1",
    "DEBT-7.2",
    "DEBT-7.3",
    "DEBT-Q1",
    "DEBT-Q2",
    "MLS-1",
    "MLS-1a",
    "MLS-2",
    "MLS-3",
]


def texts(value: object) -> Iterator[Text]:
    if isinstance(value, Text):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))
    elif isinstance(value, tuple):
        for entry in value:
            yield from texts(entry)


def test_the_audited_items_are_those_of_the_two_documents() -> None:
    assert list(audited_items()) == AUDITED


def test_public_items_rest_on_a_public_source_and_guard_an_audited_item() -> None:
    public = [item for item in items().values() if not item.audited]
    assert public
    for item in public:
        assert item.id.startswith("GEN-")
        assert item.references, item.id
        assert set(item.see) & set(AUDITED), item.id


@pytest.mark.parametrize("item", items().values(), ids=items())
def test_an_item_is_complete_and_speaks_both_languages(item: Item) -> None:
    assert item.invariants or item.is_question
    assert item.audited == bool(item.places)
    assert not item.audited or item.trigger or item.is_question
    assert item.commits or item.id in ("DEBT-2", "DEBT-6", "DEBT-Q1") or not item.audited
    assert not item.is_question or item.decides
    for text in texts(item):
        assert text.en.strip() and text.en.isascii(), text
        assert re.search("[\u4e00-\u9fff]", text.zh), text
        for words in (text.en, text.zh):
            assert words == " ".join(words.split())
        assert not re.search("[\u4e00-\u9fff\uff0c\u3002] [\u4e00-\u9fff]", text.zh), text.zh


def test_references_between_items_lead_somewhere() -> None:
    for item in items().values():
        assert set(item.see) <= set(items()) - {item.id}


def test_the_commented_out_asserts_add_up_as_the_audit_counted_them() -> None:
    debt = items()["DEBT-5"]
    assert [entry.count for entry in debt.counts] == [28, 10, 8, 4, 2, 1, 1]
    assert debt.total == 54
    assert all(entry.file.startswith("csrc/flash_attn_cutlass/src/") for entry in debt.counts)
    assert {entry.file for entry in debt.counts} <= {place.path for place in debt.places}


def test_the_numbers_of_the_guards_show_what_the_audit_says() -> None:
    numbers = [number.product for number in items()["DEBT-2"].numbers]
    assert numbers == [64_000_000, 4_096_000_000, 2_560_000, 2_621_440_000]
    assert [product < 2**31 for product in numbers] == [True, False, True, False]


def test_what_is_not_established_is_said_so() -> None:
    for key in ("MLS-2", "DEBT-3", "MLS-1a"):
        assert items()[key].inferred is not None
    for key in ("DEBT-Q1", "DEBT-Q2"):
        assert items()[key].evidence == "inferred"
    assert "translation" not in items()["MLS-2"].mechanism.en


def test_commits_and_places_are_those_of_the_sources() -> None:
    table = items()
    assert [c.id for c in table["MLS-2"].commits] == ["c5d9320", "159bca8"]
    assert [c.id for c in table["DEBT-4"].commits] == ["c5911ca", "231194b", "5373aa5"]
    assert table["DEBT-1"].commits[0].role == "introduced"
    assert table["DEBT-7.3"].places == (AuditedPlace("csrc/flash_attn_hipc/flash_api.cpp", 3987, 3998),)
    assert str(table["DEBT-7.3"].places[0]) == "csrc/flash_attn_hipc/flash_api.cpp:3987-3998"
    assert str(table["DEBT-6"].places[0]) == "csrc/flash_attn_hipc/include/fwd/softmax.h:181"
    assert AuditedPlace("csrc/flash_attn_cutlass/src/utils.h") in table["DEBT-5"].places


def test_public_sources_have_an_address() -> None:
    assert Reference("ROCm/aiter", number=4988).url == "https://github.com/ROCm/aiter/issues/4988"
    assert Reference("a/b", commit="1234567").url == "https://github.com/a/b/commit/1234567"
    assert str(Reference("a/b", commit="1234567")) == "a/b@1234567"
    assert "ROCm/composable_kernel#616" in [str(r) for r in items()["GEN-SENTINEL"].references]


def test_items_are_found_whatever_the_case() -> None:
    item = find("mls-1A")
    assert item is not None and item.id == "MLS-1a"
    assert find("MLS-9") is None


def _rule(rule_id: str, *named: str) -> Rule:
    rule = Rule()
    meta = Meta(id=rule_id, name="x", summary=Text("x", "x"), severity=Severity.ERROR, items=named)
    rule.meta = meta  # type: ignore[misc]
    return rule


def test_rules_and_items_are_held_against_each_other() -> None:
    catalogue = {"MLS-1": items()["MLS-1"]}
    assert links.problems([_rule("HYG101", "MLS-1"), _rule("HYG001")], catalogue) == []
    assert links.problems([_rule("HYG101")], catalogue) == [
        "HYG101 names no audit item",
        "no rule names MLS-1, and it does not say why none can",
    ]
    assert "HYG101 names MLS-9" in links.problems([_rule("HYG101", "MLS-1", "MLS-9")], catalogue)[0]
    silent = {"MLS-1": msgspec.structs.replace(items()["MLS-1"], no_rule=Text("no", "\u65e0"))}
    assert links.problems([], silent) == []
    assert "one names it" in links.problems([_rule("HYG101", "MLS-1")], silent)[0]


def test_the_bundled_rules_and_the_catalogue_agree() -> None:
    assert links.problems(load_rules(entry_points=False).rules) == []


def test_rules_of_an_item_come_from_what_the_rules_say() -> None:
    one, other = _rule("HYG101", "MLS-1"), _rule("HYG103", "MLS-1", "DEBT-2")
    table = links.rules_by_item([one, other])
    assert table["MLS-1"] == (one, other)
    assert table["DEBT-2"] == (other,)
    assert table["DEBT-6"] == ()
