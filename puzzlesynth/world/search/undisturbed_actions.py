"""What the solution of a puzzle does that nothing else gets in the way of.

Such an action is a stubborn set by itself: nothing takes from it what it needs, nor loses to it what it needs. So of the
states in which it is possible only the one after it has to be looked at. Another action that changes the very same (two
keys for one lock) is not in its way: if a player does that one first, after whatever else, the state is one that
is also reached with this one done at once. Most solutions are like that from beginning to end, and which actions get in
the way of which is the same in all puzzles of a pack. A search for dead ends then only has the rest to do.
"""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from puzzlesynth.deadline import check_time
from puzzlesynth.world.ground_task import BitLayout, FactFlow, GroundTask


class Rivalries:
    """For each action of a layout those that can take from it what it needs, or lose to it what they need, and change
    something else than it does.

    It grows with its layout: what it said before may lack actions that were not known then.
    """

    def __init__(self) -> None:
        self._flows: list[FactFlow] = []
        self._deltas: list[int] = []
        self._needing: dict[int, list[int]] = {}
        self._taking: dict[int, list[int]] = {}
        """By where the fields of facts begin."""
        self._rivals: dict[int, frozenset[int]] = {}

    def grow(self, layout: BitLayout) -> None:
        """Take in what the layout has learnt."""
        known = len(self._flows)
        if known == len(layout.flows):
            return
        self._rivals.clear()
        for number, flow in enumerate(layout.flows[known:], known):
            check_time()
            self._flows.append(flow)
            self._deltas.append(layout.deltas[number])
            for fact in flow.needs:
                self._needing.setdefault(fact, []).append(number)
            for fact in flow.takes:
                self._taking.setdefault(fact, []).append(number)

    def of(self, action: int) -> frozenset[int]:
        """The rivals of an action, by their numbers in the grounder."""
        found = self._rivals.get(action)
        if found is None:
            flow, deltas = self._flows[action], self._deltas
            takers = (number for fact in flow.needs for number in self._taking.get(fact, ()))
            needers = (number for fact in flow.takes for number in self._needing.get(fact, ()))
            found = frozenset([other for other in (*takers, *needers) if deltas[other] != deltas[action]])
            self._rivals[action] = found
        return found


_rivalries: WeakKeyDictionary[BitLayout, Rivalries] = WeakKeyDictionary()


def rivalries_of(layout: BitLayout) -> Rivalries:
    """The rivalries of a layout, up to date."""
    found = _rivalries.get(layout)
    if found is None:
        found = _rivalries[layout] = Rivalries()
    try:
        found.grow(layout)
    except BaseException:
        # Interrupted, it would lack something from now on.
        del _rivalries[layout]
        raise
    return found


class Undisturbed(NamedTuple):
    """What is left of a game."""

    state: int
    done: int
    """How many actions led to the state."""


def after_undisturbed_actions(task: GroundTask) -> Undisturbed:
    """The state after all that the solution does which nothing else gets in the way of."""
    rivals, everything = rivalries_of(task.layout).of, frozenset(task.numbers)
    state, done = task.start, 0
    for action, after in task.path:
        if not everything.isdisjoint(rivals(action)):
            break
        state, done = after, done + 1
    layout, known, solving, won = task.layout, task.grounder.actions, task.solving, task.won
    if state & won == won:
        return Undisturbed(state, done)
    by_rule: dict[int, list[int]] = {}
    for action in task.numbers:
        by_rule.setdefault(known[action].rule, []).append(action)
    for step in task.instance.puzzle.steps:
        for action in by_rule.get(step.rule - 1, ()):
            condition = layout.conditions[action]
            if state & won == won:
                return Undisturbed(state, done)
            possible = (state + condition.bias) & condition.guard == condition.guard
            if possible and everything.isdisjoint(rivals(action)):
                state += layout.deltas[action]
                if solving >> action & 1:
                    state = task.settle(state)[0]
                done += 1
    return Undisturbed(state, done)
