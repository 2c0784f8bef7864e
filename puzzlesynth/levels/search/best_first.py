"""Searches that look at one state at a time: breadth-first, A* and greedy best-first."""

from __future__ import annotations

import heapq
from array import array
from itertools import count

from .heuristics import estimator
from .results import LevelVerdict, LimitReached, LimitWatch, SolverReport
from .transitions import MAX_AGAIN, RULE_BY_RULE, SearchProblem

_NO_PARENT = 0xFFFFFFFF

LONG_AGAIN = f"an `again` that went on for {MAX_AGAIN} turns"
"""Why a search that has explored everything else cannot say that there is no solution."""


class _Trail:
    """How states were reached: for every state, in the order of discovery, its parent and the move."""

    __slots__ = ("keys", "parents")

    def __init__(self) -> None:
        self.parents = array("I", [_NO_PARENT])
        self.keys = array("b", [-1])

    def __len__(self) -> int:
        return len(self.parents)

    def add(self, parent: int, key: int) -> int:
        self.parents.append(parent)
        self.keys.append(key)
        return len(self.parents) - 1

    def moves(self, index: int, last: int) -> tuple[int, ...]:
        """The moves to a state, and one more."""
        moves = [last]
        while self.parents[index] != _NO_PARENT:
            moves.append(self.keys[index])
            index = self.parents[index]
        return tuple(reversed(moves))


def breadth_first(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """Explore states in the order of their distance: the first solution found is a shortest one."""
    trail = _Trail()
    explored = 0
    frontier = [steps.start]
    try:
        moves, explored = _breadth_first(steps, watch, trail, frontier)
    except LimitReached as stop:
        return _stopped("bfs", stop.reason, trail, steps, watch)
    except KeyboardInterrupt:
        return _stopped("bfs", "interrupted", trail, steps, watch)
    return _finished("bfs", moves, explored, trail, steps, watch)


def _breadth_first(
    steps: SearchProblem, watch: LimitWatch, trail: _Trail, frontier: list[int]
) -> tuple[tuple[int, ...] | None, int]:
    # Where the level is won as it stands, coming back to it wins.
    seen = set() if steps.starts_won else {steps.start}
    won, options = steps.won, steps.moves
    every = 1 if steps.engine == RULE_BY_RULE else watch.interval(steps.code.board.count)
    steps.again.check = watch.check_time
    first = 0
    while frontier:
        following: list[int] = []
        for place, state in enumerate(frontier):
            if not (first + place) % every:
                watch.check(first + place, len(trail), len(frontier) - place + len(following))
            for key, move in options:
                after = move(state)
                if after in seen:
                    continue
                if after < 0 or won(after):
                    return trail.moves(first + place, key), first + place + 1
                seen.add(after)
                following.append(after)
                trail.parents.append(first + place)
                trail.keys.append(key)
        first += len(frontier)
        frontier = following
    return None, first


def best_first(steps: SearchProblem, watch: LimitWatch, *, greedy: bool) -> SolverReport:
    """Explore the most promising states first: by the estimate alone, or by the estimate and the moves made."""
    name = "gbfs" if greedy else "astar"
    trail = _Trail()
    counter = [0]
    try:
        moves = _best_first(steps, watch, trail, counter, greedy)
    except LimitReached as stop:
        return _stopped(name, stop.reason, trail, steps, watch, counter[0])
    except KeyboardInterrupt:
        return _stopped(name, "interrupted", trail, steps, watch, counter[0])
    return _finished(name, moves, counter[0], trail, steps, watch)


def _best_first(
    steps: SearchProblem, watch: LimitWatch, trail: _Trail, counter: list[int], greedy: bool
) -> tuple[int, ...] | None:
    estimate = estimator(steps.code)
    won, options = steps.won, steps.moves
    every = 1 if steps.engine == RULE_BY_RULE else watch.interval(steps.code.board.count)
    steps.again.check = watch.check_time
    order = count()
    index_of = {steps.start: 0}
    costs = array("I", [0])
    done = bytearray(1)
    heap: list[tuple[float, int, int]] = [(estimate(steps.start), next(order), steps.start)]
    while heap:
        _, _, state = heapq.heappop(heap)
        index = index_of[state]
        if done[index]:
            continue
        done[index] = 1
        if not counter[0] % every:
            watch.check(counter[0], len(trail), len(heap))
        counter[0] += 1
        cost = costs[index] + 1
        for key, move in options:
            after = move(state)
            if after < 0 or (after == steps.start and steps.starts_won):
                return trail.moves(index, key)
            known = index_of.get(after)
            if known is None:
                if won(after):
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
            heapq.heappush(heap, (worth, next(order), after))
    return None


def _finished(
    name: str,
    moves: tuple[int, ...] | None,
    explored: int,
    trail: _Trail,
    steps: SearchProblem,
    watch: LimitWatch,
) -> SolverReport:
    """A search that came to its end: with a solution, or with all states explored that there are."""
    reason = None
    if moves is None:
        reason = LONG_AGAIN if steps.again.cut_short else steps.doubt
    verdict = LevelVerdict.UNSOLVABLE if moves is None else LevelVerdict.SOLVED
    return SolverReport(
        solver=name,
        verdict=LevelVerdict.UNDECIDED if reason else verdict,
        moves=moves,
        explored=explored,
        reached=len(trail),
        seconds=watch.seconds,
        engine=steps.engine,
        stopped_by=reason,
        sure_of_shortest=name == "bfs" and not steps.again.cut_short,
    )


def _stopped(
    name: str,
    reason: str,
    trail: _Trail,
    steps: SearchProblem,
    watch: LimitWatch,
    explored: int | None = None,
) -> SolverReport:
    if explored is None:
        explored = trail.parents[-1] if len(trail) > 1 else 0
    return SolverReport(
        name,
        LevelVerdict.UNDECIDED,
        None,
        explored,
        len(trail),
        watch.seconds,
        steps.engine,
        stopped_by=reason,
    )
