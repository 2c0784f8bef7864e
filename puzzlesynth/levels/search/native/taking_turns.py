"""Several searches of one level that take turns, until one of them decides it.

What one kind of search finds at once another may never find. A turn ends after a number of moves, which is the same on
every machine, so who is first, and what it finds, does not depend on how fast the machine is or how many threads there
are. The time of the others does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

from puzzlesynth.deadline import Deadline, time_left
from puzzlesynth.levels.search.limits import NOT_NEEDED, LimitReached
from puzzlesynth.levels.search.results import SolverReport
from puzzlesynth.levels.search.trail import Moves

from .search import NativeSearch

_FIRST_TURN = 256
"""Moves that a search makes before it is the next one's turn."""
_LONGEST_TURN = 1 << 14


def search_in_turns(searches: Sequence[NativeSearch], jobs: int = 1) -> list[SolverReport]:
    """Run searches of one level, each within its own limits. With several `jobs` their turns are at the same time."""
    sides = [_Side(search) for search in searches]
    moves = _FIRST_TURN
    together = _Threads(sides, jobs) if jobs > 1 else None
    try:
        while not any(side.has_decided for side in sides):
            open_sides = [side for side in sides if side.report is None]
            if not open_sides:
                break
            if together is not None:
                together.go_on(open_sides, moves)
            else:
                _go_on_in_order(open_sides, moves)
            if any(side.is_interrupted for side in sides):
                break
            moves = min(2 * moves, _LONGEST_TURN)
    finally:
        if together is not None:
            together.close()
    return _reports(sides)


def _go_on_in_order(sides: Sequence[_Side], moves: int) -> None:
    """All make their moves, also if one decides the level: so the counts are the same as with threads."""
    for side in sides:
        side.go_on(moves)
        if side.is_interrupted:
            return


def _reports(sides: Sequence[_Side]) -> list[SolverReport]:
    """What all have found. Only the first that decides the level counts: with threads, others may do so as well."""
    is_decided = False
    found = []
    is_interrupted = any(side.is_interrupted for side in sides)
    for side in sides:
        if side.report is None or (is_decided and side.has_decided):
            found.append(side.stop("interrupted" if is_interrupted and not is_decided else NOT_NEEDED))
        else:
            found.append(side.report)
        is_decided = is_decided or side.has_decided
    return found


class _Side:
    """One of the searches."""

    def __init__(self, search: NativeSearch) -> None:
        self.search = search
        self.report: SolverReport | None = None
        self._way = search.advance()
        self._paused = time.monotonic()

    @property
    def has_decided(self) -> bool:
        return self.report is not None and self.report.solved is not None

    @property
    def is_interrupted(self) -> bool:
        return self.report is not None and self.report.stopped_by == "interrupted"

    def go_on(self, moves: int) -> None:
        """Make this many more moves."""
        self._wake()
        self.search.pause_after(moves)
        try:
            next(self._way)
        except StopIteration as end:
            found: Moves | None = end.value
            self.report = self.search.reported(lambda: found)
        except (LimitReached, MemoryError, KeyboardInterrupt) as stop:
            self.report = self.search.reported(_raising(stop))
        self._paused = time.monotonic()

    def stop(self, reason: str) -> SolverReport:
        self._wake()
        self._way.close()
        return self.search.reported(_raising(LimitReached(reason)))

    def _wake(self) -> None:
        """The time since the last turn was not this search's."""
        now = time.monotonic()
        self.search.watch.started += now - self._paused
        self._paused = now


def _raising(stop: BaseException) -> Callable[[], Moves | None]:
    def search() -> Moves | None:
        raise stop

    return search


class _Threads:
    """Lets searches make moves at the same time."""

    def __init__(self, sides: Sequence[_Side], jobs: int) -> None:
        self._pool = ThreadPoolExecutor(jobs)
        self._deadline, self._stopped = Deadline(time_left()), Event()
        for side in sides:
            side.search.watch.stopped = self._stopped

    def go_on(self, sides: Sequence[_Side], moves: int) -> None:
        running = [self._pool.submit(self._turn, side, moves) for side in sides]
        try:
            wait(running)
        except KeyboardInterrupt:
            self._stopped.set()
        for one in running:
            one.result()

    def _turn(self, side: _Side, moves: int) -> None:
        with self._deadline.applied():
            side.go_on(moves)

    def close(self) -> None:
        self._pool.shutdown()
