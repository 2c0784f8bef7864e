"""Which steps of a tree can be left out: everything that the things placed for it can be made into, used up as they are.

A kind of step that some way to the tree's item does without is spare. A puzzle with the tree has a shortcut then, unless
the same step is part of it elsewhere: in one area, there is always room for what is made on the way (`label_search`).
Where other areas lie behind, things that are there may take up the room; then it is certain only of some kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.recipe_tree import RecipeTree

from .label_search import Label, LabelSearch, ways_from


class RecipeShortcut(NamedTuple):
    """These things are enough to make an item, with no other steps than these."""

    takes: int
    steps: int
    """Kinds of steps, as bits."""


class Substitution(NamedTuple):
    spare: int
    """Kinds of steps that there may be a way without, as bits."""
    certain: int
    """Those of them of which that is certain."""
    complete: bool
    """Whether all ways were looked at."""
    shortcut: RecipeShortcut | None = None
    """A way around one of those kinds that were asked for, if it is certain wherever the same things are placed."""


class SubstitutionTest:
    def __init__(self, graph: RecipeGraph) -> None:
        self._graph, self._world = graph, graph.for_players

    def substitutes(self, tree: RecipeTree, enough: int = -1) -> Substitution:
        """As soon as it is certain that one of the kinds `enough` is spare, nothing else is looked at."""
        kinds = tree.kinds
        spare = certain = 0
        shortcut: RecipeShortcut | None = None
        room = self._graph.room_around(present_in(tree, self._graph)) if self._graph.behind else ()
        search = self._search(tree.item, tree.leaves, kinds, room)
        for label in self._found(search, tree.item, tree.leaves):
            spare |= kinds & ~label.kinds
            if label.since == 0:
                certain |= kinds & ~label.kinds
            if certain & enough:
                shortcut = self._anywhere(label)
                break
        return Substitution(spare, certain, search.complete, shortcut)

    def certain_ways(self, goal: int, placed: int, kinds: int, present: Mapping[int, int]) -> Iterator[Label]:
        """Ways to an item for which there is room, each better than the ones before in some respect. `present`: how many
        of each item are in reach at some time, for certain."""
        search = self._search(goal, placed, kinds, self._graph.room_around(present))
        return (label for label in self._found(search, goal, placed) if label.since == 0)

    def can_make(self, goal: int, placed: int) -> bool:
        """Whether the goal can be made of some of the things, as far as can be told."""
        search = self._search(goal, placed, 0, ())
        return any(True for _ in self._found(search, goal, placed)) or not search.complete

    def _search(self, goal: int, placed: int, kinds: int, room: tuple[int, ...]) -> LabelSearch:
        return LabelSearch(self._world, (goal,), placed, kinds, room)

    def _found(self, search: LabelSearch, goal: int, placed: int) -> Iterator[Label]:
        return search.labels(ways_from(self._world, (goal,), (goal,), placed))

    def _anywhere(self, label: Label) -> RecipeShortcut | None:
        """The way as one that other trees have as well; None: they may have no room for it."""
        if label.steps & self._graph.kinds_behind:
            return None
        return RecipeShortcut(label.takes, label.steps)


def present_in(tree: RecipeTree, graph: RecipeGraph) -> dict[int, int]:
    """How many of each item are in reach at some time, if the tree is part of a puzzle."""
    found = dict.fromkeys((item for item, _ in graph.members(tree.items)), 1)
    found |= dict(graph.members(tree.leaves))
    for part in tree.walk():
        if part.way is not None:
            for item in part.way.takes:
                found[item] = max(found[item], part.way.takes.count(item))
    return found
