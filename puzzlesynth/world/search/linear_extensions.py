"""In how many orders a set of actions can be done: the linear extensions of the order that they force on each other.

Goes through the sets of actions that can have been done so far, each once, and not through the orders themselves: there
are far fewer sets. An action that is still to be done is a fact above the bits of the state, so that one test says
whether it is possible and not done yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world.ground_task import GroundTask
from puzzlesynth.world.verification.shortcuts import Undecided

from .openings import Settlement

MOST_SETS = 2_000_000
"""Sets of done actions that are looked at before the answer stays open."""


@dataclass(frozen=True)
class LinearExtensions:
    """In how many orders the actions of a solution can be done, and which of them must come before which."""

    count: int
    """How many different orders there are. Doing the same action twice counts once, whichever came first."""
    before: tuple[frozenset[int], ...]
    """For each position in the given order the positions that come before it in every order."""
    example: tuple[int, ...]
    """One order, as positions."""


class _Chore(NamedTuple):
    """One of the actions, with being still to be done among its conditions."""

    action: int
    bias: int
    guard: int
    delta: int
    solving: int
    """The areas whose goals it may meet."""
    positions: list[int]
    todo: int
    """The bits that say how often it is still to be done."""
    shift: int


class _Chores:
    def __init__(self, task: GroundTask, start: int, goal: int, actions: Sequence[int]) -> None:
        self._settled, self.goal, self.size = Settlement(task).settled, goal, len(actions)
        self.chores: list[_Chore] = []
        self.start = start
        """Nothing is done."""
        shift = task.layout.end
        for action, times in sorted(Counter(actions).items()):
            width = times.bit_length()
            condition = task.conditions[action]
            solving = sum(task.solved_bit[area] for area in set(task.solves[action]))
            self.chores.append(
                _Chore(
                    action,
                    # As in `BitLayout`: adding 2^w - 1 sets the spare bit where the count is not 0.
                    condition.bias + (((1 << width) - 1) << shift),
                    condition.guard | 1 << (shift + width),
                    task.deltas[action] - (1 << shift),
                    solving,
                    [position for position, other in enumerate(actions) if other == action],
                    ((1 << width) - 1) << shift,
                    shift,
                )
            )
            self.start += times << shift
            shift += width + 1

    def after(self, state: int, chore: _Chore) -> int:
        new = state + chore.delta
        if chore.solving & ~state:
            return self._settled(new, chore.action)
        return new

    def position(self, state: int, chore: _Chore) -> int:
        """Of the same action twice the first position goes first, so that swapping them is no new order."""
        left = (state & chore.todo) >> chore.shift
        return chore.positions[len(chore.positions) - left]

    def done(self, state: int) -> int:
        """The positions that are done, as bits."""
        found = 0
        for chore in self.chores:
            left = (state & chore.todo) >> chore.shift
            for position in chore.positions[: len(chore.positions) - left]:
                found |= 1 << position
        return found

    def is_over(self, state: int) -> bool:
        return state & self.goal == self.goal


def count_orders(
    task: GroundTask, actions: Sequence[int], most: int, start: int | None = None, goal: int | None = None
) -> int | None:
    """In how many orders these actions can be done so that the last one wins; None: there are more than `most` sets.

    `start`, `goal`: another state than that of the task, and the bits that end it, if it is not the whole game."""
    chores = _Chores(
        task, task.start if start is None else start, task.won if goal is None else goal, actions
    )
    layer = {chores.start: 1}
    seen = 1
    for _ in actions:
        check_time()
        new: dict[int, int] = {}
        known = new.get
        for chore in chores.chores:
            bias, guard, delta, solving = chore.bias, chore.guard, chore.delta, chore.solving
            for state, ways in layer.items():
                if (state + bias) & guard == guard:
                    after = chores.after(state, chore) if solving & ~state else state + delta
                    new[after] = known(after, 0) + ways
            if seen + len(new) > most:
                return None
        seen += len(new)
        layer = new
    return sum(ways for state, ways in layer.items() if chores.is_over(state))


def linear_extensions_of(
    task: GroundTask, actions: Sequence[int], most: int = MOST_SETS
) -> LinearExtensions | Undecided:
    """Looks at every order of these actions in which each is possible when its turn comes and the last one wins."""
    chores = _Chores(task, task.start, task.won, actions)
    layers: list[dict[int, list[tuple[int, int]]]] = [{chores.start: []}]
    """For each number of done actions the sets; each with the last action of an order, and the set before."""
    seen = 1
    for _ in actions:
        layer: dict[int, list[tuple[int, int]]] = {}
        for state in layers[-1]:
            check_time()
            for chore in chores.chores:
                if (state + chore.bias) & chore.guard == chore.guard:
                    way = chores.position(state, chore), state
                    layer.setdefault(chores.after(state, chore), []).append(way)
        seen += len(layer)
        if seen > most:
            return Undecided(f"more than {most} sets of actions", seen)
        layers.append(layer)
    return _counted(layers, [state for state in layers[-1] if chores.is_over(state)], chores)


def _counted(
    layers: list[dict[int, list[tuple[int, int]]]], ends: list[int], chores: _Chores
) -> LinearExtensions:
    """Backwards from the ends: how many ways lead on from each set, and which actions ever came without which."""
    size = chores.size
    ways: list[dict[int, int]] = [{} for _ in layers]
    ways[-1] = dict.fromkeys(ends, 1)
    without: list[int] = [(1 << size) - 1] * size
    example: list[int] = []
    for depth in range(len(layers) - 1, 0, -1):
        for state, count in ways[depth].items():
            for position, earlier in layers[depth][state]:
                ways[depth - 1][earlier] = ways[depth - 1].get(earlier, 0) + count
                without[position] &= chores.done(earlier)
    if ends:
        state = ends[0]
        for depth in range(len(layers) - 1, 0, -1):
            position, state = layers[depth][state][0]
            example.append(position)
    before = tuple(frozenset(other for other in range(size) if mask >> other & 1) for mask in without)
    return LinearExtensions(sum(ways[0].values()), before, tuple(reversed(example)))
