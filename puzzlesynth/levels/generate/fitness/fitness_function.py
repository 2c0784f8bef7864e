"""Play decides: every candidate is solved, tested for what was asked, and given a worth that searches climb."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from puzzlesynth.levels.analysis.level_style import LevelStyle
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchLimits, SolveReport
from puzzlesynth.levels.search.results import LevelVerdict

from .automated_player import GoalDistance, PlayerRun
from .play_requirements import PlayRequirements, PlayRequirementTest, closeness
from .score import LevelEvaluator, LevelMeasures, object_numbers

CANDIDATE_STATES = 100_000
"""The most states that are reached for one candidate; beyond, it counts as undecided and is passed over."""

CANDIDATE_POSITIONS = 2_000
"""The same for plans, which take about a hundred times as long."""

ACCEPTED = "accepted"
Objective = Literal["both", "score", "shortest"]
"""What a level is worth: the published score, which takes the solution that an automated player happens to find; the
same with a shortest solution in its place; or both."""
OBJECTIVES: tuple[Objective, ...] = ("both", "score", "shortest")
STYLE_WEIGHT = 0.6
"""What likeness to the game's own levels counts, beside a score from 0 to 1 and 0.5 for being solvable."""


@dataclass(frozen=True, slots=True)
class CandidateFitness:
    """What came of a candidate: `reason` is `accepted` or what speaks against it."""

    reason: str
    worth: float
    moves: tuple[int, ...] | None = None
    measures: LevelMeasures | None = None
    reached: int = 0
    likeness: float | None = None
    """How much it looks like the game's own levels, if that was asked for."""

    @property
    def accepted(self) -> bool:
        return self.reason == ACCEPTED


class FitnessFunction:
    """Judges candidates for one layout."""

    def __init__(
        self,
        placement: PlacementSolver,
        evaluator: LevelEvaluator,
        outcomes: PlayRequirements,
        most_states: int = CANDIDATE_STATES,
        style: LevelStyle | None = None,
        objective: Objective = "both",
    ) -> None:
        self._style, self._objective = style, objective
        self.placement, self.evaluator, self.outcomes = placement, evaluator, outcomes
        if evaluator.solver.plans:
            most_states = min(most_states, CANDIDATE_POSITIONS)
        self._limits = SearchLimits(seconds=None, states=most_states)
        self._engine = Interpreter(evaluator.game)
        # A game whose own levels stir by themselves shall have such levels.
        self._must_be_quiet = all(self._is_quiet(level) for level in evaluator.game.maps)
        self.test = PlayRequirementTest(evaluator.solver, placement.layout, outcomes, most_states)

    def judge(self, level: Level) -> CandidateFitness:
        """Constraints first, then playing. A level that looks like the game's own is worth more, whatever else."""
        judged = self._judged(level)
        if self._style is None:
            return judged
        likeness = self._style.likeness(level)
        return replace(judged, worth=judged.worth + STYLE_WEIGHT * likeness, likeness=likeness)

    def _judged(self, level: Level) -> CandidateFitness:
        game, analysis = self.evaluator.game, self.evaluator.analysis
        if not self.placement.accepts(level):
            return CandidateFitness("against the constraints", 0.1 * object_numbers(game, analysis, level))
        complaint = self.test.before_solving(level)
        if complaint is not None:
            return CandidateFitness(complaint, 0.1)
        if self._must_be_quiet and not self._is_quiet(level):
            return CandidateFitness("stirs by itself", 0.15)
        steps = self.evaluator.search.load(level)
        if steps.starts_won:
            return CandidateFitness("won already", 0.1)
        report = self.evaluator.solver.solve(level, ("bfs",), self._limits)
        playing = self._playing(level, report)
        measures = self.evaluator.measure(level, report.moves, playing=playing)
        reached = report.solvers[0].reached
        if report.moves is None:
            reason = "unsolvable" if report.verdict is LevelVerdict.UNSOLVABLE else "undecided"
            return CandidateFitness(reason, 0.3 * measures.score, None, measures, reached)
        complaint = self.test.complaint(level, report.moves)
        promise = self.evaluator.solver.promise(level)
        unlucky = 0.0 if promise is None else 1.0 - promise.chance
        worth = self._worth(level, measures, len(report.moves), complaint) - unlucky
        return CandidateFitness(complaint or ACCEPTED, worth, report.moves, measures, reached)

    def _is_quiet(self, level: Level) -> bool:
        """Whether nothing happens as long as the player does nothing."""
        board = self._engine.start(level)
        return bool(self._engine.turn(board, NO_INPUT, RandomStream("idle")).board == board)

    def _playing(self, level: Level, report: SolveReport) -> PlayerRun:
        """The fast solver in the place of the paper's automated player."""
        steps = self.evaluator.search.load(level)
        first = 1.0 - GoalDistance(steps.code, self.evaluator.analysis).to_win(steps.start)
        explored = min(report.solvers[0].explored, self.evaluator.most_states)
        decided = report.verdict is not LevelVerdict.UNDECIDED
        best = 1.0 if report.moves is not None else first
        return PlayerRun(report.moves, explored, decided, first, best)

    def _worth(self, level: Level, measures: LevelMeasures, length: int, complaint: str | None) -> float:
        """The score, less for a level that is over before the player has crossed it; where a length is asked for,
        mostly how near the level comes to it."""
        wanted = self.outcomes.length
        if wanted is not None:
            return closeness(length, wanted) + 0.2 * measures.score + (1.0 if complaint is None else 0.0)
        accepted = 1.0 if complaint is None else 0.5
        layout = self.placement.layout
        full = min(1.0, length / (layout.width + layout.height))
        if self._objective == "shortest":
            return measures.score * full + accepted
        published = self.evaluator.measure(level).score
        if self._objective == "score":
            return published + accepted
        return (published + measures.score * full) / 2 + accepted
