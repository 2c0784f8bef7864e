"""One candidate after the other, with the solvers for single levels: for every game and every size."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.best_first import best_first, breadth_first
from puzzlesynth.levels.search.results import LevelVerdict, LimitReached, LimitWatch, SearchLimits
from puzzlesynth.levels.search.transitions import SearchableGame, SearchProblem

from .results import (
    NO_BETTER,
    NO_LIMIT,
    BatchLimits,
    SolverResult,
    SolverResults,
    exploration_bound,
    solver_order,
)


@dataclass(slots=True)
class _Closely(LimitWatch):
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
            raise LimitReached(NO_BETTER)
        if self.limits.states is not None and reached > self.limits.states:
            raise LimitReached("states")
        # The clock and the memory take longer to look at.
        if explored % self.every == 0:
            LimitWatch.check(self, explored, reached, frontier)


def run_solver(steps: SearchProblem, solver: str, bounds: BatchLimits, most: int = NO_LIMIT) -> SolverResult:
    """What a solver finds out about one level."""
    watch = _Closely(solver, SearchLimits(bounds.seconds, bounds.states), most=most)
    by_distance = solver == "bfs"
    report = breadth_first(steps, watch) if by_distance else best_first(steps, watch, greedy=solver == "gbfs")
    if report.stopped_by == "interrupted":
        raise KeyboardInterrupt
    check_time()
    solved = None if report.verdict is LevelVerdict.UNDECIDED else report.verdict is LevelVerdict.SOLVED
    return SolverResult(solved, report.explored, report.moves, report.stopped_by)


def solve_alone(
    search: SearchableGame, level: Level, solvers: Sequence[str], bounds: BatchLimits
) -> tuple[SolverResults, float]:
    """What each solver finds out about a level, all together within the seconds, and how long it took."""
    begin = time.perf_counter()
    steps = search.load(level, check=check_time)
    found: SolverResults = {}
    for solver in solver_order(solvers):
        most = exploration_bound(found, bounds)
        if most:
            left = (
                None if bounds.seconds is None else max(0.0, bounds.seconds - (time.perf_counter() - begin))
            )
            found[solver] = run_solver(steps, solver, BatchLimits(bounds.states, left), most)
    return found, time.perf_counter() - begin
