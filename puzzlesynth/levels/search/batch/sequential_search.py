"""One candidate after the other, with the solvers for single levels: for every game and every size."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.best_first import best_first, breadth_first
from puzzlesynth.levels.search.results import Limits, Stopped, Verdict, Watch
from puzzlesynth.levels.search.transitions import GameSearch, Steps

from .results import NO_BETTER, NO_LIMIT, Bounds, Finding, Findings, in_order, worth_exploring


@dataclass(slots=True)
class _Closely(Watch):
    """Looks at every state, so that a limit of states means the same whatever the board; and stops a search that has
    explored as many states as another needed."""

    most: int = NO_LIMIT
    every: int = 1
    """Where rules run one by one, which is slow, nobody asks for an interval: the clock is looked at every time."""

    def interval(self, cells: int) -> int:
        self.every = max(1, min(256, 10_000 // cells))
        return 1

    def check(self, explored: int, reached: int, frontier: int) -> None:
        if explored >= self.most:
            raise Stopped(NO_BETTER)
        if self.limits.states is not None and reached > self.limits.states:
            raise Stopped("states")
        # The clock and the memory take longer to look at.
        if explored % self.every == 0:
            Watch.check(self, explored, reached, frontier)


def search_alone(steps: Steps, solver: str, bounds: Bounds, most: int = NO_LIMIT) -> Finding:
    """What a solver finds out about one level."""
    watch = _Closely(solver, Limits(bounds.seconds, bounds.states), most=most)
    by_distance = solver == "bfs"
    report = breadth_first(steps, watch) if by_distance else best_first(steps, watch, greedy=solver == "gbfs")
    if report.stopped_by == "interrupted":
        raise KeyboardInterrupt
    check_time()
    solved = None if report.verdict is Verdict.UNDECIDED else report.verdict is Verdict.SOLVED
    return Finding(solved, report.explored, report.moves, report.stopped_by)


def find_alone(
    search: GameSearch, level: Level, solvers: Sequence[str], bounds: Bounds
) -> tuple[Findings, float]:
    """What each solver finds out about a level, all together within the seconds, and how long it took."""
    begin = time.perf_counter()
    steps = search.load(level, check=check_time)
    found: Findings = {}
    for solver in in_order(solvers):
        most = worth_exploring(found, bounds)
        if most:
            left = (
                None if bounds.seconds is None else max(0.0, bounds.seconds - (time.perf_counter() - begin))
            )
            found[solver] = search_alone(steps, solver, Bounds(bounds.states, left), most)
    return found, time.perf_counter() - begin
