"""How far a state is from winning, as De Keyser estimates it from the win conditions.

*No X*: how many X there are. *Some X*: 0 or 1. *No X on Y*: how many X are on Y. *Some X on Y*: the least
Manhattan distance of an X to a Y. *All X on Y*: the cost of matching every X with a Y of its own, nearest pairs
first, halved. The estimates of all conditions are added up.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.engine.compiled.engine import holding
from puzzlesynth.levels.engine.compiled.facts import bits
from puzzlesynth.levels.engine.compiled.fused import LevelCode
from puzzlesynth.levels.model import WinCondition

Estimate = Callable[[int], float]


def estimator(code: LevelCode) -> Estimate:
    """The estimate for the states of a level."""
    conditions = code.code.game.win_conditions
    distance = _distances(code)
    count = code.board.count
    parts = [_condition_estimate(condition, count, code.board.full, distance) for condition in conditions]

    def estimate(state: int) -> float:
        planes = code.unpack(state)
        return sum(part(planes) for part in parts)

    return estimate


def _distances(code: LevelCode) -> list[list[int]]:
    """The Manhattan distance between any two cells."""
    height, count = code.board.height, code.board.count
    places = [divmod(index, height) for index in range(count)]
    return [[abs(x - a) + abs(y - b) for a, b in places] for x, y in places]


def _condition_estimate(
    condition: WinCondition, count: int, full: int, distance: list[list[int]]
) -> Callable[[tuple[int, ...]], float]:
    farthest = max((max(row) for row in distance), default=0) + 1

    def subjects(planes: tuple[int, ...]) -> int:
        return holding(planes, condition.subject_mask, condition.subject_is_aggregate, full)

    def targets(planes: tuple[int, ...]) -> int:
        return holding(planes, condition.target_mask, condition.target_is_aggregate, full)

    def no(planes: tuple[int, ...]) -> float:
        return (subjects(planes) & targets(planes)).bit_count()

    def some(planes: tuple[int, ...]) -> float:
        if not condition.has_target:
            return 0.0 if subjects(planes) else 1.0
        here, there = subjects(planes), targets(planes)
        if here & there:
            return 0.0
        goals = bits(there)
        return min((distance[x][y] for x in bits(here) for y in goals), default=farthest)

    def every(planes: tuple[int, ...]) -> float:
        if not condition.has_target:
            return 0.0
        here, there = subjects(planes), targets(planes)
        return greedy_matching(bits(here & ~there), bits(there & ~here), distance, farthest) / 2

    return {"no": no, "some": some, "all": every}[condition.quantifier]


def greedy_matching(ones: list[int], others: list[int], distance: list[list[int]], missing: int) -> int:
    """The cost of giving every cell of `ones` a cell of `others` of its own, nearest pairs first. Cells left
    without a partner cost `missing` each."""
    if len(ones) == 1:
        row = distance[ones[0]]
        return min((row[other] for other in others), default=missing)
    pairs = sorted((distance[one][other], one, other) for one in ones for other in others)
    free_ones, free_others = set(ones), set(others)
    cost = 0
    for length, one, other in pairs:
        if one in free_ones and other in free_others:
            free_ones.discard(one)
            free_others.discard(other)
            cost += length
            if not free_ones:
                break
    return cost + missing * len(free_ones)
