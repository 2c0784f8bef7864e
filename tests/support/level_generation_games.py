"""Games, layouts and levels for the generator's tests."""

from __future__ import annotations

from functools import lru_cache

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.level_style import learn_style
from puzzlesynth.levels.generate import StartRequirements
from puzzlesynth.levels.generate.diversity import TURNS, symmetries
from puzzlesynth.levels.generate.placement.layout import LevelLayout, read_layout
from puzzlesynth.levels.model import Level
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
NAMES = ("sokoban", "lava", "blockfaker", "gem", "destroy")


def source_of(name: str) -> str:
    return (EXAMPLES / f"{name}.txt").read_text("utf-8")


@lru_cache
def example(name: str) -> PuzzleScriptGame:
    game = compile_source(source_of(name)).game
    assert game is not None
    return game


def changed(old: str, new: str, name: str = "sokoban") -> PuzzleScriptGame:
    """An example with a piece of its source changed."""
    source = source_of(name)
    assert old in source
    game = compile_source(source.replace(old, new)).game
    assert game is not None
    return game


def demands_of(game: PuzzleScriptGame, method: str) -> StartRequirements:
    """What a method needs to know of the game's own levels."""
    style = None
    if method in ("style", "variation"):
        style = learn_style(game, analyse(game), game.maps, turns=len(symmetries(game)) == len(TURNS))
    return StartRequirements(style=style)


def level(game: PuzzleScriptGame, *rows: str) -> Level:
    """A level from its rows."""
    return drawn(game, *rows).empty


def drawn(game: PuzzleScriptGame, *rows: str) -> LevelLayout:
    return read_layout(game, "\n".join(rows))


def thing(game: PuzzleScriptGame, name: str) -> int:
    return next(item.id for item in game.objects if item.name == name)


def count(game: PuzzleScriptGame, made: Level, name: str) -> int:
    return sum(1 for cell in made.cells if cell >> thing(game, name) & 1)


def places(game: PuzzleScriptGame, made: Level, name: str) -> list[tuple[int, int]]:
    number = thing(game, name)
    return [divmod(index, made.height) for index, cell in enumerate(made.cells) if cell >> number & 1]
