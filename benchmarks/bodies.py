"""Is any function body of real sources missing from the typed tree, and not listed as blind?

    python benchmarks/bodies.py --corpus DIR [--corpus DIR ...] [--sample 200] [--seed 1]

The bodies are those that tree-sitter finds in the text as it stands: of functions and of lambdas, with anything in
them. Each must be a body of the typed tree (`hygon-lint ast`) in some arch class (one that is handed through several
macros has the place of the outermost use), or have a blind spot, which is how unreached arms are listed, too. Nothing
of a checkout is run. The exit code is 1 when a body is missing.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tree_sitter_cpp
from coverage import sources
from tree_sitter import Language, Parser

from hygon_lint.finding import BlindSpot
from hygon_lint.frontend import coverage, syntax
from hygon_lint.frontend.arch_classes import classes_of, inherited_macros
from hygon_lint.frontend.nodes import Block, Unit
from hygon_lint.frontend.other_arms import more_classes
from hygon_lint.frontend.prelude import Prelude
from hygon_lint.frontend.rounds import Rounds
from hygon_lint.frontend.source import SourceText
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.model.arches import known_arches

_PARSER = Parser(Language(tree_sitter_cpp.language()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, type=Path, action="append")
    parser.add_argument("--sample", type=int, default=200, help="so many files of all checkouts together")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    checkouts = [(corpus, list(sources(corpus))) for corpus in options.corpus]
    every = [(number, source) for number, (_, files) in enumerate(checkouts) for source in files]
    chosen = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    bodies = typed = in_macros = listed = 0
    missing: list[str] = []
    for number, (corpus, files) in enumerate(checkouts):
        mine = [source for at, source in chosen if at == number]
        prelude = Prelude.build(files) if mine else None
        for source in mine:
            tree = syntax.parse(source)
            units = list(units_of(tree, prelude))
            blocks = [node for unit in units for node in blocks_of(unit)]
            starts = {node.span.start for node in blocks}
            uses = {node.span for node in blocks if node.macro is not None}
            _, blind = coverage.measure(tree, units)
            for body in bodies_of(source, tree):
                bodies += 1
                if body.start_byte in starts:
                    typed += 1
                elif any(use.start <= body.start_byte and body.end_byte <= use.end for use in uses):
                    in_macros += 1
                elif is_blind(source, body, blind):
                    listed += 1
                else:
                    missing.append(f"{corpus.name}/{source.path}:{source.line_of(body.start_byte)}")
    print(
        f"{len(chosen)} files, {bodies} bodies: {typed} in the typed tree, {in_macros} in that of a macro's use around"
    )
    print(f"them, {listed} listed blind, {len(missing)} missing")
    print("\n".join(missing))
    sys.exit(1 if missing else 0)


def units_of(tree: SyntaxFile, prelude: Prelude | None) -> Iterator[Unit]:
    """The typed units of a file, as a scan makes them."""
    arches = tuple(known_arches().values())
    rounds = Rounds(tree, prelude)
    classes = classes_of(tree, arches, inherited_macros(rounds.header, arches, tree.identifiers))
    for one in (*classes, *more_classes(tree, classes, rounds.header)):
        yield rounds.unit(one)


def blocks_of(unit: Unit) -> Iterator[Block]:
    """All blocks of a unit."""
    for top in (*unit.functions, *unit.globals):
        yield from (node for node in top.walk() if isinstance(node, Block))


def bodies_of(source: SourceText, tree: SyntaxFile) -> Iterator[Any]:
    """The bodies with code in them that tree-sitter finds, outside macros and arms that nobody reads (`#if 0`)."""
    code = tree.lexed.code
    stack = [_PARSER.parse(source.data).root_node]
    while stack:
        node = stack.pop()
        stack.extend(node.children)
        if node.type not in ("function_definition", "lambda_expression"):
            continue
        body = node.child_by_field_name("body")
        if body is None or body.type != "compound_statement" or body.has_error:
            continue
        inside = code[body.start_byte + 1 : body.end_byte - 1].strip(b" \t\r\n;{}")
        dead = any(span.start <= body.start_byte < span.end for span in tree.dead)
        directive = any(d.span.start <= body.start_byte < d.span.end for d in tree.lexed.directives)
        if inside and not dead and not directive:
            yield body


def is_blind(source: SourceText, body: Any, blind: tuple[BlindSpot, ...]) -> bool:
    """Whether a blind spot touches a body."""
    first, last = source.line_of(body.start_byte), source.line_of(body.end_byte)
    return any(spot.line <= last and first <= spot.end_line for spot in blind)


if __name__ == "__main__":
    main()
