"""Which steps every solution needs, where every step keeps what it takes.

What can be had once can be had as often as there is room for it, and nothing is ever lost. So it does not matter in which
order things are made, and what all ways to an item have in common is worked out exactly, without a search: the kinds of
steps that are part of every way to it (landmarks).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way


def landmarks(graph: RecipeGraph, goals: Collection[int], placed: Collection[int]) -> int | None:
    """The kinds of steps, as bits, that are part of every way to one of the goals if one of each of these is placed;
    None: no goal can be reached."""
    found = _Landmarks(graph, placed).of
    reached = [found[goal] for goal in goals if goal in found]
    if not reached:
        return None
    common = -1
    for kinds in reached:
        common &= kinds
    return common


class _Landmarks:
    def __init__(self, graph: RecipeGraph, placed: Collection[int]) -> None:
        self.of: dict[int, int] = dict.fromkeys(sorted(placed), 0)
        """For each item that can be had the kinds of steps that are part of every way to it."""
        self._graph = graph
        self._more: dict[int, int] = {}
        """The same for one more than is placed."""
        waiting = {way.number: way for item in self.of for _, way, _ in graph.takers[item]}
        while waiting:
            way = waiting.pop(next(iter(waiting)))
            kinds = self._kinds_of(way)
            if kinds is not None and self._add(way.result, kinds):
                for _, taker, _ in graph.takers[way.result]:
                    waiting[taker.number] = taker

    def _kinds_of(self, way: Way) -> int | None:
        """What all ways to a step have in common, with the step itself; None: it cannot be done."""
        found = 1 << way.kind
        takes = way.takes
        counts: Counter[int] | None = Counter(takes) if len(set(takes)) < len(takes) else None
        for item in takes:
            known = self.of if counts is None or counts[item] == 1 else self._more
            kinds = known.get(item)
            if kinds is None or (counts is not None and counts[item] > self._graph.copies[item]):
                return None
            found |= kinds
        return found

    def _add(self, item: int, kinds: int) -> bool:
        """Another way to an item. Whether it takes away from what all ways have in common."""
        changed = False
        for known in (self.of, self._more):
            before = known.get(item, -1)
            if before & kinds != before:
                known[item] = before & kinds
                changed = True
        return changed
