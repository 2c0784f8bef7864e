"""Play decides: every candidate is solved, tested for what was asked, and given a worth that searches climb."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from puzzlesynth.levels.analysis.level_style import LevelStyle
from puzzlesynth.levels.bitmask import union
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchLimits
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
CROSSINGS = 1.5
"""A level shall take as many moves as crossing it so often, there and down; what takes less counts for less."""
MOST_IDLE_TURNS = 20
"""Turns in which a level has to come to rest."""
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
        self._placed = union(1 << thing for thing, _ in placement.placed) | union(placement.layout.cells)
        self._must_be_quiet = all(self.at_rest(level) is not None for level in evaluator.game.maps)
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
            return CandidateFitness("breaking a constraint", 0.1 * object_numbers(game, analysis, level))
        complaint = self.test.before_solving(level)
        if complaint is not None:
            return CandidateFitness(complaint, 0.1)
        if not self.is_quiet(level):
            return CandidateFitness("changing by themselves", 0.15)
        steps = self.evaluator.search.load(level)
        if steps.starts_won:
            return CandidateFitness("already won", 0.1)
        report = self.evaluator.solver.solve(level, ("bfs",), self._limits)
        playing = self._playing(level, report.moves, report.solvers[0].explored, report.verdict)
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

    def is_quiet(self, level: Level) -> bool:
        """Whether a level does not stir by itself more than levels of this game do."""
        return not self._must_be_quiet or self.at_rest(level) is not None

    def at_rest(self, level: Level) -> Level | None:
        """A level as it is once rules have added what goes with the things that are placed: a cover on an exit, a beam of
        a lamp. None: things that are placed change by themselves, or it never ends."""
        now = level
        for _ in range(MOST_IDLE_TURNS):
            after = self._idle(now)
            if after.cells == now.cells:
                return now
            if any((one ^ other) & self._placed for one, other in zip(now.cells, after.cells, strict=True)):
                return None
            now = after
        return None

    def keeps_promises(self, rested: Level, moves: tuple[int, ...]) -> bool:
        """Whether a level that came to rest is won by the same moves, by no fewer, and meets the same demands."""
        if self.evaluator.solver.plans or not self.evaluator.solver.wins(rested, moves):
            return False
        report = self.evaluator.solver.solve(rested, ("bfs",), self._limits)
        fewest = report.moves is not None and len(report.moves) == len(moves)
        return fewest and self.test.complaint(rested, moves) is None

    def _idle(self, level: Level) -> Level:
        """A level after a turn in which the player does nothing."""
        turn = self._engine.turn(self._engine.start(level), NO_INPUT, RandomStream("idle"))
        return replace(level, cells=turn.board.cells)

    def promise(
        self, level: Level, moves: tuple[int, ...] | None, explored: int, beyond: float = 0.0
    ) -> float:
        """What can be told of a level's worth from a shortest solution and the states that it took to find; 0 without
        one. If that is no more than `beyond`, it may be told as too much, but not as more than that."""
        if not moves:
            return 0.0
        playing = self._playing(level, moves, explored, LevelVerdict.SOLVED)
        likeness = 0.0 if self._style is None else STYLE_WEIGHT * self._style.likeness(level)
        worth = 0.0
        for traced in (False, True):
            measures = self.evaluator.measure(level, moves, playing=playing, traced=traced)
            worth = 1.0 + self._promised(measures, len(moves)) + likeness
            if worth <= beyond:
                break
        return worth

    def _promised(self, measures: LevelMeasures, length: int) -> float:
        wanted = self.outcomes.length
        if wanted is not None:
            return closeness(length, wanted) + 0.2 * measures.score
        return measures.score if self._objective == "score" else self._by_shortest(measures, length)

    def _playing(
        self, level: Level, moves: tuple[int, ...] | None, explored: int, verdict: LevelVerdict
    ) -> PlayerRun:
        """The fast solver in the place of the paper's automated player."""
        steps = self.evaluator.search.load(level)
        first = 1.0 - GoalDistance(steps.code, self.evaluator.analysis).to_win(steps.start)
        decided = verdict is not LevelVerdict.UNDECIDED
        best = 1.0 if moves is not None else first
        return PlayerRun(moves, min(explored, self.evaluator.most_states), decided, first, best)

    def _worth(self, level: Level, measures: LevelMeasures, length: int, complaint: str | None) -> float:
        """By what was asked for: mostly how near a level comes to the wanted length, if there is one."""
        wanted = self.outcomes.length
        if wanted is not None:
            return closeness(length, wanted) + 0.2 * measures.score + (1.0 if complaint is None else 0.0)
        accepted = 1.0 if complaint is None else 0.5
        if self._objective == "shortest":
            return self._by_shortest(measures, length) + accepted
        published = self.evaluator.measure(level).score
        if self._objective == "score":
            return published + accepted
        return (published + self._by_shortest(measures, length)) / 2 + accepted

    def _by_shortest(self, measures: LevelMeasures, length: int) -> float:
        """The score of a shortest solution, less for a level that is soon over."""
        layout = self.placement.layout
        return measures.score * min(1.0, length / (CROSSINGS * (layout.width + layout.height)))
