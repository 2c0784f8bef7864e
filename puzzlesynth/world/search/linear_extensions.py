"""In how many orders a set of actions can be done: the linear extensions of the order that they force on each other.

Goes through the sets of actions that can have been done so far (`state_count`), each once, and not through the orders
themselves: there are far fewer sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzlesynth.deadline import check_time
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world.ground_task import GroundTask
from puzzlesynth.world.verification.shortcuts import Undecided

from .state_count import Chore, Chores

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


def linear_extensions_of(
    task: GroundTask, actions: Sequence[int], most: int = MOST_SETS
) -> LinearExtensions | Undecided:
    """Looks at every order of these actions in which each is possible when its turn comes and the last one wins."""
    chores = _PositionedChores(task, task.start, task.won, actions)
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


class _PositionedChores(Chores):
    """Chores by their positions in the given order."""

    @cached_property
    def _positions(self) -> dict[int, list[int]]:
        """Where each action is in the order that was given."""
        found: dict[int, list[int]] = {}
        for position, action in enumerate(self.actions):
            found.setdefault(action, []).append(position)
        return found

    def position(self, state: int, chore: Chore) -> int:
        """Of the same action twice the first position goes first, so that swapping them is no new order."""
        left = (state & chore.todo) >> chore.shift
        return self._positions[chore.action][-left]

    def done(self, state: int) -> int:
        """The positions that are done, as bits."""
        found = 0
        for chore in self.chores:
            left = (state & chore.todo) >> chore.shift
            positions = self._positions[chore.action]
            for position in positions[: len(positions) - left]:
                found |= 1 << position
        return found


def _counted(
    layers: list[dict[int, list[tuple[int, int]]]], ends: list[int], chores: _PositionedChores
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
