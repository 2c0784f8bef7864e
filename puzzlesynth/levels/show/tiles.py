"""How a cell looks: the sprites of its objects, one over the other, as a square of colours."""

from __future__ import annotations

from puzzlesynth.levels.model import TRANSPARENT, GameObject, PuzzleScriptGame

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
        for y, sprite_row in enumerate(self._sprite(thing)):
            for x, color in enumerate(sprite_row):
                if color is not None:
                    rows[y][x] = color

    def _sprite(self, thing: GameObject) -> list[list[Color | None]]:
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
