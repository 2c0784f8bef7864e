"""Plans that win from a state: greedy best-first search with h^FF, and repair of known plans.

Relaxed plans ignore what is used up. They are found at once, and their length estimates the distance to the win.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world.ground_task import GroundTask

from .delete_relaxation import DeleteRelaxation
from .state_space import possible_actions

Plan = tuple[int, ...]
"""Actions, by their number in the task."""


def still_wins(task: GroundTask, state: int, plan: Iterable[int], goal: int | None = None) -> Plan | None:
    """The rest of a plan in a state, without actions that are not possible and without what follows the win.

    None: it does not win from here. `goal`: the bits to set instead of those of the win.
    """
    bits = task.won if goal is None else goal
    kept: list[int] = []
    for action in plan:
        if state & bits == bits:
            break
        if task.holds(state, action):
            state = task.successor(state, action)
            kept.append(action)
    return tuple(kept) if state & bits == bits else None


def repaired_plan(task: GroundTask, state: int, plan: Plan) -> Plan | None:
    """A plan that no longer wins, preceded by one action with which it wins again."""
    for action in possible_actions(task, state):
        rest = still_wins(task, task.successor(state, action), plan)
        if rest is not None:
            return (action, *rest)
    return None


def shortened_plan(task: GroundTask, state: int, plan: Plan, goal: int | None = None) -> Plan:
    """A winning plan without the actions that it does not need."""
    position = 0
    while position < len(plan):
        less = still_wins(task, state, plan[:position] + plan[position + 1 :], goal)
        if less is not None and len(less) < len(plan):
            plan = less
        else:
            position += 1
    return plan


@dataclass(frozen=True)
class PlanSearch:
    """What a search found."""

    plan: Plan | None
    complete: bool
    """Whether the search was exhaustive: then, without a plan, the game cannot be won."""


def find_plan(relaxation: DeleteRelaxation, start: int, limit: int) -> PlanSearch:
    """Greedy best-first search: expands the state with the lowest estimate, up to a number of states."""
    task = relaxation.task
    if task.is_won(start):
        return PlanSearch((), True)
    helpful = relaxation.relaxed_plan(start)
    if helpful is None:
        return PlanSearch(None, True)
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue: list[tuple[int, int, int, frozenset[int]]] = [(len(helpful), 0, start, helpful)]
    looked = 1
    while queue:
        _, _, state, helpful = heappop(queue)
        # Helpful actions first.
        for action in sorted(possible_actions(task, state), key=lambda action: action not in helpful):
            new = task.successor(state, action)
            if new in came:
                continue
            came[new] = (state, action)
            if task.is_won(new):
                return PlanSearch(_path(came, new), True)
            further = relaxation.relaxed_plan(new)
            looked += 1
            if further is not None:
                heappush(queue, (len(further), looked, new, further))
            if looked >= limit:
                return PlanSearch(None, False)
    return PlanSearch(None, True)


def _path(came: dict[int, tuple[int, int]], state: int) -> Plan:
    found: list[int] = []
    while came[state][1] >= 0:
        state, action = came[state]
        found.append(action)
    return tuple(found[::-1])
