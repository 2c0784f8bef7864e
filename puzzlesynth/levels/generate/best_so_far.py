"""Telling of the best levels of a run while it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

Levels = TypeVar("Levels")

SHARE = 10
"""Choosing and measuring the best takes at most about this fraction of the time."""
LEAST_SECONDS = 0.25
"""Between two messages."""


class BestSoFar(Generic[Levels]):
    """Tells of the best levels when there is one more to choose from, but not too often: to choose and to measure them
    takes time, which the search needs. Reporting changes nothing in what the run finds."""

    def __init__(self, choose: Callable[[], Levels], tell: Callable[[Levels], None]) -> None:
        self._choose, self._tell = choose, tell
        self._known = 0
        self._next = 0.0

    def look(self, known: int) -> None:
        """`known` levels can be chosen from now."""
        began = time.monotonic()
        if known == self._known or began < self._next:
            return
        self._tell(self._choose())
        self._known, now = known, time.monotonic()
        self._next = now + max(LEAST_SECONDS, SHARE * (now - began))
