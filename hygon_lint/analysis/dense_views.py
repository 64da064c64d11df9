"""Views whose order in memory is not that of their shape, used as if it were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hygon_lint.analysis.axis_order import sizes_of
from hygon_lint.analysis.events import CallEvent
from hygon_lint.analysis.facts import FunctionFacts
from hygon_lint.analysis.handover import Handover, disturbed_view, handovers, takes_shape
from hygon_lint.analysis.row_major import kernel_of, strides_used, walked_order
from hygon_lint.analysis.tensor_views import View


@dataclass(frozen=True, slots=True)
class DenseUse:
    """`sure` tells that the kernel's own index expressions follow the shape of the view."""

    handed: Handover
    view: View
    sure: bool


def dense_uses(fn: FunctionFacts) -> Iterator[DenseUse]:
    """All of a host function."""
    for handed in handovers(fn):
        view = disturbed_view(fn, handed)
        if view is None or not takes_shape(handed):
            continue
        verdict = _kernel_says(fn, handed)
        if verdict is True or (verdict is None and not view.fresh):
            yield DenseUse(handed, view, verdict is True)


def _kernel_says(fn: FunctionFacts, handed: Handover) -> bool | None:
    """Whether the kernel walks the view as dense, where its body and the sizes are known."""
    event = handed.event
    if not isinstance(event, CallEvent):
        return None
    kernel = kernel_of(fn, event)
    if kernel is None:
        return None
    strides = [stride for stride, _ in strides_used(fn, event, kernel, handed.position)]
    dims = sizes_of(fn, handed.tensor)
    order = walked_order(dims, strides) if dims is not None and strides else None
    if order is None:
        return None
    return order == tuple(range(len(order)))
