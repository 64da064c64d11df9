"""A file as text with structure: comments, preprocessor, functions, tree. Everything is computed when asked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from hygon_lint.frontend.digraphs import without_digraphs
from hygon_lint.frontend.directives import (
    Arm,
    Chain,
    Define,
    Directives,
    Include,
    Undef,
    dead_arms,
    is_foreign,
    read_directives,
)
from hygon_lint.frontend.extents import FunctionExtent, function_extents
from hygon_lint.frontend.lexing import Comment, Directive, Lexed, Literal, blank
from hygon_lint.frontend.source import SourceText, Span

if TYPE_CHECKING:
    from hygon_lint.frontend.syntax_tree import SyntaxNode, Tree

__all__ = [
    "Arm",
    "Chain",
    "Comment",
    "Define",
    "Directive",
    "FunctionExtent",
    "Include",
    "Literal",
    "SyntaxFile",
    "Undef",
    "parse",
]


def _nothing(_: str) -> Sequence[str]:
    return ()


def _never(_: str) -> bool:
    return False


_IDENTIFIER = re.compile(rb"(?<![\w.'])[A-Za-z_]\w*")


def parse(source: SourceText) -> SyntaxFile:
    """The lazily structured view of a C++ source."""
    return SyntaxFile(without_digraphs(source))


class SyntaxFile:
    """What can be said about a C++ file without types. Offsets are those of `source.data`."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.macros_elsewhere: Callable[[str], Sequence[str]] = _nothing
        """The `#define` lines of a macro in the whole checkout, set by whoever has indexed one."""
        self.include_found: Callable[[str], bool] = _never
        """Whether the checkout has the file that an include of this one means, and what that includes; set likewise."""

    # ------------------------------------------------------------ lexical

    @cached_property
    def lexed(self) -> Lexed:
        """The lexical pass; `lexed.no_comments`, `.no_literals`, `.code` are blanked copies of the text."""
        return Lexed(self.source.data)

    @property
    def comments(self) -> list[Comment]:
        """All comments in source order."""
        return self.lexed.comments

    @property
    def literals(self) -> list[Literal]:
        """All string and character literals in source order."""
        return self.lexed.literals

    @property
    def strings(self) -> list[Literal]:
        """String literals (raw ones too) in source order."""
        return [lit for lit in self.lexed.literals if lit.kind != "char"]

    @property
    def preprocessor_lines(self) -> list[Directive]:
        """All preprocessor lines in source order."""
        return self.lexed.directives

    def text(self, span: Span) -> str:
        """The source text of a span."""
        return self.source.text(span)

    @cached_property
    def comment_runs(self) -> tuple[tuple[Comment, ...], ...]:
        """All comments, with `//` comments on neighbouring lines (nothing else on them) joined into one run."""
        runs: list[list[Comment]] = []
        for comment in self.comments:
            if runs and self._continues(runs[-1][-1], comment):
                runs[-1].append(comment)
            else:
                runs.append([comment])
        return tuple(tuple(run) for run in runs)

    def _continues(self, last: Comment, comment: Comment) -> bool:
        if not (last.line and comment.line and last.kind == comment.kind):
            return False
        between = self.source.data[last.span.end : comment.span.start]
        if between.strip(b" \t\f\v") not in (b"\n", b"\r\n", b"\r"):
            return False
        return self.alone_on_line(last)

    def alone_on_line(self, comment: Comment) -> bool:
        """Whether only blanks stand before the comment on its line."""
        start = self.source.line_start(self.source.line_of(comment.span.start))
        return not self.source.data[start : comment.span.start].strip()

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """Every identifier and keyword outside comments, literals and dead arms; preprocessor lines included."""
        found = set(_IDENTIFIER.findall(blank(self.lexed.no_literals, self.dead)))
        return frozenset(word.decode("ascii") for word in found)

    # ------------------------------------------------------------ preprocessor

    @cached_property
    def _directives(self) -> Directives:
        return read_directives(self.lexed)

    @property
    def chains(self) -> list[Chain]:
        """All `#if` chains, ordered by their `#if` (so outer ones come before inner ones)."""
        return self._directives.chains

    @property
    def defines(self) -> list[Define]:
        """All `#define`s in source order."""
        return self._directives.defines

    @property
    def undefs(self) -> list[Undef]:
        """All `#undef`s in source order."""
        return self._directives.undefs

    @property
    def includes(self) -> list[Include]:
        """All `#include`s in source order."""
        return self._directives.includes

    @property
    def stray_conditionals(self) -> list[Span]:
        """`#else`, `#elif` and `#endif` lines that belong to no `#if`."""
        return self._directives.stray

    @cached_property
    def unseen_headers(self) -> tuple[str, ...]:
        """Included headers of some project that the checkout lacks (or whose own includes it lacks)."""
        return tuple(
            include.target
            for include in self.includes
            if not (include.system and is_foreign(include.target)) and not self.include_found(include.target)
        )

    @cached_property
    def dead_arms(self) -> list[Arm]:
        """Arms no compiler ever sees: `#if 0` and its kin."""
        return dead_arms(self.chains, self.lexed.no_comments)

    @cached_property
    def dead(self) -> list[Span]:
        """Bodies of the dead arms, outermost only, in source order."""
        spans: list[Span] = []
        for arm in self.dead_arms:
            if not spans or arm.body.start >= spans[-1].end:
                spans.append(arm.body)
        return spans

    @cached_property
    def include_guard(self) -> Chain | None:
        """The chain of an `#ifndef X` / `#define X` guard around the whole file, when there is one."""
        if not self.chains:
            return None
        chain = self.chains[0]
        arm = chain.arms[0]
        if len(chain.arms) != 1 or arm.kind not in ("ifndef", "if"):
            return None
        outside = self.lexed.no_comments[: chain.span.start] + self.lexed.no_comments[chain.span.end :]
        if re.sub(rb"#[ \t]*pragma[^\r\n]*", b"", outside).strip():
            return None
        name = self.lexed.no_comments[arm.condition.start : arm.condition.end].strip()
        if arm.kind == "if":
            match = re.fullmatch(rb"!\s*defined\s*\(?\s*(\w+)\s*\)?", name)
            if match is None:
                return None
            name = match[1]
        first = next((d for d in self.defines if d.span.start >= arm.body.start), None)
        return chain if first is not None and first.name.encode() == name else None

    def arm_at(self, offset: int) -> Arm | None:
        """The innermost arm whose body holds the offset."""
        best: Arm | None = None
        for chain in self.chains:
            if chain.span.start > offset:
                break
            if chain.span.end <= offset:
                continue
            for arm in chain.arms:
                if arm.body.start <= offset < arm.body.end:
                    best = arm
        return best

    # ------------------------------------------------------------ tree

    @cached_property
    def tree(self) -> Tree:
        """The concrete syntax tree, with what was masked for it."""
        from hygon_lint.frontend.syntax_tree import parse_tree

        return parse_tree(self.source.data, self.lexed.no_literals, self.chains, self.dead_arms)

    @property
    def root(self) -> SyntaxNode:
        """The root of the tree."""
        return self.tree.root

    # ------------------------------------------------------------ functions and lines

    @cached_property
    def functions(self) -> tuple[FunctionExtent, ...]:
        """All functions with a body, in source order; local classes and lambdas belong to the function around them."""
        return function_extents(self.lexed.code, self.chains, self.dead_arms)

    @cached_property
    def _function_starts(self) -> list[int]:
        return [f.span.start for f in self.functions]

    def function_at(self, offset: int) -> FunctionExtent | None:
        """The function whose span (head included) holds the offset."""
        index = bisect_right(self._function_starts, offset) - 1
        while index >= 0:
            function = self.functions[index]
            if function.span.end > offset:
                return function
            index -= 1
            if index >= 0 and self.functions[index].span.end <= function.span.start:
                break
        return None

    @cached_property
    def code_lines(self) -> frozenset[int]:
        """1-based lines with at least one token outside comments, preprocessor lines and dead arms.

        A literal that spans lines makes each of them a code line.
        """
        text = blank(self.lexed.code, self.dead)
        lines = {number for number, line in enumerate(text.splitlines(), 1) if line.strip()}
        dead = self.dead
        for literal in self.literals:
            if literal.kind == "raw" and not any(d.contains(literal.span) for d in dead):
                first, last = self.source.line_of(literal.span.start), self.source.line_of(literal.span.end - 1)
                if self._in_code(literal.span.start):
                    lines.update(range(first, last + 1))
        return frozenset(lines)

    def _in_code(self, offset: int) -> bool:
        directives = self.lexed.directives
        index = bisect_right([d.span.start for d in directives], offset) - 1
        return index < 0 or directives[index].span.end <= offset

    def code_lines_in(self, span: Span) -> list[int]:
        """The code lines that a span touches, in order."""
        first, last = self.source.line_of(span.start), self.source.line_of(max(span.start, span.end - 1))
        return [line for line in range(first, last + 1) if line in self.code_lines]
