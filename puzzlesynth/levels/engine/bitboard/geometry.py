"""Bitboards: sets of cells as whole numbers, bit `x * height + y` for the cell in column x and row y.

Generated code refers to sets and steps by name (`FULL`, `H2`, `VD3`...); a geometry gives those names values.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.movements import DOWN, LEFT, RIGHT, UP

_DIRECTION_LETTERS = {"U": UP, "D": DOWN, "L": LEFT, "R": RIGHT}
DIRECTION_NAMES = {direction: letter for letter, direction in _DIRECTION_LETTERS.items()}


class Geometry:
    """The cells of a board of one size."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.count = width * height
        self.full = (1 << self.count) - 1
        self._steps = {UP: -1, DOWN: 1, LEFT: -height, RIGHT: height}
        self._rooms: dict[tuple[int, int], int] = {}
        self._rays: dict[tuple[int, int], int] = {}

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The cells of each row of the board, from the top."""
        first = sum(1 << x * self.height for x in range(self.width))
        return tuple(first << y for y in range(self.height))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The cells of each column, from the left."""
        first = (1 << self.height) - 1
        return tuple(first << x * self.height for x in range(self.width))

    def step(self, direction: int) -> int:
        """The difference of index between neighbours."""
        return self._steps[direction]

    def room(self, direction: int, length: int) -> int:
        """The cells from which `length` cells in a direction, itself included, are on the board."""
        found = self._rooms.get((direction, length))
        if found is None:
            found = self._rooms[direction, length] = self._room(direction, length)
        return found

    def _room(self, direction: int, length: int) -> int:
        beyond = length - 1
        if direction == UP:
            return union(self.rows[beyond:])
        if direction == DOWN:
            return union(self.rows[: max(self.height - beyond, 0)])
        if direction == LEFT:
            return union(self.columns[beyond:])
        return union(self.columns[: max(self.width - beyond, 0)])

    def ray(self, index: int, direction: int) -> int:
        """The cells beyond a cell in a direction."""
        key = (index, direction)
        found = self._rays.get(key)
        if found is None:
            x, y = divmod(index, self.height)
            line = self.columns[x] if direction in (UP, DOWN) else self.rows[y]
            below = (1 << index) - 1
            found = line & below if direction in (UP, LEFT) else line & ~below & ~(1 << index)
            self._rays[key] = found
        return found

    def named(self, name: str) -> int:
        """The value of a name used in generated code.

        `FULL`: all cells. `N`: their number. `H3`: three columns' step. `VD2`: room for two cells downwards.
        """
        if name == "FULL":
            return self.full
        if name.startswith("N"):
            return self.count * int(name[1:] or 1)
        if name.startswith("H"):
            return self.height * int(name[1:])
        return self.room(_DIRECTION_LETTERS[name[1]], int(name[2:]))

    def in_order(self, cells: int, direction: int) -> list[int]:
        """Single cells as bits, in the order in which a rule of that direction goes through its matches."""
        if not cells & (cells - 1):
            return [cells] if cells else []
        return [1 << index for index in self.indices_in_order(cells, direction)]

    def indices_in_order(self, cells: int, direction: int) -> list[int]:
        """The cells of a set in the order in which a rule of that direction goes through its matches."""
        found = bits(cells)
        if direction in (LEFT, RIGHT):
            found.sort(key=self._by_rows.__getitem__)
        return found

    @cached_property
    def _by_rows(self) -> list[int]:
        """The place of every cell when a board is read row by row."""
        return [y * self.width + x for x in range(self.width) for y in range(self.height)]


@lru_cache(maxsize=256)
def geometry(width: int, height: int) -> Geometry:
    """The geometry of a size; shared, since its tables are built as they are needed."""
    return Geometry(width, height)
