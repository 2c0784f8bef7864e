"""Everything that things can be made into, used up as they are.

For each item that can be made of them, the least that it takes is worked out together with the kinds of steps that it
takes (labels as in an assumption-based truth maintenance system, de Kleer 1986).

Whoever has all that a way takes can go it, or a way with fewer kinds of steps, whatever else lies around and however few
of an item there can be at once. For let no step be possible because there are as many as there can be of what it would
make. The last step of all is not such a step; from it, walk down to steps that are not either, until there is one whose
inputs are all there or saturated in this way. Of those that are saturated, as many are there as any step takes. So it
takes these, and the steps that would have made them are done later, for whatever these were there for. (If that was
nothing, they are not done at all.) Then it can be done, and fewer are left. Only what cannot be reached yet takes up room
for good: where areas open one after another, a label says from which area on there is certainly room.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.synth.recipes.recipe_graph import NEVER, RecipeGraph, Way

MANY_LABELS = 200
"""An item with more ways than this that differ in what they take is not looked at to the end."""


class Label(NamedTuple):
    """One way to an item."""

    takes: int
    """Of what is placed."""
    kinds: int
    """Of the kinds of steps that matter, those that it has."""
    since: int = 0
    """The first area from which on there is room for all that is made on the way; `NEVER`: that is not certain."""
    steps: int = 0
    """All kinds of steps that it has, whether or not they matter."""


def ways_from(graph: RecipeGraph, goals: Collection[int], ends: Collection[int], placed: int) -> list[Way]:
    """What can be applied, with nothing used up, and may be part of a way to one of the goals. Nothing is made of `ends`:
    a player who has one of them is done."""
    there = dict(graph.members(placed))
    number = sum(n * graph.sizes[item] for item, n in there.items())
    reached = dict.fromkeys(there)
    missing: dict[int, int] = {}
    makers: dict[int, list[Way]] = {}
    queue = list(reached)
    for item in queue:
        for size, way, different in graph.takers[item]:
            if size > number:
                break
            left = missing[way.number] = missing.get(way.number, different) - 1
            if left == 0:
                makers.setdefault(way.result, []).append(way)
                if way.result not in reached:
                    reached[way.result] = None
                    queue.append(way.result)
    wanted = dict.fromkeys(goals)
    found = []
    queue = list(wanted)
    for item in queue:
        for way in makers.get(item, ()):
            if not any(one in ends for one in way.takes):
                found.append(way)
                for one in way.takes:
                    if one not in wanted:
                        wanted[one] = None
                        queue.append(one)
    return found


class LabelSearch:
    """All ways to some items from what is placed."""

    def __init__(
        self,
        graph: RecipeGraph,
        ends: Collection[int],
        placed: int,
        kinds: int,
        room: Sequence[int] = (),
    ) -> None:
        """`room`: where areas open one after another, how many of each item can be there at once, for each area, beside
        what lies behind it."""
        self._graph, self._ends, self._placed, self._kinds = graph, ends, placed, kinds
        self._room = room
        self.complete = True
        self.of: dict[int, list[Label]] = {}
        """The labels of each item that was reached."""

    def labels(self, ways: Sequence[Way]) -> Iterator[Label]:
        """Those of the ends, each better than the ones before in some respect."""
        graph, ends = self._graph, self._ends
        labels = self.of = {item: [Label(graph.units[item], 0)] for item, _ in graph.members(self._placed)}
        for end in ends:
            labels[end] = []
        takers: dict[int, list[Way]] = {}
        for way in ways:
            for item in set(way.takes):
                takers.setdefault(item, []).append(way)
        waiting = {way.number: way for way in ways if all(map(labels.get, way.takes))}
        while waiting:
            check_time()
            way = waiting.pop(next(iter(waiting)))
            known = labels.setdefault(way.result, [])
            found = self._combined(way, [labels[item] for item in way.takes])
            added = [label for label in found[:MANY_LABELS] if add_label(known, label, graph)]
            if max(len(found), len(known)) > MANY_LABELS:
                self.complete = False
                del known[MANY_LABELS:]
            if way.result in ends:
                yield from added
            elif added:
                for taker in takers.get(way.result, ()):
                    if all(map(labels.get, taker.takes)):
                        waiting[taker.number] = taker

    def _combined(self, way: Way, choices: list[list[Label]]) -> list[Label]:
        """What a step can take, one label for each thing that it takes."""
        since = self._has_room_since(way) if self._room else 0
        partial = [Label(0, self._kinds & 1 << way.kind, since, 1 << way.kind)]
        for choice in choices:
            # One more than is looked at tells that there were more.
            partial = self._together(partial, choice)[: MANY_LABELS + 1]
        return partial

    def _has_room_since(self, way: Way) -> int:
        graph = self._graph
        needs = sum(graph.units[item] for item in way.takes)
        if way.result not in way.takes and way.result not in self._ends:
            needs += graph.units[way.result]
        return next((n for n, room in enumerate(self._room) if graph.fits(needs, room)), NEVER)

    def _together(self, some: Sequence[Label], others: Sequence[Label]) -> list[Label]:
        """One of each."""
        graph, placed = self._graph, self._placed
        found: list[Label] = []
        for one in some:
            for other in others:
                takes = one.takes + other.takes
                if graph.fits(takes, placed):
                    both = Label(
                        takes,
                        one.kinds | other.kinds,
                        max(one.since, other.since),
                        one.steps | other.steps,
                    )
                    add_label(found, both, graph)
        return found


def add_label(labels: list[Label], new: Label, graph: RecipeGraph) -> bool:
    """Unless it is no better than one that is there already; what is no better than it goes. Whether it was added."""
    kept = []
    for one in labels:
        if one.kinds & ~new.kinds == 0 and one.since <= new.since and graph.fits(one.takes, new.takes):
            return False
        if not (new.kinds & ~one.kinds == 0 and new.since <= one.since and graph.fits(new.takes, one.takes)):
            kept.append(one)
    kept.append(new)
    labels[:] = kept
    return True
