"""Levels of one size, judged together: breadth-first all of them, then best-first those that can be won.

A level that breadth-first search has seen whole without winning is done: no solver can explore less. For a level with a
solution the best-first searches go on until they have won, or have explored as many states as another solver needed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.limits import NO_ROOM, BatchLimits
from puzzlesynth.levels.search.results import SolverResults, exploration_bound, solver_order
from puzzlesynth.levels.search.solver import solve_alone
from puzzlesynth.levels.search.state_table import StateTable
from puzzlesynth.levels.search.transitions import SearchableGame

from .best_first_scheduler import BestFirstScheduler
from .breadth_first import BreadthFirstSearch
from .state_graph import StateGraph
from .transitions import BatchedTurns, LevelBatch


class LockstepSearch:
    """Judges levels of one size."""

    def __init__(self, search: SearchableGame, size: tuple[int, int], solvers: Sequence[str]) -> None:
        self.search, self.solvers = search, solver_order(solvers)
        self.turns = BatchedTurns(search, *size)
        self.seen = StateTable(len(self.turns.changing) + 1, capacity=1 << 15)

    def find(self, levels: Sequence[Level], bounds: BatchLimits) -> list[tuple[SolverResults, float]]:
        """What each solver has found out about each level, and each level's share of the time."""
        begin = time.perf_counter()
        field = LevelBatch(self.turns, levels)
        found: list[SolverResults] = [{} for _ in levels]
        spent = np.full(len(levels), (time.perf_counter() - begin) / len(levels))
        numbers = field.unsolved
        self._search(field, numbers, found, bounds, spent)
        result = list(zip(found, spent.tolist(), strict=True))
        for number in set(range(len(levels))) - set(numbers.tolist()):
            result[number] = solve_alone(self.search, levels[number], self.solvers, bounds)
        for number, (findings, took) in enumerate(result):
            if any(finding.stopped_by == NO_ROOM for finding in findings.values()):
                result[number] = solve_alone(self.search, levels[number], self.solvers, bounds.after(took))
        return result

    def _search(
        self,
        field: LevelBatch,
        numbers: NDArray[np.int64],
        found: list[SolverResults],
        bounds: BatchLimits,
        spent: NDArray[np.float64],
    ) -> None:
        graph = StateGraph(field, self.seen)
        by_distance = BreadthFirstSearch(graph, numbers, bounds, spent).run()
        starts, partial = {}, set()
        for start, number in enumerate(numbers.tolist()):
            finding = by_distance[number]
            if "bfs" in self.solvers:
                found[number]["bfs"] = finding
            elif finding.stopped_by in ("time", NO_ROOM):
                found[number][self.solvers[0]] = finding
            if exploration_bound(found[number], bounds):
                starts[number] = start
            if finding.solved is None:
                partial.add(number)
        others = [solver for solver in self.solvers if solver != "bfs"]
        BestFirstScheduler(graph, others, found, bounds, spent).run(starts, partial)
