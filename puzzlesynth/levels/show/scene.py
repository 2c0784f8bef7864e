"""A picture before it becomes a file: tiles at places, counted in pixels of the sprites."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.model import PuzzleScriptGame

from .tiles import TILE, Color, Painter, Tile
from .viewport import Viewport

MOST_PIXELS = 60_000_000
"""A picture with more sprite pixels than this is refused."""

LARGEST_SCALE = 8
"""How large a sprite's pixel is drawn if there is room for it."""

COMFORTABLE_SIZE = 1600
"""The longer side of a picture, in pixels of the file, as long as sprite pixels stay whole."""


class TooLargeToDraw(BadInput):
    """A picture that would take more memory than it is worth."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Tiles (any rectangle of colours) at places on a plain ground."""

    width: int
    height: int
    ground: Color
    tiles: tuple[tuple[int, int, Tile], ...]

    @property
    def scale(self) -> int:
        """How many pixels of the file a pixel of a sprite takes on each side."""
        return fitting_scale(max(self.width, self.height), COMFORTABLE_SIZE)


def fitting_scale(longer_side: int, room: int) -> int:
    return max(1, min(LARGEST_SCALE, room // max(1, longer_side)))


def level_scene(game: PuzzleScriptGame, view: Viewport, painter: Painter | None = None) -> Scene:
    """One level, to its edges."""
    painter = painter or Painter(game)
    _check_size(view.width * TILE, view.height * TILE)
    tiles = tuple(_placed(view, painter, 0, 0))
    return Scene(view.width * TILE, view.height * TILE, painter.ground, tiles)


def sheet_scene(game: PuzzleScriptGame, views: Sequence[tuple[int, Viewport]]) -> Scene:
    """Several levels with their numbers above them, in rows."""
    painter = Painter(game)
    sizes = [(view.width * TILE, view.height * TILE + _CAPTION) for _, view in views]
    sheet = _arrange(sizes)
    _check_size(sheet.width, sheet.height)
    tiles: list[tuple[int, int, Tile]] = []
    for (number, view), (x, y) in zip(views, sheet.places, strict=True):
        tiles.extend(_caption(number, painter.ink, painter.ground, x, y))
        tiles.extend(_placed(view, painter, x, y + _CAPTION))
    return Scene(sheet.width, sheet.height, painter.ground, tuple(tiles))


@dataclass(frozen=True, slots=True)
class _Sheet:
    width: int
    height: int
    places: tuple[tuple[int, int], ...]

    @property
    def badness(self) -> float:
        """Empty ground is bad, and so is a sheet much wider or much higher than a page."""
        return self.width * self.height * (1 + abs(math.log(self.width / self.height / _PAGE)))


def _arrange(sizes: Sequence[tuple[int, int]]) -> _Sheet:
    """The best way to break a series of rectangles into rows."""
    most = min(len(sizes), _MOST_COLUMNS)
    return min((_in_rows(sizes, columns) for columns in range(1, most + 1)), key=lambda sheet: sheet.badness)


def _in_rows(sizes: Sequence[tuple[int, int]], columns: int) -> _Sheet:
    places: list[tuple[int, int]] = []
    y, right = _GAP, 0
    for first in range(0, len(sizes), columns):
        row = sizes[first : first + columns]
        x = _GAP
        for width, _ in row:
            places.append((x, y))
            x += width + _GAP
        right = max(right, x)
        y += max(height for _, height in row) + _GAP
    return _Sheet(right, y, tuple(places))


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise TooLargeToDraw(f"too large to draw: {width} by {height} pixels before enlarging")


def _placed(view: Viewport, painter: Painter, left: int, top: int) -> Iterable[tuple[int, int, Tile]]:
    for x in range(view.width):
        for y in range(view.height):
            yield left + x * TILE, top + y * TILE, painter.tile(view.cell(x, y))


_GAP = 4
_CAPTION = 7
_PAGE = 1.4
"""Width over height of a sheet that looks right."""
_MOST_COLUMNS = 40
_DIGITS = (
    "###/#.#/#.#/#.#/###",
    ".#./##./.#./.#./###",
    "##./..#/.#./#../###",
    "##./..#/.#./..#/##.",
    "#.#/#.#/###/..#/..#",
    "###/#../##./..#/##.",
    ".##/#../###/#.#/###",
    "###/..#/.#./.#./.#.",
    "###/#.#/###/#.#/###",
    "###/#.#/###/..#/##.",
)


def _caption(number: int, ink: Color, ground: Color, x: int, y: int) -> Iterable[tuple[int, int, Tile]]:
    """A number in small digits of the same pixels as the sprites."""
    for place, digit in enumerate(str(number)):
        rows = _DIGITS[int(digit)].split("/")
        tile = tuple(tuple(ink if pixel == "#" else ground for pixel in row) for row in rows)
        yield x + 4 * place, y, tile
