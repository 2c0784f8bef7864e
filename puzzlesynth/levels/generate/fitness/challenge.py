"""How hard a level is for people: what its solution asks of them, as a weighted sum of measures.

The number of states that a solver explores says how hard a level is for a solver. People look at something else. The
measures below are taken of the shortest solution and of the states around it:

* `states`: how many states the best of the solvers explores, and `length`: the moves of the solution;
* `acts`: moves that change more than where the player is, and `episodes`: how often the player, after walking, begins
  to act again: the steps of a plan;
* `turns`: how often the solution turns;
* `ideas`: how many different rules it applies;
* `detours`: moves after which winning seems farther away than before;
* `choices`: the mean number of different things that can be done in the states of the solution;
* `traps`: places beside the solution from which the level is lost for good, and `dead_ends`: the share of lost states;
* `near_misses`: states that look almost won and are not;
* `room`: the cells that something other than a wall can be in, and `things`: how many things can change.

All but shares are logarithms to the base of two of one more than the number. The weights come from the order in which
designers put the levels of their games (`python -m benchmarks.level_difficulty`): a level further back in its game
should have the greater sum. What a state space that is too large to see whole does not tell counts as its mean over
those games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.heuristics import estimator
from puzzlesynth.levels.search.transitions import SearchProblem

from .rule_trace import RuleTrace, RuleTracer
from .state_space import WON, StateSpace, explore

FEATURES = (
    "states",
    "length",
    "acts",
    "episodes",
    "turns",
    "ideas",
    "detours",
    "choices",
    "traps",
    "dead_ends",
    "near_misses",
    "room",
    "things",
)
Features = dict[str, float | None]
"""By name; None where the state space is too large to tell."""

WEIGHTS = {
    "states": 0.095,
    "length": 0.04,
    "turns": 0.22,
    "detours": 0.205,
    "dead_ends": 0.944,
    "room": 0.121,
    "things": 0.601,
}
"""Of the measures that matter, learnt from all games of the benchmark; none is negative, so that a level cannot be made
harder by making it duller."""
MEANS = {"dead_ends": 0.505}
"""Of the measures that may be unknown."""
SCALE = 10
"""Sums are about 3 for a first level and 8 for a hard one: as whole numbers, times this."""
SPACE_LIMIT = 3000
"""The most states that are looked at, as in the benchmark."""


@dataclass(frozen=True, slots=True)
class SolvedLevel:
    """A level with what is known about it: a shortest solution, the states that solvers explored, the rules that the
    solution applies, and the states that can be reached, as far as they were looked at."""

    level: Level
    moves: tuple[int, ...]
    difficulty: int
    trace: RuleTrace
    space: StateSpace


def challenge(found: Features) -> int:
    """How hard a level is for people, as a number without a unit: the greater, the harder."""
    total = 0.0
    for name, weight in WEIGHTS.items():
        value = found[name]
        total += weight * (MEANS[name] if value is None else value)
    return round(SCALE * total)


def measure_challenge(
    game: PuzzleScriptGame,
    analysis: GameAnalysis,
    steps: SearchProblem,
    level: Level,
    moves: tuple[int, ...],
    difficulty: int,
    tracer: RuleTracer,
) -> int:
    """The challenge of a level with this shortest solution and this difficulty. Raises `OutOfTime`."""
    solved = SolvedLevel(level, moves, difficulty, tracer.applied(level, moves), explore(steps, SPACE_LIMIT))
    return challenge(features(game, analysis, steps, solved))


def direction_changes(moves: Sequence[int]) -> int:
    """How often a move differs from the one before it."""
    return sum(1 for before, now in pairwise(moves) if before != now)


def features(
    game: PuzzleScriptGame, analysis: GameAnalysis, steps: SearchProblem, solved: SolvedLevel
) -> Features:
    """The measures of one level."""
    path = _path(steps, solved.moves)
    acting = _acting(game, steps, path)
    space = solved.space
    complete = space.complete
    traps = _traps(space, path) if complete else None
    walls = analysis.wall_mask
    return {
        "states": log2(1 + solved.difficulty),
        "length": log2(1 + len(solved.moves)),
        "acts": log2(1 + sum(acting)),
        "episodes": log2(1 + _episodes(acting)),
        "turns": log2(1 + direction_changes(solved.moves)),
        "ideas": log2(1 + len(solved.trace.lines - solved.trace.idle)),
        "detours": log2(1 + _detours(steps, path)),
        "choices": log2(1 + _choices(steps, path)),
        "traps": None if traps is None else log2(1 + traps),
        "dead_ends": space.dead_share if complete else None,
        "near_misses": log2(1 + _near_misses(steps, space)) if complete else None,
        "room": log2(1 + sum(1 for cell in solved.level.cells if not cell & walls)),
        "things": log2(1 + _things(game, steps)),
    }


def _path(steps: SearchProblem, moves: Sequence[int]) -> list[int]:
    """The states from the start to the one before winning."""
    functions = dict(steps.moves)
    states = [steps.start]
    for key in moves:
        after = functions[key](states[-1]) if key in functions else states[-1]
        if after < 0:
            break
        states.append(after)
    return states


def _acting(game: PuzzleScriptGame, steps: SearchProblem, path: list[int]) -> list[bool]:
    """For every move of the path, whether it changes anything but where the player is."""
    board = steps.code.board
    others = 0
    for place, thing in enumerate(steps.code.code.changing):
        if not game.player_mask >> thing & 1:
            others |= board.full << board.count * place
    return [bool((before ^ after) & others) for before, after in pairwise(path)]


def _episodes(acting: list[bool]) -> int:
    """How often acting begins."""
    return sum(1 for before, now in pairwise([False, *acting]) if now and not before)


def _detours(steps: SearchProblem, path: list[int]) -> int:
    estimate = estimator(steps.code)
    worths = [estimate(state) for state in path]
    return sum(1 for before, after in pairwise(worths) if after > before)


def _choices(steps: SearchProblem, path: list[int]) -> float:
    number = 0
    for state in path:
        number += len({move(state) for _, move in steps.moves} - {state})
    return number / len(path)


def _traps(space: StateSpace, path: list[int]) -> int:
    """How many different lost states are one move away from the path."""
    numbers = {state: number for number, state in enumerate(space.states)}
    beside = {
        after
        for state in path
        if state in numbers
        for after in space.successors[numbers[state]]
        if after != WON
    }
    return sum(1 for state in beside if space.to_win[state] < 0)


def _near_misses(steps: SearchProblem, space: StateSpace) -> int:
    """States that look as near to winning as can be, and from which the level is not won by the next move."""
    estimate = estimator(steps.code)
    worths = [estimate(state) for state in space.states]
    near = min((worth for worth in worths if worth > 0), default=0.0)
    return sum(
        1
        for worth, to_win in zip(worths, space.to_win, strict=True)
        if worth <= near and to_win not in (0, 1)
    )


def _things(game: PuzzleScriptGame, steps: SearchProblem) -> int:
    """How many things that can change lie in the level, players apart."""
    board, state, number = steps.code.board, steps.start, 0
    for place, thing in enumerate(steps.code.code.changing):
        if not game.player_mask >> thing & 1:
            number += (state >> board.count * place & board.full).bit_count()
    return number
