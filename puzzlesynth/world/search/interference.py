"""The actions of one puzzle, numbered from 0: which can get in each other's way, and which bring others about.

Their order follows from what they are, not from the puzzles that the universe has seen before: whoever walks through
them in this order finds the same in every process, however long that has been running.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from puzzlesynth.deadline import check_time
from puzzlesynth.world.task.bit_layout import BitLayout, Mask
from puzzlesynth.world.task.ground_task import Fact


class Interference:
    def __init__(self, layout: BitLayout, actions: Collection[int], rank: Callable[[int], int]) -> None:
        """Those with the lowest rank come first."""
        self.actions = sorted(actions, key=lambda action: (rank(action), layout.names[action]))
        """By the numbers that the universe has for them."""
        self.all: Mask = (1 << len(actions)) - 1
        self._tests = [(c.bias, c.guard) for c in map(layout.conditions.__getitem__, self.actions)]
        self.deltas = [layout.deltas[action] for action in self.actions]
        self._needs = [layout.needs[action] for action in self.actions]
        self._changes = [layout.changes[action] for action in self.actions]
        self._needing: dict[Fact, Mask] = {}
        self._taking: dict[Fact, Mask] = {}
        self._giving: dict[Fact, Mask] = {}
        bit = 1
        for needs, changes in zip(self._needs, self._changes, strict=True):
            for fact, _, _ in needs:
                self._needing[fact] = self._needing.get(fact, 0) | bit
            for fact, count in changes.items():
                masks = self._taking if count < 0 else self._giving
                masks[fact] = masks.get(fact, 0) | bit
            bit <<= 1
        self.rivals = [self._rivals(number) for number in range(len(actions))]
        """For each action those that can take from it what it needs, or lose to it what they need."""
        self._touched: dict[int, Mask] = {}

    def _rivals(self, number: int) -> Mask:
        check_time()
        found = 0
        for fact, _, _ in self._needs[number]:
            found |= self._taking.get(fact, 0)
        for fact, count in self._changes[number].items():
            if count < 0:
                found |= self._needing.get(fact, 0)
        return found & ~(1 << number)

    def touched(self, number: int) -> Mask:
        """The actions that may become possible, or impossible, when this one is done."""
        found = self._touched.get(number)
        if found is None:
            found = 0
            for fact in self._changes[number]:
                found |= self._needing.get(fact, 0)
            self._touched[number] = found
        return found

    def givers(self, fact: Fact) -> Mask:
        """The actions that bring a fact about."""
        return self._giving.get(fact, 0)

    def missing(self, number: int, state: int) -> Fact | None:
        """The first thing that an action lacks in a state; None: it is possible."""
        for fact, bias, guard in self._needs[number]:
            if (state + bias) & guard != guard:
                return fact
        return None

    def possible(self, state: int, actions: Mask) -> Mask:
        """Those of some actions that are possible in a state."""
        tests, found = self._tests, 0
        while actions:
            low = actions & -actions
            actions ^= low
            bias, guard = tests[low.bit_length() - 1]
            if (state + bias) & guard == guard:
                found |= low
        return found
