"""A* and greedy best-first search on an explored graph: what single-level search does, without making the moves.

A search goes on until it has decided the level, is left behind, or comes to a state whose moves have not been tried;
then it waits until they have been.
"""

from __future__ import annotations

from heapq import heappop, heappush

from puzzlesynth.levels.search.limits import NO_BETTER
from puzzlesynth.levels.search.results import SolverResult
from puzzlesynth.levels.search.trail import moves_back

from .state_graph import UNKNOWN

_STATE_BITS = 32
_ORDER_BITS = 32
_STATE = (1 << _STATE_BITS) - 1
_WORTH = _STATE_BITS + _ORDER_BITS


class BestFirstSearch:
    """One search of one level."""

    def __init__(self, start: int, keys: tuple[int, ...], *, greedy: bool, states: int | None) -> None:
        self.greedy, self._keys = greedy, keys
        self._states = states if states is not None else _STATE
        self._start = start
        self._costs = {start: 0}
        self._origins: dict[int, tuple[int, int]] = {}
        self._done: set[int] = set()
        self._heap: list[int] = [start]
        self._order = 1
        self.explored = 0
        self.waits_for: int | None = None

    def go_on(self, successors: memoryview, worths: memoryview, most: int) -> SolverResult | None:
        """The end of the search, or None if it has to wait. `successors` has for every state what its moves lead to, one
        state after the other; `worths` are the doubled estimates. More than `most` states are not explored."""
        found = self._explore(successors, worths, most)
        if found is not None or self.waits_for is not None:
            return found
        return SolverResult(False, self.explored)

    def _limit(self, most: int) -> SolverResult | None:
        if self.explored >= most:
            return SolverResult(None, self.explored, stopped_by=NO_BETTER)
        if len(self._costs) > self._states:
            return SolverResult(None, self.explored, stopped_by="states")
        return None

    def _explore(self, successors: memoryview, worths: memoryview, most: int) -> SolverResult | None:
        costs, heap, origins, done, order, explored = (
            self._costs,
            self._heap,
            self._origins,
            self._done,
            self._order,
            self.explored,
        )
        self.waits_for = None
        states, keys, count, step = self._states, self._keys, len(self._keys), 0 if self.greedy else 1
        while heap:
            item = heappop(heap)
            state = item & _STATE
            if state in done:
                continue
            row = successors[state * count : state * count + count].tolist()
            if row[0] == UNKNOWN or explored >= most or len(costs) > states:
                heappush(heap, item)
                self._order, self.explored = order, explored
                ended = self._limit(most)
                self.waits_for = state if ended is None else None
                return ended
            done.add(state)
            explored += 1
            cost = costs[state] + step
            for after in row:
                if after < 0:
                    moves = moves_back(origins.__getitem__, state, self._start, keys[row.index(after)])
                    return SolverResult(True, explored, moves)
                before = costs.get(after)
                if before is not None:
                    if before <= cost:
                        continue
                    # A shorter way to a state seen before: look at it again.
                    done.discard(after)
                costs[after] = cost
                origins[after] = (state, keys[row.index(after)])
                heappush(heap, worths[after] + 2 * cost << _WORTH | order << _STATE_BITS | after)
                order += 1
        self.explored = explored
        return None
