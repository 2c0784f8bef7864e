"""Levels on standard output and in picture files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import write_atomically

if TYPE_CHECKING:
    from puzzlesynth.levels.model import Level, PuzzleScriptGame
    from puzzlesynth.levels.show import Viewport

    from .sources import NumberedLevel


def print_levels(game: PuzzleScriptGame, levels: Sequence[NumberedLevel], screen: bool) -> None:
    from puzzlesynth.levels.show import Glyphs, level_text

    glyphs = Glyphs(game)
    blocks = []
    for number, _, level in levels:
        view = _view(game, level, screen)
        blocks.append(f"Level {number} ({view.width} by {view.height})\n{level_text(view, glyphs)}")
    print("\n\n".join(blocks))
    if glyphs.invented:
        print("\n" + "\n".join(glyphs.key()))


def draw_levels(
    game: PuzzleScriptGame, levels: Sequence[NumberedLevel], screen: bool, output: Path, *, alone: bool
) -> None:
    """One level to its edges, or a sheet of all of them."""
    from puzzlesynth.levels.show import level_scene, png, sheet_scene, svg

    kind = output.suffix.lower()
    if kind not in (".png", ".svg"):
        raise BadInput(f"{output}: pictures are .png or .svg files")
    views = [(number, _view(game, level, screen)) for number, _, level in levels]
    scene = level_scene(game, views[0][1]) if alone else sheet_scene(game, views)
    write_atomically(output, svg(scene, game.settings.title) if kind == ".svg" else png(scene))
    print(f"wrote {output}")


def _view(game: PuzzleScriptGame, level: Level, screen: bool) -> Viewport:
    from puzzlesynth.levels.show import screen_of, view_of

    view = view_of(level)
    return screen_of(game, view) if screen else view
