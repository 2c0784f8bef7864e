"""Best-first searches of the levels of a graph, which is explored further where they need it."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.search.limits import BatchLimits
from puzzlesynth.levels.search.results import SolverResult, SolverResults, exploration_bound
from puzzlesynth.levels.search.solver import run_bounded
from puzzlesynth.levels.search.state_table import Marks, Numbers

from .best_first import BestFirstSearch
from .breadth_first import CHUNK
from .heuristics import estimator
from .state_graph import UNKNOWN, StateGraph

DEEPER = 4
"""How many times the states that breadth-first search needed are explored for best-first searches; where they need more,
they make their moves themselves."""
AT_LEAST = 20_000


class BestFirstScheduler:
    """The best-first searches of levels of a graph, one after the other for each level."""

    def __init__(
        self,
        graph: StateGraph,
        solvers: Sequence[str],
        found: list[SolverResults],
        bounds: BatchLimits,
        spent: NDArray[np.float64],
    ) -> None:
        self.graph, self.solvers, self.found, self.bounds, self.spent = graph, solvers, found, bounds, spent
        self.estimate = estimator(graph.field)
        self.worths: NDArray[np.int64]
        """The doubled estimates of all states, as far as they are needed."""
        self.least: Numbers
        """How many states A* explores at least."""
        self.searches: dict[int, BestFirstSearch] = {}

    def run(self, starts: dict[int, int], partial: set[int]) -> None:
        """Search levels, given with the numbers of their starts. The graph of those that are `partial` is not explored
        further: they have too many states."""
        graph = self.graph
        levels = graph.levels[: graph.count]
        chosen = self._marks(list(starts))
        explored = graph.successors[: graph.count, 0] != UNKNOWN
        self.worths = np.empty(2 * graph.count, dtype=np.int64)
        self._estimate(np.flatnonzero(chosen[levels] & ~graph.won[: graph.count]))
        self.least = astar_lower_bounds(graph, self.worths, self._lengths(starts))
        counts = np.bincount(levels[explored], minlength=len(self.found))
        allowed = DEEPER * counts + AT_LEAST
        allowed[list(partial)] = 0
        going = list(starts)
        while going:
            views = graph.successors.reshape(-1).data, self.worths.data
            waiting = [level for level in going if not self._search(level, starts[level], *views)]
            going = [level for level in waiting if counts[level] <= allowed[level] and not self._late(level)]
            for level in set(waiting) - set(going):
                check_time()
                self._search_alone(level)
            if going:
                counts += self._explore_deeper(self._marks(going))

    def _lengths(self, starts: dict[int, int]) -> Numbers:
        """The lengths of the shortest solutions, where they are known; otherwise 0."""
        lengths = np.zeros(len(self.found), dtype=np.int64)
        for level in starts:
            by_distance = self.found[level].get("bfs")
            if by_distance is not None and by_distance.moves is not None:
                lengths[level] = len(by_distance.moves)
        return lengths

    def _marks(self, levels: list[int]) -> Marks:
        marks = np.zeros(len(self.found), dtype=bool)
        marks[levels] = True
        return marks

    def _late(self, level: int) -> bool:
        return self.bounds.seconds is not None and bool(self.spent[level] > self.bounds.seconds)

    def _search(self, level: int, start: int, successors: memoryview, worths: memoryview) -> bool:
        """Go on with the searches of a level. Returns whether all have come to an end."""
        check_time()
        begin = time.perf_counter()
        found, bounds = self.found[level], self.bounds
        done = True
        for solver in self.solvers:
            most = exploration_bound(found, bounds)
            if solver in found or not most or (solver == "astar" and self.least[level] >= most):
                continue
            search = self.searches.get(level)
            if search is None:
                keys = self.graph.field.keys
                search = BestFirstSearch(start, keys, greedy=solver == "gbfs", states=bounds.states)
                self.searches[level] = search
            ended = search.go_on(successors, worths, most)
            if ended is None:
                done = False
                break
            found[solver] = ended
            del self.searches[level]
        self.spent[level] += time.perf_counter() - begin
        return done

    def _search_alone(self, level: int) -> None:
        """Finish the searches of a level with the solvers for single levels, in the time that is left."""
        found, bounds = self.found[level], self.bounds
        for solver in self.solvers:
            most = exploration_bound(found, bounds)
            if solver in found or not most:
                continue
            if self._late(level):
                found[solver] = SolverResult(None, self.searches[level].explored, stopped_by="time")
                continue
            begin = time.perf_counter()
            steps = self.graph.field.steps(level)
            found[solver] = run_bounded(steps, solver, bounds.after(float(self.spent[level])), most)
            self.spent[level] += time.perf_counter() - begin

    def _explore_deeper(self, chosen: Marks) -> Numbers:
        """Try the moves of all states of these levels whose moves have not been tried. Returns how many there are of
        each level."""
        graph, begin, before = self.graph, time.perf_counter(), self.graph.count
        untried = (graph.successors[:before, 0] == UNKNOWN) & ~graph.won[:before]
        numbers = np.flatnonzero(untried & chosen[graph.levels[:before]])
        for first in range(0, len(numbers), CHUNK):
            check_time()
            graph.explore(numbers[first : first + CHUNK])
        self._estimate(np.arange(before, graph.count))
        counts = np.bincount(graph.levels[numbers], minlength=len(chosen))
        self.spent += counts * ((time.perf_counter() - begin) / max(1, len(numbers)))
        return counts

    def _estimate(self, numbers: Numbers) -> None:
        graph = self.graph
        if graph.count > len(self.worths):
            self.worths = np.concatenate([self.worths, np.empty(graph.count, dtype=np.int64)])
        rows = graph.seen.rows(numbers)[: graph.words]
        self.worths[numbers] = self.estimate(rows, graph.levels[numbers])


def astar_lower_bounds(graph: StateGraph, worths: Numbers, lengths: Numbers) -> Numbers:
    """How many states A* explores at least, in levels whose shortest solutions have these lengths (0: not known).

    The last state it looks at is at least length - 1 moves from the start, and has an estimate of at least a half, for
    it has not won. Whatever is reached from the start over states that all seem nearer than that has its turn before.
    """
    count = graph.count
    levels, parents = graph.levels[:count], graph.origins[:count] // graph.moves
    never = np.int64(1 << 40)
    farthest = np.where(lengths[levels] > 0, worths[:count], never)
    """The doubled sum of estimate and moves, of that state on the way from the start where it is largest."""
    # States are numbered in the order of their distance, and so are their parents.
    first, depth = int(np.searchsorted(parents, 0)), 0
    while first < count:
        last, depth = int(np.searchsorted(parents, first)), depth + 1
        farthest[first:last] = np.maximum(farthest[first:last] + 2 * depth, farthest[parents[first:last]])
        first = last
    half = 1 if graph.field.turns.game.win_conditions else 0
    before = farthest < 2 * (lengths[levels] - 1) + half
    return np.bincount(levels[before], minlength=len(lengths)) + 1
