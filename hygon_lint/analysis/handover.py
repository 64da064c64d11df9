"""Raw pointers of tensors handed to kernels and launchers: which tensor, for which parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.checks import is_check
from hygon_lint.analysis.events import CallEvent, StoreEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.tensor_views import View, is_view_word, looked_at, views_of
from hygon_lint.frontend.nodes import Assign, Call, Expr, Member, Name, Node, plain
from hygon_lint.model.functions import means
from hygon_lint.model.host import is_word

_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Handover:
    """`tensor.data_ptr()` as argument number `position` of a call (or as what is stored in a field: no event)."""

    event: CallEvent | StoreEvent
    pointer: Call
    tensor: Expr
    position: int

    @property
    def where(self) -> Node:
        """The call, or the assignment."""
        return self.event.node


def handovers(fn: FunctionFacts) -> Iterator[Handover]:
    """All of a host function's own."""
    for event in fn.trace.events:
        if event.chain:
            continue
        if isinstance(event, CallEvent):
            if _takes_data(event):
                for position, arg in enumerate(event.call.args):
                    pointer = _pointer(arg)
                    if pointer is not None and pointer.object is not None:
                        yield Handover(event, pointer, pointer.object, position)
        elif isinstance(event, StoreEvent) and isinstance(event.node, Assign) and isinstance(event.node.target, Member):
            pointer = _pointer(event.node.value)
            if pointer is not None and pointer.object is not None:
                yield Handover(event, pointer, pointer.object, -1)


def _takes_data(event: CallEvent) -> bool:
    call = event.call
    if call.name.startswith("operator") or is_check(call.name) or is_word(call.name, "logging"):
        return False
    return not means(call.name, "global_pointer") and not means(call.name, "identity")


def _pointer(arg: Expr) -> Call | None:
    """The `data_ptr()` that an argument is, directly or through a local."""
    arg = plain(arg)
    if isinstance(arg, Name) and arg.decl is not None and arg.decl.kind == "local" and arg.decl.init is not None:
        arg = plain(arg.decl.init)
    if isinstance(arg, Call) and means(arg.name, "global_pointer") and arg.object is not None:
        return arg
    return None


def disturbed_view(fn: FunctionFacts, handed: Handover) -> View | None:
    """A way in which the tensor's order in memory may differ from its shape, where nobody looks at its strides."""
    views = views_of(fn, handed.tensor, handed.event.index, handed.event.guards)
    found = next((view for view in views if view.disturbed), None)
    if found is None:
        return None
    names = {handed.tensor.name} if isinstance(handed.tensor, (Name, Member)) else set()
    names |= {found.base.name} if found.base is not None else set()
    for step in found.steps:
        if isinstance(step.object, (Name, Member)):
            names.add(step.object.name)
    return None if looked_at(fn, names) or _pitched(handed) else found


def _pitched(handed: Handover) -> bool:
    """Whether the callee takes the distance of rows: a leading dimension, a pitch, a stride."""
    event = handed.event
    if not isinstance(event, CallEvent):
        return False
    if is_view_word(event.name, "pitched_calls"):
        return True
    params = event.decl.params if event.decl is not None else []
    words = [param.name for param in params]
    words += [word for arg in event.call.args for word in _WORD.findall(arg.text)]
    return any(is_view_word(word.strip("_"), "pitch_names") for word in words)


def takes_shape(handed: Handover) -> bool:
    """Whether the callee is told the tensor's sizes, and not only how many elements there are."""
    event = handed.event
    if not isinstance(event, CallEvent):
        return True
    others = [arg for i, arg in enumerate(event.call.args) if i != handed.position and arg.type.deref().is_integer]
    return any("numel" not in arg.text and "nbytes" not in arg.text for arg in others)
