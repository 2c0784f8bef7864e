"""How good a level is: the six measures of Khalifa and Fayek (2015), and five more.

With L the length of the solution, A the level's area, and Normal(x, μ, σ) the density of the normal distribution:

* `playing`: how much nearer to winning the automated player comes than the start is (1 minus the average distance
  between winning objects, before and after);
* `solution_length`: Normal(L / A, 1.221, 0.461);
* `object_numbers`: 0.4 · rule objects that are there in the number their rules need, as a share of all + 0.3 · one
  player (1 or 0) + 0.3 · equal numbers of winning objects (the smaller over the larger; 1 if rules create one);
* `box_line`: unrepeated moves over L, where a move is repeated if the move before it was the same;
* `applied_rules`: Normal((R - R₀) / L, 0.417, 0.128), with R the rules applied in the solution, each once a turn,
  and R₀ the rules that a turn without input applies at the start;
* `exploration`: 0.75 + explored / most states if the player wins, 0.5 if it gave up, 0 if there is no solution.

`score` is their mean, the two densities as shares of their peaks so that neither outweighs the rest. The others:

* `difficulty`: the fewest states that one of the three solvers explores;
* `direction_changes`: how often the solution turns;
* `detours`: the share of its moves that lead away from winning, by the solvers' estimate;
* `dead_ends`: the share of all reachable states from which the level cannot be won any more (None if there are
  too many states to see them all);
* `challenge`: how hard it is for people (see `challenge`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.chance import LevelSolver
from puzzlesynth.levels.engine.win_conditions import fits
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits
from puzzlesynth.levels.search.heuristics import estimator
from puzzlesynth.levels.search.transitions import SearchProblem

from .automated_player import MOST_STATES, GoalDistance, PlayerRun, play
from .challenge import direction_changes, measure_challenge
from .rule_trace import RuleTrace, RuleTracer
from .state_space import explore

LENGTH_MEAN, LENGTH_DEVIATION = 1.221, 0.461
RULES_MEAN, RULES_DEVIATION = 0.417, 0.128
SPACE_LIMIT = 20_000
"""The most states that are looked at for the share of dead ends."""

AutomatedPlayer = Callable[[SearchProblem, GameAnalysis], PlayerRun]


@dataclass(frozen=True, slots=True)
class LevelMeasures:
    """The measures of one level; what needs a solution is 0 or None without one."""

    score: float
    playing: float
    solution_length: float
    object_numbers: float
    box_line: float
    applied_rules: float
    exploration: float
    length: int | None = None
    difficulty: int | None = None
    direction_changes: int | None = None
    detours: float | None = None
    dead_ends: float | None = None
    challenge: int | None = None

    def json(self) -> dict[str, Any]:
        """By name, rounded to what is meaningful."""
        return {
            name: round(value, 4) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }


def normal(value: float, mean: float, deviation: float) -> float:
    """The density of the normal distribution."""
    peak = 1 / (deviation * math.sqrt(2 * math.pi))
    return peak * math.exp(-((value - mean) ** 2) / (2 * deviation**2))


MOST_RULES = normal(RULES_MEAN, RULES_MEAN, RULES_DEVIATION)


class LevelEvaluator:
    """Measures levels of one game."""

    def __init__(
        self,
        game: PuzzleScriptGame,
        *,
        solver: LevelSolver | None = None,
        analysis: GameAnalysis | None = None,
        player: AutomatedPlayer = play,
        most_states: int = MOST_STATES,
    ) -> None:
        self.game = game
        self.solver = solver if solver is not None else LevelSolver(game)
        self.search = self.solver.search
        self.analysis = analysis if analysis is not None else analyse(game)
        self.most_states = most_states
        self._player = player
        self._tracer = RuleTracer(game, self.solver.seed)

    def measure(
        self,
        level: Level,
        moves: tuple[int, ...] | None = None,
        *,
        playing: PlayerRun | None = None,
        traced: bool = True,
    ) -> LevelMeasures:
        """The six measures. The solution is the one given, or the automated player's own. Unless it is `traced`, rules
        count as if they were applied as often as can be wished."""
        steps = self.search.load(level)
        if playing is None:
            playing = self._player(steps, self.analysis)
        solution = moves if moves is not None else playing.moves
        objects = object_numbers(self.game, self.analysis, level)
        gained = (1.0 if solution is not None else playing.best_score) - playing.first_score
        exploration = self._exploration(playing, solution is not None)
        length = box_line = rules = 0.0
        if solution:
            length = normal(len(solution) / len(level.cells), LENGTH_MEAN, LENGTH_DEVIATION)
            box_line = (1 + direction_changes(solution)) / len(solution)
            rules = MOST_RULES
            if traced:
                rules = applied_rules(self._tracer.applied(level, solution), len(solution))
        shares = (
            gained,
            length / normal(LENGTH_MEAN, LENGTH_MEAN, LENGTH_DEVIATION),
            objects,
            box_line,
            rules / MOST_RULES,
            exploration,
        )
        return LevelMeasures(
            sum(shares) / len(shares),
            gained,
            length,
            objects,
            box_line,
            rules,
            exploration,
            len(solution) if solution else None,
            direction_changes=direction_changes(solution) if solution else None,
        )

    def measure_fully(
        self, level: Level, moves: tuple[int, ...], most_states: int = SPACE_LIMIT * 5
    ) -> LevelMeasures:
        """All measures, for a level with this shortest solution; each search within this many states. When a deadline
        passes meanwhile, those that need searching are not known."""
        try:
            return self._measured_fully(level, moves, most_states)
        except OutOfTime:
            steps = self.search.load(level)
            first = 1.0 - GoalDistance(steps.code, self.analysis).to_win(steps.start)
            return self.measure(level, moves, playing=PlayerRun(moves, len(moves), True, first, 1.0))

    def _measured_fully(self, level: Level, moves: tuple[int, ...], most_states: int) -> LevelMeasures:
        measured = self.measure(level, moves)
        steps = self.search.load(level)
        report = self.solver.solve(level, limits=SearchLimits(seconds=None, states=most_states))
        space = explore(steps, min(SPACE_LIMIT, most_states))
        return replace(
            measured,
            difficulty=report.difficulty,
            detours=detours(steps, moves),
            dead_ends=space.dead_share if space.complete else None,
            challenge=None if report.difficulty is None else self._challenge(level, moves, report.difficulty),
        )

    def _challenge(self, level: Level, moves: tuple[int, ...], difficulty: int) -> int:
        steps = self.search.load(level)
        return measure_challenge(self.game, self.analysis, steps, level, moves, difficulty, self._tracer)

    def _exploration(self, playing: PlayerRun, solved: bool) -> float:
        if solved:
            return 0.75 + min(playing.explored, self.most_states) / self.most_states
        return 0.0 if playing.decided else 0.5


def object_numbers(game: PuzzleScriptGame, analysis: GameAnalysis, level: Level) -> float:
    """The paper's measure of how many of each object there are."""
    counts = [sum(1 for cell in level.cells if cell >> thing.id & 1) for thing in game.objects]
    named = [facts for facts in analysis.objects if "rule" in facts.types]
    enough = sum(1 for facts in named if counts[facts.id] >= facts.least_number)
    rule_share = enough / len(named) if named else 1.0
    players = sum(1 for cell in level.cells if fits(cell, game.player_mask, game.player_is_aggregate))
    return 0.4 * rule_share + 0.3 * (players == 1) + 0.3 * _winning_share(game, analysis, counts)


def _winning_share(game: PuzzleScriptGame, analysis: GameAnalysis, counts: list[int]) -> float:
    """Over all conditions with two sides, how equal the numbers of both sides are."""
    shares = []
    for condition in game.win_conditions:
        subjects = [thing.id for thing in game.objects if condition.subject_mask & thing.mask]
        if not condition.has_target:
            shares.append(float(any(counts[thing] for thing in subjects)))
            continue
        targets = [thing.id for thing in game.objects if condition.target_mask & thing.mask]
        if any("create" in analysis.objects[thing].behaviours for thing in (*subjects, *targets)):
            shares.append(1.0)
            continue
        one, other = sum(counts[thing] for thing in subjects), sum(counts[thing] for thing in targets)
        shares.append(min(one, other) / max(one, other) if one and other else 0.0)
    return sum(shares) / len(shares) if shares else 1.0


def applied_rules(applied: RuleTrace, length: int) -> float:
    """The paper's measure of how often rules are applied."""
    return normal((applied.count - len(applied.idle)) / length, RULES_MEAN, RULES_DEVIATION)


def detours(steps: SearchProblem, moves: tuple[int, ...]) -> float:
    """The share of moves after which winning seems farther away than before."""
    estimate = estimator(steps.code)
    functions = dict(steps.moves)
    state, away = steps.start, 0
    worth = estimate(state)
    for key in moves:
        after = functions[key](state)
        if after < 0:
            break
        worth_after = estimate(after)
        away += worth_after > worth
        state, worth = after, worth_after
    return away / len(moves) if moves else 0.0
