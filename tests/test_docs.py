"""The generated documentation: up to date, linked, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from audit_samples import ITEMS, rule

from hygon_lint.audit import docs
from hygon_lint.audit.catalogue import items

ROOT = Path(__file__).parents[1] / "docs"
RULES = [rule(key) for key in ITEMS]


def test_the_pages_in_docs_are_what_rules_and_catalogue_say() -> None:
    stale = docs.stale(ROOT, docs.bundled())
    assert stale == [], f"run `{docs.COMMAND}`"


def test_there_is_a_page_for_every_rule_and_item_in_both_languages() -> None:
    pages = docs.generate(RULES)
    names = {f"rules/{key}.md" for key in ITEMS} | {f"audit/{key}.md" for key in items()}
    names |= {"rules/README.md", "audit/README.md", "audit/descriptor.md"}
    assert set(pages) == names | {f"zh/{name}" for name in names}


def test_links_between_pages_lead_somewhere() -> None:
    pages = docs.generate(RULES)
    found = 0
    for name, text in pages.items():
        for target in re.findall(r"\]\(([^)#:]+\.md)\)", text):
            reached = (Path("/docs") / name).parent / target
            assert _normal(reached) in pages, (name, target)
            found += 1
    assert found > 400


def _normal(path: Path) -> str:
    parts: list[str] = []
    for part in path.parts[2:]:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def test_every_item_links_to_its_rules_and_back() -> None:
    pages = docs.generate(RULES)
    assert "[HYG101](../rules/HYG101.md)" in pages["audit/MLS-1.md"]
    assert "[MLS-1](../audit/MLS-1.md)" in pages["zh/rules/HYG101.md"]
    assert "| [HYG101](HYG101.md) | `rule-101` |" in pages["rules/README.md"]
    assert "## Debt list" in pages["audit/README.md"] and "## 缺陷与技术债清单" in pages["zh/audit/README.md"]


def test_the_descriptor_page_tells_widths_with_their_evidence() -> None:
    page = docs.generate([])["audit/descriptor.md"]
    assert re.search(r"^\| `gfx92a\*` \| row filter \| 5 \| confirmed by code or experiment \|", page, re.M)
    assert re.search(r"^\| `gfx125\*` \| base address \| 57 \| confirmed by official documentation \|", page, re.M)
    assert "| End of the allocation | unknown |" in page


def test_stale_missing_and_left_over_pages_are_told_and_mended(tmp_path: Path) -> None:
    wanted = docs.generate(RULES[:1])
    assert set(docs.write(tmp_path, wanted)) == set(wanted)
    assert docs.stale(tmp_path, wanted) == []
    (tmp_path / "rules" / "HYG999.md").write_text("old", encoding="utf-8")
    (tmp_path / "audit" / "MLS-1.md").write_text("changed", encoding="utf-8")
    (tmp_path / "zh" / "audit" / "MLS-2.md").unlink()
    (tmp_path / "cli.md").write_text("by hand", encoding="utf-8")
    assert docs.stale(tmp_path, wanted) == ["audit/MLS-1.md", "rules/HYG999.md", "zh/audit/MLS-2.md"]
    assert docs.write(tmp_path, wanted) == ["audit/MLS-1.md", "rules/HYG999.md", "zh/audit/MLS-2.md"]
    assert docs.stale(tmp_path, wanted) == [] and not (tmp_path / "rules" / "HYG999.md").exists()
    assert (tmp_path / "cli.md").exists()


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--all"]) == 2
    assert "usage" in capsys.readouterr().err
