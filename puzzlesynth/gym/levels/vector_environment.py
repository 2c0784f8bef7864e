"""Thousands of PuzzleScript games at once: a vectorised Gymnasium environment over the batched engine."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from puzzlesynth.bad_input import BadInput

from .environment import observation_space
from .lanes import LevelLanes
from .source import GameLike, LevelOptions, LevelSource
from .views import PIXELS, PLANES, Bytes, LevelPainter

Marks = NDArray[np.bool_]
MOST_STEPS = 500


class LevelVectorEnv(VectorEnv[Any, Any, Any]):
    """Games of one board size, stepped together. Levels are those of `LevelEnv`; each lane goes through them in an order
    of its own.

    A lane whose game has ended begins its next level with the next step, whatever its action, as Gymnasium's own vector
    environments do.
    """

    metadata = {  # noqa: RUF012 - as the base class has it
        "render_modes": ["rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: GameLike,
        num_envs: int = 1,
        *,
        observation: str = PLANES,
        step_penalty: float = 0.0,
        max_episode_steps: int = MOST_STEPS,
        copy: bool = True,
        render_mode: str | None = None,
        **levels: Unpack[LevelOptions],
    ) -> None:
        """Levels come from a `LevelSource` with the other options; `size`: the width and height of the levels that are
        played, where the game or the corpus has several. `copy`: without it, the arrays of an observation are used again
        for the next one. Raises `BadInput`."""
        self.source = LevelSource(game, **levels)
        if not self.source.same_size:
            raise BadInput("there are levels of several sizes: choose one, as in size=(8, 7)")
        self.game = self.source.game
        self.num_envs, self.step_penalty, self.max_episode_steps = num_envs, step_penalty, max_episode_steps
        self.observation, self.copy, self.render_mode = observation, copy, render_mode
        width, height = self.source.size
        self.lanes = LevelLanes(self.source.search, width, height)
        self.single_observation_space = observation_space(self.game, observation, width, height)
        self.observation_space = observation_space(self.game, observation, width, height, (num_envs,))
        self.single_action_space = spaces.Discrete(len(self.lanes.keys))
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, len(self.lanes.keys)))
        self._painter = LevelPainter(self.game)
        self._begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) and seed else seed
        super().reset(seed=first if isinstance(first, int) else None)
        if first is not None or not self._begun:
            chosen = first if isinstance(first, int) else int(self.np_random.integers(2**31))
            levels = self.source.pool(chosen)
            self._lengths = np.array([level.solution_length for level in levels])
            self.lanes.load([level.level for level in levels], self.num_envs)
            self._random = np.random.default_rng(chosen)
            self._next = self._random.integers(len(levels), size=self.num_envs)
            self._begun = True
        self._ended: Marks = np.zeros(self.num_envs, dtype=bool)
        self._turns = np.zeros(self.num_envs, dtype=np.int64)
        self._restart(np.arange(self.num_envs))
        return self._observed(), self._info(self._ended)

    def _restart(self, lanes: NDArray[np.int64]) -> None:
        self.lanes.restart(lanes, self._next[lanes])
        # Levels in turn, from a place that is the lane's own: as even as drawing, and cheaper.
        self._next[lanes] = (self._next[lanes] + 1) % len(self._lengths)
        self._turns[lanes] = 0

    def step(self, actions: Any) -> tuple[Bytes, NDArray[np.float64], Marks, Marks, dict[str, Any]]:
        if not self._begun:
            raise BadInput("call reset() before step()")
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,) or chosen.min() < 0 or chosen.max() >= len(self.lanes.keys):
            raise BadInput(f"expected {self.num_envs} actions from 0 to {len(self.lanes.keys) - 1}")
        over = np.flatnonzero(self._ended)
        won = self.lanes.step(chosen)
        self._turns += 1
        if len(over):
            self._restart(over)
            won[over] = False
        cut: Marks = (self._turns >= self.max_episode_steps) & ~won
        rewards = won.astype(np.float64) - self.step_penalty
        rewards[over] = 0.0
        self._ended = won | cut
        return self._observed(), rewards, won, cut, self._info(won)

    def _observed(self) -> Bytes:
        planes = self.lanes.planes()
        if self.observation == PIXELS:
            return self._painter.paint(planes)
        return planes.copy() if self.copy else planes

    def _info(self, won: Marks) -> dict[str, Any]:
        every = np.ones(self.num_envs, dtype=bool)
        return {
            "won": won.copy(),
            "_won": every,
            "turns": self._turns.copy(),
            "_turns": every,
            "solution_length": self._lengths[self.lanes.levels],
            "_solution_length": every,
        }

    def render(self) -> Any:
        """A picture of each game."""
        return tuple(self._painter.paint(self.lanes.planes()))
