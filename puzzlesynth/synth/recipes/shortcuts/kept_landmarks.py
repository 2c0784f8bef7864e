"""Which steps every solution needs, where every step keeps what it takes.

What can be made once can be made as often as there is room for it, and nothing is ever lost. So it does not matter in
which order things are made, and what all ways to an item have in common is worked out exactly, without a search: the
kinds of steps that are part of every way to it (landmarks).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way


def landmarks(
    graph: RecipeGraph,
    goals: Collection[int],
    placed: Mapping[int, int],
    room: Sequence[int],
    wanted: int = 0,
) -> int | None:
    """The kinds of steps, as bits, that are part of every way to one of the goals; None: no goal can be reached.

    `placed`: how many of each item are there. `room`: how many of each there can be in reach. `wanted`: as soon as
    there is a way without one of these kinds, nothing else is looked at, and the answer may have too many others.
    """
    found = _Landmarks(graph, placed, room)
    found.spread(goals, wanted)
    common: int | None = None
    for goal in goals:
        kinds = found.of(goal)
        if kinds is not None:
            common = kinds if common is None else common & kinds
    return common


def can_be_made(
    graph: RecipeGraph, goals: Collection[int], placed: Mapping[int, int], room: Sequence[int]
) -> bool:
    """Whether one of the goals can be reached."""
    return landmarks(graph, goals, placed, room, -1) is not None


class _Landmarks:
    def __init__(self, graph: RecipeGraph, placed: Mapping[int, int], room: Sequence[int]) -> None:
        self._graph, self._placed, self._room = graph, placed, room
        self._made: dict[int, int] = {}
        """For each item that can be made the kinds of steps that are part of every way to make it."""

    def spread(self, goals: Collection[int], wanted: int) -> None:
        """Works out what can be made."""
        takers, made = self._graph.takers, self._made
        waiting: dict[int, Way] = {}
        for item in sorted(self._placed):
            for _, way, _ in takers[item]:
                waiting[way.number] = way
        while waiting:
            way = waiting.pop(next(iter(waiting)))
            kinds = self._kinds_of(way)
            if kinds is None:
                continue
            before = made.get(way.result, -1)
            if before & kinds != before:
                made[way.result] = before & kinds
                if way.result in goals and wanted & ~kinds:
                    return
                for _, taker, _ in takers[way.result]:
                    waiting[taker.number] = taker

    def of(self, item: int) -> int | None:
        """What all ways to an item have in common; None: it cannot be had."""
        return 0 if item in self._placed else self._made.get(item)

    def _kinds_of(self, way: Way) -> int | None:
        """What all ways to a step have in common, with the step itself; None: it cannot be done."""
        placed, made, room = self._placed, self._made, self._room
        if placed.get(way.result, 0) >= room[way.result]:
            return None
        found = 1 << way.kind
        for item, number in self._graph.needs[way.number]:
            if number > placed.get(item, 0):
                kinds = made.get(item)
                if kinds is None or number > room[item]:
                    return None
                found |= kinds
        return found
