"""Solve a level with one solver or several."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from importlib.util import find_spec

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.engine.codegen.vector_writer import vector_obstacles
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .best_first import astar, greedy_best_first
from .breadth_first import breadth_first
from .limits import NO_LIMIT, BatchLimits, LimitReached, LimitWatch, ProgressCallback, SearchLimits
from .results import (
    LevelVerdict,
    SolveReport,
    SolverReport,
    SolverResult,
    SolverResults,
    decide,
    exploration_bound,
    solver_order,
)
from .transitions import SearchableGame, SearchProblem, is_solution

SOLVER_FUNCTIONS = {"bfs": breadth_first, "astar": astar, "gbfs": greedy_best_first}
SOLVERS = tuple(SOLVER_FUNCTIONS)

SMALL_SPACE = 3000


class UnconfirmedSolution(AssertionError):
    """A solver and the interpreter disagree: a mistake in one of them."""


def solve(
    game: PuzzleScriptGame | SearchableGame,
    level_index: int | Level,
    *,
    solvers: Sequence[str] = SOLVERS,
    limits: SearchLimits | None = None,
    progress: ProgressCallback | None = None,
    seed: str | None = None,
) -> SolveReport:
    """Solve a level, given by its index (message entries count) or as a map.

    For many levels of one game, make a `SearchableGame` once and pass that. Solutions have been played through by
    the interpreter before they are returned.
    """
    search = game if isinstance(game, SearchableGame) else SearchableGame(game)
    level = level_index if isinstance(level_index, Level) else _level(search.game, level_index)
    refusals = [*search.refusals]
    if search.is_random and seed is None:
        refusals.append("the game has random rules: give a seed to search one course of chance")
    if refusals:
        return SolveReport(LevelVerdict.UNDECIDED, None, False, (), None, refusals=tuple(refusals))
    if unknown := [solver for solver in solvers if solver not in SOLVERS]:
        raise ValueError(f"no such solver: {', '.join(unknown)} (there are {', '.join(SOLVERS)})")
    limits = limits if limits is not None else SearchLimits()
    started = time.monotonic()
    slow_reasons = tuple(vector_obstacles(search.game, level))
    if not slow_reasons and find_spec("numpy") is None:
        slow_reasons = ("numpy is not installed",)
    preparing = LimitWatch(solvers[0] if solvers else "", limits, progress)
    try:
        steps = search.load(level, seed, check=lambda: preparing.check(0, 0, 0))
    except LimitReached as stop:
        return decide(tuple(_unprepared(solver, stop.reason, preparing) for solver in solvers), slow_reasons)
    except KeyboardInterrupt:
        return decide((_unprepared(preparing.solver, "interrupted", preparing),), slow_reasons)
    reports: list[SolverReport] = []
    for solver in solvers:
        # The time that it took to generate code is the first solver's.
        watch = LimitWatch(solver, limits, progress, started=time.monotonic() if reports else started)
        report = run_solver(steps, watch, vectors=not slow_reasons)
        if report.moves is not None and not is_solution(search.game, level, report.moves, seed):
            raise UnconfirmedSolution(f"{solver}: the interpreter does not win with {report.moves}")
        reports.append(report)
        if report.stopped_by == "interrupted":
            break
    return decide(tuple(reports), slow_reasons, steps.again.endless)


def solve_or_stop(
    search: SearchableGame,
    level: Level,
    solvers: Sequence[str] = SOLVERS,
    limits: SearchLimits | None = None,
) -> SolveReport:
    """Solve a level for a longer piece of work: an interrupt from the keyboard ends all of it."""
    report = solve(search, level, solvers=solvers, limits=limits)
    if any(solver.stopped_by == "interrupted" for solver in report.solvers):
        raise KeyboardInterrupt
    return report


def _unprepared(solver: str, reason: str, watch: LimitWatch) -> SolverReport:
    """A solver that ran out of time before there was code to search with."""
    return SolverReport(
        None, 0, stopped_by=reason, solver=solver, reached=0, seconds=watch.seconds, engine="generating code"
    )


def _level(game: PuzzleScriptGame, index: int) -> Level:
    if not 0 <= index < len(game.levels):
        raise ValueError(f"the game has no level {index}: it has {len(game.levels)} entries")
    level = game.levels[index]
    if not isinstance(level, Level):
        raise ValueError(f"entry {index} of the game's levels is a message")
    return level


def run_solver(steps: SearchProblem, watch: LimitWatch, *, vectors: bool = False) -> SolverReport:
    """Search a level with the solver that the watch is for; `vectors`: whole frontiers can be advanced at once."""
    if vectors and watch.solver == "bfs":
        return _breadth_first(steps, watch)
    return SOLVER_FUNCTIONS[watch.solver](steps, watch)


def _breadth_first(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """Small spaces are explored state by state, which is done before arrays would have warmed up."""
    small = watch.limits.states is None or watch.limits.states > SMALL_SPACE
    limits = dataclasses.replace(watch.limits, states=SMALL_SPACE) if small else watch.limits
    report = breadth_first(steps, dataclasses.replace(watch, limits=limits))
    if report.stopped_by != "states" or not small:
        return report
    from .vector_search import breadth_first_by_frontiers

    return breadth_first_by_frontiers(steps, watch)


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
