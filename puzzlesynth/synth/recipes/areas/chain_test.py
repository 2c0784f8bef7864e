"""Whether an area of a chain can be solved without a step of its tree, or another one before it opens.

An area is not reached without meeting the goals before it. So a way around is a way to the area's goal from all that
lies in the areas up to it, together with ways to those goals, each from what lies in the areas up to its own. Whatever
meets a goal is still there afterwards and can be used up on a later way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph

from .area_chain import ChosenGoals
from .demand_search import MANY_DEMANDS, DemandSearch, Phase, TooManyDemands


class Site(NamedTuple):
    """One of the areas."""

    there: int
    """What lies in it and in those before, as a multiset."""
    room: int
    """How many of each item there can be at once beside what lies behind it."""


class AreaVerdict(NamedTuple):
    is_refused: bool
    """Whether there certainly is a way around a step, or a goal that can be met too soon."""
    owed: int
    """Kinds of steps that there is a way around unless earlier trees have them."""
    is_complete: bool
    """Whether all that was asked was answered."""


class ChainTest:
    def __init__(self, graph: RecipeGraph, goals: ChosenGoals) -> None:
        self._graph, self._goals = graph, goals

    def looked_at(
        self, sites: Sequence[Site], stage: int, kinds: int, elsewhere: int = 0, most: int = MANY_DEMANDS
    ) -> AreaVerdict:
        """`sites`: the last areas up to the one that is looked at; how those before them are solved is not asked.
        `kinds`: the steps of its tree. `elsewhere`: those that the trees before these areas may have. `most`: how
        much is looked at for each question."""
        first = stage + 1 - len(sites)
        accepted, ends = self._goals.accepted, self._goals.too_soon(stage)
        phases = [Phase(site.there, site.room, accepted[first + n]) for n, site in enumerate(sites)]
        search = DemandSearch(self._graph, phases, ends, most)
        owed, is_complete = 0, True
        for goal in sorted(ends, key=lambda item: (item in accepted[stage], item)):
            landmarks = search.landmarks(goal)
            if landmarks is None:
                continue
            questions = [-1]
            if goal not in self._goals.too_soon(stage + 1):
                # Where nothing is owed, the first answer is enough.
                questions = sorted(_bits(kinds & ~landmarks), key=lambda kind: elsewhere >> kind & 1)
            for kind in questions:
                try:
                    is_solvable = search.is_solvable(goal, kind)
                except TooManyDemands:
                    is_complete = False
                    continue
                if is_solvable and (kind < 0 or not elsewhere >> kind & 1):
                    return AreaVerdict(True, owed, is_complete)
                owed |= is_solvable << max(0, kind)
        return AreaVerdict(False, owed, is_complete)


def _bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]
