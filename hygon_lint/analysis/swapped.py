"""Arguments of a call that stand in each other's places, as their names against those of the parameters tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.argument_names import passed
from hygon_lint.frontend.nodes import Call, Decl, Expr, Function, Member, Name, Type, plain
from hygon_lint.model.families import words_of

_SHORTEST = 3  # letters of a name that says something
_TURNED = frozenset(
    ("transpose", "transposed", "swap", "swapped", "reverse", "reversed", "mirror", "flip", "inverse", "t", "trans")
)
_NOISE = re.compile(r"^(?:m_|k(?=[A-Z])|p_|in_|the_)|_+$")


@dataclass(frozen=True, slots=True)
class Swapped:
    """`first` and `second` are named for each other's parameters."""

    call: Call
    first: Expr
    second: Expr
    first_param: Decl
    second_param: Decl


def swapped_arguments(function: Function) -> Iterator[Swapped]:
    """All of a function's own calls."""
    for node in function.walk():
        if isinstance(node, Call) and node.decl is not None and len(node.args) >= 2 and node.macro is None:
            found = list(_pairs(node))
            if len(found) == 1 and not _on_purpose(node, function):
                yield found[0]


def _pairs(call: Call) -> Iterator[Swapped]:
    """The pairs of a call that stand the wrong way round. Two or more mean that the call turns something on purpose."""
    known = [one for one in passed(call) if one.param is not None]
    names = [_name(one.expr) for one in known]
    params = [_plain(one.param.name) if one.param is not None else "" for one in known]
    for i in range(len(known)):
        for j in range(i + 1, len(known)):
            if not names[i] or not names[j] or names[i] == names[j]:
                continue
            if names[i] != params[j] or names[j] != params[i] or min(len(names[i]), len(names[j])) < _SHORTEST:
                continue
            one, other = known[i], known[j]
            if one.param is None or other.param is None or not _alike(one.param.type, other.param.type):
                continue
            if _told(one.comment) or _told(other.comment):
                continue
            yield Swapped(call, one.expr, other.expr, one.param, other.param)


def _name(expr: Expr) -> str:
    """What an argument is called: a variable, or a member of something."""
    expr = plain(expr)
    return _plain(expr.name) if isinstance(expr, (Name, Member)) else ""


def _plain(name: str) -> str:
    return _NOISE.sub("", name.strip("_")).replace("_", "").lower()


def _alike(one: Type, other: Type) -> bool:
    """Whether the compiler would take either for the other without a word."""
    one, other = one.deref(), other.deref()
    if one.is_integer and other.is_integer:
        return (one.kind == "enum") == (other.kind == "enum")
    if one.kind == "pointer" == other.kind:
        return str(one.element) == str(other.element)
    return one.kind == other.kind and one.name == other.name and one.known


def _told(comment: tuple[str, ...]) -> bool:
    """Whether a comment beside the argument names the parameter: somebody looked."""
    return bool(comment)


def _on_purpose(call: Call, function: Function) -> bool:
    """Whether the names around the call say that something is turned, or a function calls itself the other way."""
    words = {*words_of(call.name), *words_of(function.name), *words_of(function.owner or "")}
    if words & _TURNED or call.name == function.name:
        return True
    # the caller's own parameters come in the turned order, too: it stands for the other operand order throughout
    first = [_plain(p.name) for p in function.params]
    return bool(call.decl is not None and [_plain(p.name) for p in call.decl.params] == first[::-1])
