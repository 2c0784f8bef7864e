"""How far a state is from winning, as De Keyser estimates it from the win conditions.

*No X*: how many X there are. *Some X*: 0 or 1. *No X on Y*: how many X are on Y. *Some X on Y*: the least
Manhattan distance of an X to a Y. *All X on Y*: the cost of matching every X with a Y of its own, nearest pairs
first, halved. The estimates of all conditions are added up.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.runtime.turn_jit import LevelCode
from puzzlesynth.levels.model import WinCondition

Estimate = Callable[[int], float]


def estimator(code: LevelCode) -> Estimate:
    """The estimate for the states of a level."""
    parts = [_condition_estimate(condition, code) for condition in code.code.game.win_conditions]

    def estimate(state: int) -> float:
        return sum([part(state) for part in parts])

    return estimate


def cells_holding(mask: int, is_aggregate: bool, code: LevelCode) -> Callable[[int], int]:
    """A function that gives the cells of a state which fit a name."""
    full, count = code.board.full, code.board.count
    places = {thing: place * count for place, thing in enumerate(code.code.changing)}
    things = bits(mask & (1 << len(code.planes)) - 1)
    still = [code.planes[thing] for thing in things if thing not in places]
    shifts = [places[thing] for thing in things if thing in places]
    fixed = full if is_aggregate else 0
    for plane in still:
        fixed = fixed & plane if is_aggregate else fixed | plane

    def any_of(state: int) -> int:
        cells = fixed
        for shift in shifts:
            cells |= state >> shift & full
        return cells

    def all_of(state: int) -> int:
        cells = fixed
        for shift in shifts:
            cells &= state >> shift
        return cells

    return all_of if is_aggregate else any_of


def _condition_estimate(condition: WinCondition, code: LevelCode) -> Estimate:
    height = code.board.height
    farthest = code.board.width + height
    subjects = cells_holding(condition.subject_mask, condition.subject_is_aggregate, code)
    targets = cells_holding(condition.target_mask, condition.target_is_aggregate, code)

    def places(cells: int) -> list[tuple[int, int]]:
        return [divmod(index, height) for index in bits(cells)]

    def no(state: int) -> float:
        return (subjects(state) & targets(state)).bit_count()

    def some(state: int) -> float:
        if not condition.has_target:
            return 0.0 if subjects(state) else 1.0
        here, there = subjects(state), targets(state)
        if here & there:
            return 0.0
        goals = places(there)
        return min((abs(x - a) + abs(y - b) for x, y in places(here) for a, b in goals), default=farthest)

    def every(state: int) -> float:
        if not condition.has_target:
            return 0.0
        here, there = subjects(state), targets(state)
        away = here & ~there
        return greedy_matching(places(away), places(there & ~here), farthest) / 2 if away else 0.0

    return {"no": no, "some": some, "all": every}[condition.quantifier]


def greedy_matching(ones: list[tuple[int, int]], others: list[tuple[int, int]], missing: int) -> int:
    """The cost of giving every place of `ones` a place of `others` of its own, nearest pairs first. Places left
    without a partner cost `missing` each."""
    if len(ones) == 1:
        x, y = ones[0]
        return min((abs(x - a) + abs(y - b) for a, b in others), default=missing)
    pairs = sorted(
        [(abs(x - a) + abs(y - b), i, j) for i, (x, y) in enumerate(ones) for j, (a, b) in enumerate(others)]
    )
    matched, taken = set(), set()
    cost = 0
    for length, i, j in pairs:
        if i not in matched and j not in taken:
            matched.add(i)
            taken.add(j)
            cost += length
            if len(matched) == len(ones):
                break
    return cost + missing * (len(ones) - len(matched))
