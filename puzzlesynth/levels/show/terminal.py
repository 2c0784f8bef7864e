"""Levels in a terminal: sprites in half blocks of true colour where they fit, coloured cells where they do not,
plain characters where there are no colours."""

from __future__ import annotations

from puzzlesynth.levels.model import PuzzleScriptGame

from .scene import TILE, Color, Painter, Viewport, around_player, average, screen_of
from .text import Glyphs, level_text

RESET = "\033[0m"
_CELL_COLUMNS = 2


class TerminalArtist:
    """Draws the boards of one game, as large as the room allows."""

    def __init__(self, game: PuzzleScriptGame, *, colors: bool) -> None:
        self.game = game
        self.colors = colors
        self.painter = Painter(game)
        self.glyphs = Glyphs(game, loose=True)

    def lines(self, board: Viewport, columns: int, rows: int) -> list[str]:
        """The board, or as much of it around the player as fits."""
        view = screen_of(self.game, board)
        if not self.colors:
            return level_text(around_player(self.game, view, columns, rows), self.glyphs).split("\n")
        if view.width * TILE <= columns and (view.height * TILE + 1) // 2 <= rows:
            return self._sprites(view)
        return self._cells(around_player(self.game, view, columns // _CELL_COLUMNS, rows))

    def _sprites(self, view: Viewport) -> list[str]:
        """Two rows of sprite pixels in one row of the terminal."""
        pixels = [
            [color for x in range(view.width) for color in self.painter.tile(view.cell(x, y))[row]]
            for y in range(view.height)
            for row in range(TILE)
        ]
        if len(pixels) % 2:
            pixels.append([self.painter.ground] * len(pixels[0]))
        return [_half_blocks(upper, lower) for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)]

    def _cells(self, view: Viewport) -> list[str]:
        """Two columns for each cell: its colour, and its character unless it is mere ground."""
        ground = self.game.background_mask
        lines = []
        for y in range(view.height):
            parts = []
            for x in range(view.width):
                cell = view.cell(x, y)
                back = average(self.painter.tile(cell))
                letter = self.glyphs.of(cell) if cell & ~ground else " "
                parts.append(f"{_ink(_contrast(back))}{_paper(back)}{letter} ")
            lines.append("".join(parts) + RESET)
        return lines


def _half_blocks(upper: list[Color], lower: list[Color]) -> str:
    parts = []
    last: tuple[Color, Color] | None = None
    for above, below in zip(upper, lower, strict=True):
        if (above, below) != last:
            parts.append(_ink(above) + _paper(below))
            last = (above, below)
        parts.append("▀")
    return "".join(parts) + RESET


def _ink(color: Color) -> str:
    red, green, blue = color
    return f"\033[38;2;{red};{green};{blue}m"


def _paper(color: Color) -> str:
    red, green, blue = color
    return f"\033[48;2;{red};{green};{blue}m"


def _contrast(color: Color) -> Color:
    red, green, blue = color
    return (0, 0, 0) if 299 * red + 587 * green + 114 * blue > 128_000 else (255, 255, 255)
