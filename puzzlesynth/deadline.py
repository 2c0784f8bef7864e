"""A moment after which work stops.

Who begins some work applies a deadline to it (`with deadline.applied(): …`), and every loop that can take long calls
`check_time`, however deep inside it is: the deadline need not be handed through everything between. It holds for the
thread that applies it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(Exception):
    """The time limit was reached. It proves nothing."""


class _Applied(threading.local):
    end: float | None = None
    """The nearest of all that are applied."""


_applied = _Applied()


class Deadline:
    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """Seconds left; None without a limit."""
        return None if self._end is None else self._end - time.monotonic()

    @property
    def is_over(self) -> bool:
        left = self.left()
        return left is not None and left <= 0

    def half(self) -> Deadline:
        """The moment half way from now."""
        left = self.left()
        return Deadline(None if left is None else left / 2)

    def check(self) -> None:
        if self.is_over:
            raise OutOfTime

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Meanwhile `check_time` keeps to it as well. Not to be held while a generator waits to be resumed."""
        before = _applied.end
        if self._end is not None:
            _applied.end = self._end if before is None else min(before, self._end)
        try:
            yield
        finally:
            _applied.end = before

    def apply(self) -> None:
        """From now on, for all that this thread still does."""
        _applied.end = self._end


FOREVER = Deadline()

_process_is_ours = [False]


def process_is_ours() -> bool:
    """Whether this process is there for one piece of work alone (a command, a worker): what cannot be stopped in it can
    be ended with it."""
    return _process_is_ours[0]


def own_process(ours: bool = True) -> None:
    _process_is_ours[0] = ours


def check_time() -> None:
    """Raises `OutOfTime` when a deadline that is applied has passed."""
    end = _applied.end
    if end is not None and time.monotonic() >= end:
        raise OutOfTime


def time_left() -> float | None:
    """Seconds until the nearest deadline that is applied; None: there is none."""
    return None if _applied.end is None else _applied.end - time.monotonic()
