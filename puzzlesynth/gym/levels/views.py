"""What an agent sees of a level: a plane for each object, or the picture that a player sees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.show.scene import TILE, Painter

Bytes = NDArray[np.uint8]

PLANES, PIXELS = "planes", "pixels"
OBSERVATIONS = (PLANES, PIXELS)


def cell_planes(game: PuzzleScriptGame, cells: Sequence[int], width: int, height: int) -> Bytes:
    """A plane of 0 and 1 for each object, row by row: `planes[object, y, x]`."""
    found = np.zeros((game.object_count, height, width), dtype=np.uint8)
    for index, cell in enumerate(cells):
        x, y = divmod(index, height)
        while cell:
            lowest = cell & -cell
            found[lowest.bit_length() - 1, y, x] = 1
            cell ^= lowest
    return found


class LevelPainter:
    """Boards as pictures, a tile of 5 by 5 pixels for each cell. Every look of a cell is painted once."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self._painter = Painter(game)
        self._tiles: dict[bytes, Bytes] = {}

    def paint(self, planes: Bytes) -> Bytes:
        """From planes (…, objects, height, width) to pictures (…, 5 height, 5 width, 3)."""
        *many, _, height, width = planes.shape
        cells = np.packbits(np.moveaxis(planes, -3, -1), axis=-1, bitorder="little")
        flat = cells.reshape(-1, cells.shape[-1])
        looks, numbers = np.unique(flat, axis=0, return_inverse=True)
        tiles = np.stack([self._tile(look.tobytes()) for look in looks])
        shape = (*many, height, width, TILE, TILE, 3)
        board = np.swapaxes(tiles[numbers.reshape(-1)].reshape(shape), -4, -3)
        return np.ascontiguousarray(board).reshape(*many, height * TILE, width * TILE, 3)

    def _tile(self, look: bytes) -> Bytes:
        found = self._tiles.get(look)
        if found is None:
            tile = self._painter.tile(int.from_bytes(look, "little"))
            found = self._tiles[look] = np.array(tile, dtype=np.uint8)
        return found
