"""The three solvers for one level of a game that is nothing but pushing.

They take the same states in the same order, count them alike and find the same solutions as the solvers for any game, in
a fraction of the time: what changes nothing but the player's cell needs no new estimate.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.search.limits import NO_LIMIT, BatchLimits, LimitReached, LimitWatch
from puzzlesynth.levels.search.results import SolverResult
from puzzlesynth.levels.search.trail import moves_back

from .deadlocks import BY_PUSHES, prove_by_pushes
from .level import PLAYER_BITS, SokobanLevel

_PLAYER = (1 << PLAYER_BITS) - 1
_PLACE_BITS = 40
_PLACE = (1 << _PLACE_BITS) - 1


def solve_sokoban(
    level: SokobanLevel, solver: str, bounds: BatchLimits, most: int = NO_LIMIT
) -> SolverResult:
    """What a solver finds out that explores at most this many states. `BY_PUSHES` finds out whether there is a
    solution, not what it is."""
    watch = LimitWatch(solver, replace(bounds, megabytes=None), most=most, exact=True)
    watch.interval(level.board.count)
    searches = {"bfs": _breadth_first, BY_PUSHES: prove_by_pushes}
    try:
        return searches.get(solver, _best_first)(level, watch)
    except LimitReached as stop:
        check_time()
        return SolverResult(None, watch.explored, stopped_by=stop.reason)


def _best_first(level: SokobanLevel, watch: LimitWatch) -> SolverResult:
    """A* and greedy best-first search, which takes no account of costs. The estimate of A* may mislead: states to which
    a shorter way is found are looked at again."""
    step = 0 if watch.solver == "gbfs" else 1
    start, ways = level.start, level.ways
    costs = {start: 0}
    origins: dict[int, tuple[int, int]] = {}
    done: set[int] = set()
    queue = [start]
    """States in the order in which they were put into the heap, which has their places."""
    heap = [0]
    explored = 0
    while heap:
        state = queue[heappop(heap) & _PLACE]
        if state in done:
            continue
        done.add(state)
        watch.check(explored, len(costs), len(heap))
        explored += 1
        cost = costs[state] + step
        crates, player = state >> PLAYER_BITS, state & _PLAYER
        same, worth = state ^ player, level.worth(crates)
        for key, to, here, behind in ways(player):
            if crates & here:
                if not behind & ~crates:
                    continue
                pushed = crates ^ here ^ behind
                after = pushed << PLAYER_BITS | to
                if after not in costs and level.won(pushed):
                    return SolverResult(True, explored, moves_back(origins.__getitem__, state, start, key))
                further = level.worth(pushed)
            else:
                after, further = same | to, worth
            before = costs.get(after)
            if before is not None:
                if before <= cost:
                    continue
                done.discard(after)
            costs[after] = cost
            origins[after] = (state, key)
            heappush(heap, further + 2 * cost << _PLACE_BITS | len(queue))
            queue.append(after)
    return SolverResult(False, explored)


def _breadth_first(level: SokobanLevel, watch: LimitWatch) -> SolverResult:
    start, ways = level.start, level.ways
    origins: dict[int, tuple[int, int]] = {start: (start, -1)}
    queue = [start]
    for explored, state in enumerate(queue):
        watch.check(explored, len(origins), len(queue) - explored)
        crates, player = state >> PLAYER_BITS, state & _PLAYER
        for key, to, here, behind in ways(player):
            after_crates = crates
            if crates & here:
                if not behind & ~crates:
                    continue
                after_crates = crates ^ here ^ behind
            after = after_crates << PLAYER_BITS | to
            if after in origins:
                continue
            if after_crates != crates and level.won(after_crates):
                return SolverResult(True, explored + 1, moves_back(origins.__getitem__, state, start, key))
            origins[after] = (state, key)
            queue.append(after)
    return SolverResult(False, len(queue))
