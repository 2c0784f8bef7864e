"""PuzzleScript levels as a Gymnasium environment (docs/agents.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsFloat, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces

from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.corpus_rows import row_number
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.runtime.compiled_engine import CompiledEngine
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import one_level_game
from puzzlesynth.levels.show.scene import TILE
from puzzlesynth.suggestions import hint_for

from .corpus_levels import UNKNOWN, VerifiedLevel
from .source import GameLike, LevelOptions, LevelSource
from .views import OBSERVATIONS, PIXELS, PLANES, Bytes, LevelPainter, cell_planes

RESET_OPTIONS = ("level", "row", "again")


def observation_space(
    game: PuzzleScriptGame, observation: str, width: int, height: int, many: tuple[int, ...] = ()
) -> spaces.Box:
    """The space of what an agent sees. Raises `BadInput`."""
    if observation not in OBSERVATIONS:
        raise BadInput(f"observation: {observation!r} is not possible; {hint_for(observation, OBSERVATIONS)}")
    if observation == PLANES:
        return spaces.Box(0, 1, (*many, game.object_count, height, width), np.uint8)
    return spaces.Box(0, 255, (*many, height * TILE, width * TILE, 3), np.uint8)


class LevelEnv(gymnasium.Env[Any, Any]):
    """A PuzzleScript level: 0 up, 1 left, 2 down, 3 right, and 4 action in games that have one.

    `reset(seed=…)` begins a level that was solved before it is played; `reset()` goes on to the next one.
    `options={"level": …}` plays a `Level` of your own, `options={"row": 3}` a row of the corpus, and
    `options={"again": True}` the last level once more.
    """

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 4}  # noqa: RUF012 - as the base class has it

    def __init__(
        self,
        game: GameLike,
        *,
        observation: str = PLANES,
        step_penalty: float = 0.0,
        render_mode: str | None = None,
        **levels: Unpack[LevelOptions],
    ) -> None:
        """Levels come from a `LevelSource` with the other options. `observation`: `planes` or `pixels`."""
        self.source = LevelSource(game, **levels)
        self.game = self.source.game
        self.render_mode, self.step_penalty, self.observation = render_mode, step_penalty, observation
        self.width, self.height = self.source.size
        self.observation_space = observation_space(self.game, observation, self.width, self.height)
        self.action_space = spaces.Discrete(4 if self.game.settings.noaction else 5)
        self._engine = CompiledEngine(self.game)
        self._painter = LevelPainter(self.game)
        self._session: LevelSession | None = None
        self._level: VerifiedLevel | None = None
        self._turns = 0

    @property
    def level(self) -> VerifiedLevel:
        """The level that is being played."""
        if self._level is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._level

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._level is None:
            self.source.restart(seed if seed is not None else int(self.np_random.integers(2**31)))
        self._level = level = self._chosen(options or {})
        # A game that draws numbers draws the same ones for the same seed.
        drawn = str(self.np_random.integers(2**31)) if self.source.search.is_random else None
        alone = one_level_game(self.game, level.level)
        self._session = LevelSession(alone, 0, seed=drawn, engine=self._engine)
        self._turns = 0
        return self._observed(), self._info()

    def _chosen(self, options: dict[str, Any]) -> VerifiedLevel:
        for name in options:
            if name not in RESET_OPTIONS:
                raise BadInput(f"options: {name!r} is not possible; {hint_for(name, RESET_OPTIONS)}")
        given = options.get("level")
        if given is not None:
            return VerifiedLevel(self._fitting(given), UNKNOWN)
        if "row" in options:
            row = self.source.row(row_number(options["row"]))
            self._fitting(row.level)
            return row
        return self._level if options.get("again") and self._level is not None else self.source.draw()

    def _fitting(self, level: object) -> Level:
        if not isinstance(level, Level) or level.width > self.width or level.height > self.height:
            raise BadInput(f"options: a level has at most {self.width} by {self.height} cells here")
        return level

    def step(self, action: Any) -> tuple[Bytes, SupportsFloat, bool, bool, dict[str, Any]]:
        session = self._session
        if session is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        if not self.action_space.contains(action):
            raise BadInput(f"{action!r} is not in {self.action_space}")
        if not session.levels_won:
            session.press(int(action))
        self._turns += 1
        won = bool(session.levels_won)
        return self._observed(), float(won) - self.step_penalty, won, False, self._info()

    def _board(self) -> tuple[Sequence[int], int, int]:
        """The cells, the width and the height of the board."""
        assert self._session is not None
        engine, board = self._session.engine, self._session.board
        return engine.cells(board), *engine.size(board)

    def _planes(self) -> Bytes:
        cells, width, height = self._board()
        planes = cell_planes(self.game, cells, width, height)
        spare = ((0, 0), (0, self.height - height), (0, self.width - width))
        return np.pad(planes, spare) if width < self.width or height < self.height else planes

    def _observed(self) -> Bytes:
        planes = self._planes()
        return self._painter.paint(planes) if self.observation == PIXELS else planes

    def _info(self) -> dict[str, Any]:
        session = self._session
        assert session is not None
        return {
            "won": bool(session.levels_won),
            "turns": self._turns,
            "solution_length": self.level.solution_length,
            "size": (self.level.level.width, self.level.level.height),
        }

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self._painter.paint(self._planes())
        from puzzlesynth.levels.show import Glyphs, Viewport, level_text

        cells, width, height = self._board()
        return level_text(Viewport(width, height, tuple(cells)), Glyphs(self.game))
