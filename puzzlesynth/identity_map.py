"""What was worked out for objects that never change, found again by their identity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
Result = TypeVar("Result")

MOST_REMEMBERED = 1 << 12
"""Results that are kept. When there are more, all are dropped: with that many different objects a cache gains nothing."""


class IdentityMap(Generic[Subject, Result]):
    """Results for objects that never change and come again and again, found by identity; a caller that finds none
    puts them in.

    To look at what is in an object, or to hash it, would take longer than what is saved. What has a result is kept along
    with it, so no other object can have the same address meanwhile.
    """

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._known: dict[int, tuple[Result, Subject]] = {}

    def get(self, subject: Subject) -> Result | None:
        known = self._known.get(id(subject))
        return None if known is None else known[0]

    def put(self, subject: Subject, result: Result) -> Result:
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(subject)] = (result, subject)
        return result


class IdentityCache(IdentityMap[Subject, Result]):
    """A function that remembers its results."""

    def __init__(self, make: Callable[[Subject], Result], most: int = MOST_REMEMBERED) -> None:
        super().__init__(most)
        self._make = make

    def __call__(self, subject: Subject) -> Result:
        known = self._known.get(id(subject))
        return known[0] if known is not None else self.put(subject, self._make(subject))
