"""Recipes for the trees of all areas, drawn at random from the goals down, the last area first.

What lies in an area that is not open yet may take up the room of what a way around would need, so it is chosen first.
After each new step, its area and all later ones are looked at again: as soon as a step is spare or an area can be
solved too soon, another step is tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.goal_trees import shuffled
from puzzlesynth.synth.recipes.recipe_graph import Way
from puzzlesynth.synth.recipes.shortcuts.kept_landmarks import can_be_made, landmarks

from .kept_book import KeptBook, closed
from .supports import heights, makers_of

MOST_TESTS = 40
"""Of the steps of one area, for one draw."""

TRIED_ITEMS, TRIED_WAYS = 3, 8
"""Of those that a tree could grow at, before it is given up."""

DOWNWARDS = 0.7
"""How often a tree that is not deep enough grows at its deepest ends first."""

ON = 0.3
"""How often one that is deep enough grows on elsewhere."""


class Top(NamedTuple):
    """How the things of an area's tree are made, and how many steps there are from the goal down to each."""

    ways: Mapping[int, Way]
    depths: Mapping[int, int]

    @property
    def depth(self) -> int:
        return max(self.depths[item] for item in self.ways)


class Growth:
    """For one choice of goals."""

    def __init__(self, book: KeptBook, goals: ChosenGoals, ways: Sequence[Sequence[Way]]) -> None:
        """`ways`: for each area those that may be part of its tree."""
        self._book, self._graph, self._goals = book, book.graph, goals
        self._ready = [self._ready_for(stage) for stage in range(len(book.areas))]
        self._makers = [makers_of(of_area) for of_area in ways]
        self._heights = [
            heights(book.graph, of_area, ready) for of_area, ready in zip(ways, self._ready, strict=True)
        ]
        self._tests_left = 0

    def _ready_for(self, stage: int) -> frozenset[int]:
        """What an area's tree need not make: what may be placed, or has solved an earlier area."""
        own = self._book.placeable(self._goals, stage)
        return frozenset(own.union(*(self._goals.solving(earlier) for earlier in range(stage))))

    def draw(self, random: Random) -> list[Mapping[int, Way]] | None:
        """For each area how the things of its tree are made; None: no luck."""
        tops: list[Top] = []
        for stage in reversed(range(len(self._book.areas))):
            self._tests_left = MOST_TESTS
            top = self._drawn(stage, tops, random)
            if top is None:
                return None
            tops.insert(0, top)
        return [top.ways for top in tops]

    def _drawn(self, stage: int, later: list[Top], random: Random) -> Top | None:
        goals = self._goals.solving(stage)
        depth = random.choice(self._book.depths[stage])
        for goal in shuffled(goals, random)[:TRIED_ITEMS]:
            found = self._from(stage, later, Top({}, {goal: 1}), [goal], depth, random)
            if found is not None:
                return found
        return None

    def _from(
        self, stage: int, later: list[Top], top: Top, items: list[int], depth: int, random: Random
    ) -> Top | None:
        """What grows with one of these items made."""
        for item in items:
            for way in shuffled(self._makers[stage].get(item, ()), random)[:TRIED_WAYS]:
                if any(one in other.ways for other in later for one in (item, *way.takes)):
                    continue  # an earlier area does not need what a later one makes
                longer = self._with(stage, top, item, way, depth)
                if longer is None or self._tests_left <= 0 or not self._holds(stage, [longer, *later]):
                    continue
                found = self._grown(stage, later, longer, depth, random)
                if found is not None:
                    return found
        return None

    def _with(self, stage: int, top: Top, item: int, way: Way, depth: int) -> Top | None:
        """None: this step cannot be part of it."""
        barred, least = self._goals.too_soon(stage), self._heights[stage]
        depths = {**top.depths}
        below = [(one, depths[item] + 1) for one in way.takes]
        while below:
            one, deep = below.pop()
            if one == item or one in barred or deep - 1 + least[one] > depth:
                return None
            if one not in depths or deep > depths[one]:
                depths[one] = deep
                if one in top.ways:
                    below += [(lower, deep + 1) for lower in top.ways[one].takes]
        return Top({**top.ways, item: way}, depths)

    def _grown(self, stage: int, later: list[Top], top: Top, depth: int, random: Random) -> Top | None:
        """What is deep enough and made of what can be there."""
        check_time()
        ready = self._ready[stage]
        ends = [item for item in top.depths if item not in top.ways]
        missing = [item for item in ends if item not in ready]
        if missing:
            return self._from(stage, later, top, missing[:1], depth, random)
        is_whole = top.depth == depth
        if is_whole and random.random() > ON:
            return top
        items = shuffled([item for item in ends if item in self._makers[stage]], random)
        if top.depth < depth and random.random() < DOWNWARDS:
            items.sort(key=lambda item: -top.depths[item])
        found = self._from(stage, later, top, items[:TRIED_ITEMS], depth, random)
        return top if found is None and is_whole else found

    # --- tests ----------------------------------------------------------------------------------------

    def _holds(self, stage: int, tops: list[Top]) -> bool:
        """Whether, with the ends of these trees placed, no step is spare and no later area can be solved too soon."""
        self._tests_left -= 1
        placed: dict[int, int] = {}
        later = [self._ends(tops, n) for n in range(len(tops))]
        for n, top in enumerate(tops):
            room = self._room(later[n + 1 :], placed)
            accepted = sorted(self._goals.accepted[stage + n])
            if n:
                before = closed(self._goals, stage + n, self._room(later[n:], placed))
                if can_be_made(self._graph, accepted, placed, before):
                    return False
            placed |= {item: max(number, placed.get(item, 0)) for item, number in later[n].items()}
            own = sum(1 << way.kind for way in top.ways.values())
            needed = landmarks(self._graph, accepted, placed, room, own)
            if needed is None or own & ~needed:
                return False
        return True

    def _ends(self, tops: list[Top], number: int) -> dict[int, int]:
        """What an area's tree takes and no tree makes, and how many of each."""
        found: dict[int, int] = {}
        for way in tops[number].ways.values():
            for item, times in self._graph.needs[way.number]:
                if not any(item in top.ways for top in tops):
                    found[item] = max(times, found.get(item, 0))
        return found

    def _room(self, behind: list[dict[int, int]], here: Mapping[int, int]) -> list[int]:
        """How many of each there can be in reach beside what lies behind."""
        room = list(self._book.room)
        for things in behind:
            for item, number in things.items():
                room[item] -= max(0, number - here.get(item, 0))
        return room
