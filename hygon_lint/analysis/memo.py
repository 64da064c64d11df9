"""Results that are kept with what they were made of, so that each is made once a function or once a unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar


class Keeper(Protocol):
    """What can hold results: the facts of a function, a unit."""

    cache: dict[str, Any]


K = TypeVar("K", bound=Keeper)
T = TypeVar("T")


def once(make: Callable[[K], T]) -> Callable[[K], T]:
    """Make the result of a function of one keeper once, and keep it there."""
    key = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def kept(keeper: K) -> T:
        if key not in keeper.cache:
            keeper.cache[key] = make(keeper)
        result: T = keeper.cache[key]
        return result

    return kept
