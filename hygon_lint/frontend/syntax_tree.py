"""The concrete syntax tree of a file: the only module that knows tree-sitter.

Kernel sources hold much that the grammar does not know. Where the tree has errors, bytes that cause them are masked
in place by blanks, so that no position moves, and the file is parsed again; a mask stays only if the errors shrink.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from hygon_lint.frontend import syntax_masks as masks
from hygon_lint.frontend.directives import Arm, Chain
from hygon_lint.frontend.lexing import blank
from hygon_lint.frontend.source import Span

_LONE_CR = re.compile(rb"\r(?!\n)")


class SyntaxNode(Protocol):
    """A node of the tree, as far as callers may use it. Offsets are bytes of the file."""

    @property
    def type(self) -> str: ...
    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def is_error(self) -> bool: ...
    @property
    def is_missing(self) -> bool: ...
    @property
    def has_error(self) -> bool: ...
    @property
    def parent(self) -> SyntaxNode | None: ...
    @property
    def children(self) -> Sequence[SyntaxNode]: ...
    @property
    def named_children(self) -> Sequence[SyntaxNode]: ...
    def child_by_field_name(self, name: str) -> SyntaxNode | None: ...


@dataclass(frozen=True, slots=True)
class Errors:
    """How much of a tree is broken: bytes inside ERROR nodes and the number of errors (missing tokens included)."""

    size: int
    count: int

    @property
    def cost(self) -> int:
        """One figure to compare two trees by."""
        return self.size + 4 * self.count


@dataclass(frozen=True, slots=True)
class Tree:
    """A parsed file. `masked` are the spans that were blanked, `before` the errors without any mask."""

    root: SyntaxNode
    masked: tuple[Span, ...]
    before: Errors
    errors: Errors
    text: bytes  # what was parsed in the end: the file with the masks applied

    def part(self, span: Span) -> SyntaxNode:
        """The tree of a part of the file by itself, at the file's offsets: for functions inside a large ERROR.

        The whole tree where the part is too ambiguous to be parsed.
        """
        import tree_sitter

        whole = tree_sitter.Range((0, span.start), (0, span.end), span.start, span.end)
        parser = tree_sitter.Parser(_parser().language, included_ranges=[whole])
        tree = _parse(self.text, parser)
        return self.root if tree is None else tree.root_node


def parse_tree(data: bytes, skeleton: bytes, chains: Sequence[Chain], dead: Sequence[Arm]) -> Tree:
    """Parse, and mask what the grammar does not know while that helps.

    `skeleton` is the text with comments and the insides of literals blanked (`Lexed.no_literals`).
    """
    readable = _LONE_CR.sub(b"\n", data)
    if not readable.endswith(b"\n"):
        readable += b"\n"  # the grammar wants the last line ended
    first = best = trial = _Attempt(readable, ())
    steps: tuple[Callable[[bytes, list[Span]], Iterator[Span]], ...] = (
        lambda text, _: masks.attributes(text),
        lambda text, _: masks.launches(text),
        lambda _, errors: masks.arms(chains, dead, errors),
        masks.prefix_macros,
        masks.bare_calls,
        masks.expression_words,
        masks.nameable,
    )
    for step in steps:
        if not best.errors.count:
            break
        word = step is masks.nameable
        # A mask may help only together with one that did not help by itself, so both are tried.
        candidates = [best.masking(step, skeleton, word)]
        if trial is not best:
            candidates.append(trial.masking(step, skeleton, word))
        trial = candidates[-1]
        best = min([best, *candidates], key=lambda attempt: attempt.errors.cost)
    return Tree(best.root, best.masked, first.errors, best.errors, best.data)


def parse_fragment(text: str) -> SyntaxNode | None:
    """The tree of a piece of code on its own; None when it is no code as it stands."""
    tree = _parse(text.encode())
    root: SyntaxNode | None = tree.root_node if tree is not None else None
    return None if root is None or root.has_error or not root.named_children else root


def walk(node: SyntaxNode) -> Iterator[SyntaxNode]:
    """A node and all below it, depth first, in source order."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(current.children))


def _parse(data: bytes, parser: Any = None) -> Any:
    """tree-sitter's tree, or None where the text drives it into endless ambiguity.

    The limit counts the parser's own steps and no seconds, so that the same text always fares the same; it is ten
    times what the worst of some thousand real files needs.
    """
    steps = 0
    most = _STEPS + len(data) // 4

    def enough(*_: Any) -> bool:
        nonlocal steps
        steps += 1
        return steps > most

    parser = parser or _parser()
    try:
        return parser.parse(lambda offset, _: data[offset : offset + _CHUNK], progress_callback=enough)
    except ValueError:
        parser.reset()
        return None


_STEPS = 2000
_CHUNK = 65536


@lru_cache(maxsize=1)
def _parser() -> Any:
    import tree_sitter
    import tree_sitter_cpp

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))


class _Attempt:
    """A buffer with its tree, and the masks that made it."""

    def __init__(self, data: bytes, masked: tuple[Span, ...]) -> None:
        self.data = data
        tree = _parse(data)
        self._tree = tree if tree is not None else _parser().parse(blank(data, [Span(0, len(data))]))
        self.masked = masked
        self.errors = _measure(self.root) if tree is not None else Errors(len(data), 1)

    @property
    def root(self) -> SyntaxNode:
        root: SyntaxNode = self._tree.root_node
        return root

    def masking(self, step: Callable[[bytes, list[Span]], Iterator[Span]], skeleton: bytes, word: bool) -> _Attempt:
        """This attempt with the spans that `step` finds blanked, or turned into plain words."""
        errors = [Span(node.start_byte, node.end_byte) for node in _broken(self.root)]
        spans = masks.joined(step(blank(skeleton, list(self.masked)), errors))
        if not spans:
            return self
        if not word:
            return _Attempt(blank(self.data, spans), tuple(masks.joined([*self.masked, *spans])))
        parts: list[bytes] = []
        last = 0
        for start, end in spans:
            parts += [self.data[last:start], masks.as_word(self.data[start:end])]
            last = end
        return _Attempt(b"".join(parts) + self.data[last:], self.masked)


def _broken(root: SyntaxNode) -> Iterator[SyntaxNode]:
    """The outermost ERROR nodes and the missing tokens, in source order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            yield node
        elif node.has_error:
            stack.extend(reversed(node.children))


def _measure(root: SyntaxNode) -> Errors:
    size = count = 0
    for node in _broken(root):
        size += node.end_byte - node.start_byte
        count += 1
    return Errors(size, count)
