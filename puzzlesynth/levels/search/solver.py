"""Solve a level with one solver or several."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

from puzzlesynth.deadline import Deadline, check_time, time_left
from puzzlesynth.levels.engine.native.compiler.loading import is_native_ready, native_code, native_obstacle
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.native.search import NativeFault, NativeProblem, NativeSearch
from puzzlesynth.levels.search.native.taking_turns import search_in_turns

from .best_first import astar, greedy_best_first, novelty_first
from .breadth_first import breadth_first
from .limits import (
    NO_LIMIT,
    TAKEN_OVER,
    BatchLimits,
    LimitReached,
    LimitWatch,
    ProgressCallback,
    SearchLimits,
)
from .novelty import NOVELTY
from .relaxation.reach import REACH
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
from .walking import WALKS, WalkingSearch

SOLVER_FUNCTIONS = {
    "bfs": breadth_first,
    "astar": astar,
    "gbfs": greedy_best_first,
    NOVELTY: novelty_first,
    WALKS: novelty_first,
}
"""In Python, where walks are not foretold, novelty comes nearest to search by walks."""
ALL_SOLVERS = tuple(SOLVER_FUNCTIONS)
SOLVERS = ALL_SOLVERS[:3]
"""The solvers whose states measure how difficult a level is."""
LAST_RESORT = (WALKS, NOVELTY)
"""The solvers that take turns at levels that those leave undecided."""


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
    jobs: int = 1,
    last_resort: Sequence[str] = (),
    rule_out: bool = False,
) -> SolveReport:
    """Solve a level, given by its index (message entries count) or as a map.

    With several `jobs`, solvers work side by side, or threads share the work of a single one; what they find is the same.
    `last_resort` are solvers that take turns at levels that the others leave undecided, each with limits of its own. With
    `rule_out`, no solver is run where what can come up in the level at all rules out a win.

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
    if unknown := [solver for solver in (*solvers, *last_resort) if solver not in ALL_SOLVERS]:
        raise ValueError(f"no such solver: {', '.join(unknown)} (there are {', '.join(ALL_SOLVERS)})")
    limits = limits if limits is not None else SearchLimits()
    stripped = search.stripped(level)
    if rule_out:
        hunt = _LevelSearch(stripped, level, seed)
        proof = hunt.ruled_out()
        if proof is not None:
            return decide((proof,), (), hunt.endless_at_start(limits))
    try:
        return _solve(
            search.game, _LevelSearch(stripped, level, seed), solvers, limits, progress, jobs, last_resort
        )
    except UnconfirmedSolution:
        if stripped is search:
            raise
        # What looked like decoration has kept a move from going on.
        return _solve(
            search.game, _LevelSearch(search, level, seed), solvers, limits, progress, jobs, last_resort
        )


def _solve(
    game: PuzzleScriptGame,
    hunt: _LevelSearch,
    solvers: Sequence[str],
    limits: SearchLimits,
    progress: ProgressCallback | None,
    jobs: int,
    last_resort: Sequence[str],
) -> SolveReport:
    """Run the solvers. Raises `UnconfirmedSolution` if one of them finds what does not win in the game."""
    started = time.monotonic()
    found: Iterable[SolverReport]
    if jobs > 1 and len(solvers) > 1 and native_code(wait=limits.seconds) is not None:
        found = _side_by_side(
            hunt, [LimitWatch(solver, limits, progress, started) for solver in solvers], jobs
        )
    else:
        found = _in_turn(hunt, solvers, limits, progress, started, jobs)
    if last_resort:
        found = _with_last_resort(found, hunt, last_resort, limits, progress, jobs)
    reports: list[SolverReport] = []
    for report in found:
        if report.moves is not None and not hunt.wins(game, report.moves):
            raise UnconfirmedSolution(f"{report.solver}: the interpreter does not win with {report.moves}")
        reports.append(report)
    return decide(tuple(reports), hunt.slow_reasons, hunt.endless)


def _in_turn(
    hunt: _LevelSearch,
    solvers: Sequence[str],
    limits: SearchLimits,
    progress: ProgressCallback | None,
    started: float,
    jobs: int,
) -> Iterator[SolverReport]:
    """Run solvers one after the other. The time that it took to prepare is the first solver's."""
    for solver in solvers:
        report = hunt.run(LimitWatch(solver, limits, progress, started), jobs)
        yield report
        if report.stopped_by == "interrupted":
            return
        started = time.monotonic()


def _with_last_resort(
    found: Iterable[SolverReport],
    hunt: _LevelSearch,
    solvers: Sequence[str],
    limits: SearchLimits,
    progress: ProgressCallback | None,
    jobs: int,
) -> Iterator[SolverReport]:
    """What was found, and what more solvers find if that decides nothing."""
    is_open = True
    for report in found:
        yield report
        is_open = is_open and report.solved is None and report.stopped_by != "interrupted"
    if is_open:
        yield from hunt.run_in_turns([LimitWatch(solver, limits, progress) for solver in solvers], jobs)


def _side_by_side(hunt: _LevelSearch, watches: Sequence[LimitWatch], jobs: int) -> list[SolverReport]:
    """Run solvers at the same time, each in a thread: machine code does not keep others waiting."""
    deadline, stopped = Deadline(time_left()), Event()
    for watch in watches:
        watch.stopped = stopped

    def run(watch: LimitWatch) -> SolverReport:
        watch.started = time.monotonic()  # It may have waited for a thread.
        with deadline.applied():
            return hunt.alike().run(watch)

    with ThreadPoolExecutor(jobs) as threads:
        running = [threads.submit(run, watch) for watch in watches]
        try:
            wait(running)
        except KeyboardInterrupt:
            stopped.set()
        return [one.result() for one in running]


class _LevelSearch:
    """Searches of one level: in machine code as soon as there is some, in Python until then or where there is none."""

    def __init__(self, search: SearchableGame, level: Level, seed: str | None) -> None:
        self._search, self._level, self._seed = search, level, seed
        self._steps: SearchProblem | None = None
        self._problem: NativeProblem | None = None
        self._others: list[_LevelSearch] = []
        self._too_large = False
        """Whether the kernel has no room for a turn."""

    def wins(self, game: PuzzleScriptGame, moves: Sequence[int]) -> bool:
        """Whether moves win the level in a game that this is a search of."""
        stripped = self._search.is_stripped
        return is_solution(game, self._level, moves, self._seed, comes_to_rest=stripped)

    def alike(self) -> _LevelSearch:
        """Another for the same level, for another thread. What it counts is counted here."""
        other = _LevelSearch(self._search, self._level, self._seed)
        self._others.append(other)
        return other

    def ruled_out(self) -> SolverReport | None:
        """A proof that the level cannot be won, if what can come up in it at all is one."""
        begin = time.monotonic()
        if self._search.doubt is not None:
            return None
        reach = self._search.reach_of(self._level, self._seed)
        if reach is None or not reach.rules_out_win:
            return None
        spent = time.monotonic() - begin
        return SolverReport(False, 0, solver=REACH, reached=0, seconds=spent, engine="what can come up")

    @property
    def slow_reasons(self) -> tuple[str, ...]:
        """Why a search was made in Python; empty if it was not, or was over before machine code was there."""
        if self._too_large:
            return ("a turn with more matches than machine code has room for",)
        if self._others:
            return tuple(dict.fromkeys(reason for other in self._others for reason in other.slow_reasons))
        return tuple(filter(None, [native_obstacle()])) if self._problem is None else ()

    @property
    def endless(self) -> int:
        if self._others:
            return sum(other.endless for other in self._others)
        return sum(problem.again.endless for problem in (self._steps, self._problem) if problem is not None)

    def endless_at_start(self, limits: SearchLimits) -> int:
        """How many of the first moves have `again` turns that never end."""
        self.run(LimitWatch("bfs", limits, most=1, exact=True))
        return self.endless

    def run(self, watch: LimitWatch, jobs: int = 1) -> SolverReport:
        code = None if self._too_large else _code_for(watch)
        if code is None:
            watch.successor = None if self._too_large or native_obstacle() else is_native_ready
            report = self._run_in_python(watch)
            if report.stopped_by != TAKEN_OVER:
                return report
            self._steps = None
            code = native_code()
            assert code is not None
        watch = dataclasses.replace(watch, successor=None, explored=0)
        try:
            if self._problem is None:
                self._problem = NativeProblem(code, self._search, self._level, self._seed)
            if self._problem.starts_won:
                # Coming back to the start wins, and the kernel knows nothing that it has seen twice.
                return self._run_in_python(watch)
            if watch.solver == WALKS:
                return WalkingSearch(self._problem, watch).run()
            return NativeSearch(self._problem, watch, jobs).run()
        except NativeFault:
            self._too_large = True
            return self.run(watch, jobs)

    def run_in_turns(self, watches: Sequence[LimitWatch], jobs: int) -> list[SolverReport]:
        """Let searches take turns in machine code, if there is some; otherwise make the first alone."""
        first = watches[0]
        code = None if self._too_large else _code_for(first)
        if code is None:
            return [self.run(first)]
        try:
            if self._problem is None:
                self._problem = NativeProblem(code, self._search, self._level, self._seed)
            problem = self._problem
            if problem.starts_won:
                return [self.run(first)]
            searches = [
                (WalkingSearch if watch.solver == WALKS else NativeSearch)(
                    problem, watch, context=problem.context()
                )
                for watch in watches
            ]
            return search_in_turns(searches, 1 if problem.tables.is_random else jobs)
        except NativeFault:
            self._too_large = True
            return [self.run(dataclasses.replace(first, explored=0))]

    def _run_in_python(self, watch: LimitWatch) -> SolverReport:
        try:
            if self._steps is None:
                check = lambda: watch.check(0, 0, 0)  # noqa: E731
                self._steps = self._search.load(self._level, self._seed, check=check)
        except LimitReached as stop:
            return _unprepared(watch, stop.reason)
        except KeyboardInterrupt:
            return _unprepared(watch, "interrupted")
        return run_solver(self._steps, watch)


def _code_for(watch: LimitWatch) -> NativeCode | None:
    """Machine code, if there is some by now. Search by walks is another search in Python, and what it finds must not
    depend on when there is: it waits."""
    return native_code(wait=watch.limits.seconds) if watch.solver == WALKS else native_code()


def _unprepared(watch: LimitWatch, reason: str) -> SolverReport:
    """A solver that ran out of time before there was code to search with."""
    return SolverReport(
        None,
        0,
        stopped_by=reason,
        solver=watch.solver,
        reached=0,
        seconds=watch.seconds,
        engine="generating code",
    )


def _level(game: PuzzleScriptGame, index: int) -> Level:
    if not 0 <= index < len(game.levels):
        raise ValueError(f"the game has no level {index}: it has {len(game.levels)} entries")
    level = game.levels[index]
    if not isinstance(level, Level):
        raise ValueError(f"entry {index} of the game's levels is a message")
    return level


def run_solver(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """Search a level in Python with the solver that the watch is for."""
    return SOLVER_FUNCTIONS[watch.solver](steps, watch)


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
    hunt = _LevelSearch(search, level, None)
    found: SolverResults = {}
    for solver in solver_order(solvers):
        most = exploration_bound(found, bounds)
        if most:
            left = bounds.after(time.perf_counter() - begin)
            result = hunt.run(LimitWatch(solver, left, most=most, exact=True))
            if result.stopped_by == "interrupted":
                raise KeyboardInterrupt
            check_time()
            found[solver] = result
    return found, time.perf_counter() - begin
