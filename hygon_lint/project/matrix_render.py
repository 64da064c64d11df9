"""The arch matrix as text for a terminal, as Markdown, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from hygon_lint.project.matrix import KINDS, Matrix, Row, as_json

FORMATS = ("text", "json", "markdown")

_MOST_LINES = 3
_PLAIN_WIDTH = 140  # columns when the output is no terminal
_HEADS = {"en": ("place", "conflicts", "not compared", "open questions"), "zh": ("位置", "矛盾", "未对照", "待确认")}
_LEGEND = {
    "en": "a cell holds lines; ¬ conditions for all but this arch; ! a finding is about one of them; "
    "✗ the place lacks the arch; ? an open question",
    "zh": "单元格内为行号；“¬”为把该架构排除在外的条件，“!”为其中某处有问题，“✗”为缺少该架构，“?”为规格待确认",
}


def render(name: str, matrix: Matrix, lang: str, *, width: int | None = None, colour: bool = False) -> str:
    """The matrix in a format of `FORMATS`."""
    if name == "json":
        return json.dumps(as_json(matrix, lang), ensure_ascii=False, indent=2) + "\n"
    return markdown(matrix, lang) if name == "markdown" else text(matrix, lang, width=width, colour=colour)


def cell(row: Row, arch: str) -> str:
    """What a row says of an arch: `6,41,51`, `29!`, `¬83`, `✗`, or nothing."""
    if arch in row.lacks:
        return "✗"
    lines = [str(line) for line in row.cells.get(arch, ())] + [f"¬{line}" for line in row.shuts.get(arch, ())]
    if not lines:
        return ""
    more = f"+{len(lines) - _MOST_LINES}" if len(lines) > _MOST_LINES else ""
    return f"{','.join(lines[:_MOST_LINES])}{more}{'!' if arch in row.conflicts else ''}"


def label(row: Row) -> str:
    """What a row is: the file, the name of the list, its role or class."""
    name = f" {row.name}" if row.name else ""
    detail = f" ({row.detail})" if row.detail else ""
    return f"{row.path}{name}{detail}"


def _parts(matrix: Matrix) -> Iterator[tuple[str, list[Row]]]:
    for kind in KINDS:
        rows = [row for row in matrix.rows if row.kind == kind]
        if rows:
            yield kind, rows


def _head(arch: object) -> str:
    name, is_open = getattr(arch, "name", ""), getattr(arch, "open", ())
    return f"{name}?" if is_open else str(name)


# ---------------------------------------------------------------- text


def text(matrix: Matrix, lang: str, *, width: int | None = None, colour: bool = False) -> str:
    """Tables for a terminal of `width` cells; many arches are split over several tables."""
    from io import StringIO

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text as RichText

    out = StringIO()
    width = width or _PLAIN_WIDTH
    console = Console(file=out, width=width, force_terminal=colour, no_color=not colour, highlight=False, emoji=False)
    names = [arch.name for arch in matrix.arches]
    place = _HEADS[lang][0]
    each = max(3, (width - 44) // 10)
    for start in range(0, len(names), each):
        chunk = matrix.arches[start : start + each]
        table = Table(pad_edge=False, box=SIMPLE_HEAD)
        table.add_column(place, overflow="fold")
        for arch in chunk:
            table.add_column(_head(arch), justify="right", overflow="fold")
        for kind, rows in _parts(matrix):
            shown = [row for row in rows if any(cell(row, arch.name) for arch in chunk)]
            if not shown:
                continue
            table.add_section()
            table.add_row(RichText(KINDS[kind].get(lang), style="bold"))
            for row in shown:
                cells = [RichText(cell(row, arch.name), style=_style(row, arch.name)) for arch in chunk]
                table.add_row(RichText(f"  {label(row)}"), *cells)
        console.print(table)
    console.print(RichText(_LEGEND[lang], style="dim"))
    for title, lines in _notes(matrix, lang):
        console.print()
        console.print(RichText(title, style="bold"))
        for line in lines:
            console.print(RichText(f"  {line}"))
    return out.getvalue()


def _style(row: Row, arch: str) -> str:
    return "bold red" if arch in row.conflicts or arch in row.lacks else ""


def _notes(matrix: Matrix, lang: str) -> Iterator[tuple[str, list[str]]]:
    _, conflicts, missing, questions = _HEADS[lang]
    if matrix.conflicts:
        lines = [f"{one.path}:{one.line}: {one.rule} {one.message.get(lang)}" for one in matrix.conflicts]
        yield f"{conflicts} ({len(lines)})", lines
    still_open = [f"{arch.name} ({arch.codename}): {', '.join(arch.open)}" for arch in matrix.arches if arch.open]
    if still_open:
        yield questions, still_open
    if matrix.not_compared:
        yield missing, [text.get(lang) for text in matrix.not_compared]


# ---------------------------------------------------------------- markdown


def markdown(matrix: Matrix, lang: str) -> str:
    """One table a kind of place."""
    lines: list[str] = []
    names = [arch.name for arch in matrix.arches]
    for kind, rows in _parts(matrix):
        lines += [f"### {KINDS[kind].get(lang)}", ""]
        lines.append(_line([_HEADS[lang][0], *(_head(arch) for arch in matrix.arches)]))
        lines.append("|" + "---|" * (len(names) + 1))
        lines += [_line([f"`{_escaped(label(row))}`", *(cell(row, name) for name in names)]) for row in rows]
        lines.append("")
    lines += [_LEGEND[lang], ""]
    for title, notes in _notes(matrix, lang):
        lines += [f"### {title}", "", *(f"- {_escaped(note)}" for note in notes), ""]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escaped(text: str) -> str:
    """Text that no table or markup of Markdown can be broken with."""
    flat = " ".join(text.split())
    return flat.replace("\\", "\\\\").replace("|", "\\|").replace("`", "'").replace("<", "&lt;")
