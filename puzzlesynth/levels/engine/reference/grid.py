"""The interpreter's board while a turn runs: what lies in each cell, and how it wants to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.levels.movements import STEPS


@dataclass(frozen=True, slots=True)
class CellBoard:
    """A board between turns: nothing moves."""

    width: int
    height: int
    cells: tuple[int, ...]


class Grid:
    """A board during a turn.

    `row_objects`, `row_movements` and their column and whole-board likes say what may be there: a rule that
    needs something else is passed over without looking at the cells. They only grow within a turn.
    """

    def __init__(self, board: CellBoard) -> None:
        self.width = board.width
        self.height = board.height
        self.reset(board.cells, [0] * len(board.cells))

    def reset(self, objects: Sequence[int], movements: Sequence[int]) -> None:
        """Set every cell, and forget what rigid rules did."""
        self.objects = list(objects)
        self.movements = list(movements)
        self.rigid_groups = [0] * len(self.objects)
        self.rigid_movements = [0] * len(self.objects)
        self._survey()

    def _survey(self) -> None:
        self.row_objects = [0] * self.height
        self.row_movements = [0] * self.height
        self.column_objects = [0] * self.width
        self.column_movements = [0] * self.width
        self.all_objects = self.all_movements = 0
        for index in range(len(self.objects)):
            self.note(index)

    def note(self, index: int) -> None:
        """Record what a cell holds now in the surveys of its row, its column and the board."""
        objects, movements = self.objects[index], self.movements[index]
        x, y = divmod(index, self.height)
        self.row_objects[y] |= objects
        self.row_movements[y] |= movements
        self.column_objects[x] |= objects
        self.column_movements[x] |= movements
        self.all_objects |= objects
        self.all_movements |= movements

    def step(self, direction: int) -> int:
        """How far apart the indices of neighbours in a direction are."""
        dx, dy = STEPS[direction]
        return dx * self.height + dy

    def neighbour(self, index: int, direction: int) -> int | None:
        """The cell next to a cell, None beyond the edge."""
        x, y = divmod(index, self.height)
        dx, dy = STEPS[direction]
        if 0 <= x + dx < self.width and 0 <= y + dy < self.height:
            return index + dx * self.height + dy
        return None
