"""Results for objects that never change and come again and again, found by which object it is.

To look at what is in an object, or to hash it, would take longer than what is saved. What has a result is kept along with
it, so no other object can have the same address meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
Result = TypeVar("Result")

MOST = 1 << 16
"""Results that are kept. When there are more it begins again: whoever has that many different objects gains nothing."""


class IdentityMap(Generic[Thing, Result]):
    """Results that are put in by whoever asks in vain."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: dict[int, tuple[Result, Thing]] = {}

    def get(self, thing: Thing) -> Result | None:
        known = self._known.get(id(thing))
        return None if known is None else known[0]

    def put(self, thing: Thing, result: Result) -> Result:
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(thing)] = (result, thing)
        return result


class IdentityCache(IdentityMap[Thing, Result]):
    """A function that remembers its results."""

    def __init__(self, make: Callable[[Thing], Result], most: int = MOST) -> None:
        super().__init__(most)
        self._make = make

    def __call__(self, thing: Thing) -> Result:
        known = self._known.get(id(thing))
        return known[0] if known is not None else self.put(thing, self._make(thing))
