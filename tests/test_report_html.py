"""The HTML report: self-contained, harmless, readable without scripts, and working in a real browser."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import WIDTHS, needs_browser, opened
from hypothesis import given, settings
from report_samples import EMPTY, FILES, REPORTS, hostile_report, options, reader, report, srd_finding, widen_finding

from hygon_lint.finding import Confidence, Place, Severity
from hygon_lint.outcome import Report
from hygon_lint.report import html, html_overview
from hygon_lint.report.html_page import prose
from hygon_lint.report.html_view import View

VOID = {"meta", "br", "input", "rect", "link", "img"}


class Elements(HTMLParser):
    """All elements with their attributes and texts; complains about what does not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {key: value or "" for key, value in attrs}))
        if tag not in VOID or tag == "rect":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.texts.append(data)

    def named(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())


def many() -> Report:
    """Findings of all sorts in a few files and arches."""
    paths = [*FILES, "setup.py", f"csrc/{'a_rather_long_folder_name/' * 4}kernel_gfx92a.h"]
    findings = [
        (srd_finding if n % 3 else widen_finding)(
            place=Place(paths[n % 4], n % 8 + 1, 2, n % 8 + 1, 30),
            severity=list(Severity)[n % 3],
            confidence=list(Confidence)[n % 2],
            archs=[(), ("gfx938",), ("gfx928", "gfx936", "gfx938", "gfx92a")][n % 3],
            audit=[("MLS-1", "DEBT-7.1"), ("DEBT-2",), ("GEN-EXCLUSIVE-MACROS",)][n % 3],
            state="baseline" if n % 5 == 0 else "new",
        )
        for n in range(40)
    ]
    return report(*findings)


# ---------------------------------------------------------------- the page as text


@pytest.mark.parametrize("made", [report(), EMPTY, many()], ids=["plain", "empty", "many"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_is_well_formed_and_needs_nothing_else(made: Report, lang: str) -> None:
    text = html.render(made, options(lang=lang))
    elements = Elements(text)
    assert not [a for _, a in elements.found if "src" in a or "style" in a or any(key.startswith("on") for key in a)]
    assert not elements.named("link") and not elements.named("img") and not elements.named("iframe")
    assert "@import" not in text and "url(" not in text
    ids = Counter(a["id"] for _, a in elements.found if "id" in a)
    assert all(count == 1 for count in ids.values())
    for _, attributes in elements.found:
        for key in ("aria-labelledby",):
            assert attributes.get(key, "main") in ids
        if attributes.get("href", "").startswith("#"):
            assert attributes["href"][1:] in ids
    for svg in elements.named("svg"):
        assert svg.get("aria-label") or svg.get("aria-labelledby") or svg.get("aria-hidden") == "true"
    (page,) = elements.named("html")
    assert page["lang"] == ("zh-CN" if lang == "zh" else "en")


def test_it_holds_every_finding_with_code_flow_fix_and_links() -> None:
    elements = Elements(html.render(report(), options()))
    assert len([a for a in elements.named("details") if "finding" in a.get("class", "")]) == 2
    for part in (
        "HYG101 srd-word-arithmetic",
        "csrc/目录 a/load#1.h error HYG101 srd-word-arithmetic 4:2 word 0 of v_srsrc",
        "v_srsrc[0] = root[0] + tile * 32 * stride * sizeof(half)",
        "the load uses it csrc/目录 a/load#1.h:6:5",
        "Fix review it add in 64 bits and limit to 48",
        "word 1 is copied here",
        "1 × unknown type Frobnicator",
        "csrc/bad.hip : the worker crashed (SIGSEGV)",
        "Configuration: pyproject.toml",
        "Adds to word 0 of a descriptor without a carry.",
    ):
        assert part in elements.text.replace("csrc/bad.hip:", "csrc/bad.hip :")
    links = {a["href"] for a in elements.named("a")}
    assert any(link.endswith("/docs/rules/HYG101.md") for link in links)
    assert any(link.endswith("/docs/audit/DEBT-7.1.md") for link in links)
    assert "https://cwe.mitre.org/data/definitions/190.html" in links


def test_chinese_page() -> None:
    elements = Elements(html.render(many(), options(lang="zh")))
    for part in ("概览", "按审计条目与严重程度", "逐步说明", "问题列表", "规则说明", "v_srsrc 的 0 号字存入 64 位和"):
        assert part in elements.text
    assert not re.search(r"\b(Findings|Overview|Severity|error|warning)\b", elements.text)
    assert any("/docs/zh/rules/HYG101.md" in a["href"] for a in elements.named("a"))


def test_the_marked_piece_is_the_place() -> None:
    (file,) = View(report(), options()).files([srd_finding()])
    (hit,) = [line for line in file["findings"][0]["code"] if line.marked]
    assert (hit.number, hit.before) == (4, "\t")
    assert hit.marked == FILES["csrc/目录 a/load#1.h"].splitlines()[3][1:58]
    assert hit.after.endswith("// 第二块，低字")
    assert [line.number for line in file["findings"][0]["code"]] == [2, 3, 4, 5, 6]


def test_a_very_long_line_is_cut_around_the_mark() -> None:
    text = "a" * 300_000 + "MARK" + "b" * 300_000
    finding = widen_finding(place=Place("a.h", 1, 300_001, 1, 300_005))
    (file,) = View(report(), options(read=reader({"a.h": text}))).files([finding])
    (line,) = file["findings"][0]["code"]
    assert line.marked == "MARK" and line.before.startswith("…") and line.after.endswith("…")
    assert len(line.before + line.marked + line.after) < 500


def test_hostile_text_stays_text() -> None:
    made, choices = hostile_report()
    text = html.render(made, choices)
    elements = Elements(text)
    assert not elements.named("img") and len(elements.named("script")) == 1
    assert "49" not in [word for word in elements.text.split() if word == "49"]
    assert "{{7*7}}" in elements.text and "<img src=x onerror=alert(1)>" in elements.text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028]", text)


def test_only_our_own_script_and_style_may_run() -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html.render(EMPTY, options()))
    assert policy is not None
    assert "default-src &#39;none&#39;" in policy[1] and policy[1].count("sha256-") == 2
    assert "unsafe" not in policy[1]


def test_findings_beyond_the_limit_are_said_to_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "LIMIT", 1)
    elements = Elements(html.render(report(), options()))
    assert "1 less severe findings are not on this page" in elements.text
    assert [a["data-rule"] for a in elements.named("details") if "data-rule" in a] == ["HYG101"]


def test_a_clean_run_says_so() -> None:
    elements = Elements(html.render(EMPTY, options()))
    assert "No findings." in elements.text and not elements.named("form")


@settings(max_examples=30, deadline=None)
@given(REPORTS)
def test_any_report_is_well_formed(made: Report) -> None:
    text = html.render(made, options())
    Elements(text)
    text.encode("utf-8")


# ---------------------------------------------------------------- the overview


def test_bars_add_up_and_the_longest_fills_its_room() -> None:
    rows = html_overview.bars(many().findings, "en", by="item")
    assert rows == sorted(rows, key=lambda row: (-row.total, row.key))
    assert abs(sum(piece.width for piece in rows[0].pieces) - 100) < 0.1
    assert all(sum(piece.count for piece in row.pieces) == row.total for row in rows)


def test_the_heat_map_tells_every_arch_from_single_ones_and_sums_up_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = [
        widen_finding(archs=()),
        widen_finding(place=Place("b.h", 1, 1, 1, 2), archs=("gfx92a", "gfx938")),
        widen_finding(place=Place("b.h", 2, 1, 2, 2), archs=("gfx938",)),
        widen_finding(place=Place("c.h", 1, 1, 1, 2), archs=("gfx938",)),
    ]
    monkeypatch.setattr(html_overview, "HEAT_ROWS", 1)
    heat = html_overview.heat_map(report(), findings)
    assert heat["columns"] == ["", "gfx92a", "gfx938"]
    assert [cell["count"] for cell in heat["rows"][0]["cells"]] == [0, 1, 2] and heat["rows"][0]["total"] == 2
    assert heat["more"] == 2 and [cell["count"] for cell in heat["rest"]["cells"]] == [1, 0, 1]


def test_coverage_pieces_are_all_the_lines() -> None:
    made = html_overview.coverage(report(), "en")
    assert made is not None
    assert [(p.kind, p.count) for p in made["pieces"]] == [
        ("typed", 190),
        ("seen", 9),
        ("unseen", 1),
        ("not-needed", 20),
    ]
    assert abs(sum(p.width for p in made["pieces"]) - 100) < 0.01
    assert html_overview.coverage(EMPTY, "en") is None


def test_prose() -> None:
    assert prose("a `b<c>` d") == "a <code>b&lt;c&gt;</code> d"
    assert prose("one ` only <b>") == "one ` only &lt;b&gt;"


# ---------------------------------------------------------------- in a browser


@needs_browser
@pytest.mark.parametrize("size", WIDTHS, ids=["wide", "narrow"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_error_no_overflow_enough_contrast(size: tuple[int, int], dark: bool, tmp_path: Path) -> None:
    lang = "zh" if dark else "en"
    with opened(html.render(many(), options(lang=lang)), tmp_path, size=size, dark=dark) as watch:
        assert watch.overflow() == 0
        watch.page.click("#open-all")
        watch.page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        assert watch.page.locator(".finding[open]").count() == 40
        assert watch.overflow() == 0
        assert watch.low_contrast() == []
        assert watch.complaints == []


@needs_browser
def test_the_filters_filter(tmp_path: Path) -> None:
    with opened(html.render(many(), options()), tmp_path) as watch:
        page = watch.page
        visible = page.locator(".finding:visible")

        def shown() -> int:
            count = visible.count()
            assert page.inner_text("#shown") == f"{count} of 40 findings shown"
            return int(count)

        assert shown() == 40
        page.uncheck("[name=severity][value=error]")
        assert shown() == 26
        page.click("#clear")
        assert shown() == 40
        page.select_option("[name=rule]", "HYG202")
        assert shown() == 14
        page.select_option("[name=item]", "MLS-1")
        assert shown() == 14 and page.locator(".file:visible").count() == 4
        page.fill("[name=text]", "no such words")
        assert shown() == 0 and page.locator("#nothing").is_visible()
        page.click("#clear")
        page.select_option("[name=arch]", "gfx92a")
        assert shown() == 14 + 13  # those that name it, and those that hold in every arch
        page.select_option("[name=arch]", "")
        page.select_option("[name=confidence]", "medium")
        assert shown() == 20
        page.click("#clear")
        page.select_option("[name=state]", "baseline")
        assert shown() == 8
        page.click("#by-item ~ .scroll button[data-value=DEBT-2]")
        assert shown() == 13 and page.evaluate("() => document.activeElement.tagName") == "SUMMARY"
        page.click(".heat button[data-value='setup.py'][data-arch='gfx938'] >> nth=0")
        assert {e.get_attribute("data-path") for e in visible.element_handles()} == {"setup.py"}
        assert page.input_value("[name=text]") == "file:setup.py"
        page.click("#clear")
        page.fill("[name=text]", "SETUP.py")
        assert shown() == 10
        assert watch.complaints == []


@needs_browser
def test_the_keyboard_suffices(tmp_path: Path) -> None:
    with opened(html.render(report(), options()), tmp_path) as watch:
        page = watch.page
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.className") == "skip"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("() => document.documentElement.dataset.theme") == "light"
        page.keyboard.press("/")
        page.keyboard.type("srsrc")
        assert page.locator(".finding:visible").count() == 1
        page.keyboard.press("Tab")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        assert page.locator(".finding[open]").count() == 1
        assert watch.complaints == []


@needs_browser
def test_a_hostile_report_runs_nothing(tmp_path: Path) -> None:
    made, choices = hostile_report()
    for size in WIDTHS:
        with opened(html.render(made, choices), tmp_path, size=size) as watch:
            watch.page.click("#open-all")
            assert watch.page.evaluate("() => document.images.length + document.scripts.length") == 1
            assert watch.overflow() == 0
            assert watch.complaints == []


@needs_browser
def test_the_watch_would_complain(tmp_path: Path) -> None:
    page = "<p style='color:#ccc;background:#fff;width:3000px'>pale</p><script>console.log(1); nonsense()</script>"
    with opened(page, tmp_path) as watch:
        assert watch.overflow() > 0 and watch.low_contrast()
        assert [complaint.split(":")[0] for complaint in watch.complaints] == ["console log", "error"]
