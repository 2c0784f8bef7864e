"""A lower bound from independent actions: n actions that are possible at once and do not interfere lead to 2 to the n
states, or sets of done actions, without exploring any of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from puzzlesynth.deadline import check_time
from puzzlesynth.world.ground_task import GroundTask

from .stubborn_sets import Openings


def has_more_states(task: GroundTask, limit: int, start: int, goal: int) -> bool:
    """True: certainly more than `limit` states follow from one. False: unknown."""
    last = next(area for area, bit in reversed(task.solved_bit.items()) if goal & bit & ~start)
    openings = Openings(task)
    harmless = {areas: last not in openings.following(areas).areas for areas in set(task.solves)}
    # The game cannot be won without this area, so nothing ends it.
    actions = [number for number, areas in enumerate(task.solves) if harmless[areas]]
    return has_wide_state(task, start, actions, limit.bit_length())


def has_wide_state(task: GroundTask, start: int, actions: Iterable[int], width: int) -> bool:
    """Whether this many of these actions are found to be possible at once, and independent of each other.

    Does them one after the other, each once: first those that open areas, and among them the one that has been possible
    longest."""
    openings = Openings(task)
    opens = {areas: bool(openings.following(areas).facts) for areas in set(task.solves)}
    state, waiting, ready = start, list(dict.fromkeys(actions)), list[int]()
    while True:
        check_time()
        ready = [number for number in ready if number in waiting and task.holds(state, number)]
        ready += [number for number in waiting if number not in ready and task.holds(state, number)]
        if len(ready) >= width and len(_independent(task, ready)) >= width:
            return True
        if not ready:
            return False
        number = next((one for one in ready if opens[task.solves[one]]), ready[0])
        waiting.remove(number)
        state = task.successor(state, number)


def _independent(task: GroundTask, actions: Sequence[int]) -> list[int]:
    """Of some possible actions, those that take something that no other one needs, takes or gives."""
    flows = [task.layout.flows[task.numbers[number]] for number in actions]
    chosen: list[int] = []
    taken: set[int] = set()
    involved: set[int] = set()
    for number, flow in zip(actions, flows, strict=True):
        takes, all_of_it = set(flow.takes), {*flow.needs, *flow.takes, *flow.gives}
        if takes and takes.isdisjoint(involved) and all_of_it.isdisjoint(taken):
            chosen.append(number)
            taken |= takes
            involved |= all_of_it
    return chosen
