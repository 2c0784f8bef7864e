"""Levels as bit planes: for every object one whole number with a bit for each cell, numbered as in a level."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.model import Level, PuzzleScriptGame


def planes_of(game: PuzzleScriptGame, level: Level) -> list[int]:
    """One plane for each object, by id."""
    planes = [0] * game.object_count
    for index, cell in enumerate(level.cells):
        while cell:
            low = cell & -cell
            planes[low.bit_length() - 1] |= 1 << index
            cell ^= low
    return planes


class PlaneCodec:
    """Turns planes into levels and keys, given the level that they were made from: what has not changed costs
    nothing."""

    def __init__(self, game: PuzzleScriptGame, level: Level) -> None:
        self.level = level
        self.planes = tuple(planes_of(game, level))
        self.full = (1 << len(level.cells)) - 1
        self._ground = 1 << game.background_id
        self._ground_layer = game.layers[game.background_layer].object_ids
        self._cells = len(level.cells)

    def grounded(self, planes: Sequence[int]) -> list[int]:
        """The game's own planes, with a background in every cell that has lost its own."""
        kept = list(planes[: len(self.planes)])
        covered = 0
        for thing in self._ground_layer:
            covered |= kept[thing]
        if covered != self.full:
            kept[self._ground.bit_length() - 1] |= self.full & ~covered
        return kept

    def key(self, planes: Sequence[int]) -> int:
        """The same for the same board, and for no other."""
        key = 0
        for plane in planes:
            key = key << self._cells | plane
        return key

    def level_of(self, planes: Sequence[int]) -> Level:
        cells = list(self.level.cells)
        for thing, (now, before) in enumerate(zip(planes, self.planes, strict=True)):
            changed = now ^ before
            bit = 1 << thing
            while changed:
                low = changed & -changed
                cells[low.bit_length() - 1] ^= bit
                changed ^= low
        return Level(self.level.width, self.level.height, tuple(cells), 0)
