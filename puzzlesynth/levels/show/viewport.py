"""What of a board is on show: all of it, or the part that the game's screen has room for."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.engine.win_conditions import fits
from puzzlesynth.levels.model import Level, PuzzleScriptGame


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
    """At most so many cells, with the player as near the middle as the edges allow."""
    width, height = min(max(1, width), view.width), min(max(1, height), view.height)
    x, y = player_place(game, view)
    left = min(max(0, x - width // 2), view.width - width)
    top = min(max(0, y - height // 2), view.height - height)
    return view.part(left, top, width, height)


def player_place(game: PuzzleScriptGame, view: Viewport) -> tuple[int, int]:
    """Where the first player stands; the corner if there is none."""
    for index, cell in enumerate(view.cells):
        if fits(cell, game.player_mask, game.player_is_aggregate):
            return divmod(index, view.height)
    return 0, 0
