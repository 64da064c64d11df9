"""The shell of every HTML page: one file, no network, no script but our own.

The content security policy names the hashes of the style and script that ship with the program, so nothing that a
template could let through by mistake would run. All values are escaped; `safe_text` also makes visible what a browser
would obey or hide (controls, bidirectional marks).
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from hygon_lint.finding import Text
from hygon_lint.report.plain import harmless
from hygon_lint.report.words import number, percent

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_PACKAGE = "hygon_lint.report"
_SHARED = ("page.html", "parts.html")  # what templates of every package extend and import


def page(package: str, template: str, lang: str, **values: Any) -> str:
    """The template called `template` in `package`, usually an extension of `page.html`, filled with `values`."""
    style, script = _resource(_PACKAGE, "page.css"), _resource(_PACKAGE, "page.js")
    environment = _environment(package)
    return environment.get_template(template).render(
        lang=lang,
        html_lang="zh-CN" if lang == "zh" else "en",
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'",
        t=lambda en, zh: Text(en, zh).get(lang),
        **values,
    )


def prose(text: str) -> Markup:
    """A text with what stands between backticks shown as code."""
    from markupsafe import Markup, escape

    parts = harmless(text).split("`")
    if len(parts) % 2 == 0:  # a backtick without a partner
        return escape(harmless(text))
    shown = (f"<code>{escape(part)}</code>" if index % 2 else str(escape(part)) for index, part in enumerate(parts))
    return Markup("".join(shown))


@cache
def _environment(package: str) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(lambda name: _resource(_PACKAGE if name in _SHARED else package, name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["plain"] = harmless
    environment.filters["prose"] = prose
    environment.filters["number"] = number
    environment.filters["percent"] = percent
    return environment


@cache
def _resource(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digest}'"
