"""The levels of a corpus: read from its rows, and won by replaying their solutions before anyone plays them."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.corpus_rows import open_rows
from puzzlesynth.levels import PuzzleScriptGame
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.runtime.compiled_engine import CompiledEngine
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.transitions import one_level_game
from puzzlesynth.levels.show import read_moves
from puzzlesynth.quick_dataclasses import dataclass

COLUMN = "level"
"""Holds the JSON of a level."""
UNKNOWN = -1
"""The solution length of a level that was not solved."""


@dataclass(frozen=True)
class VerifiedLevel:
    level: Level
    solution_length: int
    """Moves of a shortest solution; `UNKNOWN` where nothing was verified."""


class CorpusLevels:
    """The levels of a corpus for one game, by row."""

    def __init__(
        self,
        game: PuzzleScriptGame,
        corpus: str | os.PathLike[str],
        split: str = "train",
        size: tuple[int, int] | None = None,
        source: str | None = None,
    ) -> None:
        """`corpus`: as for `open_rows`; `size`: only levels of this width and height; `source`: the hash of the game's
        text, where it is known: the corpus must be of the same game. Raises `BadInput`."""
        self.game, self._corpus, self._source = game, corpus, source
        self._rows = open_rows(corpus, split, COLUMN)
        self._engine = CompiledEngine(game)
        self._objects = {thing.name: thing.mask for thing in game.objects}
        sides = zip(self._rows.values("width"), self._rows.values("height"), strict=True)
        self._sizes = [side if _is_size(side) else (0, 0) for side in sides]
        self.numbers = [row for row, found in enumerate(self._sizes) if size is None or found == tuple(size)]
        """The rows to play."""
        if not self.numbers:
            of_size = "" if size is None else f" of {size[0]} by {size[1]} cells"
            raise BadInput(f"{corpus}: there are no levels{of_size} in `{split}`")
        self.sizes = {self._sizes[row] for row in self.numbers}
        """All widths and heights."""

    def shuffled(self, seed: int, most: int | None = None) -> list[int]:
        """Rows in an order that the seed decides: each of them once, or at most some."""
        return Random(seed).sample(self.numbers, min(most or len(self.numbers), len(self.numbers)))

    def row(self, number: int) -> VerifiedLevel:
        """Raises `BadInput` for a row that does not exist, and for one that is no level of the game."""
        if not 0 <= number < len(self._rows):
            raise BadInput(f"there is no row {number}: the corpus has {len(self._rows)}")
        try:
            return self._read(json.loads(self._rows[number]))
        except BadInput as problem:
            raise BadInput(f"{self._corpus}: row {number}: {problem}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise BadInput(f"{self._corpus}: row {number}: this is not a level of a corpus") from None

    def _read(self, data: dict[str, Any]) -> VerifiedLevel:
        made_for = data["pack"]["sha256"]
        if self._source is not None and made_for != self._source:
            raise BadInput(
                f"this is a level of another game, {data['pack']['name']}: play it with that game, "
                "which is among the `games` of the dataset"
            )
        level, moves = self._level(data), read_moves(data["solution"])
        session = LevelSession(one_level_game(self.game, level), 0, engine=self._engine)
        for move in moves:
            session.press(move)
        if not session.levels_won:
            raise BadInput("its solution does not win")
        return VerifiedLevel(level, len(moves))

    def _level(self, data: dict[str, Any]) -> Level:
        width, height, rows = data["width"], data["height"], data["rows"]
        if not _is_size((width, height)) or len(rows) != height or any(len(row) != width for row in rows):
            raise BadInput("the map does not have the size that the level says")
        cells = {letter: self._cell(names) for letter, names in data["legend"].items()}
        return Level(width, height, tuple(cells[rows[y][x]] for x in range(width) for y in range(height)), 0)

    def _cell(self, names: list[str]) -> int:
        cell = 0
        for name in names:
            if name not in self._objects:
                raise BadInput(f"the game has no object `{name}`")
            cell |= self._objects[name]
        return cell if cell & self.game.background_mask else cell | 1 << self.game.background_id


def _is_size(sides: tuple[object, object]) -> bool:
    return all(isinstance(side, int) and side > 0 for side in sides)
