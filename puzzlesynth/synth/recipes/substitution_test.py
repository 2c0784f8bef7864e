"""Which steps of a tree can be left out: everything that the things placed for it can be made into, used up as they are.

A kind of step that some way to the tree's item does without is spare. A puzzle with the tree has a shortcut then, unless
the same step is part of it elsewhere: in one area, there is always room for what is made on the way (`label_search`).
"""

from __future__ import annotations

from typing import NamedTuple

from .label_search import LabelSearch, ways_from
from .recipe_graph import RecipeGraph
from .recipe_tree import RecipeTree


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
    """A way around one of those kinds that were asked for, if it is certain."""


class SubstitutionTest:
    def __init__(self, graph: RecipeGraph) -> None:
        self._graph = graph

    def substitutes(self, tree: RecipeTree, enough: int = -1) -> Substitution:
        """As soon as one of the kinds `enough` is spare, nothing else is looked at."""
        graph, goal, kinds = self._graph, (tree.item,), tree.kinds
        spare = 0
        shortcut: RecipeShortcut | None = None
        search = LabelSearch(graph, goal, tree.leaves, kinds)
        for label in search.labels(ways_from(graph, goal, goal, tree.leaves)):
            spare |= kinds & ~label.kinds
            if spare & enough:
                shortcut = RecipeShortcut(label.takes, label.steps)
                break
        return Substitution(spare, spare, search.complete, shortcut)

    def can_make(self, goal: int, placed: int) -> bool:
        """Whether the goal can be made of some of the things, as far as can be told."""
        search = LabelSearch(self._graph, (goal,), placed, 0)
        found = search.labels(ways_from(self._graph, (goal,), (goal,), placed))
        return any(True for _ in found) or not search.complete
