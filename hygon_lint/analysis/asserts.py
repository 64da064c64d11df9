"""The asserts of a file: those that hold, and those that a comment or an `#if 0` switched off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hygon_lint.analysis.implication import Claim, follows
from hygon_lint.analysis.needless import needless
from hygon_lint.frontend.extents import block_covers, function_extents
from hygon_lint.frontend.lexing import Comment, Lexed, blank
from hygon_lint.frontend.source import SourceText, Span
from hygon_lint.frontend.syntax import Arm, SyntaxFile
from hygon_lint.frontend.syntax_tree import SyntaxNode, parse_fragment
from hygon_lint.model.asserts import assert_kind, says_switched_off, shows_code, wraps_status

_CALL = re.compile(rb"(?<![\w.>:#])([A-Za-z_]\w*)\s*\(")
_MAYBE = re.compile(rb"assert|ASSERT|CHECK|REQUIRE|ENFORCE")
_LINE_MARK = re.compile(rb"//+(?:[ \t]*//+)*!?")
_STAR = re.compile(rb"(?:(?<=\n)|(?<=\r))[ \t]*\*(?!/)")
_SEMICOLON = re.compile(rb"\s*;")
_REST_OF_LINE = re.compile(rb"[^\r\n]*")
_OPENS_STATEMENT = re.compile(
    rb"(?:[;{}][ \t]*|[ \t}]*(?:(?:if(?:[ \t]+constexpr)?|else[ \t]+if|for|while)[ \t]*\(.*\)|else)[ \t{]*|\A[ \t]*)\Z"
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_DECLARATION = re.compile(
    rb"\b(?:auto|int|bool|unsigned|size_t|u?int\d+_t|index_t|using|\w+>)[ \t&]+([A-Za-z_]\w*)[ \t]*[=;{]"
)
_ONLY_DECLARATION = re.compile(rb"(?:(?:static|constexpr|const)[ \t]+)*" + _DECLARATION.pattern + rb"[^;]*;?\Z")
_TYPES = ("int", "unsigned", "long", "bool", "char", "float", "double", "const", "auto", "void", "typename", "template")
_OPERATORS = ("sizeof", "decltype", "alignof", "static_cast", "and", "or", "not", "true", "false", "nullptr")
_KEYWORDS = frozenset((*_TYPES, *_OPERATORS, "std", "cute", "value"))
_ACTS = re.compile(rb"[^=!<>]=[^=]|\w\s*\(.*\)\s*\Z", re.DOTALL)
_TRACE = re.compile(rb"print|PRINT|cout|cerr|\bLOG")
_A_PIECE = 2  # statements in one comment that are a version of the code and no leftover
_RELIANCE = 3000  # bytes behind an assert in which the code that relies on it is looked for
_CHECKING = re.compile(rb"\b(?:throw|abort|assert|__trap|__builtin_trap|exit|TORCH_CHECK|AT_ERROR)\b")
_OPERATOR = re.compile(r"[<>=!%&|]")
_BRACE = re.compile(rb"[{}]")
_PAREN = re.compile(rb"[()]")
_SAME_SCOPE = 40_000  # bytes in which a successor is looked for
_BESIDE = 400  # bytes behind a run-time assert in which its successor may still come
_EXAMPLE_LINES = 8  # lines above code in which a word may announce it as an example


@dataclass(frozen=True, slots=True)
class Assert:
    """An assert. `kind` is "static" or "runtime"; `span` reaches from the name to the `;` (or `)`)."""

    name: str
    kind: str
    span: Span
    claim: Claim


@dataclass(frozen=True, slots=True)
class Disabled:
    """An assert that is switched off. `how` is "line", "block" or "dead" (`#if 0`).

    `region` is the comment, run of comments, or dead arm it stands in. `with_code` tells that it stands amid other
    code that is switched off: one of two versions, a block, a few lines. `surely` tells that nothing but the assert
    is said where it stands. `successor` is an active assert of an enclosing scope that checks at least as much,
    `relied_on` the first place behind it that divides or shifts by what it checks. `needless` tells that the code
    cannot be wrong for want of it.
    """

    assertion: Assert
    how: str
    region: Span
    comments: tuple[Comment, ...]
    with_code: bool
    surely: bool
    successor: Assert | None
    needless: bool
    relied_on: Span | None


@lru_cache(maxsize=4)
def active_asserts(syntax: SyntaxFile) -> tuple[Assert, ...]:
    """The asserts that the compiler sees, macro bodies included, in source order."""
    found = list(_asserts_in(syntax, syntax.lexed.code, Span(0, len(syntax.source.data))))
    for define in syntax.defines:
        if not assert_kind(define.name) and _MAYBE.search(syntax.lexed.no_literals, *define.body):
            found += _asserts_in(syntax, syntax.lexed.no_literals, define.body)
    dead = syntax.dead
    alive = (a for a in found if not any(span.contains(a.span) for span in dead))
    return tuple(sorted(alive, key=lambda a: a.span))


@lru_cache(maxsize=4)
def disabled_asserts(syntax: SyntaxFile) -> tuple[Disabled, ...]:
    """The asserts that are switched off, in source order.

    Examples and prose are none, nor are asserts of a function, or about a variable, that is switched off with them.
    """
    found = [*_in_comments(syntax), *_in_dead_arms(syntax)]
    return tuple(sorted(found, key=lambda d: d.assertion.span))


def _in_comments(syntax: SyntaxFile) -> Iterator[Disabled]:
    data = syntax.source.data
    dead = syntax.dead
    for run in syntax.comment_runs:
        region = Span(run[0].span.start, run[-1].span.end)
        if run[0].kind == "doc" or not _MAYBE.search(data, *region) or any(d.contains(region) for d in dead):
            continue
        text = _uncommented(data, run)
        lexed = Lexed(text)
        for start, name, end in _calls(syntax, lexed.code, Span(0, len(text))):
            before = _line_before(text, start)
            plain = _OPENS_STATEMENT.search(before) is not None
            if not (plain or says_switched_off(before.decode("utf-8", "replace"))):
                continue
            read = _read(name, lexed.no_comments, Span(start, end), region.start)
            if read is None or shows_code(_words_above(text, start)):
                continue
            if not _ends_like_code(lexed.code, read, read.span.end - region.start) or _placeholder(syntax, read):
                continue
            if _gone_with_it(syntax, read, lexed.code, start):
                continue
            rest = _REST_OF_LINE.match(lexed.code, read.span.end - region.start)
            surely = plain and rest is not None and not rest[0].strip(b" \t;}\\")
            how = "line" if run[0].line else "block"
            mixed = _in_block_of_other_code(syntax, lexed.code, start) or _amid_statements(syntax, lexed.code)
            successor = _successor(syntax, read, region)
            idle = needless(syntax, read.claim, region)
            relied_on = _relied_on(syntax, read, region.end)
            yield Disabled(read, how, region, run, mixed, surely, successor, idle, relied_on)


def _in_dead_arms(syntax: SyntaxFile) -> Iterator[Disabled]:
    code = syntax.lexed.code
    covered = Span(0, 0)
    for arm in syntax.dead_arms:
        if arm.body.start < covered.end or not _MAYBE.search(code, *arm.body):
            continue
        covered = arm.body
        asserts = list(_asserts_in(syntax, code, arm.body))
        text = code[arm.body.start : arm.body.end]
        alone = not blank(
            text, [Span(a.span.start - arm.body.start, a.span.end - arm.body.start) for a in asserts]
        ).strip()
        other_version = not alone and any(
            code[other.body.start : other.body.end].strip() for other in arm.chain.arms if other is not arm
        )
        for found in asserts:
            if _gone_with_it(syntax, found, text, found.span.start - arm.body.start):
                continue
            successor = _successor(syntax, found, arm.body, arm)
            idle = needless(syntax, found.claim, arm.chain.span)
            relied_on = _relied_on(syntax, found, arm.chain.span.end)
            yield Disabled(found, "dead", arm.body, (), other_version, alone, successor, idle, relied_on)


def _uncommented(data: bytes, run: tuple[Comment, ...]) -> bytes:
    """The run's bytes with comment marks blanked: what the compiler would see if they were taken off."""
    start = run[0].span.start
    text = bytearray(data[start : run[-1].span.end])
    for comment in run:
        first, last = comment.span.start - start, comment.span.end - start
        if comment.line:
            mark = _LINE_MARK.match(text, first)
            text[first : mark.end() if mark else first + 2] = b" " * ((mark.end() if mark else first + 2) - first)
            continue
        text[first : first + 2] = b"  "
        if text[last - 2 : last] == b"*/":
            text[last - 2 : last] = b"  "
        inner = text[first:last]
        lines = [line.strip() for line in inner.splitlines()[1:]]
        if lines and all(line.startswith(b"*") or not line for line in lines):
            text[first:last] = _STAR.sub(lambda m: b" " * len(m[0]), bytes(inner))
    return bytes(text)


def _names(read: Assert) -> set[str]:
    """What the condition speaks of: its identifiers, keywords and library namespaces left out."""
    return set(_NAME.findall(read.claim.spelling)) - _KEYWORDS


def _placeholder(syntax: SyntaxFile, read: Assert) -> bool:
    """Whether the condition speaks of nothing that the file's code knows: an idea, not an assert."""
    names = _names(read)
    return bool(names) and not names & syntax.identifiers


def _gone_with_it(syntax: SyntaxFile, read: Assert, code: bytes, offset: int) -> bool:
    """Whether the function around the assert, or a variable it names, is switched off with it."""
    if any(f.body.start <= offset < f.body.end for f in function_extents(code, [], [])):
        return True
    declared = {match[1].decode() for match in _DECLARATION.finditer(code, 0, offset)}
    around = syntax.function_at(read.span.start)
    live: frozenset[str] | set[str] = syntax.identifiers
    if around is not None:
        text = blank(syntax.lexed.code[: around.span.end], syntax.dead)[around.span.start :]
        live = set(_NAME.findall(text.decode("utf-8", "replace")))
    declared |= _commented_names(syntax, around.span if around is not None else None)
    return bool(_names(read) & (declared - live))


@lru_cache(maxsize=16)
def _commented_names(syntax: SyntaxFile, within: Span | None) -> frozenset[str]:
    """What comments of a function (or of the file) declare that are a declaration and nothing else."""
    found = set()
    for run in syntax.comment_runs:
        if run[0].kind != "doc" and (within is None or within.contains(run[0].span)):
            match = _ONLY_DECLARATION.match(_uncommented(syntax.source.data, run).strip())
            if match is not None:
                found.add(match[1].decode())
    return frozenset(found)


def _in_block_of_other_code(syntax: SyntaxFile, code: bytes, offset: int) -> bool:
    """Whether the innermost braces around the assert, in the same region, hold more than asserts."""
    depth = 0
    for opened in reversed(list(_BRACE.finditer(code, 0, offset))):
        depth += 1 if opened[0] == b"}" else -1
        if depth < 0:
            break
    else:
        return False
    depth, end = 1, len(code)
    for match in _BRACE.finditer(code, opened.end()):
        depth += 1 if match[0] == b"{" else -1
        if depth == 0:
            end = match.start()
            break
    inside = Span(opened.end(), end)
    asserts = [Span(start, stop) for start, _, stop in _calls(syntax, code, inside)]
    return bool(blank(code[: inside.end], asserts)[inside.start :].strip(b" \t\r\n;\\"))


def _amid_statements(syntax: SyntaxFile, code: bytes) -> bool:
    """Whether a comment switches off a piece of code, asserts and traces not counted."""
    asserts = [Span(start, stop) for start, _, stop in _calls(syntax, code, Span(0, len(code)))]
    statements = blank(code, asserts).split(b";")[:-1]
    return sum(1 for one in statements if _ACTS.search(one) and not _TRACE.search(one)) >= _A_PIECE


def _relied_on(syntax: SyntaxFile, read: Assert, after: int) -> Span | None:
    """The first division, remainder, shift or mask behind the assert, in its block, by something it checks."""
    code = syntax.lexed.code
    names = "|".join(re.escape(name) for name in sorted(_names(read)))
    if not names:
        return None
    use = re.compile(rf"(?:[/%]|<<|>>)=?\s*\(?\s*(?:{names})\b|\b(?:{names})\s*(?:[/%]|<<|>>)".encode())
    found = use.search(code, after, min(len(code), after + _RELIANCE))
    if found is None or not block_covers(code, Span(after, after), Span(found.start(), found.end())):
        return None
    return Span(found.start(), found.end())


def _asserts_in(syntax: SyntaxFile, code: bytes, region: Span) -> Iterator[Assert]:
    """Asserts in real code. `code` has comments and the insides of literals blanked, at the file's offsets."""
    for start, name, end in _calls(syntax, code, region):
        read = _read(name, syntax.lexed.no_comments, Span(start, end), 0)
        if read is not None:
            yield read


def _calls(syntax: SyntaxFile, code: bytes, region: Span) -> Iterator[tuple[int, str, int]]:
    """(start, name, end) of what is called like an assert, the end behind the closing parenthesis."""
    own = _own_checks(syntax)
    found = [
        match for match in _CALL.finditer(code, *region) if assert_kind(match[1].decode()) or match[1].decode() in own
    ]
    closed = _closing(code, region) if found else {}
    for match in found:
        end = closed.get(match.end() - 1)
        if end is not None:
            yield match.start(1), match[1].decode(), end


def _closing(code: bytes, region: Span) -> dict[int, int]:
    """Where each parenthesis that opens in a region closes: its position to the one behind its partner's."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for match in _PAREN.finditer(code, *region):
        if match[0] == b"(":
            stack.append(match.start())
        elif stack:
            pairs[stack.pop()] = match.end()
    return pairs


@lru_cache(maxsize=4)
def _own_checks(syntax: SyntaxFile) -> frozenset[str]:
    """Macros of this file that stop the program when their argument does not hold."""
    text = syntax.lexed.no_literals
    return frozenset(d.name for d in syntax.defines if d.params and _CHECKING.search(text, *d.body))


def _read(name: str, text: bytes, call: Span, base: int) -> Assert | None:
    """The assert whose call stands at `call` of `text` (comments blanked), if it is one. `base` shifts its span."""
    fragment = text[call.start : call.end] + b";"
    root = parse_fragment(fragment.decode("utf-8", "replace")) or _parsed_with_masks(fragment)
    condition = _condition(root) if root is not None else None
    if condition is None:
        return None
    kind = assert_kind(name) or "runtime"
    claim = Claim(condition, fragment)
    if kind == "runtime" and wraps_status(claim.spelling):
        return None
    semicolon = _SEMICOLON.match(text, call.end)
    end = semicolon.end() if semicolon is not None else call.end
    return Assert(name, kind, Span(base + call.start, base + end), claim)


def _parsed_with_masks(fragment: bytes) -> SyntaxNode | None:
    tree = SyntaxFile(SourceText("", fragment)).tree
    return tree.root if not tree.errors.count else None


def _condition(root: SyntaxNode) -> SyntaxNode | None:
    """What is asserted, when the tree is one assert and nothing else."""
    if len(root.named_children) != 1:
        return None
    node = root.named_children[0]
    if node.type == "static_assert_declaration":
        return node.child_by_field_name("condition")
    call = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
    arguments = call.child_by_field_name("arguments") if call is not None and call.type == "call_expression" else None
    return arguments.named_children[0] if arguments is not None and arguments.named_children else None


def _ends_like_code(code: bytes, read: Assert, end: int) -> bool:
    """Whether what follows the call on its line fits a statement; `end` is behind the `)` (or `;`)."""
    if code[end - 1 : end] == b";":
        return True
    rest = _REST_OF_LINE.match(code, end)
    alone = rest is not None and not rest[0].strip(b" \t;}\\")
    return alone and read.kind == "static" and _OPERATOR.search(read.claim.spelling) is not None


def _line_before(text: bytes, offset: int) -> bytes:
    start = max(text.rfind(b"\n", 0, offset), text.rfind(b"\r", 0, offset)) + 1
    return text[start:offset]


def _words_above(text: bytes, offset: int) -> str:
    lines = text[:offset].splitlines()[-_EXAMPLE_LINES:]
    return b"\n".join(lines).decode("utf-8", "replace")


def _successor(syntax: SyntaxFile, wanted: Assert, region: Span, dead: Arm | None = None) -> Assert | None:
    """An active assert of an enclosing scope that `wanted` follows from (alone, or with others: the nearest)."""
    arms = _arms_around(syntax, region.start if dead is None else dead.directive.start)
    siblings = {id(arm) for arm in dead.chain.arms} if dead is not None else set()
    near: list[Assert] = []
    for active in active_asserts(syntax):
        if abs(active.span.start - wanted.span.start) > _SAME_SCOPE:
            continue
        if active.kind == "runtime" and active.span.start > region.end + _BESIDE:
            continue  # it comes too late
        arm = syntax.arm_at(active.span.start)
        if arm is not None and id(arm) not in arms and id(arm) not in siblings:
            continue
        if _same_macro(syntax, active.span, region) and block_covers(syntax.lexed.code, active.span, region):
            near.append(active)
    near.sort(key=lambda a: abs(a.span.start - wanted.span.start))
    for active in near:
        if follows(wanted.claim, [active.claim]):
            return active
    return near[0] if near and follows(wanted.claim, [a.claim for a in near]) else None


def _arms_around(syntax: SyntaxFile, offset: int) -> set[int]:
    arms: set[int] = set()
    arm = syntax.arm_at(offset)
    while arm is not None:
        arms.add(id(arm))
        arm = arm.chain.parent
    return arms


def _same_macro(syntax: SyntaxFile, first: Span, second: Span) -> bool:
    """Whether both stand in the same macro definition, or neither in one."""
    around = [d for d in syntax.defines if d.span.contains(first) or d.span.contains(second)]
    return all(d.span.contains(first) and d.span.contains(second) for d in around)
