"""Host code that asks which arch it runs on, reduced to plain trees that can be evaluated for each known arch.

A tree is a list: ["const", bool], ["and", ...], ["or", ...], ["not", t], ["arch", names, place], ["prefix", text,
place], ["number", op, n, place], ["call", name, place, text], ["named", name, t], ["free", text]. `place` is [line,
column, end line, end column] of the expression, so that a finding can stand on it. "named" is a variable and what it
was set to; "free" is any other condition, told apart by its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from hygon_lint.frontend.nodes import (
    Binary,
    Call,
    Case,
    Construct,
    Decl,
    Expr,
    Lambda,
    Literal,
    Member,
    Name,
    Opaque,
    Select,
    Unary,
    plain,
)
from hygon_lint.frontend.source import Span
from hygon_lint.model.comparisons import COMPARISONS, MIRRORED
from hygon_lint.model.data import load_toml
from hygon_lint.model.storage import words_in
from hygon_lint.project.names import archs_in_name

Tree = list[Any]

TRUE: Tree = ["const", True]
FALSE: Tree = ["const", False]

_ARCH_TEXT = re.compile(r"gfx(?:1[0-9]{3}|[6-9][0-9][0-9a-f])\Z")
_ARCH_PREFIX = re.compile(r"gfx[0-9]{1,3}\Z")
_ARCH_IN_NAME = re.compile(
    r"(?:(?<![A-Za-z])|(?<=[a-z_]))gfx_?(1[0-9]{3}|[6-9][0-9][0-9a-f])(?![0-9A-Za-z])", re.IGNORECASE
)
_CALLEE = re.compile(r"([A-Za-z_]\w*)\s*(?:<[^<>()]*>)?\s*\Z")
_NOT_FOUND = ("npos", "end", "-1", "nullptr", "NULL")
_SMALLEST, _LARGEST = 600, 0x1310


@lru_cache(maxsize=1)
def model() -> dict[str, list[str]]:
    """`model/predicates.toml`."""
    return load_toml("hygon_lint.model", "predicates.toml")


def both(*parts: Tree) -> Tree:
    """The conjunction, constants folded."""
    kept = [part for part in parts if part != TRUE]
    if any(part == FALSE for part in kept):
        return FALSE
    return kept[0] if len(kept) == 1 else ["and", *kept] if kept else TRUE


def either(*parts: Tree) -> Tree:
    """The disjunction, constants folded."""
    kept = [part for part in parts if part != FALSE]
    if any(part == TRUE for part in kept):
        return TRUE
    return kept[0] if len(kept) == 1 else ["or", *kept] if kept else FALSE


def negated(tree: Tree) -> Tree:
    """The negation, constants folded."""
    if tree[0] == "const":
        return ["const", not tree[1]]
    return tree[1] if tree[0] == "not" else ["not", tree]


def asks(tree: Tree) -> bool:
    """Whether anything in a tree may depend on the arch: a test of it, or a call that may hold one."""
    return any(leaf[0] in ("arch", "prefix", "number", "call") for leaf in leaves(tree))


def asks_surely(tree: Tree, helpers: frozenset[str] | set[str]) -> bool:
    """Whether a tree tests the arch itself, or calls one of `helpers`, or a function whose name says that it tests."""
    return any(
        leaf[0] in ("arch", "prefix", "number")
        or (leaf[0] == "call" and (leaf[1] in helpers or archs_in_name(leaf[1])))
        for leaf in leaves(tree)
    )


def leaf_place(leaf: Tree) -> list[int]:
    """The four numbers of a leaf that asks for the arch."""
    return list(leaf[2] if leaf[0] == "call" else leaf[-1])


def size(tree: Tree) -> int:
    """How many nodes a tree has."""
    if tree[0] in ("and", "or", "not"):
        return 1 + sum(size(part) for part in tree[1:])
    return 1 + (size(tree[2]) if tree[0] == "named" else 0)


def leaves(tree: Tree) -> Iterator[Tree]:
    """The leaves of a tree, in order."""
    if tree[0] in ("and", "or", "not"):
        for part in tree[1:]:
            yield from leaves(part)
    elif tree[0] == "named":
        yield from leaves(tree[2])
    else:
        yield tree


class Lowering:
    """Conditions of one function; `locals` are the trees of its variables that hold a condition."""

    def __init__(self) -> None:
        self.locals: dict[int, Tree] = {}
        self.sources: dict[int, Expr] = {}  # local -> what it was initialised with

    def tree(self, expr: Expr) -> Tree:
        """The condition that `expr != 0` states."""
        expr = _plain(expr)
        if isinstance(expr, Literal) and isinstance(expr.value, (bool, int)):
            return ["const", bool(expr.value)]
        if isinstance(expr, Unary) and expr.op == "!":
            return negated(self._negatable(expr.operand))
        if isinstance(expr, Binary):
            return self._binary(expr)
        if isinstance(expr, Select):
            condition = self.tree(expr.condition)
            then, other = self.tree(expr.then), self.tree(expr.other)
            return either(both(condition, then), both(negated(condition), other))
        if isinstance(expr, Name):
            return self.named(expr)
        if isinstance(expr, Call):
            return self._call(expr)
        if isinstance(expr, (Construct, Opaque)):
            return self._loose(expr, expr.args if isinstance(expr, Construct) else expr.parts)
        return ["free", expr.text]

    def _loose(self, expr: Expr, parts: list[Expr]) -> Tree:
        """An expression whose operator was not resolved: it stands between the two operands."""
        if len(parts) == 1 and isinstance(expr, Construct):
            return self.tree(parts[0])
        if len(parts) == 2:
            op = expr.source.text(Span(parts[0].span.end, parts[1].span.start)).strip(" \t\r\n()")
            op = {"and": "&&", "or": "||"}.get(op, op)
            if op == "&&":
                return both(self.tree(parts[0]), self.tree(parts[1]))
            if op == "||":
                return either(self.tree(parts[0]), self.tree(parts[1]))
            if op in COMPARISONS:
                return self.compared(expr, op, _plain(parts[0]), _plain(parts[1]))
        return ["free", expr.text]

    def _negatable(self, expr: Expr) -> Tree:
        """The operand of `!`: `!strcmp(...)` holds when the texts are equal."""
        inner = _plain(expr)
        if isinstance(inner, Call):
            equal = self._text_equal(inner, inner)
            if equal is not None:
                return negated(equal)
        return self.tree(expr)

    def named(self, expr: Name) -> Tree:
        """A variable: what it was set to, else itself."""
        if expr.decl is not None and id(expr.decl) in self.locals:
            return ["named", expr.name, self.locals[id(expr.decl)]]
        return ["free", expr.name]

    # -------------------------------------------------------- comparisons

    def _binary(self, expr: Binary) -> Tree:
        if expr.op == "&&":
            return both(self.tree(expr.left), self.tree(expr.right))
        if expr.op == "||":
            return either(self.tree(expr.left), self.tree(expr.right))
        if expr.op in COMPARISONS:
            return self.compared(expr, expr.op, _plain(expr.left), _plain(expr.right))
        return ["free", expr.text]

    def compared(self, expr: Expr, op: str, left: Expr, right: Expr) -> Tree:
        """`left op right` where one side names an arch."""
        if _known(left) and not _known(right):
            left, right, op = right, left, MIRRORED[op]
        found: Tree | None = None
        if op in ("==", "!="):
            found = self._equal(expr, left, right)
            if found is not None and op == "!=":
                found = negated(found)
        if found is None and isinstance(right, Literal) and isinstance(right.value, int):
            found = self._numeric(expr, op, left, right.value)
        return found if found is not None else ["free", expr.text]

    def _equal(self, expr: Expr, left: Expr, right: Expr) -> Tree | None:
        """`left == right` as a test on the arch."""
        if isinstance(right, Literal) and isinstance(right.value, str):
            return _text_test(right.value, _place(expr), exact=True) if _covers(left, right.value) else None
        named = _arch_in_name(right)
        if named is not None:
            return ["arch", [named], _place(expr)]
        zero = isinstance(right, Literal) and right.value == 0
        call = left if isinstance(left, Call) else None
        if call is None:
            return None
        if zero:
            equal = self._text_equal(call, expr)
            if equal is not None:
                return equal
            literal = _search_literal(call)
            return _text_test(literal, _place(expr), exact=False) if literal else None
        if right.text.rstrip(")(").endswith(_NOT_FOUND):
            literal = _search_literal(call)
            if literal:
                return negated(_text_test(literal, _place(expr), exact=False) or ["free", expr.text])
        return None

    def _text_equal(self, call: Call, whole: Expr) -> Tree | None:
        """`strcmp(x, "gfx938")`, `strncmp(...)`, `x.compare(...)`: the test that the result is zero."""
        name = call_name(call)
        texts = [arg.value for arg in map(_plain, call.args) if isinstance(arg, Literal) and isinstance(arg.value, str)]
        if not texts:
            return None
        if name in ("strcmp", "strcasecmp", "compare") and len(call.args) <= 2:
            return _text_test(texts[0], _place(whole), exact=True)
        if name in ("strncmp", "strncasecmp", "memcmp") and len(call.args) == 3:
            length = _plain(call.args[2])
            if isinstance(length, Literal) and isinstance(length.value, int):
                return _text_test(texts[0][: length.value], _place(whole), exact=False)
            return _text_test(texts[0], _place(whole), exact=False)
        return None

    def _numeric(self, expr: Expr, op: str, left: Expr, number: int) -> Tree | None:
        if not _SMALLEST <= number <= _LARGEST or not self._is_arch_number(left, 0):
            return None
        return ["number", op, number, _place(expr)]

    def _is_arch_number(self, expr: Expr, depth: int) -> bool:
        """Whether an integer says which arch it is: by its name, or by what it was set to."""
        expr = _plain(expr)
        name = call_name(expr) if isinstance(expr, Call) else getattr(expr, "name", "")
        if words_of(name) & set(model()["number_words"]):
            return True
        if isinstance(expr, Name) and expr.decl is not None and id(expr.decl) in self.sources and depth < 4:
            return self._is_arch_number(self.sources[id(expr.decl)], depth + 1)
        return False

    # -------------------------------------------------------- calls

    def _call(self, call: Call) -> Tree:
        name = call_name(call)
        args = [_plain(arg) for arg in call.args]
        if name in ("operator==", "operator!=") and len(args) + (call.object is not None) == 2:
            sides = [_plain(call.object), *args] if call.object is not None else args
            return self.compared(call, name.removeprefix("operator"), sides[0], sides[1])
        if name == "operator()" and isinstance(call.object or call.callee, Lambda):
            return self._lambda(call.object or call.callee)
        if name == "operator!" and call.object is not None:
            return negated(self.tree(call.object))
        literal = next((arg.value for arg in args if isinstance(arg, Literal) and isinstance(arg.value, str)), None)
        if literal is not None and name.lower() in ("starts_with", "startswith", "hasprefix", "strstr", "contains"):
            test = _text_test(literal, _place(call), exact=False)
            if test is not None:
                return test
        if literal is not None and len(args) <= 2 and words_of(name) & set(model()["asking_words"]):
            test = _text_test(literal, _place(call), exact=True)
            if test is not None:
                return test
        return ["call", name, _place(call), call.text] if name else ["free", call.text]

    def _lambda(self, node: Any) -> Tree:
        from hygon_lint.project.control import result_of

        return result_of(node.body, self) if isinstance(node, Lambda) else ["free", "lambda"]

    def arm(self, holder: Expr, case: Case) -> Tree:
        """`case value:` of a switch over `holder`."""
        if case.value is None:
            return TRUE
        return self.compared(case.value, "==", _plain(holder), _plain(case.value))


# ---------------------------------------------------------------- small readings of nodes


def _plain(expr: Expr) -> Expr:
    expr = plain(expr)
    while isinstance(expr, Opaque) and len(expr.parts) == 1 and expr.parts[0].text == expr.text:
        expr = expr.parts[0]
    return expr


def _known(expr: Expr) -> bool:
    """Whether an operand is the constant side of a comparison."""
    return isinstance(expr, Literal) or _arch_in_name(expr) is not None


def call_name(call: Call) -> str:
    """The unqualified name of a callee, read off the text where it is not declared."""
    text = call.text
    if text.endswith(")"):
        match = _CALLEE.search(text[: _opening(text)])
        if match is not None:
            return match[1]
    return call.name


def _opening(text: str) -> int:
    """Where the parenthesis opens that closes at the end of `text`."""
    depth = 0
    for i in range(len(text) - 1, -1, -1):
        depth += (text[i] == ")") - (text[i] == "(")
        if depth == 0:
            return i
    return 0


def words_of(name: str) -> set[str]:
    """The words of an identifier, lower case: `gcnArchId` -> gcn, arch, id, gcnarch, archid, ..."""
    parts = words_in(name)
    return set(parts) | {a + b for a, b in pairwise(parts)}


def _arch_in_name(expr: Expr) -> str | None:
    """The arch that an enumerator or constant is named for."""
    if not isinstance(expr, (Name, Member, Opaque)):
        return None
    name = expr.name if isinstance(expr, (Name, Member)) else expr.text
    if isinstance(expr, Name) and expr.decl is not None and expr.decl.kind in ("local", "param", "function"):
        return None
    found = archs_in_name(name)
    return found[0] if len(found) == 1 and not isinstance(expr, Opaque) else None


def _covers(expr: Expr, text: str) -> bool:
    """Whether comparing `expr` with `text` compares the whole of it: `x.substr(0, 5) == "gfx93"` does."""
    if isinstance(expr, Call) and call_name(expr) == "substr":
        numbers = [arg.value for arg in map(_plain, expr.args) if isinstance(arg, Literal)]
        return numbers == [0, len(text)]
    return True


def _text_test(text: str, place: list[int], *, exact: bool) -> Tree | None:
    """The arches whose name is, or begins with, `text` (which may carry feature suffixes)."""
    head = text.partition(":")[0].strip().lower()
    if _ARCH_TEXT.match(head):
        return ["arch", [head], place]
    if not exact and _ARCH_PREFIX.match(head):
        return ["prefix", head, place]
    return None


def _search_literal(call: Call) -> str:
    """The text of `x.find("gfx938")`, `x.rfind("gfx93", 0)`, `strstr(x, "gfx938")`."""
    if call_name(call) not in ("find", "rfind", "strstr", "find_first_of", "count"):
        return ""
    return next(
        (arg.value for arg in map(_plain, call.args) if isinstance(arg, Literal) and isinstance(arg.value, str)), ""
    )


def _place(expr: Expr) -> list[int]:
    place = expr.place
    return [place.line, place.column, place.end_line, place.end_column]


def is_condition(decl: Decl) -> bool:
    """Whether a variable can hold a condition."""
    return decl.type.kind in ("bool", "unknown", "dependent") or decl.type.name in ("auto", "bool", "const bool")
