"""What a designer has frozen: cells, or objects. No suggestion, repair or simplification changes it.

A frozen cell keeps everything in it. A frozen object keeps all its places: none is taken away, moved or added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.designations import UnknownObject, objects_named
from puzzlesynth.levels.model import Level, PuzzleScriptGame

OPEN_CELLS = ".-0_"
"""What stands for a cell that may change in a mask; any other character freezes its cell."""

_PLACE = re.compile(r"(\d+)\s*(?:-\s*(\d+))?\s*,\s*(\d+)\s*(?:-\s*(\d+))?")


class BadLock(BadInput):
    """A mask or a name that does not fit the level; the message says why."""


@dataclass(frozen=True, slots=True)
class LevelLocks:
    """Cells by index, as bits, and objects by id, as bits."""

    cells: int = 0
    objects: int = 0

    def plane(self, thing: int, full: int) -> int:
        """The cells in which an object must stay as it is, there or not there."""
        return full if self.objects >> thing & 1 else self.cells

    def holds(self, before: Level, after: Level) -> bool:
        """Whether nothing frozen differs between two levels."""
        if (before.width, before.height) != (after.width, after.height):
            return not self.cells and not self.objects
        for index, (one, other) in enumerate(zip(before.cells, after.cells, strict=True)):
            changed = one ^ other
            if changed and (self.cells >> index & 1 or changed & self.objects):
                return False
        return True

    def joined(self, other: LevelLocks) -> LevelLocks:
        return LevelLocks(self.cells | other.cells, self.objects | other.objects)

    def __bool__(self) -> bool:
        return bool(self.cells or self.objects)


def read_mask(text: str, level: Level, name: str = "mask") -> LevelLocks:
    """A picture of the level in which `.`, `-`, `_` or `0` leaves a cell open and anything else freezes it. Blank
    lines before and after do not count."""
    rows = [line.strip() for line in text.split("\n")]
    first = 1
    while rows and not rows[0]:
        rows.pop(0)
        first += 1
    while rows and not rows[-1]:
        rows.pop()
    if len(rows) != level.height:
        raise BadLock(f"{name}: the mask has {_count(len(rows), 'row')}, but the level has {level.height}")
    cells = 0
    for y, row in enumerate(rows):
        if len(row) != level.width:
            raise BadLock(
                f"{name}:{first + y}: {_count(len(row), 'cell')}, but the level is {level.width} wide"
            )
        for x, letter in enumerate(row):
            if letter not in OPEN_CELLS:
                cells |= 1 << x * level.height + y
    return LevelLocks(cells=cells)


def read_cells(texts: Iterable[str], level: Level) -> LevelLocks:
    """`3,2` freezes a cell (column, row, from 1), `1-4,2-3` a rectangle; several are parted by semicolons."""
    cells = 0
    for text in texts:
        for part in text.split(";"):
            match = _PLACE.fullmatch(part.strip())
            if match is None:
                raise BadLock(f"{part.strip() or text}: write X,Y or X1-X2,Y1-Y2 (from 1, from the top left)")
            left, right = int(match[1]), int(match[2] or match[1])
            top, bottom = int(match[3]), int(match[4] or match[3])
            if not (1 <= left <= right <= level.width and 1 <= top <= bottom <= level.height):
                raise BadLock(f"{part.strip()}: the level is {level.width} by {level.height} cells")
            for x in range(left - 1, right):
                for y in range(top - 1, bottom):
                    cells |= 1 << x * level.height + y
    return LevelLocks(cells=cells)


def read_objects(game: PuzzleScriptGame, names: Sequence[str]) -> LevelLocks:
    """Objects by name; a name of the legend stands for all its objects."""
    mask = 0
    for name in names:
        mask |= mask_named(game, name)
    return LevelLocks(objects=mask)


def mask_named(game: PuzzleScriptGame, name: str) -> int:
    """The objects that a name stands for. Raises `BadLock` with the closest name."""
    try:
        return sum(1 << thing for thing in objects_named(game, name))
    except UnknownObject as error:
        raise BadLock(str(error)) from None


def border(game: PuzzleScriptGame, level: Level) -> LevelLocks:
    """The outermost cells, if all of them are walls."""
    walls = analyse(game).wall_mask
    cells = 0
    for x in range(level.width):
        for y in range(level.height):
            if x in (0, level.width - 1) or y in (0, level.height - 1):
                if not level.cell(x, y) & walls:
                    return LevelLocks()
                cells |= 1 << x * level.height + y
    return LevelLocks(cells=cells)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
