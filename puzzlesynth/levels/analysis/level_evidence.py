"""What a game's own levels say about its objects: how many there are, what lines the edges, what lies on what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from puzzlesynth.levels.bitmask import union
from puzzlesynth.levels.model import Level, PuzzleScriptGame

EDGE_SHARE = 0.5
"""The share of a level's outermost cells that what lines its edge holds."""
MEMBER_SHARE = 0.1
"""Of several objects that line edges together, each holds at least this share of them."""
SMALLEST = 3
"""Levels of fewer rows or columns have no inside, so their edges tell nothing."""


class LevelEvidence:
    """Counts over the maps of one game, or over some of them."""

    def __init__(self, game: PuzzleScriptGame, maps: Sequence[Level] | None = None) -> None:
        self._game = game
        self.maps = game.maps if maps is None else maps
        self.rooms = [level for level in self.maps if min(level.width, level.height) >= SMALLEST]
        """The levels that have an inside."""
        self._edges = [edge_cells(level) for level in self.rooms]

    @cached_property
    def _numbers(self) -> list[int]:
        counts = [0] * len(self._game.objects)
        for level in self.maps:
            for cell in level.cells:
                while cell:
                    low = cell & -cell
                    counts[low.bit_length() - 1] += 1
                    cell ^= low
        return counts

    def number(self, thing: int) -> int:
        """In how many cells of all levels an object lies."""
        return self._numbers[thing]

    def levels_with(self, thing: int) -> int:
        """How many levels have an object."""
        return sum(1 for level in self.maps if any(cell >> thing & 1 for cell in level.cells))

    def edge_number(self, thing: int) -> int:
        """How many outermost cells of the rooms hold an object."""
        return sum(1 for edge in self._edges for cell in edge if cell >> thing & 1)

    def lined(self, mask: int) -> int:
        """How many of the rooms have their edges lined with objects of a mask."""
        return sum(
            1 for edge in self._edges if sum(1 for cell in edge if cell & mask) >= EDGE_SHARE * len(edge)
        )

    def lines_most(self, mask: int) -> bool:
        """Whether objects of a mask line the edges of at least half of the rooms."""
        return bool(self.rooms) and 2 * self.lined(mask) >= len(self.rooms)

    def lining(self, candidates: Iterable[int]) -> tuple[int, ...]:
        """The objects that line most edges, together with others of their collision layer."""
        found: list[int] = []
        by_layer: dict[int, list[int]] = {}
        for thing in candidates:
            by_layer.setdefault(self._game.objects[thing].layer, []).append(thing)
        for things in by_layer.values():
            mask = union(1 << thing for thing in things)
            if not self.lines_most(mask):
                continue
            held = {thing: self.edge_number(thing) for thing in things}
            least = MEMBER_SHARE * sum(held.values())
            found += [thing for thing in things if held[thing] >= least]
        return tuple(found)

    def shares_a_cell(self, thing: int, others: int) -> bool:
        """Whether an object lies in one cell with some of the others, in any level."""
        bit = 1 << thing
        return any(cell & bit and cell & others & ~bit for level in self.maps for cell in level.cells)


def edge_cells(level: Level) -> list[int]:
    """The outermost cells."""
    return [
        level.cell(x, y)
        for x in range(level.width)
        for y in range(level.height)
        if x in (0, level.width - 1) or y in (0, level.height - 1)
    ]
