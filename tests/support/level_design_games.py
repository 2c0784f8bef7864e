"""Games, levels and transformations for the tests of designing."""

from __future__ import annotations

import random
from functools import lru_cache

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.design import LevelLocks, read_transformation
from puzzlesynth.levels.design.transform.transformer import Transformer
from puzzlesynth.levels.generate.placement.layout import read_layout
from puzzlesynth.levels.model import Level
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
NAMES = ("sokoban", "lava", "blockfaker", "gem", "destroy")

SMALL = """
######
#..O.#
#.*..#
#..*O#
#.P..#
######
"""
"""Two crates on 6 by 6."""


def source_of(name: str) -> str:
    return (EXAMPLES / f"{name}.txt").read_text("utf-8")


@lru_cache
def example(name: str = "sokoban") -> PuzzleScriptGame:
    game = compile_source(source_of(name)).game
    assert game is not None
    return game


def compiled(source: str) -> PuzzleScriptGame:
    compilation = compile_source(source)
    assert compilation.game is not None, compilation.messages
    assert not compilation.errors, compilation.messages
    return compilation.game


def level(text: str, game: PuzzleScriptGame | None = None) -> Level:
    return read_layout(game if game is not None else example(), text).empty


def own_level(name: str, number: int) -> Level:
    """A level of an example, from 1."""
    return [entry for entry in example(name).levels if isinstance(entry, Level)][number - 1]


def count(level: Level, name: str, game: PuzzleScriptGame | None = None) -> int:
    game = game if game is not None else example()
    mask = next(thing.mask for thing in game.objects if thing.name == name)
    return sum(1 for cell in level.cells if cell & mask)


def transformed(
    text: str,
    start: Level,
    seed: int = 0,
    *,
    frozen: LevelLocks | None = None,
    game: PuzzleScriptGame | None = None,
) -> Level:
    game = game if game is not None else example()
    rules = read_transformation(game, text)
    return Transformer(game, start, rules, frozen).transformed(random.Random(seed))
