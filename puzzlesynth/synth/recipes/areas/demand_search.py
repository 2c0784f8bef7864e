"""Whether a goal can be met by what lies in the areas of a chain, from what is demanded down to what is there.

Up to an area, phases follow each other: in each of them one more area is open, and each ends when that area's goal is
met. A solution says how often each step is done in which phase. Only balances count: up to every phase, no more of any
item is taken than lies there or is made. That is enough (the state equation of a Petri net). For let a solution go round
in a circle in some phase: one step makes what the next one takes, and the last one what the first one takes. Done once
less each, they leave every balance as it is, or better. Without circles, walk down from the goal of a phase: if a step
lacks something, some other step that is left makes that. At the end there is one that lacks nothing. The walk also shows
that there is room (as in `label_search`): a step is reached because there is less of what it makes than another one
takes. So only a step that makes or takes more than can be in reach at once beside what lies behind is impossible, and
that one is so for certain.

Demands have deadlines: the phase in which they are needed at the latest. As long as there is too little of something up
to a phase, a demand of that phase has to be made, and whoever makes it late has most to make it of. So the search only
chooses ways to make what there is too little of.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.recipe_graph import BITS, RecipeGraph, Way

MANY_DEMANDS = 3_000
"""Sets of demands that are looked at before a question stays open."""

FEW_DEMANDS = 150
"""The same for a first look."""

MOST_THINGS = 100
"""With more things than this, multisets of demands could overflow."""


class Phase(NamedTuple):
    there: int
    """What lies in the areas that are open, as a multiset."""
    room: int
    """How many of each item can be in reach at once."""
    meets: frozenset[int]
    """What ends it; for the last phase that is what is asked for."""


class TooManyDemands(Exception):
    """A question stays open."""


class DemandSearch:
    def __init__(
        self, graph: RecipeGraph, phases: Sequence[Phase], closed: frozenset[int], most: int = MANY_DEMANDS
    ) -> None:
        """`closed`: what is never taken, since whoever has it is done. `most`: sets of demands that are looked at."""
        self._most = most
        self._graph, self._phases = graph, phases
        self._makers: list[dict[int, list[Way]]] = []
        """For each phase the ways to make each item that might be possible in it."""
        reached: set[int] = set()
        for n, phase in enumerate(phases):
            ends = closed.union(*(later.meets for later in phases[n:]))
            reached.update(item for item, _ in graph.members(phase.there))
            if n:
                reached |= phases[n - 1].meets
            self._makers.append(self._possible(reached, ends, phase.room))
            reached.update(self._makers[-1])
        self._seen: set[tuple[int, ...]] = set()
        self._supplies: list[int] = []
        self._numbers: list[int] = []
        self._banned = -1

    def _possible(self, reached: set[int], ends: frozenset[int], room: int) -> dict[int, list[Way]]:
        """The ways that can be gone if nothing is used up."""
        graph = self._graph
        makers: dict[int, list[Way]] = {}
        missing: dict[int, int] = {}
        known = set(reached)
        queue = sorted(reached - ends)
        for item in queue:
            for _, way, different in graph.takers[item]:
                left = missing[way.number] = missing.get(way.number, different) - 1
                if left == 0 and graph.fits(graph.needs_room[way.number], room):
                    makers.setdefault(way.result, []).append(way)
                    if way.result not in known:
                        known.add(way.result)
                        if way.result not in ends:
                            queue.append(way.result)
        return makers

    def landmarks(self, goal: int) -> int | None:
        """Kinds of steps that are part of every solution even if nothing is used up; None: there is no solution."""
        graph = self._graph
        found: dict[int, int] = {}
        for phase, makers in zip(self._phases, self._makers, strict=True):
            found |= dict.fromkeys((item for item, _ in graph.members(phase.there)), 0)
            ways = [way for of_item in makers.values() for way in of_item]
            while sum(_improved(found, way) for way in ways):
                pass
        kinds = found.get(goal)
        for phase in self._phases[:-1]:
            met = [found[item] for item in phase.meets if item in found]
            if kinds is None or not met:
                return None
            common = -1
            for one in met:
                common &= one
            kinds |= common
        return kinds

    def is_solvable(self, goal: int, banned: int = -1) -> bool:
        """Whether there is a solution without steps of a kind. Raises `TooManyDemands`."""
        self._banned = banned
        choices = [sorted(phase.meets) for phase in self._phases[:-1]]
        return any(self._is_met([*choice, goal]) for choice in product(*choices))

    def _is_met(self, goals: Sequence[int]) -> bool:
        """What meets the goal of a phase is demanded in it, and is there for the next ones."""
        graph, last = self._graph, len(goals)
        self._supplies = [phase.there for phase in self._phases]
        demands = [0] * last
        for n, goal in enumerate(goals):
            for later in range(n, last):
                demands[later] += graph.units[goal]
                if later > n:
                    self._supplies[later] += graph.units[goal]
        self._numbers = [sum(number for _, number in graph.members(there)) for there in self._supplies]
        if self._numbers[-1] > MOST_THINGS:
            raise TooManyDemands
        self._seen = set()
        return self._is_enough(tuple(demands), tuple(range(1, last + 1)))

    def _is_enough(self, demands: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
        """For each phase what is demanded up to it, and how many things that are."""
        if demands in self._seen:
            return False
        check_time()
        self._seen.add(demands)
        if len(self._seen) > self._most:
            raise TooManyDemands
        lacking = self._lacking(demands)
        if lacking is None:
            return True
        phase, item, ways = lacking
        for way in ways:
            # Whatever is taken is at last made of as many things that lie there, or more.
            more = len(way.takes) - 1
            after = tuple(number + more if n >= phase else number for n, number in enumerate(numbers))
            if all(number <= most for number, most in zip(after, self._numbers, strict=True)):
                taken = self._graph.takes[way.number] - self._graph.units[item]
                now = tuple(demand + taken if n >= phase else demand for n, demand in enumerate(demands))
                if self._is_enough(now, after):
                    return True
        return False

    def _lacking(self, demands: tuple[int, ...]) -> tuple[int, int, list[Way]] | None:
        """Of what there is too little of one item with the fewest ways to make it, and the first phase in which it is
        lacking; None: there is enough of everything."""
        guard = self._graph.guard
        known = 0
        found: tuple[int, int, list[Way]] | None = None
        for n, (demand, supply) in enumerate(zip(demands, self._supplies, strict=True)):
            lacking = guard & ~((supply | guard) - demand) & ~known
            known |= lacking
            while lacking:
                lowest = lacking & -lacking
                lacking ^= lowest
                item = (lowest.bit_length() - 1) // BITS
                ways = [way for way in self._makers[n].get(item, ()) if way.kind != self._banned]
                if found is None or len(ways) < len(found[2]):
                    found = n, item, ways
                if len(ways) < 2:
                    return found
        return found


def _improved(found: dict[int, int], way: Way) -> bool:
    """Whether what all ways to an item have in common became less, or the item was reached."""
    kinds = 1 << way.kind
    for item in way.takes:
        known = found.get(item)
        if known is None:
            return False
        kinds |= known
    before = found.get(way.result, -1)
    found[way.result] = before & kinds
    return before & kinds != before
