"""In how many orders can the actions of a solution be done, and which of them must come before which.

Done by going through the sets of actions that can have been done so far, each once, and not through the orders
themselves: there are far fewer sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.world.task.ground_task import GroundTask
from puzzlesynth.world.verification.shortcuts import Undecided

MOST_SETS = 2_000_000
"""So many sets of done actions are looked at before the answer stays open."""


@dataclass(frozen=True)
class LinearExtensions:
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
    size = len(actions)
    full = (1 << size) - 1
    layers: list[dict[tuple[int, int], list[tuple[int, tuple[int, int]]]]] = [{(0, task.start): []}]
    seen = 1
    for _ in range(size):
        layer: dict[tuple[int, int], list[tuple[int, tuple[int, int]]]] = {}
        for key in layers[-1]:
            check_time()
            for position, after in _next(task, actions, key):
                layer.setdefault(after, []).append((position, key))
        seen += len(layer)
        if seen > most:
            return Undecided(f"more than {most} sets of actions", seen)
        layers.append(layer)
    ends = [key for key in layers[-1] if key[0] == full and key[1] & task.won == task.won]
    return _counted(layers, ends, size)


def _next(
    task: GroundTask, actions: Sequence[int], key: tuple[int, int]
) -> list[tuple[int, tuple[int, int]]]:
    mask, state = key
    found = []
    tried: set[int] = set()
    for position, action in enumerate(actions):
        # Of the same action twice the first position goes first, so that swapping them is no new order.
        if mask >> position & 1 or action in tried:
            continue
        tried.add(action)
        if task.holds(state, action):
            new, _, _ = task.settle(state + task.deltas[action])
            found.append((position, (mask | 1 << position, new)))
    return found


def _counted(
    layers: list[dict[tuple[int, int], list[tuple[int, tuple[int, int]]]]],
    ends: list[tuple[int, int]],
    size: int,
) -> LinearExtensions:
    """Backwards from the ends: how many ways lead on from each set, and which actions ever came without which."""
    ways: list[dict[tuple[int, int], int]] = [{} for _ in layers]
    ways[-1] = dict.fromkeys(ends, 1)
    without: list[int] = [(1 << size) - 1] * size
    example: list[int] = []
    for depth in range(len(layers) - 1, 0, -1):
        for key, count in ways[depth].items():
            for position, earlier in layers[depth][key]:
                ways[depth - 1][earlier] = ways[depth - 1].get(earlier, 0) + count
                without[position] &= earlier[0]
    if ends:
        key = ends[0]
        for depth in range(len(layers) - 1, 0, -1):
            position, key = layers[depth][key][0]
            example.append(position)
    before = tuple(frozenset(other for other in range(size) if mask >> other & 1) for mask in without)
    return LinearExtensions(sum(ways[0].values()), before, tuple(reversed(example)))
