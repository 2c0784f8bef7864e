"""A picture before it becomes a file: the part of a board that is shown, how its cells look, and tiles at places,
counted in pixels of the sprites."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.engine.win_conditions import fits
from puzzlesynth.levels.model import TRANSPARENT, GameObject, Level, PuzzleScriptGame


@dataclass(frozen=True, slots=True)
class Viewport:
    """A rectangle of cells, column by column like a level."""

    width: int
    height: int
    cells: tuple[int, ...]

    def cell(self, x: int, y: int) -> int:
        return self.cells[x * self.height + y]

    def part(self, left: int, top: int, width: int, height: int) -> Viewport:
        """A smaller rectangle; what would lie beyond the edge is left out."""
        right, bottom = min(left + width, self.width), min(top + height, self.height)
        cells = tuple(self.cell(x, y) for x in range(left, right) for y in range(top, bottom))
        return Viewport(right - left, bottom - top, cells)


def view_of(level: Level) -> Viewport:
    """A level as it is written."""
    return Viewport(level.width, level.height, level.cells)


def screen_of(game: PuzzleScriptGame, view: Viewport) -> Viewport:
    """What the player sees: with `flickscreen` one page at a time, with `zoomscreen` the surroundings."""
    settings = game.settings
    if settings.flickscreen is not None:
        width, height = (max(1, size) for size in settings.flickscreen)
        x, y = player_place(game, view)
        return view.part(x // width * width, y // height * height, width, height)
    if settings.zoomscreen is not None:
        return around_player(game, view, *settings.zoomscreen)
    return view


def around_player(game: PuzzleScriptGame, view: Viewport, width: int, height: int) -> Viewport:
    """At most this many cells, with the player as near the middle as the edges allow."""
    width, height = min(max(1, width), view.width), min(max(1, height), view.height)
    x, y = player_place(game, view)
    left = min(max(0, x - width // 2), view.width - width)
    top = min(max(0, y - height // 2), view.height - height)
    return view.part(left, top, width, height)


def player_place(game: PuzzleScriptGame, view: Viewport) -> tuple[int, int]:
    """Where the first player is; the corner if there is none."""
    for index, cell in enumerate(view.cells):
        if fits(cell, game.player_mask, game.player_is_aggregate):
            return divmod(index, view.height)
    return 0, 0


TILE = 5
"""Pixels along each side of a sprite."""

Color = tuple[int, int, int]
Tile = tuple[tuple[Color, ...], ...]
"""Rows of colours; nothing shines through any more."""

_WRONG: Color = (255, 0, 255)


def read_color(text: str) -> Color | None:
    """`#rgb` or `#rrggbb` as numbers; None for a colour that cannot be seen."""
    if text == "transparent":
        return None
    digits = text.lstrip("#")
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    try:
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    except ValueError:
        return _WRONG


class Painter:
    """Paints the cells of one game. A combination of objects is painted once."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self.game = game
        self.ground = read_color(game.settings.background_color) or (0, 0, 0)
        self.ink = read_color(game.settings.text_color) or (255, 255, 255)
        self._tiles: dict[int, Tile] = {}
        self._sprites: dict[int, list[list[Color | None]]] = {}

    def tile(self, cell: int) -> Tile:
        """The look of a cell with these objects; objects of higher layers cover those of lower ones."""
        if cell not in self._tiles:
            rows = [[self.ground] * TILE for _ in range(TILE)]
            for thing in self.game.objects:
                if cell & thing.mask:
                    self._lay(thing, rows)
            self._tiles[cell] = tuple(tuple(row) for row in rows)
        return self._tiles[cell]

    def _lay(self, thing: GameObject, rows: list[list[Color]]) -> None:
        for y, sprite_row in enumerate(self.sprite(thing)):
            for x, color in enumerate(sprite_row):
                if color is not None:
                    rows[y][x] = color

    def sprite(self, thing: GameObject) -> list[list[Color | None]]:
        """An object's pixels. Sprites of another size are cut to what fits."""
        if thing.id not in self._sprites:
            colors = [read_color(color) for color in thing.colors]
            self._sprites[thing.id] = [
                [
                    colors[pixel] if pixel != TRANSPARENT and pixel < len(colors) else None
                    for pixel in row[:TILE]
                ]
                for row in thing.sprite[:TILE]
            ]
        return self._sprites[thing.id]


def average(tile: Tile) -> Color:
    """The colour that a tile has from afar."""
    pixels = [color for row in tile for color in row]
    red, green, blue = (sum(channel) // len(pixels) for channel in zip(*pixels, strict=True))
    return red, green, blue


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
