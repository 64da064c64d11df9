"""Headless Chromium for the tests of pages, where it is installed.

`HYGON_LINT_CHROMIUM` names the program; otherwise `chromium` is looked for on PATH. Playwright drives it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PROGRAM = os.environ.get("HYGON_LINT_CHROMIUM") or shutil.which("chromium") or ""
MISSING = (
    "no chromium: set HYGON_LINT_CHROMIUM or install it" if not PROGRAM else "no playwright: pip install playwright"
)
needs_browser = pytest.mark.skipif(not PROGRAM or find_spec("playwright") is None, reason=MISSING)

WIDTHS = ((1280, 900), (390, 800))

OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOW_CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = parse(getComputedStyle(e).backgroundColor);
      if (color.length === 3 || color[3] > 0.99) return color;
    }
    return parse(getComputedStyle(document.documentElement).backgroundColor);
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("script, style")) continue;
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const text = walker.currentNode.data.trim().slice(0, 30);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${element.className || element.tagName}: ${text}`);
  }
  return [...new Set(poor)];
}"""


class Watch:
    """A page, and everything it did that a report must not do."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda message: self.complaints.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.complaints.append("a dialog"), dialog.dismiss()))
        page.on("request", lambda request: self._requested(request.url))

    def _requested(self, url: str) -> None:
        if not url.startswith("file:"):
            self.complaints.append(f"request: {url}")

    def overflow(self) -> int:
        """Pixels by which the page is wider than its window."""
        return int(self.page.evaluate(OVERFLOW))

    def low_contrast(self) -> list[str]:
        """Visible texts whose contrast is below 4.5."""
        return list(self.page.evaluate(LOW_CONTRAST))


@contextmanager
def opened(text: str, folder: Path, *, size: tuple[int, int] = WIDTHS[0], dark: bool = False) -> Iterator[Watch]:
    """The page in a window of its own."""
    from playwright.sync_api import sync_playwright

    path = folder / "page.html"
    path.write_text(text, "utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox", "--disable-gpu"])
        try:
            window = browser.new_page(
                viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
            )
            watch = Watch(window)
            window.goto(path.as_uri())
            yield watch
        finally:
            browser.close()
