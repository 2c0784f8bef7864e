"""Judges candidates for suggestions: many at a time by play, and the few that may be good enough in detail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.generate.fitness.challenge import direction_changes
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTracer
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator, LevelMeasures
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits
from puzzlesynth.levels.search.batch.evaluator import LevelEvaluation

from .ranking import Rank, novelty
from .rule_costs import Costs, cost_of

GIVEN_STATES = 50_000
"""States for the level that was given, and for finding a shortest solution of what is shown, at least."""


@dataclass(frozen=True, slots=True)
class MeasuredCandidate:
    """A candidate in detail, replayed."""

    value: float
    moves: tuple[int, ...]
    shortest: bool
    measures: dict[str, float]


class CandidateEvaluator:
    """Judges levels of one game by one ranking."""

    def __init__(
        self,
        game: PuzzleScriptGame,
        given: Level,
        rank: Rank,
        costs: Costs,
        chance: ChanceMeaning | None = None,
    ) -> None:
        self.game, self.given, self.rank, self.costs = game, given, rank, costs
        self.solver = LevelSolver(game, chance)
        solvers = ("bfs",) if rank.needs_moves else ("bfs", "astar", "gbfs")
        self._batch = self.solver.many(solvers, brief=True)
        self._exact = not rank.needs_moves
        self._others = [given]
        self.given_undecided = False

    @cached_property
    def evaluator(self) -> LevelEvaluator:
        return LevelEvaluator(self.game, solver=self.solver)

    @cached_property
    def _tracer(self) -> RuleTracer:
        return RuleTracer(self.game, self.solver.seed)

    def judge(
        self,
        levels: Sequence[Level],
        states: int | None,
        seconds: float | None = None,
        threshold: float | None = None,
    ) -> list[LevelEvaluation]:
        """Verdicts for candidates. What is certain not to exceed the threshold is not looked at more closely. Where the
        ranking has to know the shortest solution first, the difficulty is no less than the true one."""
        dull = self.rank.most_difficulty_within(threshold) if threshold is not None else 0
        return self._batch.judge(levels, states=states, seconds=seconds, uninteresting=dull)

    def starts_won(self, level: Level) -> bool:
        return all_conditions_met(self.game, level.cells)

    @property
    def most_given_states(self) -> int:
        """How many states the level that was given is worth at most."""
        return max(1_000, GIVEN_STATES * 100 // max(100, len(self.given.cells)))

    def given_value(self, states: int, seconds: float | None = None) -> float | None:
        """The value of the level that was given, if that many states decide it. Its novelty is none."""
        found = self.judge([self.given], min(states, self.most_given_states), seconds)[0]
        self.given_undecided = found.solved is None
        if found.moves is None or self.starts_won(self.given):
            return None
        measured = self.measured(self.given, found)
        return None if measured is None else measured.value

    def shown(self, level: Level) -> None:
        """From now on, this level is nothing new."""
        self._others.append(level)

    def at_most(self, level: Level, found: LevelEvaluation) -> float:
        """A value that the candidate does not exceed."""
        moves = found.moves or ()
        dearest = len(moves) * (1 + sum(max(0.0, cost) for cost in self.costs.values()))
        return self.rank.at_most(self._quick(level, moves, found.difficulty or 0), dearest)

    def measured(self, level: Level, found: LevelEvaluation) -> MeasuredCandidate | None:
        """The candidate in detail; None if the interpreter does not win with the solution."""
        assert found.moves is not None
        assert found.difficulty is not None
        moves, shortest = found.moves, found.shortest
        difficulty = found.difficulty
        if not self._exact and "difficulty" in self.rank.names:
            difficulty = self._difficulty(level, difficulty)
        if not shortest and not self.solver.plans:
            limits = SearchLimits(seconds=None, states=max(GIVEN_STATES, 20 * difficulty))
            report = self.solver.solve(level, ("bfs",), limits)
            if report.moves is not None:
                moves, shortest = report.moves, True
        if not self.solver.wins(level, moves):
            return None
        measures = self._quick(level, moves, difficulty)
        if self.rank.slow:
            measures |= self._slow(level, moves)
        return MeasuredCandidate(self.rank.value(measures), moves, shortest, measures)

    def full_measures(self, level: Level, moves: tuple[int, ...]) -> LevelMeasures:
        """Everything that is measured of a made level."""
        return self.evaluator.measure_fully(level, moves)

    def _difficulty(self, level: Level, most: int) -> int:
        """The least states over all solvers, given those of one."""
        if self.solver.plans:
            return most
        limits = SearchLimits(seconds=None, states=max(1_000, 20 * most))
        report = self.solver.solve(level, ("astar", "gbfs"), limits)
        return most if report.difficulty is None else min(most, report.difficulty)

    def _quick(self, level: Level, moves: tuple[int, ...], difficulty: int) -> dict[str, float]:
        changes = direction_changes(moves)
        measures: dict[str, float] = {"difficulty": difficulty, "length": len(moves)}
        if "direction_changes" in self.rank.names:
            measures["direction_changes"] = changes
        if "box_line" in self.rank.names:
            measures["box_line"] = (1 + changes) / len(moves) if moves else 0.0
        if "novelty" in self.rank.names:
            measures["novelty"] = novelty(level, self._others)
        if "chance" in self.rank.names:
            promise = self.solver.promise(level)
            measures["chance"] = 1.0 if promise is None else promise.chance
        return measures

    def _slow(self, level: Level, moves: tuple[int, ...]) -> dict[str, float]:
        measures: dict[str, float] = {}
        wanted = self.rank.slow
        if "cost" in wanted:
            measures["cost"] = cost_of(self._tracer.applied(level, moves), self.costs)
        others = [name for name in wanted if name != "cost"]
        if others:
            full = {"detours", "dead_ends", "challenge"} & set(others)
            taken = (
                self.evaluator.measure_fully(level, moves) if full else self.evaluator.measure(level, moves)
            )
            for name in others:
                measures[name] = float(getattr(taken, name) or 0.0)
        return measures
