"""The space of a level's states: everything that can be reached, and how far each state is from winning."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.search.transitions import SearchProblem

WON = -1
"""The successor that stands for having won."""


@dataclass(frozen=True, slots=True)
class StateSpace:
    """States by the order of their discovery, the start first. `complete` is false if a limit was reached."""

    states: list[int]
    successors: list[tuple[int, ...]]
    """For every state, where each move leads: the number of a state, or `WON`."""
    keys: tuple[int, ...]
    after_winning: dict[tuple[int, int], int]
    """The board of the won level, by the state and the place of the move that won it."""
    complete: bool
    to_win: list[int] = field(default_factory=list)
    """How many moves each state is from winning; -1 if it is lost."""

    @property
    def dead_share(self) -> float:
        """The share of states from which the level cannot be won any more."""
        return sum(1 for moves in self.to_win if moves < 0) / len(self.states)


def explore(steps: SearchProblem, most_states: int) -> StateSpace:
    """Breadth-first over everything. Won states are not gone on from. Raises `OutOfTime`."""
    states = [steps.start]
    number = {steps.start: 0}
    successors: list[tuple[int, ...]] = []
    winning: dict[tuple[int, int], int] = {}
    keys = tuple(key for key, _ in steps.moves)
    place = 0
    while place < len(states) and len(states) <= most_states:
        if not place & 127:
            check_time()
        state = states[place]
        row = []
        for column, (_, move) in enumerate(steps.moves):
            after = move(state)
            if after < 0 or (after != state and steps.won(after)):
                winning[place, column] = ~after if after < 0 else after
                row.append(WON)
                continue
            known = number.get(after)
            if known is None:
                known = number[after] = len(states)
                states.append(after)
            row.append(known)
        successors.append(tuple(row))
        place += 1
    complete = place == len(states)
    space = StateSpace(states, successors, keys, winning, complete, [-1] * len(states))
    _measure(space)
    return space


def _measure(space: StateSpace) -> None:
    """Distances to winning, backwards over the moves."""
    before: list[list[int]] = [[] for _ in space.states]
    queue: deque[int] = deque()
    for state, row in enumerate(space.successors):
        if WON in row:
            space.to_win[state] = 1
            queue.append(state)
        for after in set(row):
            if after not in (WON, state):
                before[after].append(state)
    while queue:
        state = queue.popleft()
        for earlier in before[state]:
            if space.to_win[earlier] < 0:
                space.to_win[earlier] = space.to_win[state] + 1
                queue.append(earlier)
