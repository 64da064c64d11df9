"""The audit as a page: complete, self-contained, harmless, and working in a real browser."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from audit_samples import MET, full, report
from browser import WIDTHS, needs_browser, opened

from hygon_lint.audit.catalogue import audited_items
from hygon_lint.audit.render import render
from hygon_lint.audit.status import Audit, assess
from hygon_lint.frontend.source import SourceText
from hygon_lint.report.options import Options

CODE = "".join(f"line {number} of the file;\n" for number in range(1, 60))


def source(path: str) -> SourceText:
    return SourceText(path, CODE.encode())


def page(made: Audit | None = None, lang: str = "en") -> str:
    return render("html", made or assess(full(), MET, since="base.json"), Options(lang=lang, read=source))


class Page(HTMLParser):
    """Its elements, attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._hidden = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {key: value or "" for key, value in attrs}))
        self._hidden = tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("made", [assess(full(), MET, since="b"), assess(report(), {})], ids=["full", "empty"])
def test_the_page_needs_nothing_else_and_hangs_together(made: Audit, lang: str) -> None:
    parsed = Page(page(made, lang))
    for _, attributes in parsed.found:
        assert not {"src", "style"} & set(attributes) and not any(key.startswith("on") for key in attributes)
    ids = Counter(attributes["id"] for _, attributes in parsed.found if "id" in attributes)
    assert set(ids.values()) == {1}
    for _, attributes in parsed.found:
        assert attributes.get("aria-labelledby", "main") in ids
        if attributes.get("href", "").startswith("#"):
            assert attributes["href"][1:] in ids
    assert all(svg.get("aria-label") or svg.get("aria-hidden") for svg in parsed.all("svg"))


def test_every_item_is_there_with_its_state() -> None:
    parsed = Page(page())
    states = {a["id"]: a["data-severity"] for a in parsed.all("details") if "finding" in a.get("class", "")}
    assert list(states) == [f"f-{key}" for key in (*audited_items(), "GEN-SENTINEL")]
    assert states["f-MLS-1"] == "open" and states["f-DEBT-Q1"] == "undecided" and states["f-MLS-1a"] == "not-present"
    text = " ".join(parsed.text.split())
    for part in (
        "static_asserts that are commented out: 54 as audited, 12 now",
        "since the baseline: 1 new, 1 known, 0 gone",
        "Clear means: as far as was seen",
        "The ISA manual of the chip",
        "odd|`<b>\\x0aname.h",
        "line 10 of the file;",
    ):
        assert part in text, part
    links = {a["href"] for a in parsed.all("a")}
    assert any(link.endswith("/docs/audit/DEBT-1.md") for link in links)
    assert any(link.endswith("/docs/rules/HYG401.md") for link in links)


def test_a_chinese_page_has_chinese_labels() -> None:
    text = page(lang="zh")
    assert '<html lang="zh-CN">' in text
    words = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    for label in ("Overview", "As audited", "Remedy", "State", "Findings", "not present", "did not run"):
        assert label not in words, label


@needs_browser
@pytest.mark.parametrize("size", WIDTHS, ids=["wide", "narrow"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_in_a_browser_it_fits_reads_and_filters(size: tuple[int, int], dark: bool, tmp_path: Path) -> None:
    with opened(page(lang="zh" if dark else "en"), tmp_path, size=size, dark=dark) as watch:
        watch.page.click("#open-all")
        assert watch.overflow() <= 0
        assert watch.low_contrast() == []
        shown = watch.page.locator(".finding:visible")
        assert shown.count() == 16
        for state in ("open", "clear", "not-present", "not-checked"):
            watch.page.uncheck(f"#filters [value={state}]")
        assert shown.count() == 1 and shown.get_attribute("id") == "f-DEBT-Q1"
        watch.page.click("#clear")
        watch.page.keyboard.press("/")
        watch.page.keyboard.type("utils.h")
        assert shown.count() == 1
        assert watch.complaints == []


@needs_browser
def test_the_table_leads_to_the_item_and_opens_it(tmp_path: Path) -> None:
    with opened(page(), tmp_path) as watch:
        assert watch.page.locator("#f-MLS-2").get_attribute("open") is None
        watch.page.click("a[href='#f-MLS-2']")
        watch.page.wait_for_selector("#f-MLS-2[open]", state="attached")
        assert watch.complaints == []
