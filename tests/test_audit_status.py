"""Where items stand: open, undecided, clear, not present, not checked."""

from __future__ import annotations

import re

import attrs
import msgspec
import pytest
from audit_samples import CUTLASS, MET, finding, full, report, rule

from hygon_lint.audit import phrases
from hygon_lint.audit.catalogue import audited_items
from hygon_lint.audit.phrases import counted, counts_by_file
from hygon_lint.audit.status import Audit, Standing, State, assess, rows, same_file
from hygon_lint.baseline import Entry
from hygon_lint.model.arches import extended
from hygon_lint.outcome import Report


def standing(made: Report | Audit, item: str) -> Standing:
    audit = made if isinstance(made, Audit) else assess(made, MET)
    return next(entry for entry in audit.standings if entry.item.id == item)


def test_every_audited_item_has_a_standing_and_public_ones_only_when_found() -> None:
    assert [entry.item.id for entry in assess(report(), MET).standings] == list(audited_items())
    assert [entry.item.id for entry in assess(full(), MET).standings][-1] == "GEN-SENTINEL"


def test_a_public_item_whose_findings_an_audited_item_explains_is_not_repeated() -> None:
    made = report([finding("HYG101", "a.h", 3, items=("MLS-1", "GEN-SENTINEL"))])
    assert [entry.item.id for entry in assess(made, MET).open] == ["MLS-1"]


def test_an_item_with_findings_is_open() -> None:
    entry = standing(report([finding("HYG101", "a.h", 3)]), "MLS-1")
    assert entry.state is State.OPEN
    assert entry.rules == ("HYG101",) and entry.by_file == {"a.h": 1}


def test_a_baselined_finding_keeps_its_item_open_and_a_suppressed_one_does_not() -> None:
    assert standing(report([finding("HYG101", "a.h", 3, state="baseline")]), "MLS-1").state is State.OPEN
    entry = standing(report([finding("HYG101", "a.h", 3, state="suppressed")]), "MLS-1")
    assert entry.state is State.CLEAR
    assert entry.suppressed == 1 and entry.findings == ()


def test_clear_needs_code_of_that_kind() -> None:
    assert standing(report(), "MLS-1").state is State.CLEAR
    assert standing(report(), "MLS-1").looked == 3
    assert standing(report(), "MLS-1a").state is State.ABSENT
    assert standing(assess(report(), {}), "DEBT-2").state is State.ABSENT


def test_an_open_item_has_looked_at_the_files_it_was_found_in() -> None:
    made = report([finding("HYG101", "a.h", 3), finding("HYG101", "z.h", 3)])
    assert standing(assess(made, {}), "MLS-1").looked == 2
    assert standing(made, "MLS-1").looked == 4, "three show its signs, and one of them has a finding"
    silenced = report([finding("HYG101", "a.h", 3, state="suppressed")])
    assert standing(assess(silenced, {}), "MLS-1").state is State.CLEAR


def test_titles_hold_no_counts_of_the_audited_checkout() -> None:
    for item in audited_items().values():
        counts = {str(item.total), *(str(entry.count) for entry in item.counts)} if item.counts else set()
        for title in (item.title.en, item.title.zh):
            assert not counts & set(re.findall(r"\d+", title)), title


def test_an_item_whose_rules_did_not_run_is_not_called_clear() -> None:
    entry = standing(report(enabled=("HYG201",)), "MLS-1")
    assert entry.state is State.UNCHECKED
    assert entry.idle == ("HYG101",) and entry.rules == ()
    entry = standing(report(enabled=("HYG201",)), "DEBT-2")
    assert entry.state is State.UNCHECKED and entry.idle == ("HYG202",)
    assert "some of its rules" in entry.reason.en
    assert standing(report(), "DEBT-6").state is State.UNCHECKED  # no rule of the sample names it


def test_a_preview_rule_that_did_not_run_is_not_missed() -> None:
    made = report(enabled=("HYG201",))
    preview = rule("HYG202")
    preview.meta = attrs.evolve(preview.meta, preview=True)  # type: ignore[misc]
    made = msgspec.structs.replace(made, rules=(rule("HYG201"), preview))
    entry = standing(made, "DEBT-2")
    assert entry.state is State.CLEAR and entry.idle == ()


def test_a_question_stays_undecided_until_configuration_answers() -> None:
    found = report([finding("HYG303", "setup.py", 340)])
    entry = standing(found, "DEBT-Q1")
    assert entry.state is State.UNDECIDED and entry.answers == ()
    assert standing(found, "DEBT-3").state is State.OPEN
    answered = assess(found, MET, arches=extended({"gfx946": {"vgprs": 768}}))
    entry = standing(answered, "DEBT-Q1")
    assert entry.state is State.OPEN and entry.answers == ("gfx946 vgprs = 768",)
    assert standing(assess(found, MET, arches=extended({"gfx946": {"mls": True}})), "DEBT-Q1").state is State.UNDECIDED
    assert standing(report(), "DEBT-Q1").state is State.CLEAR
    settled = standing(assess(report(), MET, arches=extended({"gfx946": {"vgprs": 768}})), "DEBT-Q1")
    assert settled.state is State.CLEAR and settled.reason.en == "answered by configuration"


def test_counts_over_states_cover_all_items() -> None:
    counts = assess(full(), MET).counts()
    assert sum(counts.values()) == len(assess(full(), MET).standings)
    assert counts[State.UNDECIDED] == 1
    assert [entry.item.id for entry in assess(full(), MET).open] == [
        "DEBT-2",
        "DEBT-3",
        "DEBT-5",
        "DEBT-7.1",
        "MLS-1",
        "GEN-SENTINEL",
    ]


@pytest.mark.parametrize(
    ("audited", "path", "same"),
    [
        ("setup.py", "setup.py", True),
        ("setup.py", "sub/setup.py", True),
        ("csrc/x/a.h", "x/a.h", True),
        ("csrc/x/a.h", "csrc/y/a.h", False),
        ("setup.py", "mysetup.py", False),
    ],
)
def test_audited_files_are_known_from_any_root(audited: str, path: str, same: bool) -> None:
    assert same_file(audited, path) is same


def test_places_as_audited_stand_beside_places_found_now() -> None:
    table = rows(standing(full(), "DEBT-2"))
    assert [row.path for row in table] == ["csrc/flash_attn_hipc/flash_api.cpp"]
    assert [str(place).rpartition(":")[2] for place in table[0].audited] == [
        "1868-1875",
        "3952-3959",
        "1265-1266",
        "537-538",
    ]
    assert [found.place.line for found in table[0].found] == [1868, 537]


def test_files_that_the_audit_did_not_name_come_last_and_none_is_lost() -> None:
    entry = standing(full(), "DEBT-5")
    table = rows(entry)
    assert table[-1].path == "odd|`<b>\nname.h" and table[-1].audited == ()
    assert sum(len(row.found) for row in table) == len(entry.findings) == 13
    mask = next(row for row in table if row.path.endswith("mask.h"))
    assert mask.found == () and mask.audited


def test_the_audits_counts_stand_beside_todays() -> None:
    entry = standing(full(), "DEBT-5")
    assert counted(entry, "en") == "static_asserts that are commented out: 54 as audited, 12 now"
    table = counts_by_file(entry)
    assert table[1] == (f"{CUTLASS}/utils.h", 10, 11)
    assert table[0] == (f"{CUTLASS}/flash_bwd_kernel.h", 28, 0)
    assert table[-1] == ("odd|`<b>\nname.h", 0, 1)
    assert counted(standing(full(), "DEBT-2"), "en") == ""


def test_files_that_were_not_scanned_are_not_shown_as_mended() -> None:
    here = [f"sub/{CUTLASS}/utils.h", "odd|`<b>\nname.h", "csrc/flash_attn_hipc/flash_api.cpp"]
    entry = standing(assess(full(), MET, scanned=here), "DEBT-5")
    assert f"{CUTLASS}/mask.h" in entry.elsewhere and f"{CUTLASS}/utils.h" not in entry.elsewhere
    assert len(entry.elsewhere) == len(set(entry.elsewhere)) == 7
    assert [row.path for row in rows(entry) if not row.found] == []
    assert counts_by_file(entry) == [(f"{CUTLASS}/utils.h", 10, 11), ("odd|`<b>\nname.h", 0, 1)]
    assert counted(entry, "en") == "static_asserts that are commented out: 10 as audited, 12 now"
    assert phrases.elsewhere(entry, "en") == "7 audited files are not among those scanned"
    nowhere = standing(assess(full(), MET, scanned=["odd|`<b>\nname.h"]), "DEBT-5")
    assert counted(nowhere, "zh") == "被注释掉的 static_assert：现在 12"
    assert phrases.elsewhere(standing(full(), "DEBT-5"), "en") == ""


def test_progress_tells_new_known_and_gone() -> None:
    made = full()
    stale = tuple(Entry("old.cpp", rule, "key", count) for rule, count in (("HYG201", 2), ("HYG202", 1), ("HYG101", 1)))
    entry = standing(assess(report(made.findings, stale=stale), MET, since="base.json"), "DEBT-2")
    assert (entry.new, entry.known, entry.gone) == (1, 1, 3)
