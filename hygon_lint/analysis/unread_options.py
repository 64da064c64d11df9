"""Parameters that a function takes and never reads, while a function it calls has one of that name with a default."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.frontend.nodes import Call, Decl, Function, Name, Type, Unit


@dataclass(frozen=True, slots=True)
class UnreadOption:
    """`call` leaves the default of `target` in place, although the function around it takes `param`."""

    function: Function
    param: Decl
    call: Call
    target: Decl
    position: int  # of `target` among the parameters of the callee


def unread_options(unit: Unit) -> Iterator[UnreadOption]:
    """All of a file, for functions that others may call."""
    for function in unit.functions:
        if function.body is None or function.owner or function.static or function.kernel or function.device:
            continue
        unread = {_plain(p.name): p for p in _unread(function)}
        if not unread:
            continue
        for node in function.body.walk():
            if isinstance(node, Call) and node.decl is not None and node.decl.name != function.name:
                yield from _left_out(function, node, unread)


def _unread(function: Function) -> list[Decl]:
    """Named parameters that the body does not even mention."""
    assert function.body is not None
    named = [p for p in function.params if p.name]
    if not named:
        return []
    mentioned = {id(node.decl) for node in function.walk() if isinstance(node, Name)}
    words = {node.name for node in function.walk() if isinstance(node, Name) and node.decl is None}
    text = function.source.text(function.body.span)
    return [p for p in named if id(p) not in mentioned and p.name not in words and not _written(p.name, text)]


def _written(name: str, text: str) -> bool:
    """Whether a name stands in the text of a body, also where it could not be resolved."""
    return re.search(rf"(?<![\w./*]){re.escape(name)}(?!\w)", _without_comments(text)) is not None


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)


def _left_out(function: Function, call: Call, unread: dict[str, Decl]) -> Iterator[UnreadOption]:
    assert call.decl is not None
    mine = {id(p) for p in function.params}
    forwards = sum(isinstance(node, Name) and id(node.decl) in mine for arg in call.args for node in arg.walk())
    if not forwards:
        return
    for position, target in enumerate(call.decl.params):
        param = unread.get(_plain(target.name))
        if position >= len(call.args) and target.has_default and param is not None and _alike(param.type, target.type):
            yield UnreadOption(function, param, call, target, position)


def _plain(name: str) -> str:
    return name.strip("_").lower()


def _alike(one: Type, other: Type) -> bool:
    one, other = one.deref(), other.deref()
    if one.is_integer and other.is_integer:
        return (one.kind == "bool") == (other.kind == "bool")
    return one.kind == other.kind and (one.kind == "float" or one.name == other.name)
