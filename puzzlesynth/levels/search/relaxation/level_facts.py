"""All facts that a relaxed level reaches, in Python; `kernel.search.relaxation` does the same in machine code."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.bitmask import shifted
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.movements import OPPOSITE

from .operators import FactOperator, RelaxedLevel, Segment


class LevelFacts:
    """The facts that are reached from a state."""

    def __init__(self, level: RelaxedLevel, changing: Sequence[int] | None = None) -> None:
        """From the level's start, or from a state with these planes of the things that can change."""
        self.level = level
        self.board: Geometry = geometry(level.width, level.height)
        self.planes = list(level.start)
        for (thing, plane), cells in zip(level.there.items(), changing or (), strict=False):
            self.planes[plane] = cells
            self.planes[level.away[thing]] = self.board.full & ~cells
        while self._go_round():
            pass

    def _go_round(self) -> bool:
        before = list(self.planes)
        for operator in self.level.operators:
            self._apply(operator)
        return before != self.planes

    def _apply(self, operator: FactOperator) -> None:
        matches = self.matches(operator)
        if matches is None:
            return
        step = self.board.step(operator.direction)
        for row, found in zip(operator.rows, matches, strict=True):
            for segment, cells in zip(row, found, strict=True):
                for effect in segment.effects:
                    reached = shifted(cells, step * effect.offset)
                    for group in effect.groups:
                        reached &= self._any(group)
                    self.planes[effect.plane] |= reached

    def matches(self, operator: FactOperator) -> list[list[int]] | None:
        """For every row, the first cells of its segments where they match; None if a row has no match."""
        found = []
        for row in operator.rows:
            cells = [self._first_cells(segment, operator.direction) for segment in row]
            for number in range(len(row) - 1, 0, -1):
                # A segment before a gap needs the next one somewhere beyond it.
                behind = self._smeared(cells[number], OPPOSITE[operator.direction])
                cells[number - 1] &= self._moved(behind, OPPOSITE[operator.direction], row[number - 1].length)
            for number in range(1, len(row)):
                ahead = self._moved(cells[number - 1], operator.direction, row[number - 1].length)
                cells[number] &= self._smeared(ahead, operator.direction)
            if not cells[0]:
                return None
            found.append(cells)
        return found

    def _first_cells(self, segment: Segment, direction: int) -> int:
        step = self.board.step(direction)
        found = segment.anchors
        for condition in segment.conditions:
            found &= shifted(self._any(condition.planes), -step * condition.offset)
        return found

    def _any(self, planes: Sequence[int]) -> int:
        found = 0
        for plane in planes:
            found |= self.planes[plane]
        return found

    def _moved(self, cells: int, direction: int, steps: int) -> int:
        return shifted(cells & self.board.room(direction, steps + 1), steps * self.board.step(direction))

    def _smeared(self, cells: int, direction: int) -> int:
        """These cells and all beyond them in a direction."""
        while (more := cells | self._moved(cells, direction, 1)) != cells:
            cells = more
        return cells

    @property
    def can_win(self) -> bool:
        """Whether the facts do not rule out a win."""
        if self.planes[self.level.winning]:
            return True
        met = [
            self.planes[goal.plane] == self.board.full if goal.everywhere else bool(self.planes[goal.plane])
            for goal in self.level.goals
        ]
        return self.level.can_win and all(met)
