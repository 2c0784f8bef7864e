"""Boards as planes: for every object, the set of cells that hold it, as bits of a whole number."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.model import PuzzleScriptGame

from .geometry import Geometry, cell_set, indices
from .static_analysis import bits, union


@dataclass(frozen=True, slots=True)
class PlaneBoard:
    """A board between turns: for every object, the set of cells that hold it."""

    board: Geometry
    planes: tuple[int, ...]


def planes_of(cells: tuple[int, ...], count: int) -> tuple[int, ...]:
    """For every object, the set of cells that hold it."""
    planes = [0] * count
    by_content: dict[int, list[int]] = {}
    for index, cell in enumerate(cells):
        if cell in by_content:
            by_content[cell].append(index)
        else:
            by_content[cell] = [index]
    for content, where in by_content.items():
        plane = cell_set(where, len(cells))
        for thing in bits(content):
            planes[thing] |= plane
    return tuple(planes)


def cells_of(planes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """For every cell, the objects in it."""
    cells = [0] * count
    for thing, plane in enumerate(planes):
        mark = 1 << thing
        for index in indices(plane):
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
