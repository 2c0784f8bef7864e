"""Where the levels of an environment come from: the game's own, or generated ones. All are solved first."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TypedDict

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.generate import (
    GenerateOrder,
    LevelLayout,
    NoPlacement,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    read_layout,
    room,
    single_solution_refusals,
)
from puzzlesynth.levels.generate.generation import require_single_solutions
from puzzlesynth.levels.generate.placement.layout import layout_size
from puzzlesynth.levels.generate.placement.start_requirements import object_named
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator
from puzzlesynth.quick_dataclasses import dataclass

GameLike = PuzzleScriptGame | str | os.PathLike[str]
"""A compiled game, or the file of one."""

POOL = 32
"""Levels that are generated for a seed."""
STATES = 200_000
"""States that a solver looks at to verify one of the game's own levels."""
UNKNOWN = -1
"""The solution length of a level that was not solved."""


@dataclass(frozen=True)
class VerifiedLevel:
    level: Level
    solution_length: int
    """Moves of a shortest solution; `UNKNOWN` where nothing was verified."""


def as_game(game: GameLike) -> PuzzleScriptGame:
    """Raises `BadInput` for a file that cannot be read or is no game."""
    if isinstance(game, PuzzleScriptGame):
        return game
    try:
        text = Path(game).read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(f"{game}: not UTF-8 text (byte {problem.start + 1})") from None
    except OSError as problem:
        raise BadInput(f"{game}: {problem.strerror}") from None
    compiled = compile_source(text)
    if compiled.game is None:
        raise BadInput(f"{game}: {compiled.errors[0]}")
    return compiled.game


class LevelOptions(TypedDict, total=False):
    """The options of `LevelSource`, for what plays its levels."""

    layout: str | None
    length: tuple[int | None, int | None]
    numbers: Mapping[str, tuple[int, int]] | None
    pool: int
    size: tuple[int, int] | None
    verify: bool
    states: int


class LevelSource:
    """Levels of one game in an order that a seed decides."""

    def __init__(
        self,
        game: GameLike,
        *,
        layout: str | None = None,
        length: tuple[int | None, int | None] = (None, None),
        numbers: Mapping[str, tuple[int, int]] | None = None,
        pool: int = POOL,
        size: tuple[int, int] | None = None,
        verify: bool = True,
        states: int = STATES,
    ) -> None:
        """`layout`: generate levels of this size (`7x7`) or on this map (a file); otherwise the game's own are played.

        Of generated levels: `length`, the fewest and most moves of the shortest solution; `numbers`, how many there are
        of objects; `pool`, how many are generated for a seed. Of the game's own: `size`, only those of this width and
        height; `verify`, leave out those that no solver solves within `states` states. Raises `BadInput`.
        """
        self.game = as_game(game)
        self.search = SearchableGame(self.game)
        self._layout = None if layout is None else _layout(self.game, layout)
        self._length, self._pool = length, pool
        self._numbers = {object_named(self.game, name): pair for name, pair in (numbers or {}).items()}
        self._verify, self._states = verify, states
        self._solved: dict[Level, int | None] = {}
        self.own = [level for level in self.game.maps if size is None or (level.width, level.height) == size]
        if self._layout is None and not self.own:
            raise BadInput("the game has no levels of this size" if size else "the game has no levels")
        self._seed = 0
        self._stream = self._levels()

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height that hold every level."""
        if self._layout is not None:
            return self._layout.width, self._layout.height
        return max(level.width for level in self.own), max(level.height for level in self.own)

    @property
    def same_size(self) -> bool:
        return self._layout is not None or len({(level.width, level.height) for level in self.own}) == 1

    def restart(self, seed: int) -> None:
        self._seed = seed
        self._stream = self._levels()

    def draw(self) -> VerifiedLevel:
        """The next level. Raises `BadInput` if there is none that can be solved."""
        return next(self._stream)

    def pool(self, seed: int) -> list[VerifiedLevel]:
        """Every level of a seed."""
        self._seed = seed
        return self._generated(self._layout) if self._layout is not None else list(self._own_levels())

    def _levels(self) -> Iterator[VerifiedLevel]:
        while True:
            yield from self._own_levels() if self._layout is None else self._generated(self._layout)

    def _own_levels(self) -> Iterator[VerifiedLevel]:
        levels = list(self.own)
        Random(self._seed).shuffle(levels)
        found = False
        for level in levels:
            length = self._solution_length(level) if self._verify else UNKNOWN
            if length is not None:
                found = True
                yield VerifiedLevel(level, length)
        if not found:
            raise BadInput(f"no level of the game was solved within {self._states} states; try verify=False")

    def _solution_length(self, level: Level) -> int | None:
        """Of a shortest solution; None: none was found."""
        if level not in self._solved:
            (verdict,) = self._judge.judge([level], states=self._states)
            self._solved[level] = None if verdict.moves is None else len(verdict.moves)
        return self._solved[level]

    @cached_property
    def _judge(self) -> BatchEvaluator:
        if reasons := single_solution_refusals(self.game):
            why = "; ".join(reasons)
            raise BadInput(f"the levels cannot be verified: {why}; play them with verify=False")
        return BatchEvaluator(self.search, solvers=("bfs",))

    def _generated(self, layout: LevelLayout) -> list[VerifiedLevel]:
        require_single_solutions(self.game)
        order = GenerateOrder(
            self.game,
            layout,
            StartRequirements(numbers=self._numbers),
            PlayRequirements(length=(self._length[0] or 0, self._length[1])),
            count=self._pool,
            seed=self._seed,
        )
        try:
            made, _ = generate_levels(order)
        except NoPlacement as error:
            raise BadInput(f"no level satisfies the demands: {error}") from None
        if not made:
            raise BadInput("no such level was found: ask for other lengths or another layout")
        return [VerifiedLevel(one.level, len(one.moves)) for one in made]


def _layout(game: PuzzleScriptGame, text: str) -> LevelLayout:
    size = layout_size(text)
    if size is not None:
        from puzzlesynth.levels.analysis import analyse

        return room(game, analyse(game), *size)
    try:
        return read_layout(game, Path(text).read_text("utf-8"), text)
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"{text}: expected a size such as 7x7, or a file with a map") from None
