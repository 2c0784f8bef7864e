"""Which steps of a tree can be left out: everything that the things placed for it can be made into, used up as they are.

For each item that can be made of them, the least that it takes is worked out together with the kinds of steps that it
takes (labels as in an assumption-based truth maintenance system, de Kleer 1986). A kind that some way to the tree's item
does without is spare. That there is room for what is made on the way is looked at last: where there certainly is, a
puzzle with the tree certainly has a shortcut; where nothing is spare, it certainly has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .recipe_graph import RecipeGraph, Way
from .recipe_tree import RecipeTree

MANY_LABELS = 200
"""An item with more ways than this that differ in what they take is not looked at to the end."""


class Label(NamedTuple):
    """One way to an item."""

    takes: int
    """Of what is placed."""
    kinds: int
    """Of the kinds of steps that matter, those that it has."""
    makes: int
    """All that is made on the way."""
    fits: bool
    """Whether there is room for that, whatever else there is."""


class Substitution(NamedTuple):
    spare: int
    """Kinds of steps that there may be a way without, as bits."""
    certain: int
    """Those of them of which that is certain."""
    complete: bool
    """Whether all ways were looked at."""


class SubstitutionTest:
    def __init__(self, graph: RecipeGraph) -> None:
        self._graph = graph

    def substitutes(self, tree: RecipeTree, room: int, enough: int = 0, certainly: int = 0) -> Substitution:
        """`room`: how many of each item can be made on the way without being too many. As soon as one of the kinds
        `enough` is spare, or one of `certainly` for certain, nothing else is looked at."""
        return self.ways_without(tree.item, tree.leaves, tree.kinds, room, enough, certainly)

    def ways_without(
        self, goal: int, placed: int, kinds: int, room: int, enough: int = 0, certainly: int = 0
    ) -> Substitution:
        """The same for anything that is to be made of what is placed with steps of these kinds."""
        spare = certain = 0
        search = _Search(self._graph, goal, placed, kinds, room)
        for label in search.labels(self._ways(goal, placed)):
            spare |= kinds & ~label.kinds
            if label.fits:
                certain |= kinds & ~label.kinds
            if spare & enough or certain & certainly:
                break
        return Substitution(spare, certain, search.complete)

    def can_make(self, goal: int, placed: int) -> bool:
        """Whether the goal can be made of some of the things, as far as can be told."""
        search = _Search(self._graph, goal, placed, 0, 0)
        return any(True for _ in search.labels(self._ways(goal, placed))) or not search.complete

    def _ways(self, goal: int, placed: int) -> list[Way]:
        """What can be applied, with nothing used up, and may be part of a way to the goal."""
        graph = self._graph
        there = dict(graph.members(placed))
        number = sum(there.values())
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
        wanted = {goal: None}
        found = []
        queue = [goal]
        for item in queue:
            for way in makers.get(item, ()):
                # Whoever has the goal need not make anything of it.
                if goal not in way.takes:
                    found.append(way)
                    for one in way.takes:
                        if one not in wanted:
                            wanted[one] = None
                            queue.append(one)
        return found


class _Search:
    """All ways to one goal from what is placed."""

    def __init__(self, graph: RecipeGraph, goal: int, placed: int, kinds: int, room: int) -> None:
        self._graph, self._goal, self._placed, self._kinds, self._room = graph, goal, placed, kinds, room
        self.complete = True

    def labels(self, ways: Sequence[Way]) -> Iterator[Label]:
        """Those of the goal, each better than the ones before in some respect."""
        graph, goal = self._graph, self._goal
        labels: dict[int, list[Label]] = {
            item: [Label(graph.units[item], 0, 0, True)] for item, _ in graph.members(self._placed)
        }
        labels[goal] = []
        takers: dict[int, list[Way]] = {}
        for way in ways:
            for item in set(way.takes):
                takers.setdefault(item, []).append(way)
        waiting = {way.number: way for way in ways if all(map(labels.get, way.takes))}
        while waiting:
            way = waiting.pop(next(iter(waiting)))
            known = labels.setdefault(way.result, [])
            found = self._combined(way, [labels[item] for item in way.takes])
            added = [label for label in found[:MANY_LABELS] if _add(known, label, graph)]
            if max(len(found), len(known)) > MANY_LABELS:
                self.complete = False
                del known[MANY_LABELS:]
            if way.result == goal:
                yield from added
            elif added:
                for taker in takers.get(way.result, ()):
                    if all(map(labels.get, taker.takes)):
                        waiting[taker.number] = taker

    def _combined(self, way: Way, choices: list[list[Label]]) -> list[Label]:
        """What a step can take, one label for each thing that it takes."""
        graph, placed, room = self._graph, self._placed, self._room
        made = 0 if way.result == self._goal else graph.units[way.result]
        partial = [Label(0, self._kinds & 1 << way.kind, made, graph.fits(made, room))]
        for choice in choices:
            following: list[Label] = []
            for one in partial:
                for other in choice:
                    takes = one.takes + other.takes
                    if graph.fits(takes, placed):
                        makes = one.makes + other.makes
                        fits = one.fits and other.fits and graph.fits(makes, room)
                        _add(following, Label(takes, one.kinds | other.kinds, makes, fits), graph)
            # One more than is looked at tells that there were more.
            partial = following[: MANY_LABELS + 1]
        return partial


def _add(labels: list[Label], new: Label, graph: RecipeGraph) -> bool:
    """Unless it is no better than one that is there already; what is no better than it goes. Whether it was added."""
    kept = []
    for one in labels:
        if one.kinds & ~new.kinds == 0 and one.fits >= new.fits and graph.fits(one.takes, new.takes):
            return False
        if not (new.kinds & ~one.kinds == 0 and new.fits >= one.fits and graph.fits(new.takes, one.takes)):
            kept.append(one)
    kept.append(new)
    labels[:] = kept
    return True
