"""Sets of cells as words, many at once."""

from __future__ import annotations

import numpy as np

from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.movements import DOWN, LEFT, RIGHT, UP
from puzzlesynth.levels.search.state_table import Numbers, Words


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


def grown(cells: Words, board: Geometry) -> Words:
    """The cells and their neighbours."""
    step = np.uint64(board.height)
    one = np.uint64(1)
    up, down, left, right = (np.uint64(board.room(way, 2)) for way in (UP, DOWN, LEFT, RIGHT))
    around: Words = (
        cells | (cells & up) >> one | (cells & down) << one | (cells & left) >> step | (cells & right) << step
    )
    return around
