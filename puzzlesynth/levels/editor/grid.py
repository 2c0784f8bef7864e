"""Edits of a map, each from one level to another: paint, erase, resize, turn, mirror, cut out, paste, move.

Cells are places (column, row) from 0 at the top left. Places outside the map are ignored, as brushes reach over its edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from puzzlesynth.levels.model import Level, PuzzleScriptGame

Place = tuple[int, int]
Symmetry = Literal["none", "columns", "rows", "both", "half turn", "quarter turns", "diagonal"]
SYMMETRIES: tuple[Symmetry, ...] = (
    "none",
    "columns",
    "rows",
    "both",
    "half turn",
    "quarter turns",
    "diagonal",
)
LARGEST_SIDE = 200
"""Columns or rows of a map that is made here; files may have larger ones."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a map: its first column and row, and its size."""

    left: int
    top: int
    width: int
    height: int

    def places(self) -> Iterable[Place]:
        return (
            (x, y)
            for x in range(self.left, self.left + self.width)
            for y in range(self.top, self.top + self.height)
        )


def blank(game: PuzzleScriptGame, width: int, height: int) -> Level:
    """A map with nothing but ground."""
    return Level(width, height, (game.bare_cell,) * (width * height), 0)


def painted(game: PuzzleScriptGame, level: Level, places: Iterable[Place], thing: int) -> Level:
    """An object comes to these cells. What shares its collision layer makes room."""
    cells = list(level.cells)
    for x, y in _inside(level, places):
        index = x * level.height + y
        cells[index] = cells[index] & ~game.layer_mask(thing) | 1 << thing
    return _with_cells(level, cells)


def erased(game: PuzzleScriptGame, level: Level, places: Iterable[Place], thing: int | None = None) -> Level:
    """An object goes from these cells; without one, everything but the background goes. A background that goes
    makes room for the game's own."""
    background = game.background_mask
    gone = ~background if thing is None else 1 << thing
    cells = list(level.cells)
    for x, y in _inside(level, places):
        index = x * level.height + y
        cells[index] &= ~gone
        if not cells[index] & background:
            cells[index] |= 1 << game.background_id
    return _with_cells(level, cells)


def resized(
    game: PuzzleScriptGame, level: Level, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0
) -> Level:
    """More cells on each side, or fewer if a number is negative. New cells have nothing but ground, or what
    all outermost cells have (a wall)."""
    width, height = level.width + left + right, level.height + top + bottom
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise ValueError(f"a map has 1 to {LARGEST_SIDE} columns and rows, not {width} by {height}")
    frame = _frame(level)
    filling = game.bare_cell if frame is None else frame
    made = Level(width, height, (filling,) * (width * height), 0)
    return pasted(made, level, (left, top))


def rotated(level: Level, quarters: int = 1) -> Level:
    """The map turned clockwise."""
    for _ in range(quarters % 4):
        width, height = level.height, level.width
        cells = [level.cell(y, level.height - 1 - x) for x in range(width) for y in range(height)]
        level = Level(width, height, tuple(cells), 0)
    return level


def mirrored(level: Level, axis: Literal["columns", "rows"] = "columns") -> Level:
    """Left and right exchanged (`columns`), or top and bottom (`rows`)."""
    width, height = level.width, level.height
    if axis == "columns":
        cells = [level.cell(width - 1 - x, y) for x in range(width) for y in range(height)]
    else:
        cells = [level.cell(x, height - 1 - y) for x in range(width) for y in range(height)]
    return Level(width, height, tuple(cells), 0)


def region(level: Level, part: Rectangle) -> Level:
    """A part of the map as a map of its own. Raises `ValueError` if it is not inside."""
    if not (
        part.width > 0
        and part.height > 0
        and 0 <= part.left <= level.width - part.width
        and 0 <= part.top <= level.height - part.height
    ):
        raise ValueError(f"{part} is not a part of a map of {level.width} by {level.height}")
    return Level(part.width, part.height, tuple(level.cell(x, y) for x, y in part.places()), 0)


def pasted(level: Level, part: Level, at: Place) -> Level:
    """A map laid over another, its top left corner at a place; what reaches over the edge is cut off."""
    cells = list(level.cells)
    left, top = at
    for x in range(part.width):
        for y in range(part.height):
            if 0 <= left + x < level.width and 0 <= top + y < level.height:
                cells[(left + x) * level.height + top + y] = part.cell(x, y)
    return _with_cells(level, cells)


def moved(game: PuzzleScriptGame, level: Level, part: Rectangle, to: Place) -> Level:
    """A part of the map elsewhere; where it was, there is nothing but ground."""
    taken = region(level, part)
    left = list(level.cells)
    for x, y in part.places():
        left[x * level.height + y] = game.bare_cell
    return pasted(_with_cells(level, left), taken, to)


def symmetric_cells(place: Place, width: int, height: int, symmetry: Symmetry) -> tuple[Place, ...]:
    """The cells that a symmetry brush paints together with one, itself first; only those inside the map. On a map that is
    not square, quarter turns and the diagonal are taken from its top left corner as far as they stay inside."""
    x, y = place
    right, bottom = width - 1, height - 1
    images: dict[Symmetry, tuple[Place, ...]] = {
        "none": (),
        "columns": ((right - x, y),),
        "rows": ((x, bottom - y),),
        "both": ((right - x, y), (x, bottom - y), (right - x, bottom - y)),
        "half turn": ((right - x, bottom - y),),
        "quarter turns": ((right - y, x), (right - x, bottom - y), (y, bottom - x)),
        "diagonal": ((y, x),),
    }
    found = dict.fromkeys([place, *images[symmetry]])
    return tuple((a, b) for a, b in found if 0 <= a < width and 0 <= b < height)


def _frame(level: Level) -> int | None:
    """The combination of objects that all outermost cells have, if it is one."""
    edge = {
        level.cell(x, y)
        for x in range(level.width)
        for y in range(level.height)
        if x in (0, level.width - 1) or y in (0, level.height - 1)
    }
    return edge.pop() if len(edge) == 1 else None


def _inside(level: Level, places: Iterable[Place]) -> Iterable[Place]:
    return ((x, y) for x, y in places if 0 <= x < level.width and 0 <= y < level.height)


def _with_cells(level: Level, cells: Iterable[int]) -> Level:
    return Level(level.width, level.height, tuple(cells), 0)
