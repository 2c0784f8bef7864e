"""Games and candidates for the tests of judging many levels."""

from __future__ import annotations

import random

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from tests.support.paths import ROOT
from tests.support.search_games import PUSH, sokoban

EXAMPLES = ROOT / "examples" / "levels"
NAMES = tuple(path.stem for path in sorted(EXAMPLES.glob("*.txt")))


def crates(rules: str = PUSH, win: str = "All Target on Crate", prelude: str = "") -> PuzzleScriptGame:
    """A game with crates and the rules that are asked for."""
    return sokoban("P", rules=rules, win=win, prelude=prelude)


def example(name: str) -> PuzzleScriptGame:
    game = compile_source((EXAMPLES / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    return game


def level(game: PuzzleScriptGame, picture: str) -> Level:
    """A level as it is drawn."""
    rows = picture.strip("\n").split("\n")
    background = 1 << game.background_id
    glyphs = {name: mask | background for name, mask in game.legend.glyphs.items()}
    cells = [glyphs[row[x].lower()] for x in range(len(rows[0])) for row in rows]
    return Level(len(rows[0]), len(rows), tuple(cells), 0)


def mutants(game: PuzzleScriptGame, first: Level, count: int, seed: int) -> list[Level]:
    """Levels made of one by exchanging cells and putting other things into them."""
    rng = random.Random(seed)
    background = 1 << game.background_id
    fillings = sorted(set(game.legend.glyphs.values()))
    result = []
    for _ in range(count):
        cells = list(first.cells)
        for _ in range(rng.randint(1, 4)):
            one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
            if rng.random() < 0.7:
                cells[one], cells[other] = cells[other], cells[one]
            else:
                cells[one] = rng.choice(fillings) | background
        result.append(Level(first.width, first.height, tuple(cells), 0))
    return result
