"""Breadth-first search of many levels at once.

All levels share one queue. A level's own states stand in it in the order in which a search of that level alone would
take them, so that counts and solutions are the same.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.search.limits import NO_ROOM, BatchLimits
from puzzlesynth.levels.search.results import SolverResult
from puzzlesynth.levels.search.state_table import Numbers

from .state_graph import Expansion, StateGraph

CHUNK = 1 << 13
"""States that are advanced together."""


class BreadthFirstSearch:
    """A search of these levels of a graph. The time that each takes is added to `spent`."""

    def __init__(
        self, graph: StateGraph, levels: Numbers, bounds: BatchLimits, spent: NDArray[np.float64]
    ) -> None:
        self.graph, self.levels, self.bounds, self.spent = graph, levels, bounds, spent
        total = len(graph.field.levels)
        self.alive = np.zeros(total, dtype=bool)
        self.alive[levels] = True
        self.explored = np.zeros(total, dtype=np.int64)
        self.reached = np.zeros(total, dtype=np.int64)
        self.reached[levels] = 1
        self.found: dict[int, SolverResult] = {}

    def run(self) -> dict[int, SolverResult]:
        """What is found out about each level."""
        graph = self.graph
        graph.begin(self.levels)
        first = 0
        now = time.perf_counter()
        while first < graph.count:
            check_time()
            last = min(first + CHUNK, graph.count)
            numbers = np.arange(first, last)
            first = last
            there = self.alive[graph.levels[numbers]]
            if not there.all():
                numbers = numbers[there]
            if not len(numbers):
                continue
            counts = self._advance(numbers)
            before, now = now, time.perf_counter()
            self.spent += counts * ((now - before) / len(numbers))
            self._stop_those_beyond()
        for level in np.flatnonzero(self.alive).tolist():
            self._finish(level, SolverResult(False, int(self.explored[level])))
        return self.found

    def _advance(self, numbers: Numbers) -> Numbers:
        """Try all moves of these states. Returns how many states of each level they were."""
        graph = self.graph
        result = graph.explore(numbers)
        levels = graph.levels[numbers]
        counts = np.bincount(levels, minlength=len(self.alive))
        if len(result.won):
            self._win(result, numbers, levels)
        self.explored += counts
        self.reached += np.bincount(levels[result.new // graph.moves], minlength=len(self.alive))
        return counts

    def _win(self, result: Expansion, numbers: Numbers, levels: Numbers) -> None:
        """Finish the levels that are won."""
        moves = self.graph.moves
        winners, firsts = np.unique(levels[result.won // moves], return_index=True)
        for level, winner in zip(winners.tolist(), result.won[firsts].tolist(), strict=True):
            parent, move = divmod(winner, moves)
            explored = int(self.explored[level]) + int(np.count_nonzero(levels[: parent + 1] == level))
            if self.bounds.states is not None:
                earlier = result.new[: np.searchsorted(result.new, parent * moves)] // moves
                reached = int(self.reached[level]) + int(np.count_nonzero(levels[earlier] == level))
                if reached > self.bounds.states:
                    self._finish(level, SolverResult(None, explored, stopped_by="states"))
                    continue
            self._finish(level, SolverResult(True, explored, self.graph.way(int(numbers[parent]), move)))

    def _stop_those_beyond(self) -> None:
        """Give up on levels that have used up what they may use."""
        bounds = self.bounds
        for reason, beyond in (
            ("states", None if bounds.states is None else self.reached > bounds.states),
            ("time", None if bounds.seconds is None else self.spent > bounds.seconds),
            (NO_ROOM, None if self.graph.count <= bounds.room else self.alive),
        ):
            if beyond is None:
                continue
            for level in np.flatnonzero(beyond & self.alive).tolist():
                self._finish(level, SolverResult(None, int(self.explored[level]), stopped_by=reason))

    def _finish(self, level: int, finding: SolverResult) -> None:
        self.alive[level] = False
        self.found[level] = finding
