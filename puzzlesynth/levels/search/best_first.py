"""A*, greedy best-first search and search by novelty, one state at a time."""

from __future__ import annotations

import heapq
from array import array
from itertools import count

from .heuristics import estimator
from .limits import LimitWatch
from .novelty import NoveltyRecord
from .results import SolverReport
from .trail import Moves, SearchTrail, reported
from .transitions import RULE_BY_RULE, SearchProblem


def astar(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """A* (Hart, Nilsson and Raphael 1968): the least sum of moves made and estimate first."""
    return _best_first(steps, watch, greedy=False)


def greedy_best_first(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """The least estimate first, whatever the moves made."""
    return _best_first(steps, watch, greedy=True)


def novelty_first(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """What is new first, then the least estimate."""
    return _best_first(steps, watch, greedy=True, record=NoveltyRecord(steps.code))


def _best_first(
    steps: SearchProblem, watch: LimitWatch, *, greedy: bool, record: NoveltyRecord | None = None
) -> SolverReport:
    trail = SearchTrail()
    return reported(steps, watch, lambda: _search(steps, watch, trail, greedy, record), trail.__len__)


def _search(
    steps: SearchProblem, watch: LimitWatch, trail: SearchTrail, greedy: bool, record: NoveltyRecord | None
) -> Moves | None:
    estimate = estimator(steps.code)
    won, options = steps.won, steps.moves
    every = 1 if steps.engine == RULE_BY_RULE else watch.interval(steps.code.board.count)
    steps.again.check = watch.check_time
    order = count()
    index_of = {steps.start: 0}
    costs = array("I", [0])
    done = bytearray(1)
    explored = 0
    heap: list[tuple[float, int, int]] = [(estimate(steps.start), next(order), steps.start)]
    while heap:
        _, _, state = heapq.heappop(heap)
        index = index_of[state]
        if done[index]:
            continue
        done[index] = 1
        if not explored % every:
            watch.check(explored, len(trail), len(heap))
        explored += 1
        cost = costs[index] + 1
        for key, move in options:
            after = move(state)
            if after < 0 or (steps.starts_won and won(after)):
                # Where the level is won as it is, coming back to it wins, unless by a turn that is taken back.
                moves = trail.moves(index, key)
                if not steps.starts_won or steps.wins(moves):
                    watch.explored = explored
                    return moves
                if after < 0:
                    continue
            known = index_of.get(after)
            if known is None:
                if won(after) and not steps.starts_won:
                    watch.explored = explored
                    return trail.moves(index, key)
                index_of[after] = trail.add(index, key)
                costs.append(cost)
                done.append(0)
            elif greedy or costs[known] <= cost:
                continue
            else:
                # A shorter way to a state seen before. The estimate may mislead: look at the state again.
                trail.parents[known], trail.keys[known], costs[known], done[known] = index, key, cost, 0
            worth = estimate(after) if greedy else estimate(after) + cost
            if record is not None:
                worth = 2 * worth + record.worth(state, after)
            heapq.heappush(heap, (worth, next(order), after))
    watch.explored = explored
    return None
