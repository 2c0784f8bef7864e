"""The three solvers for one level of a game that is nothing but pushing.

They take the same states in the same order, count them alike and find the same solutions as the solvers for any game, in
a fraction of the time: a state is the cells of the crates, as bits, and the number of the player's cell, and what changes
nothing but the player's cell needs no new estimate.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from puzzlesynth.levels.batch.finding import NO_BETTER, NO_LIMIT, Bounds, Finding
from puzzlesynth.levels.engine.compiled.facts import bits
from puzzlesynth.levels.engine.compiled.geometry import Geometry
from puzzlesynth.levels.search.heuristics import greedy_matching

_PLAYER_BITS = 6
_PLAYER = (1 << _PLAYER_BITS) - 1
_PLACE_BITS = 40
_PLACE = (1 << _PLACE_BITS) - 1
_INPUTS = ((0, 0, -1), (1, -1, 0), (2, 0, 1), (3, 1, 0))
"""Keys with their steps across and down, in the order in which solvers try them."""
_LOOK_AT_THE_CLOCK = 1023

Way = tuple[int, int, int, int]
"""A key, the cell it leads to, the same as a bit, and the cell behind it as a bit (0 if there is none)."""


@dataclass(slots=True)
class PushLevel:
    """A level: cells as bits, the player's as a number. At most 64 cells."""

    board: Geometry
    walls: int
    marks: int
    crates: int
    player: int
    every_crate: bool
    """Whether all crates have to lie on marks; otherwise all marks have to hold crates."""
    _ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    _worths: dict[int, int] = field(default_factory=dict)

    @property
    def start(self) -> int:
        return self.crates << _PLAYER_BITS | self.player

    def solve(self, solver: str, bounds: Bounds, most: int = NO_LIMIT) -> Finding:
        """What a solver finds out that explores at most so many states."""
        search = {"gbfs": _greedily, "astar": _by_cost, "bfs": _by_distance}[solver]
        return search(self, _Limits(bounds, most))

    def ways(self, player: int) -> tuple[Way, ...]:
        """Where the player can go from a cell, crates apart."""
        found = self._ways.get(player)
        if found is None:
            found = self._ways[player] = tuple(
                (key, to, 1 << to, (1 << behind) & ~self.walls if behind >= 0 else 0)
                for key, to, behind in _neighbours(self.board.width, self.board.height)[player]
                if not self.walls >> to & 1
            )
        return found

    def won(self, crates: int) -> bool:
        return not (crates & ~self.marks if self.every_crate else self.marks & ~crates)

    def worth(self, crates: int) -> int:
        """The doubled estimate of the moves that are missing."""
        found = self._worths.get(crates)
        if found is None:
            here, there = (crates, self.marks) if self.every_crate else (self.marks, crates)
            height = self.board.height
            away = [divmod(cell, height) for cell in bits(here & ~there)]
            empty = [divmod(cell, height) for cell in bits(there & ~here)]
            farthest = self.board.width + height
            found = self._worths[crates] = greedy_matching(away, empty, farthest) if away else 0
        return found


class _Limits:
    """When a search has to stop."""

    def __init__(self, bounds: Bounds, most: int) -> None:
        self.most = most
        self.states = bounds.states if bounds.states is not None else NO_LIMIT
        self._end = None if bounds.seconds is None else time.perf_counter() + bounds.seconds

    def reason(self, explored: int, reached: int) -> str | None:
        """Why a search that has explored and reached so many states stops; None if it goes on."""
        if explored >= self.most:
            return NO_BETTER
        if reached > self.states:
            return "states"
        late = self._end is not None and not explored & _LOOK_AT_THE_CLOCK and time.perf_counter() > self._end
        return "time" if late else None


def _greedily(level: PushLevel, limits: _Limits) -> Finding:
    """Greedy best-first search."""
    start, ways = level.start, level.ways
    origins: dict[int, tuple[int, int]] = {start: (start, -1)}
    queue = [start]
    """States in the order of their discovery; the heap has their places."""
    heap = [0]
    explored = 0
    while heap:
        reason = limits.reason(explored, len(queue))
        if reason is not None:
            return Finding(None, explored, stopped_by=reason)
        explored += 1
        state = queue[heappop(heap) & _PLACE]
        crates, player = state >> _PLAYER_BITS, state & _PLAYER
        same, worth = state ^ player, level.worth(crates) << _PLACE_BITS
        for key, to, here, behind in ways(player):
            if crates & here:
                if not behind & ~crates:
                    continue
                pushed = crates ^ here ^ behind
                after = pushed << _PLAYER_BITS | to
                if after in origins:
                    continue
                if level.won(pushed):
                    return Finding(True, explored, _way(origins, state, start, key))
                heappush(heap, level.worth(pushed) << _PLACE_BITS | len(queue))
            else:
                after = same | to
                if after in origins:
                    continue
                heappush(heap, worth | len(queue))
            origins[after] = (state, key)
            queue.append(after)
    return Finding(False, explored)


def _by_cost(level: PushLevel, limits: _Limits) -> Finding:
    """A*. Its estimate may mislead: states to which a shorter way is found are looked at again."""
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
        reason = limits.reason(explored, len(costs))
        if reason is not None:
            return Finding(None, explored, stopped_by=reason)
        explored += 1
        cost = costs[state] + 1
        crates, player = state >> _PLAYER_BITS, state & _PLAYER
        for key, to, here, behind in ways(player):
            after_crates = crates
            if crates & here:
                if not behind & ~crates:
                    continue
                after_crates = crates ^ here ^ behind
            after = after_crates << _PLAYER_BITS | to
            before = costs.get(after)
            if before is not None:
                if before <= cost:
                    continue
                done.discard(after)
            elif after_crates != crates and level.won(after_crates):
                return Finding(True, explored, _way(origins, state, start, key))
            costs[after] = cost
            origins[after] = (state, key)
            heappush(heap, level.worth(after_crates) + 2 * cost << _PLACE_BITS | len(queue))
            queue.append(after)
    return Finding(False, explored)


def _by_distance(level: PushLevel, limits: _Limits) -> Finding:
    """Breadth-first search."""
    start, ways = level.start, level.ways
    origins: dict[int, tuple[int, int]] = {start: (start, -1)}
    queue = [start]
    for explored, state in enumerate(queue):
        reason = limits.reason(explored, len(origins))
        if reason is not None:
            return Finding(None, explored, stopped_by=reason)
        crates, player = state >> _PLAYER_BITS, state & _PLAYER
        for key, to, here, behind in ways(player):
            after_crates = crates
            if crates & here:
                if not behind & ~crates:
                    continue
                after_crates = crates ^ here ^ behind
            after = after_crates << _PLAYER_BITS | to
            if after in origins:
                continue
            if after_crates != crates and level.won(after_crates):
                return Finding(True, explored + 1, _way(origins, state, start, key))
            origins[after] = (state, key)
            queue.append(after)
    return Finding(False, len(queue))


def _way(origins: dict[int, tuple[int, int]], state: int, start: int, last: int) -> tuple[int, ...]:
    moves = [last]
    while state != start:
        state, key = origins[state]
        moves.append(key)
    return tuple(reversed(moves))


@lru_cache(maxsize=64)
def _neighbours(width: int, height: int) -> list[list[tuple[int, int, int]]]:
    """For every cell the keys that lead to another, that cell, and the one behind it (-1: none)."""

    def cell(x: int, y: int) -> int:
        return x * height + y if 0 <= x < width and 0 <= y < height else -1

    return [
        [
            (key, cell(x + dx, y + dy), cell(x + 2 * dx, y + 2 * dy))
            for key, dx, dy in _INPUTS
            if cell(x + dx, y + dy) >= 0
        ]
        for x in range(width)
        for y in range(height)
    ]
