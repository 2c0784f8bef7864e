"""What a search is allowed, and what it found out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from puzzlesynth.deadline import time_left


class LevelVerdict(StrEnum):
    """What is known about a level."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    """The whole space of states was explored, and no state wins."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far a search may go, each solver for itself. None: no limit."""

    seconds: float | None = 60.0
    states: int | None = None
    """Distinct states reached."""
    megabytes: int | None = 4000
    """Memory taken by the search."""


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


@dataclass(frozen=True, slots=True)
class SolverReport:
    """What one solver found.

    `explored` counts the states whose moves were tried, `reached` the distinct states seen. `moves` are inputs
    (0 up, 1 left, 2 down, 3 right, 4 action).
    """

    solver: str
    verdict: LevelVerdict
    moves: tuple[int, ...] | None
    explored: int
    reached: int
    seconds: float
    engine: str
    stopped_by: str | None = None
    """Why the solver gave up, if it did: time, states, memory, interrupted, or what keeps it from a verdict."""
    sure_of_shortest: bool = False
    """Whether no solution can be shorter than the one found, if one was found."""

    @property
    def states_per_second(self) -> float:
        return self.explored / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class SolveReport:
    """What is known about a level after all solvers."""

    verdict: LevelVerdict
    moves: tuple[int, ...] | None
    """The shortest solution found; shortest of all if `shortest` is true."""
    shortest: bool
    solvers: tuple[SolverReport, ...]
    difficulty: int | None
    """The least number of states that a solver explored to decide the level; None if none decided it."""
    refusals: tuple[str, ...] = ()
    """Why the level was not searched at all."""
    slow_reasons: tuple[str, ...] = ()
    """Why whole frontiers could not be advanced at once; empty if they could."""
    endless_moves: int = 0
    """How often a move was tried whose `again` turns never end: such moves lead nowhere."""


def decide(
    solvers: tuple[SolverReport, ...], slow_reasons: tuple[str, ...], endless_moves: int = 0
) -> SolveReport:
    """Put the solvers' findings together."""
    decided = [report for report in solvers if report.verdict is not LevelVerdict.UNDECIDED]
    solved = [report for report in decided if report.moves is not None]
    best = min(solved, key=lambda report: len(report.moves or ()), default=None)
    verdict = LevelVerdict.UNSOLVABLE if decided else LevelVerdict.UNDECIDED
    if best is not None:
        verdict = LevelVerdict.SOLVED
    return SolveReport(
        verdict=verdict,
        moves=best.moves if best is not None else None,
        shortest=any(report.sure_of_shortest for report in solved),
        solvers=solvers,
        difficulty=min((report.explored for report in decided), default=None),
        slow_reasons=slow_reasons,
        endless_moves=endless_moves,
    )


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
    _memory_before: int = field(default_factory=lambda: resident_bytes())
    _next_report: float = 0.0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def interval(self, cells: int) -> int:
        """How many states may be explored between two checks: fewer on large boards and for small limits."""
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
        now = self.seconds
        limits = self.limits
        if limits.states is not None and reached > limits.states:
            raise LimitReached("states")
        self.check_time()
        if limits.megabytes is not None:
            used = resident_bytes() - self._memory_before
            if used > limits.megabytes * 1_000_000:
                raise LimitReached("memory")
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
