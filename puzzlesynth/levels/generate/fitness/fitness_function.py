"""Play decides: every candidate is solved, tested for what was asked, and given a worth that searches climb."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.engine import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.generate.placement.placement_solver import Placement
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import Limits, SolveReport, Verdict, solve

from .automated_player import Playing
from .goal_distance import Nearness
from .play_requirements import Outcomes, OutcomeTest
from .score import Evaluator, Measures, object_numbers

CANDIDATE_STATES = 100_000
"""The most states that are reached for one candidate; beyond, it counts as undecided and is passed over."""

ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of a candidate: `reason` is `accepted` or what speaks against it."""

    reason: str
    worth: float
    moves: tuple[int, ...] | None = None
    measures: Measures | None = None
    reached: int = 0

    @property
    def accepted(self) -> bool:
        return self.reason == ACCEPTED


class Judge:
    """Judges candidates for one layout."""

    def __init__(
        self,
        placement: Placement,
        evaluator: Evaluator,
        outcomes: Outcomes,
        most_states: int = CANDIDATE_STATES,
    ) -> None:
        self.placement, self.evaluator, self.outcomes = placement, evaluator, outcomes
        self._limits = Limits(seconds=None, states=most_states)
        self._engine = Interpreter(evaluator.game)
        own = [level for level in evaluator.game.levels if isinstance(level, Level)]
        # A game whose own levels stir by themselves shall have such levels.
        self._must_be_quiet = all(self._is_quiet(level) for level in own)
        self.test = OutcomeTest(evaluator.search, placement.layout, outcomes, most_states)

    def judge(self, level: Level) -> Judgement:
        """Constraints first, then playing."""
        game, analysis = self.evaluator.game, self.evaluator.analysis
        if not self.placement.accepts(level):
            return Judgement("against the constraints", 0.1 * object_numbers(game, analysis, level))
        complaint = self.test.before_solving(level)
        if complaint is not None:
            return Judgement(complaint, 0.1)
        if self._must_be_quiet and not self._is_quiet(level):
            return Judgement("stirs by itself", 0.15)
        steps = self.evaluator.search.load(level)
        if steps.starts_won:
            return Judgement("won already", 0.1)
        report = solve(self.evaluator.search, level, solvers=("bfs",), limits=self._limits)
        if report.solvers[0].stopped_by == "interrupted":
            raise KeyboardInterrupt
        playing = self._playing(level, report)
        measures = self.evaluator.measure(level, report.moves, playing=playing)
        reached = report.solvers[0].reached
        if report.moves is None:
            reason = "unsolvable" if report.verdict is Verdict.UNSOLVABLE else "undecided"
            return Judgement(reason, 0.3 * measures.score, None, measures, reached)
        complaint = self.test.complaint(level, report.moves)
        worth = self._worth(measures, len(report.moves), complaint)
        return Judgement(complaint or ACCEPTED, worth, report.moves, measures, reached)

    def _is_quiet(self, level: Level) -> bool:
        """Whether nothing happens as long as the player does nothing."""
        board = self._engine.start(level)
        return bool(self._engine.turn(board, NO_INPUT, RandomStream("idle")).board == board)

    def _playing(self, level: Level, report: SolveReport) -> Playing:
        """The fast solver in the place of the paper's automated player."""
        steps = self.evaluator.search.load(level)
        first = 1.0 - Nearness(steps.code, self.evaluator.analysis).to_win(steps.start)
        explored = min(report.solvers[0].explored, self.evaluator.most_states)
        decided = report.verdict is not Verdict.UNDECIDED
        best = 1.0 if report.moves is not None else first
        return Playing(report.moves, explored, decided, first, best)

    def _worth(self, measures: Measures, length: int, complaint: str | None) -> float:
        """The score, less for a level that is over before the player has crossed it; where a length is asked for,
        mostly how near the level comes to it."""
        wanted = self.outcomes.length
        if wanted is not None:
            least, most = wanted
            near = min(1.0, length / max(1, least))
            if most is not None and length > most:
                near = most / length
            return near + 0.2 * measures.score + (1.0 if complaint is None else 0.0)
        layout = self.placement.layout
        full = min(1.0, length / (layout.width + layout.height))
        return measures.score * full + (1.0 if complaint is None else 0.5)
