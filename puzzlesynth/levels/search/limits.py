"""How far searches may go, and the watch that keeps them within."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event

from puzzlesynth.deadline import time_left

MAX_BATCH_STATES = 4_000_000
"""The most states that candidates judged together may have reached together."""
BATCH_SIZE = 256
"""The most candidates that are judged together; with more, their states fall out of the processor's caches."""
NO_LIMIT = 1 << 60
NO_BETTER = "no better"
"""Why a search was stopped that has explored as many states as another needed."""
NOT_NEEDED = "no longer needed"
"""Why a search was stopped when another had decided the level."""
TAKEN_OVER = "taken over"
"""Why a search was stopped that a faster engine begins again."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far a search may go, each solver for itself. None: no limit."""

    seconds: float | None = 60.0
    states: int | None = None
    """Distinct states reached."""
    megabytes: int | None = 1000
    """Memory taken by the search. `level solve --memory` gives it more, since there nothing else is at work."""


@dataclass(frozen=True, slots=True)
class BatchLimits(SearchLimits):
    """What each candidate of a batch may use, in each solver."""

    seconds: float | None = None
    room: int = MAX_BATCH_STATES
    """States of all candidates together, where pushes are searched together."""
    all_counts: bool = False
    """Whether every solver is to go on until it has decided the level itself."""
    uninteresting: int = 0
    """A level that one solver wins with at most this many states need not be searched by the others."""

    def after(self, spent: float) -> BatchLimits:
        """What is left of them after some seconds."""
        return self if self.seconds is None else replace(self, seconds=max(0.0, self.seconds - spent))


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """A solver's report on the way."""

    solver: str
    explored: int
    reached: int
    frontier: int
    seconds: float

    @property
    def states_per_second(self) -> float:
        return self.explored / self.seconds if self.seconds > 0 else 0.0


ProgressCallback = Callable[[SearchProgress], bool | None]
"""Called now and then. Returning False stops the solver, which then reports what it knows."""


class LimitReached(Exception):
    """A limit was reached."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True)
class LimitWatch:
    """Keeps a solver within its limits, and within a deadline that is applied; and reports on it."""

    solver: str
    limits: SearchLimits
    progress: ProgressCallback | None = None
    started: float = field(default_factory=time.monotonic)
    most: int = NO_LIMIT
    """States that are explored at most."""
    exact: bool = False
    """Whether every state is checked, so that a limit of states means the same whatever the board."""
    successor: Callable[[], bool] | None = None
    """Says when a faster engine is ready to begin the search again."""
    stopped: Event | None = None
    """Set when the thread that waits for this search was interrupted."""
    explored: int = 0
    """States explored when it was last checked."""
    _clock_interval: int = 1
    _memory_before: int | None = None
    _next_report: float = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def interval(self, cells: int) -> int:
        """How many states may be explored between two checks: fewer on large boards and for small limits."""
        if self.exact:
            self._clock_interval = max(1, min(256, 10_000 // cells))
            return 1
        every = max(1, min(1024, 40_000 // max(cells, 1)))
        if self.limits.states is not None:
            every = max(1, min(every, self.limits.states // 8))
        return every

    def check_time(self) -> None:
        """Raise `LimitReached` if time is up: for what takes long by itself."""
        left = time_left()
        if (left is not None and left <= 0) or (
            self.limits.seconds is not None and self.seconds > self.limits.seconds
        ):
            raise LimitReached("time")

    def check(self, explored: int, reached: int, frontier: int) -> None:
        """Raise `LimitReached` if a limit has been reached."""
        self.explored = explored
        limits = self.limits
        if explored >= self.most:
            raise LimitReached(NO_BETTER)
        if limits.states is not None and reached > limits.states:
            raise LimitReached("states")
        if not explored % self._clock_interval:
            # The clock and the memory take longer to look at.
            self.look_around(explored, reached, frontier)

    def look_around(self, explored: int, reached: int, frontier: int) -> None:
        """Raise `LimitReached` if time or memory is used up, or the search is to be stopped; and report on it."""
        limits = self.limits
        self.check_time()
        if self.stopped is not None and self.stopped.is_set():
            raise LimitReached("interrupted")
        if self.successor is not None and self.successor():
            raise LimitReached(TAKEN_OVER)
        if limits.megabytes is not None:
            used = resident_bytes()
            if self._memory_before is None:
                self._memory_before = used
            if used - self._memory_before > limits.megabytes * 1_000_000:
                raise LimitReached("memory")
        now = self.seconds
        if self.progress is not None and now >= self._next_report:
            self._next_report = now + 0.2
            if self.progress(SearchProgress(self.solver, explored, reached, frontier, now)) is False:
                raise LimitReached("interrupted")


_STATM = Path("/proc/self/statm")


def resident_bytes() -> int:
    """The memory of this process that is in use now, or at its highest where only that is known."""
    try:
        return int(_STATM.read_text().split()[1]) * 4096
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
