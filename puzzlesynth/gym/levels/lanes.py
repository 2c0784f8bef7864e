"""The batched engine behind one small door: games of one size side by side, each on its own level.

A state is one word per object that can move or change; what never changes is the level's. Everything that an environment
needs of the engine is here, so another engine can take its place.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.generate import single_solution_refusals
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator
from puzzlesynth.levels.search.batch.transitions import BatchedTurns, LevelBatch


class LevelLanes:
    """Games of one size, by lane."""

    def __init__(self, search: SearchableGame, width: int, height: int) -> None:
        """Raises `BadInput` for a game or a size that is played one by one only."""
        blank = Level(width, height, (0,) * (width * height), 0)
        reasons = single_solution_refusals(search.game)
        if not reasons:
            reasons = BatchEvaluator(search).reasons_alone(blank)
        if reasons:
            why = "; ".join(reasons)
            raise BadInput(f"this cannot be played in one batch: {why}; use vectorization_mode='sync'")
        self.width, self.height = width, height
        self._turns = BatchedTurns(search, width, height)

    @property
    def keys(self) -> tuple[int, ...]:
        """The inputs that can make a difference: up, left, down, right, and in some games the action."""
        return self._turns.search.inputs

    def load(self, levels: Sequence[Level], lanes: int) -> None:
        """The levels to play, and how many games there are. All of them have to be restarted then."""
        self._batch = LevelBatch(self._turns, levels)
        if not self._batch.fit.all():
            raise BadInput("a level has two objects of one collision layer in a cell")
        self.levels: NDArray[np.int64] = np.zeros(lanes, dtype=np.int64)
        """The number of the level that each lane plays."""
        self._rows = np.zeros((len(self._turns.changing), lanes), dtype=np.uint64)
        shape = (lanes, self._turns.game.object_count, self.height, self.width)
        self._planes = np.zeros(shape, dtype=np.uint8)

    def restart(self, lanes: NDArray[np.int64], levels: NDArray[np.int64]) -> None:
        """Begin these levels in these lanes."""
        self.levels[lanes] = levels
        self._rows[:, lanes] = self._batch.starts[:, levels]
        still = [thing.id for thing in self._turns.game.objects if thing.id not in self._turns.changing]
        for thing in still:
            self._planes[lanes, thing] = self._unpacked(self._batch.planes[thing][levels])

    def step(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """One input in every lane, by its position in `keys`. Returns which lanes are won."""
        self._rows, won = self._batch.step(self._rows, self.levels, keys)
        return won

    def planes(self) -> NDArray[np.uint8]:
        """A plane for each object in each lane. The array is the same one each time."""
        for place, thing in enumerate(self._turns.changing):
            self._planes[:, thing] = self._unpacked(self._rows[place])
        return self._planes

    def _unpacked(self, words: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Words as boards: bit x * height + y is the cell in column x and row y."""
        octets = np.ascontiguousarray(words).astype("<u8").view(np.uint8).reshape(-1, 8)
        bits = np.unpackbits(octets, axis=1, bitorder="little", count=self.width * self.height)
        return bits.reshape(-1, self.width, self.height).transpose(0, 2, 1)
