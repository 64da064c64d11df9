"""`hygon-lint ast`: the typed tree as rules see it, for their authors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hygon_lint import output
from hygon_lint.commands import SETTINGS
from hygon_lint.commands.common import compile_db_option, includes_option
from hygon_lint.errors import UsageError

if TYPE_CHECKING:
    from hygon_lint.frontend.nodes import Decl, Node, Unit

_STRUCTURE = frozenset({"source", "span", "macro", "type", "decl", "value", "params", "template_params", "owner"})


@click.command("ast", context_settings=SETTINGS, short_help="Print the typed tree of a file.")
@click.argument("where", metavar="FILE[:LINE]")
@click.option("--arch", default="", metavar="ARCH", help="As this arch sees it. Default: each class of arches.")
@includes_option
@compile_db_option
def command(where: str, arch: str, includes: str, compile_db: Path | None) -> int:
    """Print the typed tree of FILE (or of the function or variable around LINE) as rules see it."""
    path, line = _split(where)
    for unit in _units(path, arch, includes, str(compile_db or "")):
        arches = ", ".join(unit.arch_class.archs) or "-"
        host = " and the host" if unit.arch_class.host else ""
        output.to_stdout(f"# arch class {unit.arch_class.name}: {arches}{host}\n")
        for node in sorted((*unit.functions, *unit.globals), key=lambda node: node.span):
            place = node.source.place(node.span)
            if line is None or place.line <= line <= place.end_line:
                output.to_stdout("\n".join(lines(node)) + "\n")
    return 0


def _split(where: str) -> tuple[Path, int | None]:
    if Path(where).exists():
        return Path(where), None
    name, colon, number = where.rpartition(":")
    if colon and number.isdigit() and Path(name).exists():
        return Path(name), int(number)
    raise UsageError(f"{where}: no such file")


def _units(path: Path, arch: str, includes: str, compile_db: str) -> Iterator[Unit]:
    from hygon_lint.engine import compilation_of, prelude_of
    from hygon_lint.frontend import syntax
    from hygon_lint.frontend.arch_classes import classes_of, inherited_macros
    from hygon_lint.frontend.decode import DecodeError, decode
    from hygon_lint.frontend.other_arms import more_classes
    from hygon_lint.frontend.rounds import Rounds
    from hygon_lint.model.arches import known_arches, unknown

    known = known_arches()
    if arch and arch not in known:
        raise UsageError(unknown(arch, known))
    root, prelude = prelude_of(str(path), os.path.realpath("."))
    try:
        tree = syntax.parse(decode(os.path.relpath(path, root), path.read_bytes()))
    except DecodeError as error:
        raise UsageError(f"{path}: {error.reason}") from error
    chosen = [known[arch]] if arch else list(known.values())
    compilation, _ = compilation_of(root, includes, compile_db, search=True)
    followed = compilation.follow(tree.source, prelude.project)
    rounds = Rounds(tree, prelude, compilation.flags(tree.source.path), followed)
    classes = classes_of(tree, chosen, inherited_macros(rounds.header, chosen, tree.identifiers))
    for arch_class in (*classes, *more_classes(tree, classes, rounds.header, rounds.settled)):
        yield rounds.unit(arch_class)


def lines(node: Node, depth: int = 0) -> Iterator[str]:
    """The tree below a node, one line a node: class, what it says, its type, where it stands."""
    place = node.source.place(node.span)
    words = [type(node).__name__, *_attributes(node)]
    kind = getattr(node, "type", None)
    if kind is not None:
        words.append(f"<{kind}{'' if kind.known else ': not known'}>")
    words.append(f"@{place.line}:{place.column}")
    if node.macro is not None:
        words.append(f"(macro {node.macro.name}{', argument' if node.macro.from_argument else ''})")
    yield "  " * depth + " ".join(words)
    for child in node.children():
        yield from lines(child, depth + 1)


def _attributes(node: Node) -> Iterator[str]:
    """The plain attributes of a node: names, operators, literals, declarations."""
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "decl" and value is not None:
            yield _declaration(value)
        elif field.name == "value" and isinstance(value, (int, float, str)):
            yield repr(value)
        elif field.name in ("params", "template_params"):
            yield f"{field.name}=({', '.join(f'{p.type} {p.name}' for p in value)})"
        elif field.name not in _STRUCTURE and isinstance(value, (str, bool)) and value:
            yield value if isinstance(value, str) and field.name in ("name", "op") else f"{field.name}={value}"


def _declaration(decl: Decl) -> str:
    value = f" = {decl.value}" if decl.value is not None else ""
    return f"[{decl.kind} {decl.name}: {decl.type}{value}{'' if decl.real else ', stub'}]"
