"""Chains of steps from a goal down, and which of them may be part of a puzzle.

A branch is a tree's top with one step below the other: whatever else its steps take is made or placed somehow. If the
goal can be made of what the branch takes without one of its kinds of steps, every tree with this top has a shortcut,
unless that kind comes again below something that the way around takes. So a branch is refused as soon as it has a way
around a kind that cannot come again there, and nothing below it is looked at.

Nothing comes again below itself. Let a tree without a shortcut have steps of the kinds k1 to kn, with each of k1 taking
what k2 makes, each of k2 what k3 makes, and so on, and each of kn taking what k1 makes. Take one step of each, leave them
out, and give what the last of them takes to the step that takes what the first one makes, and so on: each place gets what
it needs. (What is then only made of itself is dropped.) All is as before, with fewer steps of these kinds, and of no more
things. As a tree without a shortcut keeps all its kinds, this could go on for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way

from .substitution_test import SubstitutionTest

MOST_TESTS = 1_500
"""Of branches, before all that may be below them is believed to be possible."""


class TooManyBranches(Exception):
    """They were not all looked at."""


class BranchesOfGoal(NamedTuple):
    """What all branches have together that may be part of a puzzle."""

    ways: int = 0
    """The numbers of their ways, as bits."""
    depth: int = 0
    """Of the longest."""

    def beside(self, other: BranchesOfGoal) -> BranchesOfGoal:
        return BranchesOfGoal(self.ways | other.ways, max(self.depth, other.depth))


class BranchSearch:
    def __init__(self, graph: RecipeGraph, barred: frozenset[int], elsewhere: int, deepest: int) -> None:
        """`barred`: what no part of a tree may be. `elsewhere`: kinds of steps that a player does in any case.
        `deepest`: no tree has more steps one below the other."""
        self._graph, self._barred, self._elsewhere, self._deepest = graph, barred, elsewhere, deepest
        self._test = SubstitutionTest(graph)
        self._tests_left = MOST_TESTS
        self._always = _always_taken(graph, elsewhere)
        self._below = _KindsBelow(graph, deepest, elsewhere)
        self._twice = 0
        """Kinds of steps of which there may be two in a tree."""

    def branches(self, goals: Iterable[int]) -> BranchesOfGoal:
        """For goals that are all barred; raises `TooManyBranches`."""
        found = BranchesOfGoal()
        for goal in goals:
            twice = self._graph.occurring([goal], self._deepest)[1]
            self._twice = self._graph.repeatable(twice).kinds
            found = found.beside(self._from(goal, (), 0) or BranchesOfGoal())
        return found

    def _from(self, item: int, above: tuple[Way, ...], beside: int) -> BranchesOfGoal | None:
        """What goes on from an item that is taken; None: nothing. `beside`: what else the steps above take."""
        found: BranchesOfGoal | None = None
        for way in self._graph.makers[item]:
            here = self._through(way, above, beside)
            if here is not None:
                found = here if found is None else found.beside(here)
        return found

    def _through(self, way: Way, above: tuple[Way, ...], beside: int) -> BranchesOfGoal | None:
        check_time()
        graph, branch = self._graph, (*above, way)
        if any(item in self._barred for item in way.takes):
            return None
        if any(len(branch) + graph.heights[item] > self._deepest for item in way.takes):
            return None
        takes = beside + sum(graph.units[item] for item in way.takes)
        if self._is_refused(branch, takes):
            return None
        found = BranchesOfGoal(1 << way.number)
        for item in dict.fromkeys(way.takes):
            below = None
            if len(branch) < self._deepest and not self._is_below_itself(item, branch):
                below = self._from(item, branch, takes - graph.units[item])
            if below is not None:
                found = found.beside(below)
            elif item not in graph.placeable:
                return None
        return found._replace(depth=found.depth + 1)

    def _is_below_itself(self, item: int, branch: tuple[Way, ...]) -> bool:
        """Whether something cannot be made at the end of a branch, since a step that makes it always takes it."""
        below = item
        for way in reversed(branch):
            if below not in self._always[way.kind]:
                return False
            if way.result == item:
                return True
            below = way.result
        return False

    def _is_refused(self, branch: tuple[Way, ...], takes: int) -> bool:
        self._tests_left -= 1
        if self._tests_left < 0:
            raise TooManyBranches
        kinds = sum({1 << way.kind for way in branch})
        present = _present(branch)
        again: dict[int, int] | None = None
        for label in self._test.certain_ways(branch[0].result, takes, kinds, present):
            left_out = kinds & ~label.kinds & ~self._elsewhere
            if left_out:
                again = self._again(branch) if again is None else again
                for item, _ in self._graph.members(label.takes):
                    left_out &= ~again[item]
                    if not left_out:
                        break
                else:
                    return True
        return False

    def _again(self, branch: tuple[Way, ...]) -> dict[int, int]:
        """For each item that is taken the kinds of steps that may be below it and in the branch."""
        depths: dict[int, int] = {}
        above: dict[int, int] = {}
        kinds = 0
        for n, way in enumerate(branch):
            if n and way.result not in self._always[branch[n - 1].kind]:
                kinds = 0
            kinds |= 1 << way.kind
            for item in way.takes:
                depths.setdefault(item, n + 1)
                if item in self._always[way.kind]:
                    above[item] = above.get(item, 0) | kinds
        return {
            item: self._below.kinds(item, self._deepest - depth, above.get(item, 0)) & self._twice
            for item, depth in depths.items()
        }


class _KindsBelow:
    """Which kinds of steps may be below an item in a tree."""

    def __init__(self, graph: RecipeGraph, deepest: int, elsewhere: int) -> None:
        number = len(graph.names)
        ways: dict[int, int] = Counter(way.kind for way in graph.ways)
        self._all = [[0] * number]
        """By how many steps there may be one below the other, and by the item."""
        self._loosely = [[0] * number]
        """The same, with a step in between that may take other things instead, or that a player does in any case."""
        for _ in range(deepest):
            every, loosely = list(self._all[-1]), list(self._loosely[-1])
            for way in graph.ways:
                below = loose = 0
                for item in way.takes:
                    below |= self._all[-1][item]
                    loose |= self._loosely[-1][item]
                every[way.result] |= below | 1 << way.kind
                is_loose = ways[way.kind] > 1 or elsewhere >> way.kind & 1
                loosely[way.result] |= below if is_loose else loose
            self._all.append(every)
            self._loosely.append(loosely)

    def kinds(self, item: int, steps: int, above: int) -> int:
        """`steps`: how many there may be one below the other. `above`: kinds of steps that all take the item, or what
        takes it, and so on."""
        return self._all[steps][item] & ~above | self._loosely[steps][item]


def _always_taken(graph: RecipeGraph, elsewhere: int) -> dict[int, frozenset[int]]:
    """For each kind of step what all of its ways take; nothing for those that a player does in any case."""
    found: dict[int, frozenset[int]] = {}
    for way in graph.ways:
        takes = frozenset() if elsewhere >> way.kind & 1 else frozenset(way.takes)
        found[way.kind] = found.get(way.kind, takes) & takes
    return found


def _present(branch: tuple[Way, ...]) -> dict[int, int]:
    """How many of each item are in reach at some time."""
    found: dict[int, int] = {}
    for way in branch:
        found[way.result] = max(1, found.get(way.result, 0))
        for item, number in Counter(way.takes).items():
            found[item] = max(number, found.get(item, 0))
    return found
