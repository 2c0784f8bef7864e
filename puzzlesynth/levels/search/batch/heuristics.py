"""How far states are from winning, as the solvers of single levels estimate it, for many states at once.

Estimates are given doubled, so that they are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.model import DOWN, LEFT, RIGHT, UP, WinCondition
from puzzlesynth.levels.search.state_table import Numbers, Words

from .transitions import LevelBatch

Estimate = Callable[[Any, Any], Any]
"""From states (a row for each changing object) and the numbers of their levels to doubled estimates."""


def estimator(field: LevelBatch) -> Estimate:
    """The doubled estimate for states of the levels of a field."""
    parts = [_condition_estimate(condition, field) for condition in field.turns.game.win_conditions]

    def estimate(rows: Words, levels: Numbers) -> Numbers:
        total = np.zeros(rows.shape[1], dtype=np.int64)
        for part in parts:
            total += part(rows, levels)
        return total

    return estimate


def _cells_holding(mask: int, is_aggregate: bool, field: LevelBatch) -> Estimate:
    """A function that gives the cells of states which fit a name."""
    turns = field.turns
    things = bits(mask & (1 << turns.game.object_count) - 1)
    places = [turns.changing.index(thing) for thing in things if thing in turns.changing]
    fixed = np.full(len(field.levels), turns.board.full if is_aggregate else 0, dtype=np.uint64)
    for thing in things:
        if thing not in turns.changing:
            fixed = fixed & field.planes[thing] if is_aggregate else fixed | field.planes[thing]

    def cells(rows: Words, levels: Numbers) -> Words:
        found = fixed[levels]
        for place in places:
            if is_aggregate:
                found &= rows[place]
            else:
                found |= rows[place]
        return found

    return cells


def _condition_estimate(condition: WinCondition, field: LevelBatch) -> Estimate:
    board = field.turns.board
    subjects = _cells_holding(condition.subject_mask, condition.subject_is_aggregate, field)
    targets = _cells_holding(condition.target_mask, condition.target_is_aggregate, field)

    def no(rows: Words, levels: Numbers) -> Any:
        return 2 * count_bits(subjects(rows, levels) & targets(rows, levels))

    def some(rows: Words, levels: Numbers) -> Any:
        here = subjects(rows, levels)
        if not condition.has_target:
            return 2 * (here == 0)
        return 2 * nearest(here, targets(rows, levels), board)

    def every(rows: Words, levels: Numbers) -> Any:
        if not condition.has_target:
            return 0
        here, there = subjects(rows, levels), targets(rows, levels)
        return matching(here & ~there, there & ~here, board)

    return {"no": no, "some": some, "all": every}[condition.quantifier]


def count_bits(words: Words) -> Numbers:
    """How many bits each word has."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(words).astype(np.int64)
    # Older versions of numpy: sums of neighbouring bits, then of pairs, and so on.
    fives, threes, fs = (np.uint64(int(digits * 8, 16)) for digits in ("55", "33", "0f"))
    one, two, four = np.uint64(1), np.uint64(2), np.uint64(4)
    words = words - (words >> one & fives)
    words = (words & threes) + (words >> two & threes)
    words = words + (words >> four) & fs
    return (words * np.uint64(0x0101010101010101) >> np.uint64(56)).astype(np.int64)


def lowest_cell(low: Words) -> Numbers:
    """The positions of single bits; what has no bit gives a number that must not be used."""
    return (low.astype(np.float64).view(np.int64) >> 52) - 1023


@lru_cache(maxsize=64)
def _distances(board: Geometry) -> Any:
    """Manhattan distances of all pairs of cells."""
    x, y = np.divmod(np.arange(board.count), board.height)
    return abs(x[:, None] - x) + abs(y[:, None] - y)


def nearest(here: Words, there: Words, board: Geometry) -> Numbers:
    """The least distance of a cell of one set to a cell of the other; width plus height if one set is empty."""
    result = np.full(len(here), board.width + board.height, dtype=np.int64)
    left = np.flatnonzero((here != 0) & (there != 0))
    here, there = here[left], there[left]
    distance = 0
    while len(left):
        meet = here & there != 0
        result[left[meet]] = distance
        left, here, there = left[~meet], here[~meet], there[~meet]
        here = grown(here, board)
        distance += 1
    return result


def grown(cells: Words, board: Geometry) -> Words:
    """The cells and their neighbours."""
    step = np.uint64(board.height)
    one = np.uint64(1)
    up, down, left, right = (np.uint64(board.room(way, 2)) for way in (UP, DOWN, LEFT, RIGHT))
    around: Words = (
        cells | (cells & up) >> one | (cells & down) << one | (cells & left) >> step | (cells & right) << step
    )
    return around


def _single_cells(cells: Words) -> list[tuple[Words, Numbers]]:
    """For the first, second, ... cell of every set: whether there is one, and which it is."""
    found = []
    one = np.uint64(1)
    while cells.any():
        low = cells & (~cells + one)
        there = low != 0
        found.append((there, np.where(there, lowest_cell(low), 0)))
        cells = cells ^ low
    return found


def matching(ones: Words, others: Words, board: Geometry) -> Numbers:
    """The cost of giving every cell of `ones` a cell of `others` of its own, nearest pairs first (and of pairs that
    are as near the first cells first). Cells left without a partner cost width plus height each."""
    missing = board.width + board.height
    firsts, seconds = _single_cells(ones), _single_cells(others)
    if not firsts:
        return np.zeros(len(ones), dtype=np.int64)
    cost = count_bits(ones) * missing
    if not seconds:
        return cost
    distances = _distances(board)
    pairs, never = len(firsts) * len(seconds), np.int64(1 << 40)
    lengths = np.empty((pairs, len(ones)), dtype=np.int64)
    """Distance * number of pairs + the pair's place: the order in which pairs are taken."""
    for i, (here, one) in enumerate(firsts):
        for j, (there, other) in enumerate(seconds):
            place = i * len(seconds) + j
            lengths[place] = np.where(here & there, distances[one, other] * pairs + place, never)
    for _ in range(min(len(firsts), len(seconds))):
        least = lengths.min(axis=0)
        found = least != never
        if not found.any():
            break
        length, place = np.divmod(least, pairs)
        cost += np.where(found, length - missing, 0)
        i, j = np.divmod(place, len(seconds))
        for number in range(pairs):
            gone = (i == number // len(seconds)) | (j == number % len(seconds))
            lengths[number][gone & found] = never
    return cost
