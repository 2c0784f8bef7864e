"""Levels of a game that is nothing but pushing, judged briefly: first whether there is a solution, by pushes; then only
those that have one are searched, one by one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.limits import BatchLimits
from puzzlesynth.levels.search.results import SolverResults, exploration_bound

from .deadlocks import BY_PUSHES
from .game import SokobanGame
from .level import SokobanLevel
from .solver import solve_sokoban

if TYPE_CHECKING:
    from puzzlesynth.levels.search.batch.transitions import BatchedTurns

    from .batch_solver import SokobanBatchSolver

ORDER = ("gbfs", "astar", "bfs")
"""The solver that mostly needs least comes first; the others stop where they cannot need less."""


class SokobanEvaluator:
    """Judges levels of one size. With the turns of that size, solutions are ruled out for all levels at once."""

    def __init__(self, rules: SokobanGame, solvers: Sequence[str], turns: BatchedTurns | None) -> None:
        self._rules = rules
        self._pushes: SokobanBatchSolver | None = None
        if turns is not None:
            from .batch_solver import SokobanBatchSolver

            self._pushes = SokobanBatchSolver(rules, turns)
        self._solvers = [solver for solver in ORDER if solver in solvers]

    def find(self, levels: Sequence[Level], bounds: BatchLimits) -> dict[int, tuple[SolverResults, float]]:
        """What each solver has found out, and how long it took, by the number of the level. Levels that are won as
        they stand, or have no single player, are left out."""
        begin = time.perf_counter()
        decided = {} if self._pushes is None else self._pushes.decide(levels, bounds)
        share = (time.perf_counter() - begin) / max(1, len(levels))
        found: dict[int, tuple[SolverResults, float]] = {}
        for number, one in enumerate(levels):
            verdict = decided.get(number)
            if verdict is not None and verdict.solved is False:
                found[number] = ({BY_PUSHES: verdict}, share)
            elif (level := SokobanLevel.of(self._rules, one)) is not None:
                found[number] = self._search(level, bounds, share)
        return found

    def _search(self, level: SokobanLevel, bounds: BatchLimits, spent: float) -> tuple[SolverResults, float]:
        begin = time.perf_counter()
        found: SolverResults = {}
        if self._pushes is None:
            verdict = solve_sokoban(level, BY_PUSHES, bounds.after(spent))
            if verdict.solved is False:
                return {BY_PUSHES: verdict}, spent + time.perf_counter() - begin
        for solver in self._solvers:
            most = exploration_bound(found, bounds)
            if most:
                left = bounds.after(spent + time.perf_counter() - begin)
                found[solver] = solve_sokoban(level, solver, left, most)
        return found, spent + time.perf_counter() - begin
