"""The number of orders in which a set of actions can be done: the linear extensions of their partial order.

The count goes through the sets of actions that can have been done so far (`state_count`), each once, and not through
the orders themselves, because there are far fewer sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from puzzlesynth.deadline import check_time
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world.ground_task import GroundTask
from puzzlesynth.world.verification.shortcuts import Undecided

from .state_count import PendingAction, PendingActions

MOST_SETS = 2_000_000
"""The most sets of done actions; with more, the answer stays open."""


@dataclass(frozen=True)
class LinearExtensions:
    """The number of orders of a solution's actions, and their partial order."""

    count: int
    """The number of different orders. Two occurrences of the same action are not told apart."""
    before: tuple[frozenset[int], ...]
    """For each position in the given order, the positions that come before it in every order."""
    example: tuple[int, ...]
    """One order, as positions."""


def linear_extensions_of(
    task: GroundTask, actions: Sequence[int], most: int = MOST_SETS
) -> LinearExtensions | Undecided:
    """All orders of these actions in which each is possible in its turn and the last one wins."""
    pending = _PositionedActions(task, task.start, task.won, actions)
    layers: list[dict[int, list[tuple[int, int]]]] = [{pending.start: []}]
    """The sets by number of done actions; each with the last action of an order, and the set before."""
    seen = 1
    for _ in actions:
        layer: dict[int, list[tuple[int, int]]] = {}
        for state in layers[-1]:
            check_time()
            for entry in pending.entries:
                if (state + entry.bias) & entry.guard == entry.guard:
                    way = pending.position(state, entry), state
                    layer.setdefault(pending.after(state, entry), []).append(way)
        seen += len(layer)
        if seen > most:
            return Undecided(f"more than {most} sets of actions", seen)
        layers.append(layer)
    return _counted(layers, [state for state in layers[-1] if pending.is_over(state)], pending)


class _PositionedActions(PendingActions):
    """Pending actions by their positions in the given order."""

    @cached_property
    def _positions(self) -> dict[int, list[int]]:
        """The positions of each action in the given order."""
        found: dict[int, list[int]] = {}
        for position, action in enumerate(self.actions):
            found.setdefault(action, []).append(position)
        return found

    def position(self, state: int, entry: PendingAction) -> int:
        """Of two occurrences of an action, the first position goes first, so that swapping them is no new order."""
        left = (state & entry.todo) >> entry.shift
        return self._positions[entry.action][-left]

    def done(self, state: int) -> int:
        """The positions that are done, as bits."""
        found = 0
        for entry in self.entries:
            left = (state & entry.todo) >> entry.shift
            positions = self._positions[entry.action]
            for position in positions[: len(positions) - left]:
                found |= 1 << position
        return found


def _counted(
    layers: list[dict[int, list[tuple[int, int]]]], ends: list[int], pending: _PositionedActions
) -> LinearExtensions:
    """Backwards from the ends: how many ways lead on from each set, and which actions ever come without which others."""
    size = pending.size
    ways: list[dict[int, int]] = [{} for _ in layers]
    ways[-1] = dict.fromkeys(ends, 1)
    without: list[int] = [(1 << size) - 1] * size
    example: list[int] = []
    for depth in range(len(layers) - 1, 0, -1):
        for state, count in ways[depth].items():
            for position, earlier in layers[depth][state]:
                ways[depth - 1][earlier] = ways[depth - 1].get(earlier, 0) + count
                without[position] &= pending.done(earlier)
    if ends:
        state = ends[0]
        for depth in range(len(layers) - 1, 0, -1):
            position, state = layers[depth][state][0]
            example.append(position)
    before = tuple(frozenset(other for other in range(size) if mask >> other & 1) for mask in without)
    return LinearExtensions(sum(ways[0].values()), before, tuple(reversed(example)))
