"""What it means to solve a level, for everything that makes or changes levels.

A level of most games has solutions. Where rules draw random numbers, it has plans: by default any plan that can win
counts, and designers can ask for a least chance, for a plan that always wins, or for one course of chance, in which the
level has solutions again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypedDict, Unpack

from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SOLVERS, SearchableGame, SearchLimits, SolveReport, solve
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation
from puzzlesynth.levels.search.results import LevelVerdict, SolverReport
from puzzlesynth.levels.search.transitions import SearchProblem, is_solution

from .chance_solver import ChanceLimits, ChanceReport, solve_with_chance
from .plans import PlanKind, PlanPromise

PLAN_POSITIONS = 20_000
"""The most positions that are explored for the plan of one level."""
USUAL_COURSE = "level 0"
"""The seed of what is measured by playing once, where levels have plans. A play of a single level has it too."""
PLANNER = "plan"


@dataclass(frozen=True, slots=True)
class ChanceMeaning:
    """When a level of a game with random rules counts as solved."""

    course: str | None = None
    """A seed: only this course of chance is played."""
    least: float = 0.0
    """The least chance of winning."""
    certain: bool = False
    """Whether a plan has to win whatever happens, in a known number of moves."""

    def verdict(self, promise: PlanPromise) -> LevelVerdict:
        good = promise.kind in (PlanKind.CERTAIN, PlanKind.SURE, PlanKind.LIKELY)
        good = good and promise.chance >= self.least - 1e-6
        if good and (promise.kind is PlanKind.CERTAIN or not self.certain):
            return LevelVerdict.SOLVED
        return LevelVerdict.UNSOLVABLE if promise.exact else LevelVerdict.UNDECIDED


class CourseGame(SearchableGame):
    """A game with random rules whose levels are searched in one course of chance unless another is asked for."""

    def __init__(self, game: PuzzleScriptGame, seed: str) -> None:
        super().__init__(game)
        self.seed = seed

    def load(
        self, level: Level, seed: str | None = None, *, check: Callable[[], None] | None = None
    ) -> SearchProblem:
        return super().load(level, seed if seed is not None else self.seed, check=check)


class JudgeLimits(TypedDict, total=False):
    """The limits of `BatchEvaluator.judge`."""

    states: int | None
    seconds: float | None
    uninteresting: int


class ManyLevels(Protocol):
    """What judges many levels (`BatchEvaluator` is the model)."""

    def judge(self, levels: Sequence[Level], **limits: Unpack[JudgeLimits]) -> list[LevelEvaluation]: ...


class LevelSolver:
    """Solves levels of one game in the sense that their designer wants."""

    def __init__(self, game: PuzzleScriptGame, meaning: ChanceMeaning | None = None) -> None:
        self.game = game
        self.meaning = meaning if meaning is not None else ChanceMeaning()
        self.search = SearchableGame(game)
        self.seed: str | None = None
        """The course of chance in which solutions are played; None where nothing is random."""
        if self.search.is_random:
            self.seed = self.meaning.course if self.meaning.course is not None else USUAL_COURSE
            self.search = CourseGame(game, self.seed)
        self.plans = self.search.is_random and self.meaning.course is None
        """Whether levels have plans instead of solutions."""
        self._promises: dict[tuple[int, tuple[int, ...]], PlanPromise] = {}

    def solve(
        self, level: Level, solvers: Sequence[str] = SOLVERS, limits: SearchLimits | None = None
    ) -> SolveReport:
        """Solve a level for a longer piece of work: an interrupt from the keyboard ends all of it. `moves` of a level
        with a plan are those of the most probable course of play."""
        if self.plans:
            return self._planned(level, limits if limits is not None else SearchLimits())
        report = solve(self.search, level, solvers=solvers, limits=limits, seed=self.seed)
        if any(solver.stopped_by == "interrupted" for solver in report.solvers):
            raise KeyboardInterrupt
        return report

    def many(self, solvers: Sequence[str] = SOLVERS, *, brief: bool = False) -> ManyLevels:
        """What judges many levels, at once where that can be done."""
        if self.search.is_random:
            return _OneByOne(self, solvers)
        return BatchEvaluator(self.search, solvers=solvers, brief=brief)

    def wins(self, level: Level, moves: Sequence[int]) -> bool:
        """Whether the interpreter agrees that a level is won by the moves and not before, or that it has a plan that was
        good enough."""
        if self.plans:
            promise = self.promise(level)
            return promise is not None and self.meaning.verdict(promise) is LevelVerdict.SOLVED
        return is_solution(self.game, level, moves, self.seed)

    def promise(self, level: Level) -> PlanPromise | None:
        """What was found out about plans for a level, if it was planned."""
        return self._promises.get((level.width, level.cells))

    @cached_property
    def _engine(self) -> CompiledEngine:
        return CompiledEngine(self.game)

    def _planned(self, level: Level, limits: SearchLimits) -> SolveReport:
        begin = time.monotonic()
        positions = PLAN_POSITIONS if limits.states is None else min(limits.states, PLAN_POSITIONS)
        found = solve_with_chance(
            self.game,
            level,
            ChanceLimits(limits.seconds, positions),
            search=self.search,
            engine=self._engine,
        )
        self._promises[level.width, level.cells] = found.promise
        return _report(found, self.meaning.verdict(found.promise), time.monotonic() - begin)


def _report(found: ChanceReport, verdict: LevelVerdict, seconds: float) -> SolveReport:
    """A plan as the report of a solver. Shortest is a plan that never needs more moves than necessary."""
    solved = None if verdict is LevelVerdict.UNDECIDED else verdict is LevelVerdict.SOLVED
    moves = found.line if solved else None
    solver = SolverReport(
        solved,
        found.positions,
        moves,
        found.stopped_by if solved is None else None,
        solver=PLANNER,
        reached=found.positions,
        seconds=seconds,
        engine=PLANNER,
    )
    shortest = bool(solved) and (found.complete or found.kind is PlanKind.CERTAIN)
    return SolveReport(verdict, moves, shortest, (solver,), None if solved is None else found.positions)


class _OneByOne:
    """Judges levels of a game with random rules, one after the other."""

    def __init__(self, solver: LevelSolver, solvers: Sequence[str]) -> None:
        self._solver, self._solvers = solver, solvers

    def judge(self, levels: Sequence[Level], **limits: Unpack[JudgeLimits]) -> list[LevelEvaluation]:
        kept = SearchLimits(limits.get("seconds"), limits.get("states"))
        return [_evaluation(self._solver.solve(level, self._solvers, kept)) for level in levels]


def _evaluation(report: SolveReport) -> LevelEvaluation:
    return LevelEvaluation(
        solved={LevelVerdict.SOLVED: True, LevelVerdict.UNSOLVABLE: False}.get(report.verdict),
        moves=report.moves,
        shortest=report.shortest,
        explored={one.solver: one.explored for one in report.solvers if one.solved is not None},
        difficulty=report.difficulty,
        seconds=sum(one.seconds for one in report.solvers),
        stopped_by=next((one.stopped_by for one in report.solvers if one.stopped_by), None),
    )
