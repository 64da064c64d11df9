"""Rewritings of C++ that keep what it means: layout, names, order, shape.

Each takes a project (file name -> parsed text) and gives a project of `Text`s, which know where each byte came from,
so that a finding on the rewritten code can be laid over one on the original. A rewriting leaves alone what it is not
sure of; what it cannot change at all it gives back as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from hygon_lint.frontend.source import Span
from hygon_lint.frontend.syntax import SyntaxFile
from hygon_lint.frontend.syntax_tree import SyntaxNode, walk

_WORD = re.compile(rb"(?<![\w.'])[A-Za-z_]\w*")
_SPACES = re.compile(rb"\s+")
_GAP = re.compile(rb"[;{=]")  # a comment beside an argument is a label, which rules read
_DECIDED = re.compile(rb"\b(?:true|false|TRUE|FALSE|[01])\b")  # a condition with a literal is judged as it is written
_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass
class Text:
    """A rewritten file. `piece` copies a stretch of the original, `new` adds text that stands at a place of it."""

    origin: str  # name of the file it was made from
    data: bytearray = field(default_factory=bytearray)
    _starts: list[int] = field(default_factory=list)
    _from: list[tuple[int, bool]] = field(default_factory=list)  # (offset in the original, copied byte by byte)

    def piece(self, source: bytes, start: int, end: int) -> None:
        """Copy a stretch of the original."""
        self._starts.append(len(self.data))
        self._from.append((start, True))
        self.data += source[start:end]

    def new(self, text: bytes, at: int) -> None:
        """Add text; a finding on it counts as one at `at`."""
        self._starts.append(len(self.data))
        self._from.append((at, False))
        self.data += text

    def old(self, offset: int) -> int:
        """Where in the original the byte at `offset` comes from."""
        index = max(0, bisect_right(self._starts, offset) - 1)
        if not self._starts:
            return 0
        start, copied = self._from[index]
        return start + (offset - self._starts[index]) if copied else start


Files = dict[str, SyntaxFile]
Texts = dict[str, Text]
Edit = tuple[int, int, bytes]
Rewriting = Callable[[Files], Texts]


def edited(name: str, file: SyntaxFile, edits: Sequence[Edit]) -> Text:
    """The file with stretches replaced (in any order, disjoint)."""
    out, last, data = Text(name), 0, file.source.data
    for start, end, text in sorted(edits):
        out.piece(data, last, start)
        out.new(text, start)
        last = end
    out.piece(data, last, len(data))
    return out


def _each(change: Callable[[SyntaxFile], Sequence[Edit]]) -> Rewriting:
    """A rewriting of each file by itself."""

    def rewriting(files: Files) -> Texts:
        return {name: edited(name, file, change(file)) for name, file in files.items()}

    return rewriting


# ---------------------------------------------------------------- layout


def _protected(file: SyntaxFile) -> list[tuple[Span, bool]]:
    """Comments, literals and preprocessor lines in order, outermost only; and whether each needs its line end."""
    spans = [(comment.span, comment.line) for comment in file.comments]
    spans += [(literal.span, False) for literal in file.literals]
    spans += [(line.span, True) for line in file.preprocessor_lines]
    outer: list[tuple[Span, bool]] = []
    for span, line in sorted(spans, key=lambda item: (item[0].start, -item[0].end)):
        if not outer or span.start >= outer[-1][0].end:
            outer.append((span, line))
    return outer


def _gaps(file: SyntaxFile) -> Iterator[tuple[int, int, bool, bool]]:
    """Code between protected spans: (start, end, needs its first line end, needs its last line end)."""
    last, bound = 0, True
    for span, line in _protected(file):
        starts_line = line and file.source.data[span.start : span.start + 1] == b"#"
        yield last, span.start, bound, starts_line
        last, bound = span.end, line
    yield last, len(file.source.data), bound, True


def _blanks(file: SyntaxFile) -> Iterator[Span]:
    """Runs of white space whose line ends mean nothing."""
    data = file.source.data
    for start, end, first, last in _gaps(file):
        for run in _SPACES.finditer(data, start, end):
            if not (first and run.start() == start) and not (last and run.end() == end):
                yield Span(*run.span())


def _spread(file: SyntaxFile) -> list[Edit]:
    return [(start, end, b"\n  ") for start, end in _blanks(file)]


def _squeezed(file: SyntaxFile) -> list[Edit]:
    line_comments = {comment.span.start for comment in file.comments if comment.line}
    # A comment keeps its line: what stands beside it is what it speaks of.
    return [(start, end, b" ") for start, end in _blanks(file) if end not in line_comments]


def _blank_lines(file: SyntaxFile) -> list[Edit]:
    data = file.source.data
    protected = [span for span, _ in _protected(file)]
    starts = [span.start for span in protected]
    joined = {one.span.end for run in file.comment_runs for one in run[:-1]}
    edits: list[Edit] = []
    for end in _LINE_END.finditer(data):
        index = bisect_right(starts, end.start()) - 1
        if index >= 0 and protected[index].end > end.start():
            continue
        if end.start() not in joined:
            edits.append((end.end(), end.end(), b"\n"))
    return edits


def _comments(file: SyntaxFile) -> list[Edit]:
    data = file.source.data
    edits: list[Edit] = []
    for start, end, _, _ in _gaps(file):
        for mark in _GAP.finditer(data, start, end):
            doubled = data[mark.start() - 1 : mark.start()] in (b"=", b"!", b"<", b">", b"+", b"-", b"*", b"/", b"|")
            if not doubled and data[mark.end() : mark.end() + 1] not in (b"=", b"\\"):
                edits.append((mark.end(), mark.end(), b" /* a remark */ "))
        for newline in _LINE_END.finditer(data, start, end):
            before = data[start : newline.start()].strip()
            if before and data[newline.start() - 1 : newline.start()] in (b";", b"{", b"}"):
                edits.append((newline.start(), newline.start(), b"  // another remark"))
    return edits


# ---------------------------------------------------------------- names


def _words_in(text: bytes) -> set[bytes]:
    return set(_WORD.findall(text))


@dataclass
class _Names:
    """Local names of a project that can be renamed without a look at types."""

    files: Files

    @cached_property
    def taken(self) -> set[bytes]:
        """Words that mean something outside of functions, in macros, comments or literals, or as members."""
        taken: set[bytes] = set()
        for file in self.files.values():
            data = file.source.data
            functions = [function.span for function in file.functions]
            taken |= _words_in(file.lexed.code if not functions else _outside(file.lexed.code, functions))
            for span, _ in _protected(file):
                taken |= _words_in(data[span.start : span.end])
            taken |= set(re.findall(rb"(?:\.|->|::)\s*([A-Za-z_]\w*)", file.lexed.code))
            taken |= set(re.findall(rb"([A-Za-z_]\w*)\s*(?:::|\()", file.lexed.code))
        return taken

    def of(self, file: SyntaxFile) -> Iterator[tuple[Span, set[bytes]]]:
        """Functions with the names declared in each that may change."""
        for node in walk(file.root):
            if node.type != "function_definition" or node.has_error:
                continue
            if _within_function(node):
                continue
            names = {file.source.data[one.start_byte : one.end_byte] for one in _declared(node)}
            yield Span(node.start_byte, node.end_byte), names - self.taken


def _within_function(node: SyntaxNode) -> bool:
    above = node.parent
    while above is not None:
        if above.type in ("function_definition", "lambda_expression"):
            return True
        above = above.parent
    return False


def _outside(code: bytes, spans: Sequence[Span]) -> bytes:
    parts, last = [], 0
    for start, end in spans:
        parts.append(code[last:start])
        last = max(last, end)
    return b" ".join([*parts, code[last:]])


def _declared(function: SyntaxNode) -> Iterator[SyntaxNode]:
    """The identifiers that a function declares: parameters and locals."""
    for node in walk(function):
        if node.type in ("parameter_declaration", "declaration", "for_range_loop", "optional_parameter_declaration"):
            for child in node.children:
                yield from _declarator(child)


def _declarator(node: SyntaxNode) -> Iterator[SyntaxNode]:
    if node.type == "identifier":
        yield node
    elif node.type in ("pointer_declarator", "reference_declarator", "array_declarator", "init_declarator"):
        inner = node.child_by_field_name("declarator")
        for child in [inner] if inner is not None else node.named_children[:1]:
            yield from _declarator(child)


def _renamed(new_name: Callable[[bytes, int], bytes]) -> Rewriting:
    def rewriting(files: Files) -> Texts:
        names = _Names(files)
        order: dict[bytes, int] = {}
        out = {}
        for path, file in files.items():
            edits = []
            for span, local in names.of(file):
                for word in _WORD.finditer(file.lexed.code, span.start, span.end):
                    if word[0] in local:
                        number = order.setdefault(word[0], len(order))
                        edits.append((word.start(), word.end(), new_name(word[0], number)))
            out[path] = edited(path, file, edits)
        return out

    return rewriting


# ---------------------------------------------------------------- shape


def _swapped(*, also_single: bool) -> Rewriting:
    """`if (c) A else B` becomes `if (!(c)) B else A`; with `also_single`, `if (c) A` gets an empty first arm."""

    def one(path: str, file: SyntaxFile) -> Text:
        data, out = file.source.data, Text(path)
        lines = [line.span.start for line in file.preprocessor_lines]
        masked = file.tree.masked

        def clear(node: SyntaxNode) -> bool:
            index = bisect_right(lines, node.start_byte)
            inside = index < len(lines) and lines[index] < node.end_byte
            hidden = any(span.start < node.end_byte and node.start_byte < span.end for span in masked)
            return not (inside or hidden or node.has_error)

        def emit(node: SyntaxNode) -> None:
            last = node.start_byte
            for child in node.children:
                out.piece(data, last, child.start_byte)
                (swap if child.type == "if_statement" else emit)(child)
                last = child.end_byte
            out.piece(data, last, node.end_byte)

        def swap(node: SyntaxNode) -> None:
            condition = node.child_by_field_name("condition")
            first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
            if condition is None or first is None or (second is None and not also_single) or not clear(node):
                emit(node)
                return
            value = condition.child_by_field_name("value")
            plain = value is not None and value.type != "declaration" and len(condition.named_children) == 1
            kept = [child for child in node.children if child.type == "comment"]
            arm = next((c for c in second.named_children if c.type != "comment"), None) if second is not None else None
            loose = second is not None and any(child.type == "comment" for child in second.children)
            plain = plain and not _DECIDED.search(data, condition.start_byte, condition.end_byte)
            if value is None or not plain or kept or loose or (second is not None and arm is None):
                emit(node)
                return
            out.piece(data, node.start_byte, condition.start_byte)
            out.new(b"(!(", condition.start_byte)
            out.piece(data, value.start_byte, value.end_byte)
            out.new(b")) {", condition.end_byte)
            if arm is not None:
                (swap if arm.type == "if_statement" else emit)(arm)
            out.new(b"} else {", first.end_byte)
            (swap if first.type == "if_statement" else emit)(first)
            out.new(b"}", node.end_byte - 1)

        root = file.root
        out.piece(data, 0, root.start_byte)
        emit(root)
        out.piece(data, root.end_byte, len(data))
        return out

    return lambda files: {path: one(path, file) for path, file in files.items()}


def _body(file: SyntaxFile) -> Span | None:
    """Where the declarations of a file are: behind its includes, inside its include guard."""
    guard = file.include_guard
    start, end = (guard.arms[0].body.start, guard.arms[0].body.end) if guard else (0, len(file.source.data))
    lines = [line for line in file.preprocessor_lines if start <= line.span.start < end]
    leading = 0
    for line in lines:
        once = line.name == "pragma" and file.text(line.rest).strip() == "once"
        if once or line.name == "include" or (guard and leading == 0 and line.name == "define"):
            leading = line.span.end
    start = max(start, leading)
    for chain in file.chains:
        if chain is not guard and chain.span.start < start < chain.span.end:
            return None
    return Span(start, end)


_OUTER = re.compile(rb"\bnamespace\s+(?:std|at|c10|torch)\b|(?<![\w>])\s::\s*\w|[({,=]\s*::\s*\w|\busing\s+namespace\b")


def _in_namespace(files: Files) -> Texts:
    bodies = {path: _body(file) for path, file in files.items()}
    sure = all(
        body is not None and not _OUTER.search(files[path].lexed.code) and not files[path].root.has_error
        for path, body in bodies.items()
    )
    out = {}
    for path, file in files.items():
        body = bodies[path]
        edits: list[Edit] = []
        if sure and body is not None:
            edits = [(body.start, body.start, b"\nnamespace wrapped {\n"), (body.end, body.end, b"\n}\n")]
        out[path] = edited(path, file, edits)
    return out


# ---------------------------------------------------------------- order


class _Function(NamedTuple):
    """A function with the comments in front of it."""

    span: Span
    name: bytes


def _movable(file: SyntaxFile) -> Iterator[list[_Function]]:
    """Runs of neighbouring functions; nothing but blanks and comments stands between them."""
    data = file.source.data
    run: list[_Function] = []
    last = 0
    for function in file.functions:
        start, name = function.span.start, function.name.rpartition("::")[2].encode()
        apart = start < last or file.lexed.code[last:start].strip() or _directives_in(file, Span(last, start))
        if run and apart:
            yield run
            run = []
        if run:
            beside = [c for c in file.comments if last <= c.span.start and c.span.end <= start]
            beside = [c for c in beside if not _LINE_END.search(data, last, c.span.start)]
            end = beside[-1].span.end if beside else last
            run[-1] = run[-1]._replace(span=Span(run[-1].span.start, end))
            start = end
        run.append(_Function(Span(start, function.span.end), name))
        last = function.span.end
    yield run


def _directives_in(file: SyntaxFile, span: Span) -> bool:
    return any(span.start <= line.span.start < span.end for line in file.preprocessor_lines)


def _reordered(files: Files) -> Texts:
    """Neighbouring functions stand the other way round, as far as none uses another."""
    return {path: _turned(path, file) for path, file in files.items()}


def _turned(path: str, file: SyntaxFile) -> Text:
    data, text, last = file.source.data, Text(path), 0
    for run in _movable(file):
        if len(run) < 2 or _directives_in(file, Span(run[0].span.start, run[-1].span.end)):
            continue
        text.piece(data, last, run[0].span.start)
        for function in _order(data, run):
            text.piece(data, *function.span)
            text.new(b"\n", function.span.end - 1)
        last = run[-1].span.end
    text.piece(data, last, len(data))
    return text


def _order(data: bytes, run: list[_Function]) -> Iterator[_Function]:
    """Last ones first, but nobody before what it uses, and overloads as they were."""
    words = {function.span: _words_in(data[slice(*function.span)]) for function in run}
    waiting = list(run)
    while waiting:
        free = (
            function
            for number, function in reversed(list(enumerate(waiting)))
            if not any(one.name in words[function.span] for one in waiting[:number])
        )
        chosen = next(free)
        waiting.remove(chosen)
        yield chosen


# ---------------------------------------------------------------- a header in two


def _split(files: Files) -> Texts:
    """What each file declares in front of its functions moves to a header of its own, which it includes."""
    out: Texts = {}
    for path, file in files.items():
        body = _body(file)
        at = _middle(file, body) if body is not None else None
        if body is None or at is None:
            out[path] = edited(path, file, ())
            continue
        data = file.source.data
        folder, _, base = path.rpartition("/")
        stem, _, suffix = base.rpartition(".")
        part = f"{stem}_part.{'h' if suffix in ('cpp', 'hip', 'cu', 'cc') else suffix}"
        head = Text(path)
        head.new(b"#pragma once\n", body.start)
        for line in file.includes:
            if line.span.end <= body.start:
                head.piece(data, line.span.start, line.span.end)
                head.new(b"\n", line.span.end)
        head.piece(data, body.start, at)
        head.new(b"\n", at)
        rest = Text(path)
        rest.piece(data, 0, body.start)
        rest.new(f'\n#include "{part}"\n'.encode(), body.start)
        rest.piece(data, at, len(data))
        out[f"{folder}/{part}" if folder else part] = head
        out[path] = rest
    return out


def _middle(file: SyntaxFile, body: Span) -> int | None:
    """A place behind some types, macros and constants, outside of every condition and bracket.

    Functions stay together: rules look at those of one file, and at the declarations of the others.
    """
    ends = []
    for node in file.root.children if file.include_guard is None else _guarded(file):
        if body.start <= node.start_byte and node.end_byte < body.end and node.type in _DECLARATIONS:
            ends.append(node.end_byte)
    guard = file.include_guard
    inside = [c.span for c in file.chains if c is not guard]
    code = file.lexed.code

    def free(end: int) -> bool:
        whole = code.count(b"{", 0, end) == code.count(b"}", 0, end) and code[:end].rstrip()[-1:] in (b"}", b";")
        split = any(f.span.end <= end for f in file.functions) or any(s.start < end < s.end for s in inside)
        return whole and not split

    ends = [end for end in ends if body.start < end and code[end : body.end].strip(b"; \r\n\t") and free(end)]
    return max(ends, default=None)


_DECLARATIONS = (
    "template_declaration",
    "namespace_definition",
    "struct_specifier",
    "class_specifier",
    "union_specifier",
    ";",
    "alias_declaration",
    "type_definition",
)


def _guarded(file: SyntaxFile) -> Sequence[SyntaxNode]:
    for node in file.root.children:
        if node.type in ("preproc_ifdef", "preproc_if"):
            return node.children
    return ()


EXACT: dict[str, Rewriting] = {
    "blank-lines": _each(_blank_lines),
    "comments": _each(_comments),
    "one-token-a-line": _each(_spread),
    "few-lines": _each(_squeezed),
    "namespace": _in_namespace,
    "swapped-arms": _swapped(also_single=False),
    "empty-first-arm": _swapped(also_single=True),
    "reordered": _reordered,
    "split": _split,
    "renamed": _renamed(lambda name, _: name + b"_"),
}
"""Rewritings under which every finding stays, at the same place and confidence."""

ANONYMOUS: Rewriting = _renamed(lambda _, number: b"v%d" % number)
"""Local names that say nothing: rules that rest on names may lose findings or confidence, the others may not."""

__all__ = ["ANONYMOUS", "EXACT", "Files", "Rewriting", "Text", "Texts"]
