"""The layout of a level: how large it is, what lies there already, and which cells are left to fill."""

from __future__ import annotations

import re
from dataclasses import dataclass

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.analysis.level_style import LevelStyle
from puzzlesynth.levels.model import Level, PuzzleScriptGame

MOST_CELLS = 1024
_SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×]\s*(\d{1,4})\s*")


class BadLayout(BadInput):
    """A layout that cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class LevelLayout:
    """Cells column by column, as in a level. Those in `free` hold the background alone and are to be filled; all
    others stay as they are."""

    width: int
    height: int
    cells: tuple[int, ...]
    free: tuple[int, ...]

    def place(self, index: int) -> tuple[int, int]:
        return divmod(index, self.height)

    def level(self, cells: tuple[int, ...]) -> Level:
        return Level(self.width, self.height, cells, 0)

    @property
    def empty(self) -> Level:
        return self.level(self.cells)


def room(
    game: PuzzleScriptGame,
    analysis: GameAnalysis,
    width: int,
    height: int,
    *,
    border: bool = True,
    style: LevelStyle | None = None,
) -> LevelLayout:
    """An empty room. With a border, the outermost cells are walls, if the game has something solid; with a style, they
    are what the game's own levels have there."""
    if width * height > MOST_CELLS:
        raise BadLayout(f"{width}x{height}: a layout has at most {MOST_CELLS} cells")
    if width < 1 or height < 1:
        raise BadLayout(f"{width}x{height}: a layout has at least one cell")
    ground = 1 << game.background_id
    wall = wall_object(analysis) if style is None else style.border
    cells = []
    for x in range(width):
        for y in range(height):
            edge = border and wall is not None and (x in (0, width - 1) or y in (0, height - 1))
            cells.append(ground | 1 << wall if edge and wall is not None else game.bare_cell)
    return _layout(width, height, cells, game.ground_mask)


def wall_object(analysis: GameAnalysis) -> int | None:
    """The wall that rooms are built of."""
    return analysis.walls[0] if analysis.walls else None


def layout_size(text: str) -> tuple[int, int] | None:
    """`7x5`: a width and a height; None if that is not what the text says."""
    match = _SIZE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def read_layout(game: PuzzleScriptGame, text: str, name: str = "layout") -> LevelLayout:
    """A map in the game's own letters. Cells with nothing but background are free."""
    rows = [line.strip() for line in text.strip().splitlines()]
    if not rows:
        raise BadLayout(f"{name}: there is no map")
    width, height = len(rows[0]), len(rows)
    if width * height > MOST_CELLS:
        raise BadLayout(f"{name}: a layout has at most {MOST_CELLS} cells, this one {width * height}")
    layer = game.background_mask
    cells = [0] * (width * height)
    for y, row in enumerate(rows):
        if len(row) != width:
            raise BadLayout(f"{name}:{y + 1}: {len(row)} cells, but the first row has {width}")
        for x, letter in enumerate(row):
            mask = game.legend.glyphs.get(letter.lower())
            if mask is None:
                raise BadLayout(f"{name}:{y + 1}:{x + 1}: the game's legend has no `{letter}` for maps")
            cells[x * height + y] = mask
    ground = next((cell & layer for cell in cells if cell & layer), game.bare_cell & layer)
    filled = [cell if cell & layer else cell | ground for cell in cells]
    return _layout(width, height, filled, game.ground_mask)


def layout_of(game: PuzzleScriptGame, level: Level) -> LevelLayout:
    """A level as a layout: what lies in it stays, and its bare cells are filled."""
    if len(level.cells) > MOST_CELLS:
        raise BadLayout(f"a layout has at most {MOST_CELLS} cells, this one {len(level.cells)}")
    return _layout(level.width, level.height, list(level.cells), game.ground_mask)


def _layout(width: int, height: int, cells: list[int], ground: int) -> LevelLayout:
    free = tuple(index for index, cell in enumerate(cells) if not cell & ~ground)
    return LevelLayout(width, height, tuple(cells), free)
