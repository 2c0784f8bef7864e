"""Levels of a game that is nothing but pushing, judged briefly: those without a solution are told by pushes, all at
once; only the others are searched, one by one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from puzzlesynth.levels.batch.field import Field, Turns
from puzzlesynth.levels.batch.finding import Bounds, Findings, worth_exploring
from puzzlesynth.levels.batch.push_search import PushLevel
from puzzlesynth.levels.batch.pushes import BY_PUSHES, Pushes
from puzzlesynth.levels.model import Level

ORDER = ("gbfs", "astar", "bfs")
"""The solver that mostly needs least comes first; the others stop where they cannot need less."""


class PushBatch:
    """Judges levels of one size."""

    def __init__(self, turns: Turns, solvers: Sequence[str]) -> None:
        self._turns = turns
        self._pushes = Pushes(turns.game, turns.board)
        self._solvers = [solver for solver in ORDER if solver in solvers]

    @property
    def fits(self) -> bool:
        """Whether the game is nothing but pushing."""
        return self._pushes.fits

    def find(self, levels: Sequence[Level], bounds: Bounds) -> dict[int, tuple[Findings, float]]:
        """What each solver has found out, and how long it took, by the number of the level. Levels that are won as
        they stand, or have no single player, are left out."""
        import numpy as np

        begin = time.perf_counter()
        field = Field(self._turns, levels)
        numbers = np.flatnonzero(field.fit)
        numbers = numbers[~field.won(field.starts[:, numbers], numbers)]
        numbers = self._pushes.suited(field, numbers)
        decided = self._pushes.decide(field, numbers, bounds)
        share = (time.perf_counter() - begin) / len(levels)
        found: dict[int, tuple[Findings, float]] = {}
        for number in numbers.tolist():
            verdict = decided.get(number)
            if verdict is not None and verdict.solved is False:
                found[number] = ({BY_PUSHES: verdict}, share)
            else:
                found[number] = self._search(self._pushes.level(field, number), bounds, share)
        return found

    def _search(self, level: PushLevel, bounds: Bounds, spent: float) -> tuple[Findings, float]:
        begin = time.perf_counter()
        found: Findings = {}
        for solver in self._solvers:
            most = worth_exploring(found, bounds)
            if most:
                took = spent + time.perf_counter() - begin
                left = None if bounds.seconds is None else max(0.0, bounds.seconds - took)
                found[solver] = level.solve(solver, replace(bounds, seconds=left), most)
        return found, spent + time.perf_counter() - begin
