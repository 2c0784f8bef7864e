"""A moment after which work stops."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The time limit was reached."""


class Deadline:
    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """Seconds left; None without a limit."""
        return None if self._end is None else self._end - time.monotonic()

    def half(self) -> Deadline:
        """The moment half way from now."""
        left = self.left()
        return Deadline(None if left is None else left / 2)

    def check(self) -> None:
        left = self.left()
        if left is not None and left <= 0:
            raise OutOfTime


FOREVER = Deadline()
