"""Boards as planes: for every object, the set of cells that hold it, as bits of a whole number.

Also the matches of rules with several rows or ellipses, listed from such sets; generated code calls these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from puzzlesynth.levels.bitmask import bit_mask, bits, single_bits, union
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.movements import LEFT, UP

from .geometry import Geometry


@dataclass(frozen=True, slots=True)
class PlaneBoard:
    """A board between turns: for every object, the set of cells that hold it."""

    board: Geometry
    planes: tuple[int, ...]


def planes_of(cells: Sequence[int], count: int) -> tuple[int, ...]:
    """For every object, the set of cells that hold it."""
    planes = [0] * count
    by_content: dict[int, list[int]] = {}
    for index, cell in enumerate(cells):
        if cell in by_content:
            by_content[cell].append(index)
        else:
            by_content[cell] = [index]
    for content, where in by_content.items():
        plane = bit_mask(where, len(cells))
        for thing in bits(content):
            planes[thing] |= plane
    return tuple(planes)


def cells_of(planes: Sequence[int], count: int) -> tuple[int, ...]:
    """For every cell, the objects in it."""
    cells = [0] * count
    for thing, plane in enumerate(planes):
        mark = 1 << thing
        for index in bits(plane):
            cells[index] |= mark
    return tuple(cells)


def holding(planes: list[int] | tuple[int, ...], mask: int, is_aggregate: bool, full: int) -> int:
    """The cells that fit a name: all of an aggregate's objects, any of another name's."""
    if not is_aggregate:
        return union(planes[index] for index in bits(mask & (1 << len(planes)) - 1))
    cells = full
    for index in bits(mask):
        cells &= planes[index]
    return cells


def planes_won(game: PuzzleScriptGame, planes: tuple[int, ...], full: int) -> bool:
    """Whether the win conditions are met."""
    for condition in game.win_conditions:
        subject = holding(planes, condition.subject_mask, condition.subject_is_aggregate, full)
        target = holding(planes, condition.target_mask, condition.target_is_aggregate, full)
        if condition.quantifier == "all":
            met = not subject & ~target
        else:
            met = bool(subject & target) == (condition.quantifier == "some")
        if not met:
            return False
    return bool(game.win_conditions)


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
