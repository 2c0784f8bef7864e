"""One candidate after the other, with the solvers for single levels: for every game and every size."""

from __future__ import annotations

import time
from collections.abc import Sequence

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.limits import NO_LIMIT, BatchLimits, LimitWatch
from puzzlesynth.levels.search.results import SolverResult, SolverResults, exploration_bound, solver_order
from puzzlesynth.levels.search.solver import run_solver
from puzzlesynth.levels.search.transitions import SearchableGame, SearchProblem


def run_bounded(steps: SearchProblem, solver: str, bounds: BatchLimits, most: int = NO_LIMIT) -> SolverResult:
    """What a solver finds out about one level that explores at most this many states."""
    result = run_solver(steps, LimitWatch(solver, bounds, most=most, exact=True))
    if result.stopped_by == "interrupted":
        raise KeyboardInterrupt
    check_time()
    return result


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
            found[solver] = run_bounded(steps, solver, bounds.after(time.perf_counter() - begin), most)
    return found, time.perf_counter() - begin
