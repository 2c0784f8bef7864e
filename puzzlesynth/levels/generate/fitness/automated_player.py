"""The automated player of Khalifa and Fayek: best-first search by nearness to winning and to applying rules."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.analysis import GameAnalysis
from puzzlesynth.levels.search.transitions import SearchProblem

from .goal_distance import GoalDistance

MOST_STATES = 5000
"""How many states the player explores before it gives up, as in the paper."""


@dataclass(frozen=True, slots=True)
class PlayerRun:
    """What the player did. `decided`: it won, or saw everything that can be reached."""

    moves: tuple[int, ...] | None
    explored: int
    decided: bool
    first_score: float
    """How near the start is to winning, from 0 to 1 (won)."""
    best_score: float
    """How near the nearest state is that the player has seen."""


def play(steps: SearchProblem, analysis: GameAnalysis, most_states: int = MOST_STATES) -> PlayerRun:
    """Let the player have a go at a level."""
    near = GoalDistance(steps.code, analysis)
    farthest = least = near.to_win(steps.start)
    explored, order = 0, 0
    came_from: dict[int, tuple[int, int]] = {steps.start: (-1, -1)}
    heap = [(farthest, order, steps.start)]
    while heap and explored < most_states:
        _, _, state = heapq.heappop(heap)
        if not explored & 127:
            check_time()
        explored += 1
        for key, move in steps.moves:
            after = move(state)
            # Where the level is won as it stands, coming back to it wins.
            is_back = steps.starts_won and after == steps.start
            if after in came_from and not is_back:
                continue
            if after < 0 or steps.won(after):
                return PlayerRun((*_way(came_from, state), key), explored, True, 1.0 - farthest, 1.0)
            came_from[after] = (state, key)
            order += 1
            to_win = near.to_win(after)
            least = min(least, to_win)
            heapq.heappush(heap, (to_win + near.to_rules(after), order, after))
    return PlayerRun(None, explored, not heap, 1.0 - farthest, 1.0 - least)


def _way(came_from: dict[int, tuple[int, int]], state: int) -> tuple[int, ...]:
    moves: list[int] = []
    while True:
        before, key = came_from[state]
        if key < 0:
            return tuple(reversed(moves))
        moves.append(key)
        state = before
