"""The trees for one goal, each looked at as a whole: a puzzle, no puzzle, or one for playing to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from .growth import TreeGrowth
from .recipe_graph import RecipeGraph
from .recipe_tree import RecipeTree, TreeStore, orders
from .tree_space import Evenness, TreeBudget, TreeSpace, weighted


class Root(NamedTuple):
    """What one area may ask for: a goal by its number, an item that meets it, and how deep the tree is."""

    goal: int
    item: int
    depth: int


class Candidate(NamedTuple):
    root: Root
    tree: RecipeTree
    proven: bool


class GoalTrees:
    """The trees for one goal of the only area."""

    def __init__(self, space: TreeSpace, roots: Sequence[Root]) -> None:
        self._space, self._roots = space, roots
        self._listed = {root: self._list(root) for root in roots}
        self._numbers = [self._number(root) for root in roots]

    @property
    def is_listed(self) -> bool:
        return all(found is not None for found in self._listed.values())

    @property
    def is_empty(self) -> bool:
        """Whether there is certainly no tree."""
        return self.is_listed and not self.dropped and not any(self._listed.values())

    @property
    def dropped(self) -> int:
        return self._space.dropped

    @property
    def number(self) -> int:
        """How many candidates there are; more than there are where they are not listed."""
        return sum(self._numbers)

    def candidates(self) -> Iterator[Candidate]:
        for found in self._listed.values():
            yield from found or ()

    def draw(self, random: Random, evenness: Evenness) -> Candidate | None:
        root = weighted(
            random,
            self._roots,
            [evenness.weight(n, r.depth) for n, r in zip(self._numbers, self._roots, strict=True)],
        )
        if root is None:
            return None
        listed = self._listed[root]
        if listed is not None:
            return weighted(random, listed, [orders(one.tree) for one in listed])
        tree = self._space.draw(root.item, root.depth, random, evenness)
        if tree is None or not self._space.is_possible(tree):
            return None
        candidate = self._looked_at(root, tree)
        # To play one is dear, and most that are not proven to have no shortcut have one.
        return candidate if candidate is not None and candidate.proven else None

    def draw_of_all(self, random: Random) -> Candidate | None:
        """One of all that are counted, each with exactly the same chance; None: what was drawn is no candidate."""
        root = weighted(random, self._roots, self._numbers)
        if root is None:
            return None
        listed = self._listed[root]
        if listed is not None:
            return weighted(random, listed, [orders(one.tree) for one in listed])
        tree = self._space.draw_of_all(root.item, root.depth, random)
        return self._looked_at(root, tree) if tree is not None and self._space.is_possible(tree) else None

    def grow(self, random: Random, growth: TreeGrowth | None = None) -> Candidate | None:
        """One that has no shortcut, found from the goal down; None: no luck."""
        if not self._roots:
            return None
        root = random.choice(self._roots)
        tree = (growth or self.growth).draw(root.item, root.depth, random)
        return None if tree is None else Candidate(root, tree, True)

    @cached_property
    def growth(self) -> TreeGrowth:
        """Of a tree that has everything for itself."""
        return self.growth_with(self._has_shortcut)

    def growth_with(self, refuses: Callable[[RecipeTree], bool], taken: int = 0) -> TreeGrowth:
        """`refuses`: whether a tree has a shortcut. `taken`: what is placed for other trees."""
        return TreeGrowth(self._space, refuses, taken)

    def _has_shortcut(self, tree: RecipeTree) -> bool:
        if self._space.has_known_shortcut(tree):
            return True
        found = self._space.test.substitutes(tree)
        return bool(found.spare) or not found.complete

    def _list(self, root: Root) -> list[Candidate] | None:
        space = self._space
        trees = space.listed(space.ways(root.item, root.depth), root.depth)
        if trees is None:
            return None
        looked_at = [self._looked_at(root, tree) for tree in trees]
        return [candidate for candidate in looked_at if candidate is not None]

    def _number(self, root: Root) -> int:
        space, listed = self._space, self._listed[root]
        if listed is not None:
            return sum(orders(one.tree) for one in listed)
        return sum(space.count_of(way, root.depth) for way in space.ways(root.item, root.depth))

    def _looked_at(self, root: Root, tree: RecipeTree) -> Candidate | None:
        """None: it certainly has a shortcut."""
        if self._space.has_known_shortcut(tree):
            return None
        found = self._space.test.substitutes(tree)
        if found.certain:
            self._space.learn(tree.item, found.shortcut)
            return None
        return Candidate(root, tree, found.complete and not found.spare)


def only_area(
    graph: RecipeGraph, roots: Sequence[Root], budget: TreeBudget, forest: TreeStore, *, strict: bool
) -> GoalTrees:
    goals = frozenset(root.item for root in roots)
    deepest = max((root.depth for root in roots), default=0)
    repeatable = graph.repeatable(graph.occurring(goals, deepest)[1])
    return GoalTrees(TreeSpace(graph, goals, repeatable, budget, strict=strict, forest=forest), roots)


class AreaTrees(GoalTrees):
    """The trees for one goal of one of several areas. What is in the others is not looked at yet."""

    def _looked_at(self, root: Root, tree: RecipeTree) -> Candidate | None:
        return None if self._space.is_needless(tree) else Candidate(root, tree, True)
