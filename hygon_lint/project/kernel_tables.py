"""Tables of kernels or code objects by arch in C++ sources: `{{"gfx936", "fa_gfx936.co"}, ...}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hygon_lint.finding import Fact
from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import known_arches

_ENTRY = re.compile(rb"\{\s*(?:std::string\()?\"(gfx[0-9a-f]+)[^\"]*\"\)?\s*,\s*(&?[\w:]+(?:<[^{};]*?>)?|\"[^\"\n]*\")")
_KERNEL = re.compile(rb"\.(?:co|hsaco|s)\b|kernel|launch|run_|_run|func|fwd|bwd", re.IGNORECASE)
_HEAD = re.compile(rb"(\w+)\s*(?:\[[^\]]*\]\s*)?=?\s*\{\s*\Z")
_LIST = re.compile(
    rb"(\w+)\s*(?:\[[^\]\n]*\]\s*)?=?\s*\{\s*(\"gfx[0-9a-f]+[^\"\n]*\"(?:\s*,\s*\"gfx[0-9a-f]+[^\"\n]*\")*)\s*,?\s*\}"
)
_NAME = re.compile(rb"\"(gfx[0-9a-f]+)")
_GAP = 400  # bytes between two entries of one table


def kernel_tables(syntax: SyntaxFile) -> Iterator[Fact]:
    """Initialisers with two or more entries that map an arch's name to a kernel."""
    if b'"gfx' not in syntax.source.data:
        return
    text = syntax.lexed.no_comments
    run: list[re.Match[bytes]] = []
    for match in _ENTRY.finditer(text):
        if run and (match.start() - run[-1].end() > _GAP or b";" in text[run[-1].end() : match.start()]):
            yield from _table(syntax, run)
            run = []
        run.append(match)
    yield from _table(syntax, run)


def _table(syntax: SyntaxFile, run: list[re.Match[bytes]]) -> Iterator[Fact]:
    archs = dict.fromkeys(match[1].decode() for match in run)
    if len(archs) < 2 or not all(_KERNEL.search(match[2]) for match in run):
        return
    start = run[0].start()
    head = _HEAD.search(syntax.lexed.no_comments, max(start - 200, 0), start)
    name = head[1].decode("ascii", "replace") if head is not None else ""
    place = syntax.source.place(Span(start, run[0].end()))
    yield Fact("kernel_table", place, {"name": name, "archs": list(archs)})


def arch_lists(syntax: SyntaxFile) -> Iterator[Fact]:
    """Variables that are initialised with nothing but names of arches: `supported[] = {"gfx936", "gfx938"}`."""
    if b'"gfx' not in syntax.source.data:
        return
    known = known_arches()
    for match in _LIST.finditer(syntax.lexed.no_comments):
        archs = dict.fromkeys(name.decode() for name in _NAME.findall(match[2]))
        if all(arch in known for arch in archs):
            place = syntax.source.place(Span(*match.span(2)))
            yield Fact("arch_names", place, {"name": match[1].decode("ascii", "replace"), "archs": list(archs)})
