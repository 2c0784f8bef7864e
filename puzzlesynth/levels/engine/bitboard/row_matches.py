"""Matches of rules with several rows or ellipses, listed from bitboards. Called by generated code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from puzzlesynth.levels.model import LEFT, UP

from .geometry import Geometry, single_bits


def combinations(*rows: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Every combination of the rows' matches; the first row's vary fastest."""
    if len(rows) == 1:
        for place in rows[0]:
            yield (place,)
        return
    if len(rows) == 2:
        for second in rows[1]:
            for first in rows[0]:
                yield (first, second)
        return
    for last in rows[-1]:
        for before in combinations(*rows[:-1]):
            yield (*before, last)


def with_gaps(
    board: Geometry, sets: Sequence[int], lengths: Sequence[int], direction: int
) -> list[tuple[int, ...]]:
    """Matches of a row with ellipses: the first cell of each stretch, nearer ones first.

    `sets` has, for every stretch, the cells where it matches if it begins there.
    """
    if not all(sets):
        return []
    result: list[tuple[int, ...]] = []
    for first in board.in_order(sets[0], direction):
        result.extend((first, *rest) for rest in _onward(board, first, sets[1:], lengths, direction))
    return result


def _onward(
    board: Geometry, start: int, sets: Sequence[int], lengths: Sequence[int], direction: int
) -> Iterator[tuple[int, ...]]:
    if not sets:
        yield ()
        return
    index = start.bit_length() - 1
    last = index + board.step(direction) * (lengths[0] - 1)
    ahead = sets[0] & board.ray(last, direction)
    nearer_first: Iterator[int] = single_bits(ahead)
    if direction in (UP, LEFT):
        nearer_first = reversed(list(nearer_first))
    for cell in nearer_first:
        for rest in _onward(board, cell, sets[1:], lengths[1:], direction):
            yield (cell, *rest)
