"""The automated player of Khalifa and Fayek: best-first search by nearness to winning and to applying rules."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.runtime.turn_jit import LevelCode
from puzzlesynth.levels.model import WinCondition
from puzzlesynth.levels.search.heuristics import cells_holding
from puzzlesynth.levels.search.trail import moves_back
from puzzlesynth.levels.search.transitions import SearchProblem

Measure = Callable[[int], float]


@lru_cache(maxsize=8)
def _distances(width: int, height: int) -> list[list[int]]:
    """How far every cell of a board is from every other."""
    places = [divmod(index, height) for index in range(width * height)]
    return [[abs(x - a) + abs(y - b) for a, b in places] for x, y in places]


class GoalDistance:
    """Distances in the states of one level, from 0 (there) to 1 (as far as can be)."""

    def __init__(self, code: LevelCode, analysis: GameAnalysis) -> None:
        self._code = code
        board = code.board
        self._steps = _distances(board.width, board.height)
        self._far = board.width + board.height
        self._cells: dict[int, Sequence[int]] = {}
        self._conditions = [
            self._remembered(*self._condition(item)) for item in code.code.game.win_conditions
        ]
        self._pairs = [self._remembered(*self._pair(*pair)) for pair in _rule_pairs(analysis)]

    def to_win(self, state: int) -> float:
        """0 if all conditions are met, as far as distances can tell."""
        return _mean(self._conditions, state, 1.0)

    def to_rules(self, state: int) -> float:
        """0 if everything that is together on a left side is together on the board."""
        return _mean(self._pairs, state, 0.0)

    def _remembered(self, things: int, measure: Measure) -> Measure:
        """A measure of states that depends on these objects only."""
        board, known = self._code.board, dict[int, float]()
        mask = 0
        for place, thing in enumerate(self._code.code.changing):
            if things >> thing & 1:
                mask |= board.full << board.count * place

        def part(state: int) -> float:
            key = state & mask
            found = known.get(key)
            if found is None:
                found = known[key] = measure(key)
            return found

        return part

    def _bits(self, plane: int) -> Sequence[int]:
        found = self._cells.get(plane)
        if found is None:
            found = self._cells[plane] = bits(plane)
        return found

    def _average(self, ones: int, others: int) -> float:
        """The average way from one to the nearest other, as a share of the farthest."""
        if not ones or not others:
            return 1.0
        cells, partners, steps = self._bits(ones), self._bits(others), self._steps
        total = sum([min([steps[cell][other] for other in partners]) for cell in cells])
        return total / len(cells) / self._far

    def _pair(self, one: int, other: int) -> tuple[int, Measure]:
        ones, others = (cells_holding(1 << thing, False, self._code) for thing in (one, other))

        def apart(state: int) -> float:
            return self._average(ones(state), others(state))

        def among(state: int) -> float:
            """Here the nearest other of the same kind."""
            cells, steps = self._bits(ones(state)), self._steps
            if len(cells) < 2:
                return 1.0
            total = sum([min([steps[cell][mate] for mate in cells if mate != cell]) for cell in cells])
            return total / len(cells) / self._far

        return 1 << one | 1 << other, among if one == other else apart

    def _condition(self, condition: WinCondition) -> tuple[int, Measure]:
        area = self._code.board.count
        subjects = cells_holding(condition.subject_mask, condition.subject_is_aggregate, self._code)
        targets = cells_holding(condition.target_mask, condition.target_is_aggregate, self._code)

        def none(state: int) -> float:
            return subjects(state).bit_count() / area

        def no(state: int) -> float:
            here = subjects(state)
            return (here & targets(state)).bit_count() / max(1, here.bit_count())

        def some(state: int) -> float:
            here, there = subjects(state), targets(state)
            if here & there:
                return 0.0
            ways = [self._average(1 << one, there) for one in self._bits(here)]
            return min(ways, default=1.0)

        def every(state: int) -> float:
            here, there = subjects(state), targets(state)
            return self._average(here, there) if here & ~there else 0.0

        if condition.quantifier == "no" and not condition.has_target:
            return condition.subject_mask, none
        named = condition.subject_mask | condition.target_mask
        return named, {"no": no, "some": some, "all": every}[condition.quantifier]


def _mean(parts: list[Measure], state: int, default: float) -> float:
    total = 0.0
    for part in parts:
        total += part(state)
    return total / len(parts) if parts else default


def _rule_pairs(analysis: GameAnalysis) -> list[tuple[int, int]]:
    """Objects that some rule wants next to each other or in one cell."""
    pairs: dict[tuple[int, int], None] = {}
    for rule in analysis.rules:
        left = [(thing, presence.left) for thing, presence in rule.presences.items() if presence.left]
        for place, (thing, count) in enumerate(left):
            if count > 1:
                pairs[thing, thing] = None
            for other, _ in left[place + 1 :]:
                pairs[thing, other] = None
    return list(pairs)


MOST_STATES = 5000
"""How many states the player explores before it gives up, as in the paper."""


@dataclass(frozen=True, slots=True)
class PlayerRun:
    """What the player did. `decided`: it won, or saw everything that can be reached."""

    moves: tuple[int, ...] | None
    explored: int
    decided: bool
    first_score: float
    """How near the start is to winning, from 0 to 1 (won)."""
    best_score: float
    """How near the nearest state is that the player has seen."""


def play(steps: SearchProblem, analysis: GameAnalysis, most_states: int = MOST_STATES) -> PlayerRun:
    """Let the player have a go at a level."""
    near = GoalDistance(steps.code, analysis)
    farthest = least = near.to_win(steps.start)
    explored, order = 0, 0
    came_from: dict[int, tuple[int, int]] = {steps.start: (-1, -1)}
    heap = [(farthest, order, steps.start)]
    while heap and explored < most_states:
        _, _, state = heapq.heappop(heap)
        if not explored & 127:
            check_time()
        explored += 1
        for key, move in steps.moves:
            after = move(state)
            # Where the level is won as it is, coming back to it wins.
            is_back = steps.starts_won and after == steps.start
            if after in came_from and not is_back:
                continue
            if after < 0 or steps.won(after):
                return PlayerRun(
                    moves_back(came_from.__getitem__, state, steps.start, key),
                    explored,
                    True,
                    1.0 - farthest,
                    1.0,
                )
            came_from[after] = (state, key)
            order += 1
            to_win = near.to_win(after)
            least = min(least, to_win)
            heapq.heappush(heap, (to_win + near.to_rules(after), order, after))
    return PlayerRun(None, explored, not heap, 1.0 - farthest, 1.0 - least)
